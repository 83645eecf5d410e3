/** Reads of a job, signed and with a key, and reads of the config, beside Fastify doing the same checks and the same SQL. */
import { fork, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import autocannon from "autocannon"
import { type Device, pdfForm, register, send, signed } from "../src/client/Device.ts"
import { makePdf } from "../test/support/Pdf.ts"
import { newKey } from "./http/Account.ts"
import type { Benchmark } from "./main.ts"

const connections = 20
const rounds = 4
const seconds = 2

/** More than either server answers in a round. */
const signedPerConnection = 500

const secret = "a secret of the benchmark, 32 long"
const ports = { service: 18_081, reference: 18_082 }
const program = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const nothing = new Uint8Array(0)

const answers = async (url: string) => {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Requests a second over one round; every answer must be 2xx. */
const load = async (port: number, path: string, headers: () => ReadonlyArray<Record<string, string>>) => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(headers().map((each) => ({ method: "GET", path, headers: each })))
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total / result.duration
}

const compare = async (name: string, once: (port: number) => Promise<number>) => {
  const service: Array<number> = []
  const reference: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    service.push(await once(ports.service))
    reference.push(await once(ports.reference))
  }
  const ratio = median(service.map((rate, round) => rate / (reference[round] ?? 1)))
  return `${name}: ${median(service).toFixed(0)} against ${median(reference).toFixed(0)} requests/s, ratio ${ratio.toFixed(2)}`
}

const page = new Uint8Array(makePdf({ pages: [{ items: [{ text: "Hello", x: 72, y: 72 }] }] }))

const newKeyedJob = async (base: string, secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  const body = pdfForm(page, "a.pdf")
  const { job_id } = (await (await fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body })).json()) as {
    job_id: string
  }
  await fetch(`${base}/api/v2/jobs/${job_id}?wait=50`, { headers })
  return job_id
}

const newJob = async (base: string, device: Device) => {
  const created = await send(base, device, "/jobs", { method: "POST", body: pdfForm(page, "a.pdf") })
  const { job_id } = (await created.json()) as { job_id: string }
  await send(base, device, `/jobs/${job_id}?wait=50`)
  return job_id
}

export const benchmark: Benchmark = {
  title: `Reads over HTTP, ${connections} connections, beside Fastify with the same checks and SQL`,
  run: async () => {
    const data = mkdtempSync(join(tmpdir(), "bench-"))
    const service = spawn(process.execPath, [program("../layers/main/serve.ts"), "--dev"], {
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: data,
        PORT: String(ports.service),
        SVC_SECRET: secret,
        RATE_LIMIT_SCALE: "1000000"
      },
      stdio: ["ignore", "ignore", "inherit"]
    })
    const base = `http://127.0.0.1:${ports.service}`
    await answers(`${base}/readyz`)
    const reference = fork(program("http/Reference.ts"), [data, secret, String(ports.reference)])
    await once(reference, "message")
    try {
      const device = await register(base)
      const path = `/jobs/${await newJob(base, device)}`
      const read = async (port: number) => {
        const pool = await Promise.all(
          Array.from({ length: connections * signedPerConnection }, () =>
            signed(device, { method: "GET", path, bytes: nothing })
          )
        )
        return load(port, path, () => pool.splice(0, signedPerConnection))
      }
      const key = await newKey(data, "business")
      const keyed = `/api/v2/jobs/${await newKeyedJob(base, key)}`
      return [
        await compare("GET /api/v2/jobs/{id} with a key", (port) =>
          load(port, keyed, () => [{ authorization: `Bearer ${key}` }])
        ),
        await compare("signed GET /jobs/{id}", read),
        await compare("GET /config", (port) => load(port, "/config", () => [{}]))
      ]
    } finally {
      reference.kill("SIGKILL")
      service.kill("SIGKILL")
      rmSync(data, { recursive: true, force: true })
    }
  }
}
