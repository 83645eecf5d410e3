/** Block[] → Markdown: one print function per kind of block. */

import { cellTexts, joined } from "../document/Hyphens.ts"
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
  Run,
  RunningHead,
  Table
} from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { maxHeaderLines } from "../model/Measures.ts"
import type { Options } from "../model/Options.ts"
import { lineSeparator, plain } from "../model/Text.ts"
import { inline, marksOf } from "./Escape.ts"
import { isTyped, isTypedProse, print } from "./Inline.ts"
import { bracketed, cell, closing, html, noted, opening } from "./Positions.ts"

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
      return isHtml(block, context) ? tableHtml(block, context) : table(block, context)
    case "figure":
      return context.options.images === "none" ? "" : figure(block, context.pictures.get(block) ?? "")
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
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

const figure = ({ caption, alt }: Figure, path: string): string =>
  `![${bracketed(inline((caption || alt || "Image").replace(/\s+/g, " ")))}](${path})`

const isHtml = ({ rows }: Table, { options: { tables } }: Context): boolean =>
  tables === "html" || (tables === "auto" && rows.flat().some((each) => each.columns > 1 || each.rows > 1))

/** Every row has all columns. What a cell says stands once, in its first place, its lines parted where they were meant to end; a header's label stands over each of its columns. */
const table = (block: Table, context: Context): string => {
  const rows = spread(block.rows, context)
  // a table of many pages has more rows than a call takes arguments
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const line = (cells: ReadonlyArray<string>) =>
    `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? "").join(" | ")} |`
  const [head = [], ...body] = rows
  return [line(head), `|${" --- |".repeat(columns)}`, ...body.map(line)].join("\n")
}

/** So many rows without a number may be a header's. */
const maxHeaderRows = 3
/** A label over several columns has no more characters: what has more is no label. */
const maxLabel = 60

const spread = (rows: Table["rows"], { spelling, options }: Context): ReadonlyArray<ReadonlyArray<string>> => {
  const out: Array<Array<string>> = rows.map(() => [])
  const code = codeColumns(rows)
  let isHeader = true
  rows.forEach((row, i) => {
    let at = 0
    for (const each of row) {
      while (out[i]?.[at] !== undefined) at++
      const lines = cellTexts(each.runs, spelling).map(inCell)
      const beside = marksOf(lines.length > 1 ? withDollars(each.runs) : "")
      // a bar behind a backslash ends a cell in the midst of its code, whatever is put before them
      const isText = (isTyped(each.runs) && !code.has(at)) || plain(each.runs).includes("\\|")
      const emphasis = isText ? "none" : "code"
      const texts = lines.map((line) => cell(print(line, { math: options.math, emphasis, beside, usual: spelling })))
      const text = texts.join("<br>")
      const isLabel = text.length <= maxLabel && linesIn(each.runs) <= maxHeaderLines
      for (let r = i; r < Math.min(i + each.rows, rows.length); r++)
        for (let c = at; c < at + each.columns; c++)
          (out[r] as Array<string>)[c] =
            (r === i && c === at) || (isHeader && r === i && row.length > 1 && isLabel) ? text : ""
      at += each.columns
    }
    isHeader &&= i + 1 < maxHeaderRows && !(out[i] ?? []).some((text) => /\p{N}/u.test(text))
  })
  return out
}

/** The columns of which most cells in typewriter are more than words and numerals: all of these are code. */
const codeColumns = (rows: Table["rows"]): ReadonlySet<number> => {
  const balance = new Map<number, number>()
  for (const row of rows) {
    let at = 0
    for (const { columns, runs } of row) {
      if (plain(runs).trim() !== "" && isTyped(runs))
        balance.set(at, (balance.get(at) ?? 0) + (isTypedProse(runs) ? -1 : 1))
      at += columns
    }
  }
  return new Set([...balance].flatMap(([at, code]) => (code >= 0 ? [at] : [])))
}

/** How many lines a cell had on its page. */
const linesIn = (runs: ReadonlyArray<Run>): number =>
  runs.filter(({ text }) => text.startsWith("\n") || text.startsWith(lineSeparator)).length + 1

/** What a cell says, its formulas between dollars as they are printed. */
const withDollars = (runs: ReadonlyArray<Run>): string =>
  runs.map((run) => (run.latex === undefined ? run.text : "$$")).join("")

/** A bar would end a cell, and one behind a backslash is another sign in LaTeX. */
const inCell = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> =>
  runs.map((run) =>
    run.latex === undefined ? run : { ...run, latex: run.latex.replace(/\\\|/g, "\\Vert ").replaceAll("|", "\\vert ") }
  )

const tableHtml = (block: Table, { spelling, options }: Context): string => {
  const rows = block.rows.map((row, i) => {
    const tag = i === 0 ? "th" : "td"
    const cells = row.map((each) => {
      const spans =
        (each.columns > 1 ? ` colspan="${each.columns}"` : "") + (each.rows > 1 ? ` rowspan="${each.rows}"` : "")
      const texts = cellTexts(each.runs, spelling).map((own) =>
        html(plain(asDollars(own, options)).replace(/\s+/g, " ").trim())
      )
      return `<${tag}${spans}>${texts.join("<br>")}</${tag}>`
    })
    return `<tr>${cells.join("")}</tr>`
  })
  return `<table>\n${rows.join("\n")}\n</table>`
}

/** Formulas between dollars, in text that is not escaped. */
const asDollars = (runs: ReadonlyArray<Run>, { math }: Options): ReadonlyArray<Run> =>
  runs.map((run) =>
    run.latex === undefined || math === "text"
      ? run
      : { ...run, text: run.text.replace(run.text.trim(), () => `$${run.latex}$`) }
  )
