/** Block[] → Markdown: one print function per kind of block. */

import { joined } from "../document/Hyphens.ts"
import { isBox, marker } from "../lines/Markers.ts"
import type {
  Block,
  Caption,
  Code,
  Figure,
  Formula,
  Heading,
  Item,
  Note,
  Paragraph,
  RunningHead
} from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import type { Options } from "../model/Options.ts"
import { inline, marksOf } from "./Escape.ts"
import { fenceFor, isTypedProse, print } from "./Inline.ts"
import { bracketed, closing, followed, noted, opening } from "./Positions.ts"
import { table } from "./Tables.ts"

/** A block, and from where to where it stands in the Markdown; nowhere if both are the same. */
export interface PrintedBlock {
  readonly block: Block
  readonly start: number
  readonly end: number
}

export interface Printed {
  readonly markdown: string
  readonly blocks: ReadonlyArray<PrintedBlock>
}

/** What printing asks of its surroundings. */
interface Context {
  readonly spelling: Spelling
  readonly options: Options
  readonly pictures: Pictures
}

/** Where the pictures of figures are. */
export type Pictures = ReadonlyMap<Block, string>

export const markdown = (
  blocks: ReadonlyArray<Block>,
  pages: ReadonlyArray<number>,
  spelling: Spelling,
  options: Options,
  front = "",
  pictures: Pictures = new Map()
): Printed => {
  const context = { spelling, options, pictures }
  const placed: Array<PrintedBlock> = []
  let out = front
  /** That of the item right before as it is printed; -1 where something else stands there. */
  let depth = -1
  let next = 0
  const add = (text: string, tight: boolean) => {
    out += (out === front ? "" : tight ? "\n" : "\n\n") + text
  }
  const turn = (page: number) => {
    while (next < pages.length && (pages[next] ?? 0) <= page) {
      const number = pages[next++] ?? 0
      if (options.page_breaks === "comment") add(`<!-- page ${number} -->`, false)
      if (options.page_breaks === "rule" && next > 1) add("---", false)
      depth = -1
    }
  }
  for (const block of blocks) {
    if (options.page_breaks !== "none") turn(block.place.page)
    const isNext = block.kind === "item" && depth >= 0
    const own = block.kind === "item" ? Math.min(block.depth, depth + 1) : -1
    const text = printed(block, own, context)
    if (text !== "") {
      add(text, isNext)
      depth = own
    }
    placed.push({ block, start: out.length - text.length, end: out.length })
  }
  if (options.page_breaks !== "none") turn(Number.POSITIVE_INFINITY)
  return { markdown: out === front ? front : `${out}\n`, blocks: placed }
}

const printed = (block: Block, depth: number, context: Context): string => {
  switch (block.kind) {
    case "paragraph":
    case "caption":
      return paragraph(block, context)
    case "header":
    case "footer":
      return context.options.headers_footers === "keep" ? paragraph(block, context) : ""
    case "heading":
      return heading(block, context)
    case "item":
      return item(block, depth, context)
    case "note":
      return note(block, context)
    case "code":
      return code(block)
    case "formula":
      return formula(block, context)
    case "table":
      return table(block, context)
    case "figure":
      return figure(block, context.pictures.get(block), context.options)
  }
}

const paragraph = (block: Paragraph | Caption | RunningHead, { spelling, options }: Context): string =>
  opening(print(joined(block.lines, spelling), { math: options.math, usual: spelling }))

const formula = ({ latex, text }: Formula, { options }: Context): string =>
  latex === null || options.math === "text" ? opening(inline(text)) : `$$\n${latex}\n$$`

const heading = (block: Heading, { spelling, options }: Context): string => {
  const runs = joined(block.lines, spelling)
  const emphasis = isTypedProse(runs) ? "none" : "code"
  const text = print(runs, { math: options.math, emphasis, usual: spelling })
  return text === "" ? "" : `${"#".repeat(block.level)} ${closing(text)}`
}

const item = (block: Item, depth: number, { spelling, options }: Context): string => {
  // lines of a table of contents look like the headings that they name
  const usual = block.entry === true ? { bold: true, italic: true } : spelling
  const text = print(joined(block.lines, spelling), { math: options.math, usual })
  const own = marker(block.marker)
  const numeral = own?.numeral === "arabic" && /^\d+[.)]$/.test(own.text) ? own.text : null
  const isBullet = own?.numeral === "bullet"
  const indent = "    ".repeat(depth)
  if (isBox(block.marker)) return `${indent}- [${block.marker === "☐" ? " " : "x"}] ${opening(text)}`
  if (numeral !== null || isBullet) return `${indent}${numeral ?? "-"} ${opening(text)}`
  // escaped apart from its text, with which a tilde of its own would strike out what is between
  const alone = inline(`${block.marker.replace(/\s+/g, " ")} `)
  // code in the text may hold what some renderers take for the end of a link that the marker begins
  const shown = (text.includes("](") ? bracketed(alone) : alone)
    .trim()
    .replace(/\\.|~/g, (mark) => (mark === "~" ? "\\~" : mark))
  return `${indent}- ${opening(`${shown} ${text}`.trimStart())}`
}

const note = (block: Note, { spelling, options }: Context): string =>
  `[^${block.label}]: ${noted(opening(print(joined(block.lines, spelling), { math: options.math, usual: spelling })))}`

const code = (block: Code): string => {
  const text = block.lines.join("\n")
  const fence = fenceFor(text, 3)
  return `${fence}\n${text}\n${fence}`
}

/** What stands in a figure is said where no picture shows it. */
const figure = ({ caption, alt, labels = "" }: Figure, path: string | undefined, { images }: Options): string => {
  const picture = `![${bracketed(inline((caption || alt || "Image").replace(/\s+/g, " ")))}](${path ?? ""})`
  const shown = images === "none" ? [] : [picture]
  return (path === undefined && labels !== "" ? [...shown, labelLines(labels)] : shown).join("\n\n")
}

/** Lines of one paragraph. */
const labelLines = (labels: string): string => {
  const beside = marksOf(labels)
  return labels
    .split("\n")
    .map((line) => followed(print([{ text: line }], { beside })))
    .join("\n")
}
