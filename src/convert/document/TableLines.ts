/** Table → Paragraph[]: its rows as lines of text. */

import type { Cell, Paragraph, Table } from "../model/Block.ts"
import { around, type Box, greatest } from "../model/Geometry.ts"
import { plain } from "../model/Text.ts"
import { plainStyle } from "./running/RunningRows.ts"

/** Around the texts of cells that have one. */
export const boxesIn = (cells: ReadonlyArray<Cell>): ReadonlyArray<Box> => cells.flatMap(({ box }) => box ?? [])

/** The cells of a row as one line, which the widest gap between them divides. */
export const lineOf = ({ place, size = 0, colour = 0 }: Table, row: ReadonlyArray<Cell>): Paragraph | null => {
  const boxes = boxesIn(row)
  if (boxes.length === 0) return null
  const cells = row.filter((cell) => cell.box !== null)
  const runs = cells.flatMap((cell, i) => (i === 0 ? cell.runs : [{ text: " " }, ...cell.runs]))
  const flat = runs.map((run) => ({ ...run, text: run.text.replace(/[\n\u2028]/g, " ") }))
  const gaps = boxes.slice(1).map(({ x0 }, i) => x0 - (boxes[i]?.x1 ?? x0))
  const at = gaps.indexOf(greatest(gaps)) + 1
  const before = plain(cells.slice(0, at).flatMap(({ runs }) => [...runs, { text: " " }])).length - 1
  const gap = at > 0 ? { gap: gaps[at - 1] ?? 0, gapAt: before, gapX: boxes[at - 1]?.x1 ?? 0 } : {}
  const box = around(boxes)
  const bold = flat.every((run) => run.bold || run.text.trim() === "")
  const style = { ...plainStyle, size, colour, bold }
  return { kind: "paragraph", lines: [{ runs: flat, page: place.page, box, ...gap }], style, place: { ...place, box } }
}
