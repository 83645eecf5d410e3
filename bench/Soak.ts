/** A service at work for the `MINUTES` that the environment names: what the last third of them holds beside the first. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { pdfForm } from "../src/client/Device.ts"
import { database, eventually, heavy } from "../test/crash/Scene.ts"
import { dev, stop } from "../test/support/Process.ts"
import type { Benchmark } from "./main.ts"

/** Between two jobs, and between two looks at what is held. */
const pauseMillis = 500
const lookMillis = 20_000

/** What is held at one moment, by name. */
type Held = Readonly<Record<string, number>>

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

const mebibytes = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10

const ofProcess = (pid: number): Held => ({
  "memory (MiB)": Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
  descriptors: readdirSync(`/proc/${pid}/fd`).length
})

const mean = (all: ReadonlyArray<Held>, name: string) =>
  all.reduce((sum, held) => sum + (held[name] ?? 0), 0) / all.length

const compared = (looks: ReadonlyArray<Held>) => {
  const third = Math.max(1, Math.floor(looks.length / 3))
  const names = [...new Set(looks.flatMap((held) => Object.keys(held)))]
  return names.map((name) => {
    const [first, last] = [looks.slice(0, third), looks.slice(-third)].map((part) => mean(part, name).toFixed(1))
    return `${name}: ${first}, then ${last}`
  })
}

/** One job from its upload to its deletion, a call that is broken off, a wrong key, and a call over MCP. */
const turn = async (base: string, key: string, callback: string, n: number) => {
  const headers = { authorization: `Bearer ${key}` }
  const read = (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, { headers, ...init })
  const form = pdfForm(heavy(1 + (n % 5)), `${n}.pdf`)
  form.set("callback_url", callback)
  const created = (await (await read("/api/v2/jobs", { method: "POST", body: form })).json()) as { job_id: string }
  const job = `/api/v2/jobs/${created.job_id}`
  const { status } = (await (await read(`${job}?wait=50`)).json()) as { status: string }
  await (await read(`${job}/download`)).arrayBuffer()
  await (await read(`${job}/blocks`)).arrayBuffer()
  await (await read(job, { method: "DELETE" })).arrayBuffer()
  const leaves = new AbortController()
  const left = read("/api/v2/jobs", { signal: leaves.signal }).catch(() => undefined)
  leaves.abort()
  await left
  await (await read("/api/v2/me", { headers: { authorization: "Bearer svc_wrong" } })).arrayBuffer()
  const call = { jsonrpc: "2.0", id: n, method: "tools/call", params: { name: "pdf_to_markdown_list_jobs" } }
  const told = { ...headers, "content-type": "application/json", accept: "application/json" }
  await (await read("/api/v2/mcp", { method: "POST", headers: told, body: JSON.stringify(call) })).arrayBuffer()
  return status
}

const soak = Effect.fn("soak")(function* (minutes: number, data: string) {
  const receiver = { events: 0 }
  const sink = createServer((request, response) => {
    request.resume().on("end", () => {
      receiver.events++
      response.end()
    })
  })
  yield* Effect.promise(() => new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.sync(() => sink.close()))
  const callback = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`
  const { base, child } = yield* dev(data, { ALLOW_PRIVATE_ADDRESSES: "127.0.0.1/32", CONVERTERS: "1" })
  const key = () => readFileSync(join(data, "dev-key"), "utf8").trim()
  yield* eventually(
    "there is a key",
    Effect.try({ try: () => key() !== "", catch: () => false }).pipe(Effect.orElseSucceed(() => false)),
    60_000
  )
  const sql = yield* database(data)
  const tables = sql<{ name: string; bytes: number }>`
    SELECT relname AS name, pg_total_relation_size(relid)::int AS bytes FROM pg_stat_user_tables`
  const looks: Array<Held> = []
  const look = Effect.gen(function* () {
    const sizes = [...(yield* tables)].map(({ name, bytes }) => [`table ${name} (MiB)`, mebibytes(bytes)] as const)
    looks.push({
      ...ofProcess(child.pid ?? 0),
      "files of results": filesIn(join(data, "blobs")),
      "files of converters": filesIn(join(data, "spool")),
      ...Object.fromEntries(sizes.filter(([, size]) => size >= 0.1))
    })
  })
  const outcomes: Record<string, number> = {}
  let done = 0
  for (const begun = Date.now(); Date.now() - begun < minutes * 60_000; done++) {
    if (Date.now() - begun >= looks.length * lookMillis) yield* look
    const outcome = yield* Effect.promise(() => turn(base, key(), callback, done))
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    yield* Effect.sleep(pauseMillis)
  }
  yield* look
  const events = receiver.events
  const exit = yield* Effect.promise(() => stop(child, "SIGTERM"))
  return [
    `${minutes} minutes: ${done} jobs (${JSON.stringify(outcomes)}), ${events} events; SIGTERM ended it with ${exit}`,
    ...compared(looks)
  ]
}, Effect.scoped)

export const benchmark: Benchmark = {
  title: "A service at work: the first third of its time, then the last",
  run: async () => {
    const minutes = Number(process.env["MINUTES"])
    if (!(minutes > 0)) return ["not run: MINUTES says not how long"]
    const data = mkdtempSync(join(tmpdir(), "soak-"))
    try {
      return await Effect.runPromise(soak(minutes, data))
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }
}
