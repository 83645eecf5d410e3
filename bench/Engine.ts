/**
 * The conversion engine beside others, in the same run. CORPUS names a folder of PDFs, or one that keeps them in `pdfs`; PEERS one in which
 * `npm install @llamaindex/liteparse @firecrawl/pdf-inspector` was run; LARGE a PDF of thousands of pages.
 */
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Stream } from "effect"
import { layerWith } from "../layers/converter/Converter.ts"
import { asText, Converter } from "../src/convert/Converter.ts"
import type { PackedInfo, PackedPage } from "../src/convert/model/Document.ts"
import { defaults, type Options } from "../src/convert/model/Options.ts"
import { type Name, names, type Timed } from "./engine/Contender.ts"
import type { Benchmark } from "./main.ts"

const contender = fileURLToPath(new URL("engine/Contender.ts", import.meta.url))
const profiled = fileURLToPath(new URL("engine/Stages.ts", import.meta.url))
const commandLine = fileURLToPath(new URL("../layers/main/pdf-to-markdown.js", import.meta.url))
const packages = { LiteParse: "@llamaindex/liteparse", "pdf-inspector": "@firecrawl/pdf-inspector" }

const isInstalled = (name: Name): boolean =>
  name in packages
    ? existsSync(join(process.env["PEERS"] ?? "", "node_modules", packages[name as keyof typeof packages]))
    : true

const present = names.filter(isInstalled)
const rounds = 3

/** The others recognise nothing either. */
const options: Options = { ...defaults, converter: "text" }

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Document {
  readonly path: string
  readonly pages: number
}

const start = async (name: Name): Promise<ChildProcess> => {
  const child = fork(contender, [name], { stdio: ["ignore", "ignore", "ignore", "ipc"] })
  await once(child, "message")
  return child
}

const ask = async (child: ChildProcess, file: string): Promise<Timed | null> => {
  const answer = once(child, "message")
  child.send(file)
  return (await answer)[0] as Timed | null
}

interface Warm {
  readonly documents: ReadonlyArray<Document>
  /** Milliseconds per page, by contender and step. */
  readonly steps: ReadonlyMap<Name, Record<string, number>>
}

/** Every document by every contender in turn, twice: the second time counts. */
const warm = async (files: ReadonlyArray<string>): Promise<Warm> => {
  const children = new Map<Name, ChildProcess>()
  for (const name of present) children.set(name, await start(name))
  const steps = new Map<Name, Record<string, number>>()
  const documents: Array<Document> = []
  for (const counts of [false, true]) {
    for (const path of files) {
      for (const [name, child] of children) {
        const timed = await ask(child, path)
        if (!counts) continue
        if (name === "engine" && timed !== null) documents.push({ path, pages: timed.pages })
        const sums = steps.get(name) ?? {}
        steps.set(name, sums)
        for (const [step, ms] of Object.entries(timed?.steps ?? {})) sums[step] = (sums[step] ?? 0) + ms
      }
    }
  }
  for (const child of children.values()) child.kill("SIGKILL")
  const pages = documents.reduce((sum, { pages }) => sum + pages, 0)
  for (const sums of steps.values()) for (const step of Object.keys(sums)) sums[step] = (sums[step] ?? 0) / pages
  return { documents, steps }
}

/** Milliseconds per page by stage, the longest first; what takes next to nothing left out. */
const byStage = (files: ReadonlyArray<string>, pages: number): string => {
  const sums: Readonly<Record<string, number>> = JSON.parse(
    execFileSync(process.execPath, [profiled, ...files], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  )
  return Object.entries(sums)
    .map(([stage, ms]) => [stage, ms / pages] as const)
    .filter(([, ms]) => ms >= 0.01)
    .toSorted(([, a], [, b]) => b - a)
    .map(([stage, ms]) => `${stage} ${ms.toFixed(2)}`)
    .join(", ")
}

/** As the service and the command line ask: the child that has read a short document also puts it together. */
const convertAll = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const converter = yield* Converter
  const begun = performance.now()
  const one = Effect.fnUntraced(function* (path: string) {
    const pages: Array<PackedPage> = []
    let info: PackedInfo = { pages: 0, title: null, author: null }
    yield* converter.pages({ path }, options, { maxPages: 1e9, reads: ["markdown"] }).pipe(
      Stream.runForEach((step) =>
        Effect.sync(() => {
          if (step._tag === "Opened") info = step.info
          else pages.push(step.page)
        })
      )
    )
    yield* converter.assemble(info, pages, options, asText)
  })
  yield* Effect.forEach(files, (file) => Effect.ignore(one(file)), { concurrency: 4, discard: true })
  return performance.now() - begun
})

/** Milliseconds in which a warm pool of two children, and LiteParse in one warm process, convert all: rounds in turn. */
const pool = async (files: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"))
  const peer = present.includes("LiteParse") ? await start("LiteParse") : null
  const times: { readonly pool: Array<number>; readonly peer: Array<number> } = { pool: [], peer: [] }
  const program = Effect.gen(function* () {
    yield* convertAll(files)
    for (let round = 0; round < rounds; round++) {
      times.pool.push(yield* convertAll(files))
      if (peer === null) continue
      const begun = performance.now()
      for (const file of files) yield* Effect.promise(() => ask(peer, file))
      times.peer.push(performance.now() - begun)
    }
  })
  await program.pipe(
    Effect.scoped,
    Effect.provide(layerWith({ converters: 2, spares: 0, spool: join(folder, "spool"), code: join(folder, "code") })),
    Effect.runPromise
  )
  peer?.kill("SIGKILL")
  rmSync(folder, { recursive: true })
  return { pool: median(times.pool), peer: median(times.peer) }
}

const elapsed = async (args: ReadonlyArray<string>): Promise<number> => {
  const begun = performance.now()
  await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit")
  return performance.now() - begun
}

/** The same files by a new process of each contender in turn: median milliseconds. */
const fresh = async (files: ReadonlyArray<string>): Promise<ReadonlyMap<Name, number>> => {
  const out = mkdtempSync(join(tmpdir(), "bench-"))
  const times = new Map<Name, Array<number>>(present.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, own] of times) {
      const args =
        name === "engine" ? [commandLine, "--converter", "text", "--out", out, ...files] : [contender, name, ...files]
      const ms = await elapsed(args)
      // the first round finds no compiled code and no file in the system's cache
      if (round > 0) own.push(ms)
    }
  }
  rmSync(out, { recursive: true })
  return new Map([...times].map(([name, own]) => [name, median(own)]))
}

/** The most memory that the child took for one document, in MB, by the system's own account. */
const peak = async (file: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"))
  const most = new Map<string, number>()
  const look = () => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--allow-fs-read=${folder}/`)) continue
        const status = readFileSync(`/proc/${pid}/status`, "latin1")
        most.set(pid, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      } catch {
        // It ended meanwhile.
      }
    }
  }
  const watch = setInterval(look, 200)
  const ms = await convertAll([file]).pipe(
    Effect.scoped,
    Effect.provide(layerWith({ converters: 1, spares: 0, spool: join(folder, "spool"), code: join(folder, "code") })),
    Effect.runPromise
  )
  clearInterval(watch)
  rmSync(folder, { recursive: true })
  return `${Math.max(...most.values()).toFixed(0)} MB at most in one child, ${(ms / 1000).toFixed(1)} s`
}

const against = (times: ReadonlyMap<Name, number>) => {
  const own = times.get("engine") ?? Number.NaN
  const others = [...times].filter(([name]) => name !== "engine")
  return [
    `${own.toFixed(0)} ms`,
    ...others.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms, ratio ${(own / ms).toFixed(2)}`)
  ].join("; ")
}

export const benchmark: Benchmark = {
  title: "The engine beside others, on a folder of PDFs",
  run: async () => {
    const corpus = process.env["CORPUS"]
    if (corpus === undefined || !existsSync("/proc")) return ["not run: CORPUS names no folder of PDFs"]
    const folder = existsSync(join(corpus, "pdfs")) ? join(corpus, "pdfs") : corpus
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".pdf"))
      .toSorted()
      .map((name) => join(folder, name))
    const { documents, steps } = await warm(files)
    const pages = documents.reduce((sum, { pages }) => sum + pages, 0)
    const own = Object.entries(steps.get("engine") ?? {})
    const whole = own.reduce((sum, [, ms]) => sum + ms, 0)
    const others = [...steps].filter(([name]) => name !== "engine")
    const inPool = await pool(documents.map(({ path }) => path))
    const short = documents.filter(({ pages }) => pages === 1).slice(0, 40)
    const long = documents.toSorted((a, b) => b.pages - a.pages).find(({ pages }) => pages <= 40)
    const lines = [
      `${documents.length} documents, ${pages} pages; warm, ms per page: ${whole.toFixed(2)} (${own.map(([step, ms]) => `${step} ${ms.toFixed(2)}`).join(", ")})`,
      `by stage, as a sampling profiler sees it: ${byStage(
        documents.map(({ path }) => path),
        pages
      )}`,
      ...others.map(
        ([name, { all = 0 }]) => `${name}: ${all.toFixed(2)} ms per page; ratio ${(whole / all).toFixed(2)}`
      ),
      `warm pool of 2 children: ${((pages * 1000) / inPool.pool).toFixed(0)} pages/s; LiteParse in one process ${((pages * 1000) / inPool.peer).toFixed(0)}, ratio ${(inPool.peer / inPool.pool).toFixed(2)}`,
      `a new process, one page: ${against(await fresh(short.slice(-1).map(({ path }) => path)))}`,
      `a new process, ${short.length} files of one page: ${against(await fresh(short.map(({ path }) => path)))}`
    ]
    if (long !== undefined) lines.push(`a new process, ${long.pages} pages: ${against(await fresh([long.path]))}`)
    lines.push(`load average of the machine, others' work included: ${loadavg()[0]?.toFixed(1)}`)
    const large = process.env["LARGE"]
    return large === undefined ? lines : [...lines, `the document that LARGE names: ${await peak(large)}`]
  }
}
