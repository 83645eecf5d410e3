/**
 * The program of a converter child: runs under Node's permission model with nothing allowed but reading itself and its
 * spool folder. Loads nothing but the engine.
 */
import { readFileSync } from "node:fs"
import { type Printout, print, readPage } from "../../src/convert/Convert.ts"
import type { FailureCode, Told } from "../../src/convert/Converter.ts"
import {
  bytesOf,
  type DocumentInfo,
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
import { confine, freeze as freezeWith, keep, say, serve } from "../converter/Confined.ts"
import { firstShare, mostFigures } from "../converter/Limits.ts"
import { richTrial, trial } from "../converter/trial/Trial.ts"
import type { Answer, Reply, Request } from "../converter/Wire.ts"
import { standardFonts } from "../pdf/Engine.ts"
import { source } from "../pdf/PdfReader.ts"

type Convert = Extract<Request, { _tag: "Convert" }>

const refused = (code: FailureCode, message: string): Answer => ({ _tag: "Failed", code, message })

/** A document of no more pages is put together by the child that reads it, */
const mostPagesAtOnce = 32
/** and told at once if it comes to no more bytes. */
const mostAtOnce = 1024 ** 2

/** What is wanted of the whole document; null where that is too long to be told at once. */
const printedAtOnce = (
  info: DocumentInfo,
  pages: ReadonlyArray<FinishedPage>,
  { options, reads }: Convert
): Answer | null => {
  const printed = print(info, pages, options)
  const markdown = Buffer.from(printed.markdown)
  if (!reads.includes("blocks")) return markdown.length > mostAtOnce ? null : { _tag: "Printed", markdown }
  let lines = ""
  for (const line of printed.lines()) {
    lines += line
    if (markdown.length + lines.length > mostAtOnce) return null
  }
  const blocks = Buffer.from(lines)
  return markdown.length + blocks.length > mostAtOnce ? null : { _tag: "Printed", markdown, blocks }
}

const read = async (opened: OpenDocument, request: Convert): Promise<Answer> => {
  const { options, maxPages, after, most, reads } = request
  const { info } = opened
  const selected = pagesOf(options.page_range, info.pages)
  if (selected === null) return refused("conversion_failed", "The page range cannot be read")
  const wanted = selected
    .filter((number) => number > after)
    .slice(0, typeof most === "number" ? most : firstShare(selected.length, most))
  const { outline = [], ...told } = info
  const begun: Array<Reply> = [{ _tag: "Opened", info: told, outline: bytesOf(outline), last: wanted.at(-1) ?? 0 }]
  const isAccepted = info.pages <= maxPages && wanted[0] !== undefined
  if (isAccepted) begun.push({ _tag: "Started", page: wanted[0]! })
  say(...begun)
  if (info.pages > maxPages) {
    return refused("page_limit_exceeded", `The document has ${info.pages} pages, and at most ${maxPages} are converted`)
  }
  if (selected.length === 0) {
    return refused("conversion_failed", `The page range names no page of the document, which has ${info.pages}`)
  }
  /** Null where others have a part in it: who reads the other pages or recognises some, or draws its figures. */
  let whole: Array<FinishedPage> | null =
    reads.length > 0 &&
    options.images !== "files" &&
    wanted.length <= mostPagesAtOnce &&
    wanted.length === selected.length
      ? []
      : null
  for (const [index, number] of wanted.entries()) {
    const next = wanted[index + 1] ?? null
    const finished = await opened
      .page(number)
      .then((raw): Reply => {
        const { page, isToRecognise } = readPage(raw, options)
        if (isToRecognise) whole = null
        whole?.push(page)
        const { packed: pack, ...report } = packed(page)
        const blocks = pack()
        return isToRecognise
          ? { _tag: "Scan", page: report, packed: blocks, graphics: bytesOf(graphicsOf(raw)), next }
          : { _tag: "Page", page: report, packed: blocks, next }
      })
      .catch((error): Reply => {
        console.error(error)
        const failed = failedPage(number)
        whole?.push(unpacked(failed))
        const { packed, ...page } = failed
        return { _tag: "Page", page, packed: packed(), next }
      })
    say(finished)
  }
  return (whole && printedAtOnce({ ...told, outline }, whole, request)) ?? { _tag: "Done" }
}

const convert = async (request: Convert): Promise<Answer> => {
  const opened = await source.open(new Uint8Array(readFileSync(request.path)), request)
  try {
    return await read(opened, request)
  } finally {
    await opened.close().catch(console.error)
  }
}

let kept: Array<FinishedPage> = []

const assemble = ({ info, outline, options, most }: Extract<Request, { _tag: "Assemble" }>): Answer => {
  const pages = kept
  kept = []
  const entries = valueOf(outline) as ReadonlyArray<OutlineEntry>
  telling = null
  let count = pages.length
  for (;;) {
    const printed = print({ ...info, outline: entries }, pages.slice(0, count), options)
    const size = Buffer.byteLength(printed.markdown)
    if (size <= most) {
      printing = { ...printed, markdown: Buffer.from(printed.markdown) }
      const figures = options.images === "files" ? printed.figures() : []
      return {
        _tag: "Assembled",
        pages: count,
        figures: figures.slice(0, mostFigures),
        isFiguresCut: figures.length > mostFigures
      }
    }
    if (count === 1) return refused("conversion_failed", "A page of the document is too long")
    // a little less than fits by the mean, and at least one page less
    count = Math.max(1, Math.min(count - 1, Math.floor((0.95 * count * most) / size)))
  }
}

/** What was assembled last. */
let printing: (Omit<Printout, "markdown"> & { readonly markdown: Buffer }) | null = null

/** Puts the pictures that there are into what was assembled last. */
const illustrate = ({ images, folder }: Extract<Request, { _tag: "Illustrate" }>): Answer => {
  if (printing !== null) {
    const printed = printing.withImages(images, folder)
    printing = { ...printed, markdown: Buffer.from(printed.markdown) }
  }
  return { _tag: "Illustrated" }
}

/** What is being told of it, and how far that has come; blocks are made once somebody asks for them. */
let telling: { readonly of: Told; readonly portions: Iterator<Uint8Array>; next: IteratorResult<Uint8Array> } | null =
  null

/** Bytes of Markdown, or characters of JSON, in one message. */
const portion = 256 * 1024

const portions = function* (of: Told): Generator<Uint8Array> {
  const { markdown, lines } = printing ?? { markdown: Buffer.alloc(0), lines: () => [] }
  if (of === "markdown") {
    for (let at = 0; at < markdown.length; at += portion) yield markdown.subarray(at, at + portion)
    return
  }
  let text = ""
  for (const line of lines()) {
    text += line
    if (text.length < portion) continue
    yield Buffer.from(text)
    text = ""
  }
  yield Buffer.from(text)
}

const more = ({ of }: Extract<Request, { _tag: "More" }>): Answer => {
  if (telling?.of !== of) {
    const all = portions(of)
    telling = { of, portions: all, next: all.next() }
  }
  const bytes = telling.next.done === true ? new Uint8Array() : telling.next.value
  telling.next = telling.portions.next()
  const isLast = telling.next.done === true
  if (isLast) telling = null
  if (isLast && of === "blocks") printing = null
  return { _tag: "Portion", bytes, isLast }
}

const answer = async (request: Convert | Extract<Request, { _tag: "Assemble" | "Illustrate" | "More" }>) => {
  try {
    if (request._tag === "Convert") return await convert(request)
    if (request._tag === "Illustrate") return illustrate(request)
    return request._tag === "Assemble" ? assemble(request) : more(request)
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.code, error.message)
    console.error(error)
    return refused("conversion_failed", "The document could not be converted")
  }
}

const hear = async (request: Request) => {
  if (request._tag === "Keep") kept.push(unpacked({ ...request.page, packed: () => request.packed }))
  else if (
    request._tag === "Convert" ||
    request._tag === "Assemble" ||
    request._tag === "Illustrate" ||
    request._tag === "More"
  )
    say(await answer(request))
}

/** Takes the engine through its first steps, which are slow, before anyone waits for it. */
const warmUp = async (document: Uint8Array) => {
  const opened = await source.open(document)
  const pages: Array<FinishedPage> = []
  for (let number = 1; number <= opened.info.pages; number++) {
    const { packed: pack, ...report } = packed(readPage(await opened.page(number), defaults).page)
    pages.push(unpacked({ ...report, packed: () => pack() }))
  }
  const printed = print(opened.info, pages, defaults)
  for (const _ of printed.lines());
  await opened.close()
}

/** Begins to serve. */
const start = async (): Promise<void> => {
  confine()
  if (!process.argv.includes("skip-warmup")) await warmUp(new TextEncoder().encode(trial)).catch(console.error)
  keep(process.env)
  serve(hear)
}

/** Called where `main/link.ts` has this program written down as it is when it begins to serve. */
export const freeze = (): Promise<void> =>
  freezeWith(
    () => warmUp(richTrial(standardFonts)),
    () => {
      confine()
      serve(hear)
    }
  )

if (import.meta.main) void start()
