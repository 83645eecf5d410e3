/** Every PDF of the folder that CORPUS names, through the service: how each ends, and whether it still answers. */
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Device, pdfForm, register, send } from "../src/client/Device.ts"
import type { Benchmark } from "./main.ts"

const port = 18_083
const base = `http://127.0.0.1:${port}`
const devices = 4

const serve = async (data: string) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../layers/main/serve.ts", import.meta.url)), "--dev"], {
    env: { PATH: process.env["PATH"], DATA_DIR: data, PORT: String(port), RATE_LIMIT_SCALE: "1000000" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  for (;;) {
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok === true) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Ended {
  readonly name: string
  readonly outcome: string
  readonly seconds: number
}

/** What the service makes of a file: `ready`, a job's error code, or the code of a refusal. */
const convert = async (device: Device, path: string, name: string): Promise<Ended> => {
  const begun = performance.now()
  const ended = (outcome: string) => ({ name, outcome, seconds: (performance.now() - begun) / 1_000 })
  const created = await send(base, device, "/jobs", { method: "POST", body: pdfForm(readFileSync(path), name) })
  const made = (await created.json()) as { job_id: string; code?: string }
  if (!created.ok) return ended(`${created.status} ${made.code}`)
  for (;;) {
    const job = (await (await send(base, device, `/jobs/${made.job_id}?wait=50`)).json()) as {
      status: string
      error: { code: string } | null
    }
    if (job.status === "queued" || job.status === "processing") continue
    await send(base, device, `/jobs/${made.job_id}`, { method: "DELETE" })
    return ended(job.error?.code ?? job.status)
  }
}

/** The slowest answer of `/healthz`, asked every 20 ms until told to stop. */
const watch = () => {
  const times: Array<number> = []
  let on = true
  const done = (async () => {
    while (on) {
      const begun = performance.now()
      await (await fetch(`${base}/healthz`)).text()
      times.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return times.toSorted((a, b) => a - b)
  })()
  return () => {
    on = false
    return done
  }
}

const counted = (values: ReadonlyArray<string>) =>
  Object.entries(Object.groupBy(values, (value) => value))
    .map(([value, all]) => `${value} ${all?.length}`)
    .join(", ")

export const benchmark: Benchmark = {
  title: "Odd and hostile PDFs through the service",
  run: async () => {
    const corpus = process.env["CORPUS"]
    if (corpus === undefined) return ["not run: CORPUS names no folder of PDFs"]
    const files = readdirSync(corpus).filter((name) => name.endsWith(".pdf"))
    const data = mkdtempSync(join(tmpdir(), "bench-"))
    const child = await serve(data)
    try {
      const stop = watch()
      const left = files.values()
      const ended: Array<Ended> = []
      await Promise.all(
        Array.from({ length: devices }, async () => {
          const device = await register(base)
          for (const name of left) ended.push(await convert(device, join(corpus, name), name))
        })
      )
      const health = await stop()
      const slowest = ended.toSorted((a, b) => b.seconds - a.seconds)[0]
      return [
        `${ended.length} of ${files.length} files ended: ${counted(ended.map(({ outcome }) => outcome))}`,
        `slowest: ${slowest?.name}, ${slowest?.seconds.toFixed(1)} s`,
        `/healthz meanwhile: median ${health[health.length >> 1]?.toFixed(1)} ms, slowest ${health.at(-1)?.toFixed(0)} ms`
      ]
    } finally {
      child.kill("SIGKILL")
      rmSync(data, { recursive: true, force: true })
    }
  }
}
