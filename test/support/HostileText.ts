/** Documents whose text wants to be more than text when their Markdown is shown. */
import * as fc from "fast-check"
import { frontMatter } from "../../src/convert/markdown/FrontMatter.ts"
import { markdown } from "../../src/convert/markdown/Markdown.ts"
import type { Block, Run, Style } from "../../src/convert/model/Block.ts"
import { defaults, type Options } from "../../src/convert/model/Options.ts"

export const style: Style = { size: 10, font: "Body", bold: false, italic: false, mono: false, caps: false, colour: 0 }
const box = { x0: 0, y0: 0, x1: 100, y1: 10 }
const at = (page: number) => ({ page, box, width: 600, height: 800, left: 0, right: 100 })
const place = at(1)
const lines = (runs: ReadonlyArray<Run>) => [{ runs, page: 1, box }]

export const paragraph = (...runs: ReadonlyArray<Run>): Block => ({
  kind: "paragraph",
  lines: lines(runs),
  style,
  place
})
export const note = (label: string, ...runs: ReadonlyArray<Run>): Block => ({
  kind: "note",
  label,
  lines: lines(runs),
  style,
  place
})

export const print = (blocks: ReadonlyArray<Block>, options: Partial<Options> = {}): string =>
  markdown(
    blocks,
    [...new Set(blocks.map((block) => block.place.page))],
    { lexicon: new Set() },
    { ...defaults, ...options }
  ).markdown

const handler = " src=x onerror=alert(1)"
const pieces = [
  ...["<", ">", "</", "<!", "<?", "<!--", "-->", "]]>", "<![CDATA[", '"', "'", "`", "``", "```", "~~~", "\\", "\n"],
  ...["[", "]", "(", ")", "](", "]:", "![", "[x]: ", "[^1]", "[^1]: ", "|", "*", "**", "_", "~", "~~", "#", "-", "+"],
  ...["=", "&", ";", "&lt;", "&#60;", "&#x3c", "&colon;", "\u0000", "\u0001", "\u00a0", "\u2028", "\t", "  ", " ", "."],
  ...["a", "b", "x1", "é", "漢", "1.", "2)", ":", "/", "@", "$", "{", "}"],
  ...[`<img${handler}>`, `<img title="<"${handler}>`, `<b `, `<a href=javascript:alert(1)>`, "<script>", "</script>"],
  ...["<svg/onload=alert(1)>", "<style>", "<iframe ", "<div\n", "<x-y:z>", "<a@b.cd>", "<javascript:alert(1)>"],
  ...["www.a.b", "http://a.b/", "https://c.d/e_f", "ftp://g.h", "HTTPS://", "www.", "xmpp:a@b.cd", "mailto:a@b.cd"],
  ...["javascript:alert(1)", "data:text/html,<b>", "vbscript:x", "//a.b", "a@b.cd", "(javascript:alert(1))"]
]

const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""))

const run = fc
  .tuple(
    text,
    fc.subarray(["bold", "italic", "mono", "struck"] as const),
    fc.constantFrom(undefined, undefined, 1 as const, -1 as const),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      fc.constantFrom("javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@b.cd"),
      text.map((path) => `https://a.b/${path}`)
    ),
    fc.constantFrom(undefined, undefined, undefined, "1")
  )
  .map(
    ([text, keys, baselineShift, href, note]): Run => ({
      text,
      ...Object.fromEntries(keys.map((key) => [key, true as const])),
      ...(baselineShift === undefined ? {} : { baselineShift }),
      ...(href === undefined ? {} : { href }),
      ...(note === undefined ? {} : { note })
    })
  )
const runs = fc.array(run, { minLength: 1, maxLength: 4 })

const cell = fc
  .tuple(runs, fc.constantFrom(1, 1, 2), fc.constantFrom(1, 1, 2))
  .map(([runs, columns, rows]) => ({ runs, columns, rows, box: null }))

const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 6, arbitrary: runs.map((runs) => paragraph(...runs)) },
  fc.tuple(runs, fc.integer({ min: 1, max: 6 })).map(
    ([runs, level]): Block => ({
      kind: "heading",
      level,
      lines: lines(runs),
      style,
      place
    })
  ),
  fc.tuple(runs, fc.oneof(fc.constantFrom("•", "3.", "(a)", "#", "☐"), text), fc.integer({ min: 0, max: 3 })).map(
    ([runs, marker, depth]): Block => ({
      kind: "item",
      marker,
      depth,
      lines: lines(runs),
      style,
      place
    })
  ),
  runs.map((runs) => note("1", ...runs)),
  fc.array(text, { maxLength: 4 }).map((lines): Block => ({ kind: "code", lines, place })),
  fc
    .array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((rows): Block => ({ kind: "table", rows, place })),
  text.map((alt): Block => ({ kind: "figure", alt, place: at(2) }))
)

/** Whole documents, as their Markdown: every kind of block, every option that changes how it is printed. */
export const hostileMarkdown = fc
  .record({
    blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
    tables: fc.constantFrom("gfm" as const, "html" as const, "auto" as const),
    page_breaks: fc.constantFrom("none" as const, "rule" as const, "comment" as const),
    title: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, text)
  })
  .map(({ blocks, title, ...options }) => {
    const body = print(blocks, { ...options, images: "alt" })
    return title === null ? body : frontMatter({ pages: 1, title, author: title }, "1-3") + body
  })

/** One paragraph of hostile text, which reads back as itself. */
export const hostileText = text
