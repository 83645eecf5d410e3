/** Line → TableLine: the names in a line over the columns of the table below. */
import { overlap } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { minGutterEm } from "../../model/Measures.ts"
import type { Reach } from "../ColumnSeparators.ts"
import { columnOf, disjoint, type Entry, type TableLine } from "../ColumnSeparators.ts"
import { type Piece, pieces } from "../Pieces.ts"

/** Texts begin and end within their column, give or take so many points. */
export const maxOverhangPt = 1

/** Where the texts of a table stand. */
export interface Grid {
  /** From where to where those of each column reach. */
  readonly columns: ReadonlyArray<Reach>
  /** Half-way from each column to the next. */
  readonly cuts: ReadonlyArray<number>
  /** The first column and the last reach no further. */
  readonly edges: Reach
  readonly strips: ReadonlyArray<TableLine>
  readonly size: number
}

/** The texts of a line, each over the columns whose texts it stands over, or that in whose room it is. */
export const inColumns = (line: Line, { columns, cuts }: Grid): TableLine => {
  const placed = (piece: Piece): Entry => {
    const { x0, x1 } = piece
    const met = columns.flatMap((each, i) => (overlap(x0, x1, each.x0, each.x1) > 0 ? [i] : []))
    const at = columnOf(cuts, (x0 + x1) / 2)
    return { ...piece, from: met[0] ?? at, to: met.at(-1) ?? at }
  }
  const close = pieces(line, minGutterEm).map(placed)
  const entries = pieces(line).flatMap((piece) => {
    const own = placed(piece)
    // names that are close are over columns of their own
    const each = own.from === own.to ? [] : close.filter(({ x0, x1 }) => x0 >= own.x0 && x1 <= own.x1)
    return each.length > 1 && each.every(({ from }, i) => from > (each[i - 1]?.to ?? -1)) ? each : own
  })
  return { baseline: line.baseline, size: line.size, entries: disjoint(entries) }
}

/** A text of one column that stands in the room of it. */
export const isIn = ({ from, to, x0, x1 }: Entry, { cuts, edges }: Grid): boolean =>
  from === to && x0 >= (cuts[from - 1] ?? edges.x0) - maxOverhangPt && x1 <= (cuts[to] ?? edges.x1) + maxOverhangPt
