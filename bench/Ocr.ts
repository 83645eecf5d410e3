/** Pages with text drawn as a scanner sees them, and recognised: how many characters are wrong, how long a page takes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import * as Child from "../layers/converter/Child.ts"
import { layerWith } from "../layers/converter/Processes.ts"
import { source } from "../layers/PdfReader.ts"
import { Converter } from "../src/convert/Converter.ts"
import type { FinishedPage } from "../src/convert/Document.ts"
import { defaults, type Options } from "../src/convert/Page.ts"
import { makePdf } from "../test/support/Pdf.ts"
import { scanOf } from "../test/support/Scans.ts"
import * as Yardstick from "./fidelity/Yardstick.ts"
import type { Benchmark } from "./main.ts"
import { errorRate, likeness, plain } from "./ocr/Distance.ts"
import { liteparse, type Peer } from "./ocr/Peer.ts"
import { type Scanner, scanned, scanners } from "./ocr/Scanner.ts"

/** So many documents of one column or mixed layout, and of two columns; the first page of each. */
const mixedPages = Number(process.env["PAGES"] ?? 12)
const columnPages = Math.ceil(mixedPages / 2)
const twoColumns = /two-column|paper/
/** Pages with less text say nothing of an error rate, in characters. */
const enough = 400
/** Charts are drawn with more paths than this; the text in them is in no text layer, or in no order. */
const mostDrawings = 20

interface Page {
  readonly id: string
  readonly pdf: Uint8Array
  /** As its text layer has it. */
  readonly text: string
}

interface Result {
  readonly errors: number
  readonly alike: number
  readonly seconds: number
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const percent = (value: number) => `${(100 * value).toFixed(2)} %`
const middle = (results: ReadonlyArray<Result>, of: keyof Result) => median(results.map((result) => result[of]))

const timed = async <A>(work: () => Promise<A>) => {
  const begun = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - begun) / 1_000 }
}

const read = (path: string) => new Uint8Array(readFileSync(path))

const convert = Effect.fnUntraced(function* (
  path: string,
  options: Partial<Options> = {},
  onPage: (page: number) => void = () => {}
) {
  const converter = yield* Converter
  const settings = { ...defaults, ...options }
  const pages: Array<FinishedPage> = []
  yield* converter.pages({ path }, settings, { maxPages: 10_000 }).pipe(
    Stream.runForEach((step) =>
      Effect.sync(() => {
        if (step._tag !== "Page") return
        pages.push(step.page)
        onPage(pages.length)
      })
    )
  )
  const info = { pages: pages.length, title: null, author: null }
  return { pages, markdown: yield* converter.assemble(info, pages, settings) }
})

const isDrawn = async (pdf: Uint8Array) => {
  const document = await source.open(pdf)
  const page = await document.page(1)
  await document.close()
  return page.images.length > 0 || page.drawings.length > mostDrawings
}

const textPages = Effect.fnUntraced(function* (
  corpus: string,
  docs: ReadonlyArray<Yardstick.CorpusDocument>,
  most: number
) {
  const out: Array<Page> = []
  for (const { id, pdf } of docs) {
    if (out.length === most) break
    const path = join(corpus, pdf)
    const { markdown, pages } = yield* convert(path, { converter: "text", page_range: "1" })
    const isRead = pages.every((page) => page.method === "text" && page.warnings.length === 0)
    if (!isRead || plain(markdown).length < enough || (yield* Effect.promise(() => isDrawn(read(path))))) continue
    out.push({ id, pdf: read(path), text: plain(markdown) })
  }
  return out
})

/** What our engine, and another where there is one, make of these pages after the scanner. */
const compare = Effect.fnUntraced(function* (
  pages: ReadonlyArray<Page>,
  scanner: Scanner,
  folder: string,
  peer: Peer | null
) {
  const run = Effect.runPromiseWith(yield* Effect.context<Converter>())
  const ours: Array<Result> = []
  const theirs: Array<Result> = []
  for (const { id, pdf, text } of pages) {
    const path = join(folder, `${id}.pdf`)
    const scan = yield* Effect.promise(() => scanned(pdf.slice(), 1, scanner))
    writeFileSync(path, scan)
    const score = ({ value, seconds }: { readonly value: string; readonly seconds: number }): Result => ({
      errors: errorRate(text, plain(value)),
      alike: likeness(text, plain(value)),
      seconds
    })
    ours.push(score(yield* Effect.promise(() => timed(async () => (await run(convert(path))).markdown))))
    if (peer !== null) theirs.push(score(yield* Effect.promise(() => timed(() => peer(scan)))))
  }
  return { ours, theirs }
})

const megabytes = (status: string) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)

/** Resident memory of the child that runs this program, in MB, as /proc tells it. */
const memoryOf = (program: string, spool: string): number => {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8")
      if (!line.includes(spool) || !line.endsWith(`${program}\0`)) continue
      return megabytes(readFileSync(`/proc/${pid}/status`, "latin1"))
    } catch {
      // It ended meanwhile.
    }
  }
  return Number.NaN
}

/** The memory that a long scan takes must not grow with its pages. */
const memory = Effect.fnUntraced(function* (folder: string, spool: string) {
  const items = Array.from({ length: 12 }, (_, i) => ({
    text: "Words of a line that is to be recognised",
    x: 60,
    y: 60 + 16 * i
  }))
  const sheet = scanOf(items, { width: 595, height: 842, dotsPerInch: 200 })
  const path = join(folder, "long.pdf")
  writeFileSync(path, makePdf({ pages: Array.from({ length: 100 }, () => sheet) }))
  const taken = new Map<number, ReadonlyArray<number>>()
  yield* convert(path, {}, (page) => {
    if (page !== 10 && page !== 100) return
    const own = megabytes(readFileSync("/proc/self/status", "latin1"))
    taken.set(page, [memoryOf(Child.drawer, spool), memoryOf(Child.recogniser, spool), own])
  })
  const at = (page: number) =>
    taken
      .get(page)
      ?.map((memory) => `${memory} MB`)
      .join(", ")
  return `memory of drawing child, recognising child and the process they serve: ${at(10)} after 10 A4 pages, ${at(100)} after 100`
})

const said = (who: string, results: ReadonlyArray<Result>) =>
  results.length === 0
    ? ""
    : `${who} ${percent(middle(results, "errors"))} characters wrong, likeness ${middle(results, "alike").toFixed(3)}, ${middle(results, "seconds").toFixed(1)} s a page`

const measure = Effect.fnUntraced(function* (corpus: string, folder: string, spool: string) {
  const docs = Yardstick.documents(corpus, [])
  const single = docs.filter(({ kind }) => kind === "bench")
  const step = Math.max(1, Math.floor(single.length / (2 * mixedPages)))
  const mixed = yield* textPages(
    corpus,
    single.filter((_, i) => i % step === 0),
    mixedPages
  )
  const columned = docs.filter(({ kind }) => twoColumns.test(kind))
  const columns = yield* textPages(corpus, columned, columnPages)
  const peer = yield* Effect.promise(() => liteparse(folder))
  const lines: Array<string> = []
  for (const scanner of scanners) {
    for (const [what, pages] of [
      ["pages", mixed],
      ["two-column pages", columns]
    ] as const) {
      const { ours, theirs } = yield* compare(pages, scanner, folder, peer)
      const parts = [said("this engine", ours), said("liteparse", theirs)].filter((part) => part !== "")
      lines.push(`${scanner.name}, ${pages.length} ${what}, medians: ${parts.join("; ")}`)
    }
  }
  return [...lines, yield* memory(folder, spool)]
})

export const benchmark: Benchmark = {
  title: "Pages drawn as a scanner sees them, recognised and compared with what their text layers come to",
  run: async () => {
    const found = Yardstick.folders()
    if ("missing" in found) return [`not run: ${found.missing}`]
    const folder = Yardstick.scratch()
    const spool = join(folder, "spool")
    const engine = layerWith({ converters: 1, spares: 1, recognisers: 1, spool })
    return Effect.runPromise(Effect.provide(measure(found.corpus, folder, spool), engine))
  }
}
