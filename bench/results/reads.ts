/**
 * `npm run reads -- FOLDER … [--seconds N] [--quickest N] [--seed N] [--record FILE]`: reads the PDFs in these folders again
 * and again, in converters as a service has them, and fails where one of them is not read as it was the first time. What a
 * document leaves behind in a converter would show in those after it: converters are new, or have read up to forty others in
 * any order. With a record, the next run goes on where this one ends.
 */
import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Effect, Stream } from "effect"
import { linkBeside } from "../../layers/converter/Linked.ts"
import { layerWith } from "../../layers/converter/Processes.ts"
import { asText, Converter } from "../../src/convert/Converter.ts"
import { chunker } from "../../src/convert/chunks/Chunks.ts"
import type { PackedInfo, PackedPage } from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { ResultBlock } from "../../src/convert/model/Result.ts"
import { textPrinter } from "../../src/convert/text/Text.ts"
import { random } from "../unseen/Random.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "240" },
    /** Of those that take least time, so many. */
    quickest: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    record: { type: "string" }
  }
})

/** What the reads of one document came to. */
interface Reads {
  /** In converters that had read nothing, and in others. */
  fresh: number
  warm: number
  /** Of its quickest read. */
  ms: number
  /** What it was first read as, by form. */
  readonly forms: Readonly<Record<string, string>>
}

/** Documents that one converter reads at most. */
const longestLife = 40
const chunkOptions = { maxChars: 900, overlap: 200 }
const paper = values.record
const record: Record<string, Reads> =
  paper !== undefined && existsSync(paper) ? JSON.parse(readFileSync(paper, "utf8")) : {}
const { next, int } = random(values.seed)

const files = positionals.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.toLowerCase().endsWith(".pdf"))
    .map((name) => join(folder, name))
)

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/** The text and the chunks of what was printed, as they are made of its blocks. */
const madeOf = (markdown: string, blocks: ReadonlyArray<ResultBlock>) => {
  const bytes = Buffer.from(markdown)
  const print = textPrinter()
  const { add, end } = chunker(chunkOptions)
  let done = 0
  const chunks = blocks.flatMap((block) => {
    if (block.span === null) return []
    const { start, end } = block.span
    const before = bytes.subarray(done, start).toString()
    done = end
    return [...add({ block, before, text: bytes.subarray(start, end).toString() })]
  })
  return { text: blocks.map(print).join(""), chunks: JSON.stringify([...chunks, ...end()]) }
}

const read = Effect.fnUntraced(function* (path: string, owner: string) {
  const converter = yield* Converter
  const pages: Array<PackedPage> = []
  let info: PackedInfo = { pages: 0, title: null, author: null }
  yield* Stream.runForEach(converter.pages({ path, owner }, defaults, { maxPages: 1e9 }), (step) =>
    Effect.sync(() => {
      if (step._tag === "Opened") info = { ...step.info, owner }
      else pages.push(step.page)
    })
  )
  const { markdown, json } = yield* converter.assemble(info, pages, defaults, (assembled) =>
    Effect.all({ markdown: asText(assembled), json: Stream.mkString(Stream.decodeText(assembled.blocks)) })
  )
  const blocks = json
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
  const { text, chunks } = madeOf(
    markdown,
    blocks.map((line) => JSON.parse(line) as ResultBlock)
  )
  return { markdown: digest(markdown), blocks: digest(json), text: digest(text), chunks: digest(chunks) }
}, Effect.scoped)

const shuffled = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((each) => [next(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

/** Documents that are read as often as any, in any order: the next ones to be read. */
const due = (): ReadonlyArray<string> => {
  const byTime = files.toSorted((a, b) => (record[a]?.ms ?? 0) - (record[b]?.ms ?? 0)).slice(0, Number(values.quickest))
  const countOf = (file: string) => (record[file]?.fresh ?? 0) + (record[file]?.warm ?? 0)
  const least = Math.min(...byTime.map(countOf))
  return shuffled(byTime.filter((file) => countOf(file) === least))
}

let unequal = 0
const note = (file: string, forms: Readonly<Record<string, string>>, isFresh: boolean, ms: number, before: string) => {
  const known = record[file] ?? { fresh: 0, warm: 0, ms, forms }
  record[file] = known
  known[isFresh ? "fresh" : "warm"]++
  known.ms = Math.min(known.ms, ms)
  const others = Object.keys(known.forms).filter((form) => known.forms[form] !== forms[form])
  if (others.length === 0) return
  unequal++
  console.log(`${file}: other ${others.join(", ")} ${isFresh ? "in a new converter" : `after ${before}`}`)
}

const program = Effect.gen(function* () {
  const begun = performance.now()
  const isOver = () => performance.now() - begun > 1_000 * Number(values.seconds)
  let life = 0
  let converters = 0
  let before = ""
  while (!isOver())
    for (const file of due()) {
      if (isOver()) break
      const isFresh = life === 0
      if (isFresh) {
        converters++
        // every other one reads one document only
        life = converters % 2 === 0 ? 1 : int(1, longestLife)
      }
      const from = performance.now()
      const forms = yield* read(file, `${values.seed} ${converters}`).pipe(
        Effect.catch(({ code }) => Effect.succeed({ failure: code }))
      )
      note(file, forms, isFresh, Math.round(performance.now() - from), before)
      before = file
      life--
    }
})

const folder = mkdtempSync(join(tmpdir(), "reads-"))
// other users may pass, as converters with a user of their own do
chmodSync(folder, 0o711)
const code = join(folder, "code")
await linkBeside(code, AbortSignal.timeout(60_000))
await program.pipe(
  Effect.provide(layerWith({ converters: 1, spares: 0, spool: join(folder, "spool"), code })),
  Effect.runPromise
)
rmSync(folder, { recursive: true })
if (paper !== undefined) writeFileSync(paper, JSON.stringify(record))
const counts = Object.values(record).map(({ fresh, warm }) => fresh + warm)
const sum = (of: (reads: Reads) => number) => Object.values(record).reduce((all, reads) => all + of(reads), 0)
console.log(
  `${counts.length} documents of ${files.length}, each read ${Math.min(...counts)} to ${Math.max(...counts)} times:`,
  `${sum(({ fresh }) => fresh)} reads in new converters, ${sum(({ warm }) => warm)} in others; ${unequal} otherwise than first`
)
process.exitCode = unequal > 0 ? 1 : 0
