/** Table → Markdown: GFM, where what a span says stands once, or HTML. */

import { cellTexts } from "../document/Hyphens.ts"
import type { Run, Table } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { maxHeaderLines } from "../model/Measures.ts"
import type { Options } from "../model/Options.ts"
import { lineSeparator, plain } from "../model/Text.ts"
import { marksOf } from "./Escape.ts"
import { inlineHtml } from "./Html.ts"
import { isTyped, isTypedProse, print } from "./Inline.ts"
import { cell } from "./Positions.ts"

interface Context {
  readonly spelling: Spelling
  readonly options: Options
}

const isHtml = ({ rows }: Table, { tables }: Options): boolean =>
  tables === "html" || (tables === "auto" && rows.flat().some((each) => each.columns > 1 || each.rows > 1))

/** A table in the form that is asked for: GFM, or HTML where it has spans or always. */
export const table = (block: Table, context: Context): string =>
  isHtml(block, context.options) ? tableHtml(block, context) : tableGfm(block, context)

/** Every row has all columns. What a cell says stands once, in its first place, its lines parted where they were meant to end; a header's label stands over each of its columns. */
const tableGfm = (block: Table, context: Context): string => {
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
      const emphasis = plain(each.runs).includes("\\|") ? "none" : emphasisOf(each.runs, code.has(at))
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

/** What is in typewriter alone is code where its column is. */
const emphasisOf = (runs: ReadonlyArray<Run>, isCode: boolean) => (isTyped(runs) && !isCode ? "none" : "code")

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
  const code = codeColumns(block.rows)
  const rows = block.rows.map((row, i) => {
    const tag = i === 0 ? "th" : "td"
    let at = 0
    const cells = row.map((each) => {
      const spans =
        (each.columns > 1 ? ` colspan="${each.columns}"` : "") + (each.rows > 1 ? ` rowspan="${each.rows}"` : "")
      const emphasis = emphasisOf(each.runs, code.has(at))
      at += each.columns
      const manner = { math: options.math, emphasis, usual: spelling } as const
      const texts = cellTexts(each.runs, spelling).map((own) => inlineHtml(own, manner))
      return `<${tag}${spans}>${texts.join("<br>")}</${tag}>`
    })
    return `<tr>${cells.join("")}</tr>`
  })
  return `<table>\n${rows.join("\n")}\n</table>`
}
