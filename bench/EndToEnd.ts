/** From the POST of a one-page PDF until it is ready, against the conversion alone on the same machine. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Stream } from "effect"
import * as Live from "../layers/converter/Converter.ts"
import { linkBeside } from "../layers/converter/Linked.ts"
import { defaults } from "../schema/Settings.ts"
import { type Device, pdfForm, register, send } from "../src/client/Device.ts"
import { asText, Converter } from "../src/convert/Converter.ts"
import { makePdf } from "../test/support/Pdf.ts"
import { newKey } from "./http/Account.ts"
import { type Spent, spentBy } from "./http/Spent.ts"
import type { Benchmark } from "./main.ts"

const warmUp = 50
const counted = 200

const sentence = "The quick brown fox jumps over the lazy dog, and nobody seems to mind at all."

/** Pages of fifty lines. */
const pdf = (pages: number) => {
  const items = Array.from({ length: 50 }, (_, line) => ({ text: sentence, x: 72, y: 72 + 13 * line, size: 10 }))
  return new Uint8Array(makePdf({ pages: Array.from({ length: pages }, () => ({ items })) }))
}
const page = pdf(1)

const quantile = (sorted: ReadonlyArray<number>, q: number) => sorted[Math.floor(q * (sorted.length - 1))] ?? 0

const summary = (times: ReadonlyArray<number>) => {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

const timed = async (once: () => Promise<void>) => {
  const times: Array<number> = []
  for (let n = 0; n < warmUp + counted; n++) {
    const begun = performance.now()
    await once()
    if (n >= warmUp) times.push(performance.now() - begun)
  }
  return summary(times)
}

const convert = Effect.fnUntraced(function* (path: string, owner: string) {
  const converter = yield* Converter
  const steps = yield* Stream.runCollect(
    converter.pages({ path, owner }, defaults, { maxPages: 10, reads: ["markdown"] })
  )
  const opened = steps.find((step) => step._tag === "Opened")
  if (opened === undefined) return yield* Effect.die("not opened")
  yield* converter.assemble(
    opened.info,
    steps.flatMap((step) => (step._tag === "Page" ? [step.page] : [])),
    defaults,
    asText
  )
}, Effect.scoped)

/** The conversion alone, through the same pool of children. */
const conversion = (folder: string) => {
  const path = join(folder, "page.pdf")
  writeFileSync(path, page)
  return Effect.gen(function* () {
    const run = Effect.runPromiseWith(yield* Effect.context<Converter>())
    return yield* Effect.promise(() => timed(() => run(convert(path, "one"))))
  }).pipe(Effect.provide(Live.layerWith({ converters: 2, spares: 1, spool: join(folder, "spool") })), Effect.runPromise)
}

/** Documents at the same time, of so many owners in turn, and rounds of so many of them. */
const atOnce = 2
const manyOwners = 14
const documents = 28
const rounds = 5

/** Processor time of the children for a document whose owner is alone, and for one of many owners: a child reads for one owner only. */
export const byOwners = async (folder: string) => {
  const code = join(folder, "converters")
  await linkBeside(code, new AbortController().signal)
  const lines: Array<string> = []
  for (const pages of [1, 10]) {
    const path = join(folder, `${pages}.pdf`)
    writeFileSync(path, pdf(pages))
    const all = (owners: number) =>
      Effect.gen(function* () {
        const before = spentBy(process.pid).conversion
        yield* Effect.forEach(
          Array.from({ length: documents }, (_, n) => `owner ${n % owners}`),
          (owner) => convert(path, owner),
          { concurrency: atOnce, discard: true }
        )
        return (spentBy(process.pid).conversion - before) / documents
      })
    const found = await Effect.gen(function* () {
      yield* all(1)
      return yield* Effect.forEach(Array.from({ length: rounds }), () => Effect.all([all(1), all(manyOwners)]))
    }).pipe(
      Effect.provide(Live.layerWith({ converters: atOnce, spares: 1, spool: join(folder, "spool"), code })),
      Effect.runPromise
    )
    const median = (of: 0 | 1) => summary(found.map((pair) => pair[of])).median.toFixed(1)
    lines.push(
      `${pages} ${pages === 1 ? "page" : "pages"}, processor time of the converters: ${median(0)} ms for one owner, ${median(1)} ms for ${manyOwners} owners in turn`
    )
  }
  return lines
}

const serve = async (folder: string, port: number) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../layers/main/serve.ts", import.meta.url)), "--dev"], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: String(port), RATE_LIMIT_SCALE: "1000000" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const base = `http://127.0.0.1:${port}`
  for (;;) {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined)
    if (ready?.ok === true) return { base, child }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const convertOnce = async (base: string, device: Device) => {
  const created = await send(base, device, "/jobs", { method: "POST", body: pdfForm(page, "page.pdf") })
  const { job_id } = (await created.json()) as { job_id: string }
  const job = (await (await send(base, device, `/jobs/${job_id}?wait=50`)).json()) as { status: string }
  if (job.status !== "ready") throw new Error(`The job is ${job.status}`)
}

/** So many clients, each of which makes a job as soon as its last one is ready. */
const clients = 16

const saturatedSeconds = 10

/** One job from its creation to its end; how long it was from the answer to the create until it was ready. */
const throughKey = async (base: string, secret: string) => {
  const headers = { authorization: `Bearer ${secret}` }
  const created = await fetch(`${base}/api/v2/jobs`, { method: "POST", headers, body: pdfForm(page, "page.pdf") })
  const { job_id } = (await created.json()) as { job_id: string }
  const accepted = performance.now()
  const job = (await (await fetch(`${base}/api/v2/jobs/${job_id}?wait=50`, { headers })).json()) as { status: string }
  if (job.status !== "ready") throw new Error(`The job is ${job.status}`)
  return performance.now() - accepted
}

const saturated = async (base: string, folder: string, pid: number) => {
  const secret = await newKey(folder, "business")
  for (let n = 0; n < warmUp; n++) await throughKey(base, secret)
  const before = spentBy(pid)
  const begun = performance.now()
  const times: Array<number> = []
  const client = async () => {
    while (performance.now() - begun < saturatedSeconds * 1_000) times.push(await throughKey(base, secret))
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - begun) / 1_000
  const after = spentBy(pid)
  const spent = (kind: keyof Spent) => after[kind] - before[kind]
  const all = spent("service") + spent("conversion") + spent("database")
  const share = (kind: keyof Spent) => `${((100 * spent(kind)) / all).toFixed(0)} %`
  const { median, p99 } = summary(times)
  return [
    `${clients} clients with a key: ${(times.length / seconds).toFixed(0)} creates/s, accept to ready median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    `processor time at saturation: conversion ${share("conversion")}, service ${share("service")}, database ${share("database")}; ${(all / times.length).toFixed(1)} ms a job`
  ]
}

export const benchmark: Benchmark = {
  title: "A one-page PDF, warm: from POST to ready over HTTP, beside its conversion alone",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-"))
    const { base, child } = await serve(folder, 18_080)
    try {
      const device = await register(base)
      const whole = await timed(() => convertOnce(base, device))
      const full = await saturated(base, folder, child.pid ?? 0)
      child.kill("SIGTERM")
      await once(child, "exit")
      const alone = await conversion(folder)
      const share = alone.median / whole.median
      return [
        `POST to ready: median ${whole.median.toFixed(1)} ms, p99 ${whole.p99.toFixed(1)} ms (${counted} runs)`,
        `conversion alone: median ${alone.median.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`,
        `share of the median that is conversion: ${(100 * share).toFixed(0)} %`,
        ...full,
        ...(await byOwners(folder)),
        `load average of the machine, others' work included: ${loadavg()[0]?.toFixed(1)}`
      ]
    } finally {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
