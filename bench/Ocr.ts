/** Pages with text drawn as a scanner sees them, and recognised: how many characters are wrong, how long a page takes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import * as Child from "../layers/converter/Child.ts"
import { layerWith } from "../layers/converter/Processes.ts"
import { source } from "../layers/pdf/PdfReader.ts"
import { document, page } from "../src/convert/Convert.ts"
import { asText, Converter } from "../src/convert/Converter.ts"
import type { PackedPage } from "../src/convert/model/Document.ts"
import { defaults } from "../src/convert/model/Options.ts"
import { makePdf } from "../test/support/Pdf.ts"
import { scanOf } from "../test/support/Scans.ts"
import * as Yardstick from "./fidelity/Yardstick.ts"
import type { Benchmark } from "./main.ts"
import { errorRate, likeness, plain } from "./ocr/Distance.ts"
import { liteparse, type Peer } from "./ocr/Peer.ts"
import { drawn, scanned, scanners } from "./ocr/Scanner.ts"

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

/** Told at once: a run of an hour that is broken off has said something. */
const tell = (line: string) => console.error(`  ${line}`)

const convert = Effect.fnUntraced(function* (path: string, onPage: (page: number) => void = () => {}) {
  const converter = yield* Converter
  const pages: Array<PackedPage> = []
  yield* converter.pages({ path }, defaults, { maxPages: 10_000 }).pipe(
    Stream.runForEach((step) =>
      Effect.sync(() => {
        if (step._tag !== "Page") return
        pages.push(step.page)
        onPage(pages.length)
      })
    )
  )
  return yield* converter.assemble({ pages: pages.length, title: null, author: null }, pages, defaults, asText)
})

/** The first page of a document; null where it has too little text, pictures or charts. */
const textPage = async (id: string, pdf: Uint8Array): Promise<Page | null> => {
  const opened = await source.open(pdf.slice(), { outline: false })
  try {
    const raw = await opened.page(1)
    if (raw.images.length > 0 || raw.drawings.length > mostDrawings) return null
    const finished = page(raw)
    const text = plain(document({ pages: 1, title: null, author: null }, [finished], defaults))
    const isRead = finished.method === "text" && finished.warnings.length === 0
    return isRead && text.length >= enough ? { id, pdf, text } : null
  } finally {
    await opened.close()
  }
}

const textPages = async (corpus: string, docs: ReadonlyArray<Yardstick.CorpusDocument>, most: number) => {
  const out: Array<Page> = []
  for (const { id, pdf } of docs) {
    if (out.length === most) break
    const found = await textPage(id, new Uint8Array(readFileSync(join(corpus, pdf))))
    if (found !== null) out.push(found)
  }
  return out
}

const told = ({ errors, alike, seconds }: Result) =>
  `${percent(errors)} characters wrong, likeness ${alike.toFixed(3)}, ${seconds.toFixed(1)} s a page`

const said = (who: string, results: ReadonlyArray<Result>) =>
  results.length === 0
    ? []
    : [
        `${who} ${told({ errors: middle(results, "errors"), alike: middle(results, "alike"), seconds: middle(results, "seconds") })}`
      ]

/** What our engine, and another where there is one, make of these pages after each scanner. */
const compare = Effect.fnUntraced(function* (
  what: string,
  pages: ReadonlyArray<Page>,
  folder: string,
  peer: Peer | null
) {
  const run = Effect.runPromiseWith(yield* Effect.context<Converter>())
  const found = scanners.map(() => ({ ours: [] as Array<Result>, theirs: [] as Array<Result> }))
  for (const { id, pdf, text } of pages) {
    const score = ({ value, seconds }: { readonly value: string; readonly seconds: number }): Result => ({
      errors: errorRate(text, plain(value)),
      alike: likeness(text, plain(value)),
      seconds
    })
    const picture = yield* Effect.promise(() => drawn(pdf))
    for (const [i, scanner] of scanners.entries()) {
      const path = join(folder, `${id}.pdf`)
      const scan = scanned(picture, scanner)
      writeFileSync(path, scan)
      const ours = score(yield* Effect.promise(() => timed(() => run(Effect.scoped(convert(path))))))
      found[i]?.ours.push(ours)
      const theirs = peer === null ? null : score(yield* Effect.promise(() => timed(() => peer(scan))))
      if (theirs !== null) found[i]?.theirs.push(theirs)
      const parts = [...said("this engine", [ours]), ...said("liteparse", theirs === null ? [] : [theirs])]
      tell(`${id}, ${scanner.name}: ${parts.join("; ")}`)
    }
  }
  return scanners.map(({ name }, i) => {
    const parts = [...said("this engine", found[i]?.ours ?? []), ...said("liteparse", found[i]?.theirs ?? [])]
    return `${name}, ${pages.length} ${what}, medians: ${parts.join("; ")}`
  })
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
  yield* convert(path, (page) => {
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

const measure = Effect.fnUntraced(function* (corpus: string, folder: string, spool: string) {
  const docs = Yardstick.documents(corpus, [])
  const single = docs.filter(({ kind }) => kind === "bench")
  const step = Math.max(1, Math.floor(single.length / (2 * mixedPages)))
  const isSpread = (_: unknown, i: number) => i % step === 0
  const spread = [...single.filter(isSpread), ...single.filter((each, i) => !isSpread(each, i))]
  const columned = docs.filter(({ kind }) => twoColumns.test(kind))
  const peer = yield* Effect.promise(() => liteparse(folder))
  if (peer === null) tell("LiteParse is not installed where PEERS says: this engine alone is measured")
  const lines: Array<string> = []
  for (const [what, among, most] of [
    ["pages", spread, mixedPages],
    ["two-column pages", columned, columnPages]
  ] as const) {
    const pages = yield* Effect.promise(() => textPages(corpus, among, most))
    lines.push(...(yield* compare(what, pages, folder, peer)))
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
    return Effect.runPromise(Effect.provide(Effect.scoped(measure(found.corpus, folder, spool)), engine))
  }
}
