/** Pages with text drawn as a scanner sees them, and recognised: how many characters are wrong, how long a page takes. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { layerWith } from "../layers/converter/Processes.ts"
import { source } from "../layers/PdfReader.ts"
import { Converter } from "../src/convert/Converter.ts"
import type { FinishedPage } from "../src/convert/Document.ts"
import { defaults, type Options } from "../src/convert/Page.ts"
import * as Yardstick from "./fidelity/Yardstick.ts"
import type { Benchmark } from "./main.ts"
import { errorRate, likeness, plain } from "./ocr/Distance.ts"
import { type Scanner, scanned, scanners } from "./ocr/Scanner.ts"

/** Of so many one-page documents of the corpus; `PAGES` says otherwise. */
const sample = Number(process.env["PAGES"] ?? 12)
/** Kinds of documents set in two columns; their first pages are read. */
const twoColumns = /two-column|paper/
const columnPages = 1
/** Pages with less text than this say nothing of an error rate. */
const enough = 400
/** Charts are drawn with more paths than this. */
const mostDrawings = 20

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const percent = (value: number) => `${(100 * value).toFixed(2)} %`

const convert = Effect.fnUntraced(function* (path: string, options: Partial<Options>) {
  const converter = yield* Converter
  const settings = { ...defaults, ...options }
  const pages: Array<FinishedPage> = []
  const begun = performance.now()
  yield* converter
    .pages({ path }, settings, { maxPages: 10_000 })
    .pipe(Stream.runForEach((step) => Effect.sync(() => step._tag === "Page" && pages.push(step.page))))
  const seconds = (performance.now() - begun) / 1_000
  const info = { pages: pages.length, title: null, author: null }
  return { pages, seconds, markdown: yield* converter.assemble(info, pages, settings) }
})

interface Page {
  readonly id: string
  readonly pdf: Uint8Array
  readonly text: string
}

const read = (path: string) => new Uint8Array(readFileSync(path))

/** Text within pictures and charts is in no text layer. */
const hasPictures = async (pdf: Uint8Array) => {
  const document = await source.open(pdf)
  const page = await document.page(1)
  await document.close()
  return page.images.length > 0 || page.drawings.length > mostDrawings
}

/** The text of the first pages of documents, as their text layers have it. */
const textPages = Effect.fnUntraced(function* (corpus: string, docs: ReadonlyArray<Yardstick.CorpusDocument>) {
  const out: Array<Page> = []
  for (const { id, pdf } of docs) {
    const path = join(corpus, pdf)
    const { markdown, pages } = yield* convert(path, { converter: "text", page_range: "1" })
    const isRead = pages.every((page) => page.method === "text" && page.warnings.length === 0)
    if (!isRead || plain(markdown).length < enough || (yield* Effect.promise(() => hasPictures(read(path))))) continue
    out.push({ id, pdf: read(path), text: plain(markdown) })
  }
  return out
})

const recognised = Effect.fnUntraced(function* (pages: ReadonlyArray<Page>, scanner: Scanner, folder: string) {
  const results: Array<{
    readonly id: string
    readonly errors: number
    readonly alike: number
    readonly seconds: number
  }> = []
  for (const { id, pdf, text } of pages) {
    const path = join(folder, `${id}.pdf`)
    writeFileSync(path, yield* Effect.promise(() => scanned(pdf.slice(), columnPages, scanner)))
    const { markdown, seconds } = yield* convert(path, {})
    if (process.env["SHOW"] !== undefined)
      writeFileSync(
        join(process.env["SHOW"], `${id}.${scanner.dotsPerInch}.${scanner.skew}.md`),
        `${markdown}\n<!-- text -->\n${text}`
      )
    const found = plain(markdown)
    results.push({ id, errors: errorRate(text, found), alike: likeness(text, found), seconds })
  }
  return results
})

export const benchmark: Benchmark = {
  title: "Pages drawn as a scanner sees them, recognised and compared with their text layers",
  run: async () => {
    const found = Yardstick.folders()
    if ("missing" in found) return [`not run: ${found.missing}`]
    const { corpus } = found
    const docs = Yardstick.documents(corpus, [])
    const folder = Yardstick.scratch()
    const program = Effect.gen(function* () {
      const single = docs.filter(({ kind }) => kind === "bench")
      const step = Math.max(1, Math.floor(single.length / (1.5 * sample)))
      const some = single.filter((_, i) => i % step === 0)
      const pages = (yield* textPages(corpus, some)).slice(0, sample)
      const columns = yield* textPages(
        corpus,
        docs.filter(({ kind }) => twoColumns.test(kind))
      )
      const lines: Array<string> = []
      for (const scanner of scanners) {
        const results = yield* recognised(pages, scanner, folder)
        const each = yield* recognised(columns, scanner, folder)
        for (const { id, errors, alike, seconds } of [...results, ...each])
          console.log(`    ${scanner.name}: ${id} ${percent(errors)} ${alike.toFixed(3)} ${seconds.toFixed(1)} s`)
        lines.push(
          `${scanner.name}: character errors median ${percent(median(results.map(({ errors }) => errors)))} of ${results.length} pages, ${median(results.map(({ seconds }) => seconds)).toFixed(1)} s a page`,
          `${scanner.name}, two columns: nid to the text run median ${median(each.map(({ alike }) => alike)).toFixed(3)} of ${each.length} pages`
        )
      }
      return lines
    })
    return Effect.runPromise(
      Effect.scoped(
        Effect.provide(program, layerWith({ converters: 1, spares: 1, recognisers: 1, spool: join(folder, "spool") }))
      )
    )
  }
}
