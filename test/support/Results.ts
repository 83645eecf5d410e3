/** Documents as their results: pages from glyphs, through all stages and printers. */
import * as Convert from "../../src/convert/Convert.ts"
import type { DocumentInfo } from "../../src/convert/model/Document.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"
import type { ResultBlock, ResultHead } from "../../src/convert/model/Result.ts"
import { rawPage, type Sheet } from "./RawPages.ts"

export interface Results {
  readonly markdown: string
  readonly head: ResultHead
  readonly blocks: ReadonlyArray<ResultBlock>
}

const parsed = <A>(line: string | undefined): A => JSON.parse(line ?? "null")

export const results = (
  sheets: ReadonlyArray<Sheet>,
  options: Partial<Options> = {},
  info: Partial<DocumentInfo> = {}
): Results => {
  const settings = { ...defaults, ...options }
  const pages = sheets.map((sheet, i) => Convert.page(rawPage({ number: i + 1, ...sheet })))
  const whole = { pages: pages.length, title: null, author: null, ...info }
  const { markdown, lines } = Convert.print(whole, pages, settings)
  const [head, ...blocks] = [...lines()]
  return { markdown, head: parsed(head), blocks: blocks.map((line) => parsed<ResultBlock>(line)) }
}

/** The stretch of Markdown that a span names. */
export const stretch = (markdown: string, span: ResultBlock["span"]): string =>
  span === null ? "" : Buffer.from(markdown).subarray(span.start, span.end).toString()

/** What is wrong with the spans and boxes of results, if anything. */
export const faults = ({ markdown, blocks }: Results, options: Partial<Options> = {}): ReadonlyArray<string> => {
  const out: Array<string> = []
  const bytes = Buffer.from(markdown)
  let end = 0
  let covered = 0
  for (const { id, span, places, bbox } of blocks) {
    for (const { x, y, width, height } of [bbox, ...places.map((place) => place.bbox)]) {
      if (![x, y, width, height].every((value) => value >= 0 && value <= 1) || x + width > 1 || y + height > 1)
        out.push(`${id} stands beyond its page`)
      if (width === 0 || height === 0) out.push(`${id} stands nowhere`)
    }
    if (span === null) continue
    if (span.start < end) out.push(`${id} begins at ${span.start}, before ${end}`)
    if (span.end <= span.start) out.push(`${id} is empty`)
    covered += bytes.subarray(span.start, span.end).toString().replace(/\s/g, "").length
    end = span.end
  }
  if (new Set(blocks.map(({ id }) => id)).size < blocks.length) out.push("two blocks have one id")
  const own = markdown
    .replace(options.front_matter ? /^---\n[\s\S]*?\n---\n/ : /^$/, "")
    .replace(/^<!-- page \d+ -->$/gm, "")
    .replace(options.page_breaks === "rule" ? /^---$/gm : /^$/, "")
    .replace(/\s/g, "").length
  if (covered < 0.99 * own) out.push(`${covered} of ${own} characters are in spans`)
  return out
}
