/**
 * The program of a converter child: runs under Node's permission model with nothing allowed but reading itself and its
 * spool folder. Loads nothing but the engine.
 */
import { readFile } from "node:fs/promises"
import { document, type Printout, page, print, readPage } from "../../src/convert/Convert.ts"
import type { FailureCode } from "../../src/convert/Converter.ts"
import {
  bytesOf,
  type FinishedPage,
  failedPage,
  type OutlineEntry,
  packed,
  unpacked,
  valueOf
} from "../../src/convert/model/Document.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { pagesOf } from "../../src/convert/model/PageRange.ts"
import { graphicsOf } from "../../src/convert/ocr/Scan.ts"
import { type OpenDocument, Unreadable } from "../../src/convert/PageSource.ts"
import { keep } from "../converter/Compiled.ts"
import { confine, say, serve } from "../converter/Confined.ts"
import { firstShare } from "../converter/Division.ts"
import type { Running } from "../converter/Script.ts"
import type { Answer, Reply, Request } from "../converter/Wire.ts"
import { source } from "../pdf/PdfReader.ts"

type Convert = Extract<Request, { _tag: "Convert" }>

const refused = (code: FailureCode, message: string): Answer => ({ _tag: "Failed", code, message })

const read = async (opened: OpenDocument, { options, maxPages, after, most }: Convert): Promise<Answer> => {
  const { info } = opened
  const selected = pagesOf(options.page_range, info.pages)
  if (selected === null) return refused("conversion_failed", "The page range cannot be read")
  const wanted = selected
    .filter((number) => number > after)
    .slice(0, typeof most === "number" ? most : firstShare(selected.length, most))
  const { outline = [], ...told } = info
  say({ _tag: "Opened", info: told, outline: bytesOf(outline), last: wanted.at(-1) ?? 0 })
  if (info.pages > maxPages) {
    return refused("page_limit_exceeded", `The document has ${info.pages} pages, and at most ${maxPages} are converted`)
  }
  if (selected.length === 0) {
    return refused("conversion_failed", `The page range names no page of the document, which has ${info.pages}`)
  }
  if (wanted[0] !== undefined) say({ _tag: "Started", page: wanted[0] })
  for (const [index, number] of wanted.entries()) {
    const next = wanted[index + 1] ?? null
    const finished = await opened
      .page(number)
      .then((raw): Reply => {
        const { page, isToRecognise } = readPage(raw, options)
        const { packed: blocks, ...report } = packed(page)
        return isToRecognise
          ? { _tag: "Scan", page: report, packed: blocks, graphics: bytesOf(graphicsOf(raw)), next }
          : { _tag: "Page", page: report, packed: blocks, next }
      })
      .catch((error): Reply => {
        console.error(error)
        const { packed, ...page } = failedPage(number)
        return { _tag: "Page", page, packed, next }
      })
    say(finished)
  }
  return { _tag: "Done" }
}

const convert = async (request: Convert): Promise<Answer> => {
  const opened = await source.open(new Uint8Array(await readFile(request.path)), request)
  try {
    return await read(opened, request)
  } finally {
    await opened.close().catch(console.error)
  }
}

let kept: Array<FinishedPage> = []

const assemble = ({ info, outline, options }: Extract<Request, { _tag: "Assemble" }>): Answer => {
  const pages = kept
  kept = []
  const entries = valueOf(outline) as ReadonlyArray<OutlineEntry>
  const printed = print({ ...info, outline: entries }, pages, options)
  printing = printed
  lines = null
  return { _tag: "Assembled", markdown: Buffer.from(printed.markdown) }
}

/** What was assembled last; its blocks are made once somebody asks for them, so much at a time. */
let printing: Printout | null = null
let lines: Iterator<string> | null = null

/** Characters of JSON in one message. */
const portion = 256 * 1024

const more = (): Answer => {
  lines ??= printing?.lines() ?? null
  let text = ""
  while (lines !== null && text.length < portion) {
    const next = lines.next()
    if (next.done === true) {
      lines = null
      printing = null
    } else text += next.value
  }
  return { _tag: "Blocks", lines: Buffer.from(text), isLast: printing === null }
}

const answer = async (request: Convert | Extract<Request, { _tag: "Assemble" | "More" }>) => {
  try {
    if (request._tag === "Convert") return await convert(request)
    return request._tag === "Assemble" ? assemble(request) : more()
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.code, error.message)
    console.error(error)
    return refused("conversion_failed", "The document could not be converted")
  }
}

const hear = async (request: Request) => {
  if (request._tag === "Keep") kept.push(unpacked({ ...request.page, packed: request.packed }))
  else if (request._tag === "Convert" || request._tag === "Assemble" || request._tag === "More")
    say(await answer(request))
}

/** A page that takes the engine through its first steps, which are slow, before anyone waits for it. */
const trial = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 35>>stream
BT /F 9 Tf 9 9 Td (Trial page) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
`

const warmUp = async () => {
  const opened = await source.open(new TextEncoder().encode(trial))
  document(opened.info, [page(await opened.page(1))], defaults)
  await opened.close()
}

/** Begins to serve. `script` is what this program runs as, unless it runs as the modules it is written in. */
export const start = async (script: Running<unknown> | null): Promise<void> => {
  confine()
  if (script?.isCold === true || !process.argv.includes("skip-warmup")) await warmUp().catch(console.error)
  keep(script)
  serve(hear, script?.isCold)
}

if (import.meta.main) void start(null)
