/** Which cell of a block each cell of its rendered table shows, and which one a point of the page lies in. */
import type { Block, Box, Cell } from "../Result.ts"

type Rows = NonNullable<Block["rows"]>

/** The cells' indices, counted row by row, at each place of the grid that they cover. */
const gridOf = (rows: Rows): ReadonlyArray<ReadonlyArray<number>> => {
  const grid: Array<Array<number>> = rows.map(() => [])
  let index = 0
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row) {
      while (grid[y]?.[x] !== undefined) x++
      for (let below = 0; below < cell.rows; below++) {
        for (let beside = 0; beside < cell.columns; beside++) {
          const line = grid[y + below]
          if (line !== undefined) line[x + beside] = index
        }
      }
      x += cell.columns
      index++
    }
  }
  return grid
}

/**
 * The index for a place in a rendered row. HTML has a cell for each of the block's, Markdown one for each place of the grid.
 */
export const cellsOf = (rows: Rows): ((row: number, place: number, width: number) => number | null) => {
  const grid = gridOf(rows)
  const firsts = [0]
  for (const [y, row] of rows.entries()) firsts.push((firsts[y] ?? 0) + row.length)
  return (row, place, width) => {
    const line = rows[row]
    if (line === undefined) return null
    return line.length === width && line.length > place ? (firsts[row] ?? 0) + place : (grid[row]?.[place] ?? null)
  }
}

/** The row that a cell begins in. */
export const rowOf = (rows: Rows, index: number): number => {
  let left = index
  return rows.findIndex(({ length }) => {
    left -= length
    return left < 0
  })
}

export const cellAt = (rows: Rows, index: number): Cell | undefined => {
  const row = rowOf(rows, index)
  const before = rows.slice(0, Math.max(0, row)).reduce((sum, { length }) => sum + length, 0)
  return rows[row]?.[index - before]
}

/** How far a value is from a stretch. */
const apart = (value: number, from: number, length: number) => Math.max(0, from - value, value - from - length)

/** A cell's box is that of its text: the point is more likely beside the text of its row than above or below it. */
const rowWeight = 4

/** The index of the cell at a point of a page, in fractions of it, or of the nearest one. */
export const cellUnder = (rows: Rows, page: number, x: number, y: number): number | null => {
  let best: { readonly index: number; readonly far: number } | null = null
  let index = 0
  for (const row of rows) {
    for (const { page: on, bbox } of row) {
      const far = apart(x, bbox.x, bbox.width) + rowWeight * apart(y, bbox.y, bbox.height)
      if (on === page && (best === null || far < best.far)) best = { index, far }
      index++
    }
  }
  return best?.index ?? null
}

export const contains = ({ x, y, width, height }: Box, atX: number, atY: number): boolean =>
  atX >= x && atX <= x + width && atY >= y && atY <= y + height
