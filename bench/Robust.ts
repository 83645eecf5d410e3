/**
 * Every PDF of the folder that CORPUS names, through the service: how each ends, and whether it still answers. Where LOAD is a
 * number, they are read once more beside as many busy processes, and each must end as before: in the same bytes, or the same error.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { createHash } from "node:crypto"
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
  /** A digest of the Markdown with the job's warnings, or nothing where there is no result. */
  readonly result: string | undefined
  readonly seconds: number
}

/** What the service makes of a file: `ready`, a job's error code, or the code of a refusal. */
const convert = async (device: Device, path: string, name: string): Promise<Ended> => {
  const begun = performance.now()
  const ended = (outcome: string, result?: string) => ({
    name,
    outcome,
    result,
    seconds: (performance.now() - begun) / 1_000
  })
  const created = await send(base, device, "/jobs", { method: "POST", body: pdfForm(readFileSync(path), name) })
  const made = (await created.json()) as { job_id: string; code?: string }
  if (!created.ok) return ended(`${created.status} ${made.code}`)
  for (;;) {
    const job = (await (await send(base, device, `/jobs/${made.job_id}?wait=50`)).json()) as {
      status: string
      warnings?: unknown
      error: { code: string } | null
    }
    if (job.status === "queued" || job.status === "processing") continue
    const path = `/jobs/${made.job_id}`
    const markdown = job.error === null ? await (await send(base, device, `${path}/download`)).text() : undefined
    await send(base, device, path, { method: "DELETE" })
    if (markdown === undefined) return ended(job.error?.code ?? job.status)
    const digest = createHash("sha256")
      .update(markdown)
      .update(JSON.stringify(job.warnings ?? null))
    return ended(job.status, digest.digest("hex"))
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

/** Every file of a folder, by several clients at once. */
const convertAll = async (corpus: string, files: ReadonlyArray<string>) => {
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
  return {
    ended,
    told: [
      `${ended.length} of ${files.length} files ended: ${counted(ended.map(({ outcome }) => outcome))}`,
      `slowest: ${slowest?.name}, ${slowest?.seconds.toFixed(1)} s`,
      `/healthz meanwhile: median ${health[health.length >> 1]?.toFixed(1)} ms, slowest ${health.at(-1)?.toFixed(0)} ms`
    ]
  }
}

/** The files that ended in another way, or in other bytes, the second time. */
const differing = (first: ReadonlyArray<Ended>, second: ReadonlyArray<Ended>) => {
  const before = new Map(first.map((ended) => [ended.name, ended]))
  return second.flatMap(({ name, outcome, result }) => {
    const was = before.get(name)
    if (was?.outcome === outcome && was.result === result) return []
    return [`- ${name}: ${was?.outcome}, then ${outcome}${was?.outcome === outcome ? " with other bytes" : ""}`]
  })
}

export const benchmark: Benchmark = {
  title: "Odd and hostile PDFs through the service",
  run: async () => {
    const corpus = process.env["CORPUS"]
    if (corpus === undefined) return ["not run: CORPUS names no folder of PDFs"]
    const load = Number(process.env["LOAD"] ?? 0)
    const files = readdirSync(corpus).filter((name) => name.endsWith(".pdf"))
    const data = mkdtempSync(join(tmpdir(), "bench-"))
    const child = await serve(data)
    const busy: Array<ChildProcess> = []
    try {
      const first = await convertAll(corpus, files)
      if (load === 0) return first.told
      for (let count = 0; count < load; count++) busy.push(spawn(process.execPath, ["-e", "for (;;);"]))
      const second = await convertAll(corpus, files)
      const others = differing(first.ended, second.ended)
      return [
        ...first.told,
        `beside ${load} busy processes: ${second.told.join("; ")}`,
        `${others.length} ended otherwise than before`,
        ...others
      ]
    } finally {
      for (const process of busy) process.kill("SIGKILL")
      child.kill("SIGKILL")
      rmSync(data, { recursive: true, force: true })
    }
  }
}
