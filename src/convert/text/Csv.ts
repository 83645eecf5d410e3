/** Rows of a table → CSV (RFC 4180). What covers several places stands in the first, and the others are empty. */
import type { ResultCell } from "../model/Result.ts"

export const csv = (table: ReadonlyArray<ReadonlyArray<ResultCell>>): string => {
  const rows = bounded(table)
  const grid = rows.map(() => new Map<number, string>())
  rows.forEach((row, i) => {
    let at = 0
    for (const cell of row) {
      while (grid[i]?.has(at)) at++
      for (let r = i; r < Math.min(i + cell.rows, rows.length); r++)
        for (let c = at; c < at + cell.columns; c++) grid[r]?.set(c, r === i && c === at ? cell.text : "")
    }
  })
  // a table of many pages has more places than a call takes arguments
  let width = 0
  for (const row of grid) for (const column of row.keys()) width = Math.max(width, column + 1)
  return grid
    .map((row) => `${Array.from({ length: width }, (_, column) => field(row.get(column) ?? "")).join(",")}\r\n`)
    .join("")
}

/** More places than this are no table: some thousand cells may each claim ten thousand of them. */
const mostPlaces = 1_000_000

/** The rows as they are, or each cell in a place of its own where they claim too many. */
const bounded = (rows: ReadonlyArray<ReadonlyArray<ResultCell>>): ReadonlyArray<ReadonlyArray<ResultCell>> => {
  const places = rows.flat().reduce((sum, cell) => sum + cell.columns * Math.min(cell.rows, rows.length), 0)
  return places <= mostPlaces ? rows : rows.map((row) => row.map((cell) => ({ ...cell, columns: 1, rows: 1 })))
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
