/** Table → rows of cells as they are sent: each with its text and its place, those without text too. */
import { cellTexts } from "../document/Hyphens.ts"
import type { Cell, Table } from "../model/Block.ts"
import type { PageView, Spelling } from "../model/Document.ts"
import { type Box, union } from "../model/Geometry.ts"
import type { ResultCell } from "../model/Result.ts"
import { plain } from "../model/Text.ts"
import { asShown, fractions } from "./Places.ts"

const cellText = (cell: Cell, spelling: Spelling): string =>
  cellTexts(cell.runs, spelling)
    .map((text) => plain(text).replace(/\s+/g, " ").trim())
    .join("\n")

interface Placed {
  readonly cell: Cell
  readonly row: number
  readonly column: number
}

export const cellsOf = (
  table: Table,
  views: ReadonlyMap<number, PageView>,
  spelling: Spelling
): ReadonlyArray<ReadonlyArray<ResultCell>> => {
  const placed = onGrid(table.rows)
  const all = placed.flat()
  const rowBoxes = boxesBy(all, ({ cell, row }) => (cell.rows === 1 ? row : null))
  const columnBoxes = boxesBy(all, ({ cell, column }) => (cell.columns === 1 ? column : null))
  const boxOf = ({ cell, row, column }: Placed): Box => {
    if (cell.box !== null) return cell.box
    const [own, beside, whole] = [columnBoxes.get(column), rowBoxes.get(row), table.place.box]
    return {
      x0: own?.x0 ?? whole.x0,
      x1: own?.x1 ?? whole.x1,
      y0: beside?.y0 ?? whole.y0,
      y1: beside?.y1 ?? whole.y1
    }
  }
  return placed.map((row, i) =>
    row.flatMap((each) => {
      const { cell } = each
      const page = cell.page ?? table.place.page
      const view = views.get(page)
      if (view === undefined) return []
      return [
        {
          text: cellText(cell, spelling),
          columns: cell.columns,
          rows: cell.rows,
          header: i === 0,
          page,
          bbox: fractions(asShown(boxOf(each), view), view)
        }
      ]
    })
  )
}

/** Cells with the column each begins in, those counted that reach down from rows above. */
const onGrid = (rows: Table["rows"]): ReadonlyArray<ReadonlyArray<Placed>> => {
  const taken = rows.map(() => new Set<number>())
  return rows.map((cells, row) => {
    let column = 0
    return cells.map((cell) => {
      while (taken[row]?.has(column)) column++
      const at = column
      for (let r = row; r < Math.min(row + cell.rows, rows.length); r++)
        for (let c = at; c < at + cell.columns; c++) taken[r]?.add(c)
      column += cell.columns
      return { cell, row, column: at }
    })
  })
}

const boxesBy = (all: ReadonlyArray<Placed>, keyOf: (each: Placed) => number | null): ReadonlyMap<number, Box> => {
  const out = new Map<number, Box>()
  for (const each of all) {
    const key = keyOf(each)
    const { box } = each.cell
    if (key === null || box === null) continue
    const known = out.get(key)
    out.set(key, known === undefined ? box : union(known, box))
  }
  return out
}
