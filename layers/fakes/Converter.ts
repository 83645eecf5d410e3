/** Converts nothing: what a document comes to is written in it. Takes its time from the clock, so tests may turn it. */
import { readFile } from "node:fs/promises"
import { crc32 } from "node:zlib"
import { type Duration, Effect, Layer, Redacted, Stream } from "effect"
import {
  ConversionFailed,
  Converter,
  type FailureCode,
  type Image,
  type Pdf,
  type Progress
} from "../../src/convert/Converter.ts"
import { Inspector } from "../../src/convert/Inspector.ts"
import type { Block } from "../../src/convert/model/Block.ts"
import { bytesOf, type PackedInfo, type PackedPage, unpacked } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import { pagesOf } from "../../src/convert/model/PageRange.ts"
import type { ResultBlock, ResultHead } from "../../src/convert/model/Result.ts"
import { encryption } from "./Encryption.ts"

/** What becomes of a document. */
export interface Script {
  /** The text of each page. */
  readonly pages: ReadonlyArray<string>
  readonly title?: string
  /** How long each page takes. */
  readonly pageTime?: Duration.Input
  /** The document fails with this before it is opened. */
  readonly failure?: FailureCode
  readonly encrypted?: true
  /** It opens with this alone. */
  readonly password?: string
  /** These pages arrive as failed. */
  readonly lost?: ReadonlyArray<number>
  /** This page never ends. */
  readonly endless?: number
}

const mark = "%script "

const escaped = (text: string) => `(${text.replaceAll(/[\\()]/g, "\\$&")})`

/** A PDF with this script. The real converter reads the same pages and the title in it, and nothing of the rest. */
export const pdf = (script: Script): Uint8Array<ArrayBuffer> => {
  const { pages, title, password } = script
  const lock = password === undefined ? null : encryption(password)
  const stream = (text: string): Uint8Array => lock?.encrypted(Buffer.from(text)) ?? Buffer.from(text)
  const numbered = pages.map((text, index) => {
    const [page, content] = [4 + 2 * index, 5 + 2 * index]
    const drawing = stream(`BT /F 12 Tf 72 700 Td ${escaped(text)} Tj ET`)
    const objects = [
      `${page} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R` +
        `/Resources<</Font<</F 3 0 R>>>>>>endobj\n${content} 0 obj<</Length ${drawing.length}>>stream\n`,
      drawing,
      "\nendstream endobj\n"
    ]
    return { page, objects }
  })
  const info = title === undefined ? "" : `/Info<</Title${escaped(title)}>>`
  const locked = lock === null ? "" : `/Encrypt ${lock.dictionary}`
  return new Uint8Array(
    Buffer.concat(
      [
        `%PDF-1.7\n${mark}${JSON.stringify(script)}\n`,
        "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
        `2 0 obj<</Type/Pages/Kids[${numbered.map(({ page }) => `${page} 0 R`).join(" ")}]/Count ${pages.length}>>endobj\n`,
        "3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n",
        ...numbered.flatMap(({ objects }) => objects),
        `trailer<</Root 1 0 R${info}${locked}>>\n`
      ].map((part) => (typeof part === "string" ? Buffer.from(part) : part))
    )
  )
}

const failed = (code: FailureCode, message: string = code) => new ConversionFailed({ code, message })

/** A PDF without a script has one page. */
const scriptOf = (bytes: string): Script => {
  const at = bytes.indexOf(`\n${mark}`)
  return at < 0 ? { pages: ["Page 1"] } : JSON.parse(bytes.slice(at + 1 + mark.length, bytes.indexOf("\n", at + 1)))
}

const blockOf = (page: number, text: string): Block => {
  const box = { x0: 72, y0: 80, x1: 540, y1: 92 }
  return { kind: "code", lines: [text], place: { page, box, width: 612, height: 792, left: 72, right: 540 } }
}

const pageOf = ({ pages, lost }: Script, page: number): PackedPage => {
  const text = lost?.includes(page) ? "" : (pages[page - 1] ?? "")
  return {
    page,
    method: text === "" ? "empty" : "text",
    characters: text.length,
    tables: 0,
    confidence: null,
    warnings: lost?.includes(page) ? ["page_failed"] : [],
    packed: () => bytesOf({ blocks: text === "" ? [] : [blockOf(page, text)], asides: [], view: null })
  }
}

const opened = Effect.fnUntraced(function* ({ path, password }: Pdf) {
  const bytes = yield* Effect.promise(() => readFile(path, "utf8"))
  if (!bytes.startsWith("%PDF-")) return yield* failed("corrupt_pdf")
  const script = scriptOf(bytes)
  if (script.failure !== undefined) return yield* failed(script.failure)
  if (script.password !== undefined && password == null) return yield* failed("password_required")
  if (script.password !== undefined && password != null && Redacted.value(password) !== script.password) {
    return yield* failed("password_wrong")
  }
  if (script.pages.length === 0) return yield* failed("empty_pdf")
  const info: PackedInfo = {
    pages: script.pages.length,
    title: script.title ?? null,
    author: null,
    ...(script.encrypted === true || script.password !== undefined ? { encrypted: true } : {})
  }
  return { script, info }
})

const play = Effect.fnUntraced(function* (pdf: Pdf, options: Options, maxPages: number) {
  const { script, info } = yield* opened(pdf)
  const total = info.pages
  const wanted = pagesOf(options.page_range, total)
  if (wanted === null || wanted.length === 0) return yield* failed("conversion_failed")

  const first = Stream.succeed<Progress>({ _tag: "Opened", info })
  if (total > maxPages) {
    return Stream.concat(first, Stream.fail(failed("page_limit_exceeded", `${total} pages, at most ${maxPages}`)))
  }
  const pages = Stream.fromIterable(wanted).pipe(
    Stream.mapEffect((page) =>
      (page === script.endless ? Effect.never : Effect.sleep(script.pageTime ?? 0)).pipe(
        Effect.as<Progress>({ _tag: "Page", page: pageOf(script, page) })
      )
    )
  )
  return Stream.concat(first, pages)
})

/** The picture of a figure; what is in it is for tests to compare. */
const imageOf = (page: number): Image => {
  const bytes = Buffer.from(`the picture on page ${page}`)
  return {
    ...{ name: `p${String(page).padStart(3, "0")}-1.png`, block: `p${page}-1`, page, media_type: "image/png" },
    ...{ width: 2, height: 1, size: bytes.length, offset: 0, crc32: crc32(bytes), bytes }
  }
}

const isFigure = (text: string) => text.startsWith("![")

/** Those of the figures, one behind the other. */
const imagesIn = (found: ReadonlyArray<{ readonly page: number; readonly text: string }>): ReadonlyArray<Image> => {
  let offset = 0
  return found
    .filter(({ text }) => isFigure(text))
    .map(({ page }) => {
      const image = { ...imageOf(page), offset }
      offset += image.size
      return image
    })
}

/** Each text as a paragraph that fills its page: `| a | b |` as a table of one row, `# a` as a heading, `![a]()` as a figure. */
const lines = (
  found: ReadonlyArray<{ readonly page: number; readonly text: string }>,
  images: ReadonlyArray<Image>
): Array<string> => {
  const bbox = { x: 0, y: 0, width: 1, height: 1 }
  let at = 0
  const blocks = found.map(({ page, text }, i): ResultBlock => {
    const start = at
    const end = start + Buffer.byteLength(text)
    at = end + 2
    const common = {
      ...{ id: `p${page}-1`, page, bbox, places: [{ page, bbox }], reading_order: i, span: { start, end } },
      ...{ text: text.replace(/^# /, ""), level: text.startsWith("# ") ? 1 : null, confidence: null }
    }
    if (isFigure(text)) {
      const image = images.find((each) => each.page === page)?.name ?? null
      return { ...common, type: "figure", text: "", image, caption: /\[(.*)\]/.exec(text)?.[1] ?? null }
    }
    if (!text.startsWith("| ")) return { ...common, type: text.startsWith("# ") ? "heading" : "paragraph" }
    const cells = text.slice(2, -2).split(" | ")
    const row = cells.map((cell) => ({ text: cell, columns: 1, rows: 1, header: true, page, bbox }))
    return { ...common, type: "table", text: cells.join("\t"), rows: [row] }
  })
  const pages = [...new Set(found.map(({ page }) => page))]
  const head: ResultHead = {
    images: images.map(({ bytes: _, ...rest }) => rest),
    pages: pages.map((page) => ({ page, width: 612, height: 792, rotation: 0, label: null }))
  }
  return [head, ...blocks].map((line) => `${JSON.stringify(line)}\n`)
}

const converter = Layer.succeed(
  Converter,
  Converter.of({
    pages: (pdf, options, { maxPages }) => Stream.unwrap(play(pdf, options, maxPages)),
    assemble: (_info, pages, options, take) => {
      const found = pages.flatMap(({ page, ...rest }) =>
        unpacked({ page, ...rest }).blocks.flatMap((block) =>
          block.kind === "code" ? block.lines.map((text) => ({ page, text })) : []
        )
      )
      const images = options.images === "files" ? imagesIn(found) : []
      const markdown = `${found.map(({ text }) => text).join("\n\n")}\n`
      return take({
        pages: pages.length,
        images: () => Stream.fromIterable(images),
        isFiguresCut: () => false,
        isAtHand: true,
        markdown: Stream.encodeText(Stream.succeed(markdown)),
        blocks: Stream.encodeText(Stream.fromArray(lines(found, images)))
      })
    }
  })
)

export const inspector = Layer.succeed(
  Inspector,
  Inspector.of({ inspect: (pdf) => Effect.map(opened(pdf), ({ info }) => info) })
)

export const layer = Layer.merge(converter, inspector)
