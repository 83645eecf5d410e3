/** Line[] → tables among lines: rows whose wide gaps stand above one another. */
import { median } from "../Geometry.ts"
import type { Cell, Line, Placed } from "../Page.ts"
import { cell, isEmpty, isTable } from "./Grid.ts"

/** A gap of this many em may part two cells. */
const wide = 0.9
/** At least so many rows; between two rules, fewer will do. */
const leastRows = 3
const leastRowsRuled = 2
/** A strip parts columns when it is free of words in this share of the rows. */
const free = 0.85
/** The narrowest strip, in em. */
const narrowest = 0.5
/** So many rows in succession may have one piece only: wrapped cells. */
const single = 2
/** Rows further apart than this, in em, are not of one table. */
const apart = 3.2
/** Cells of running text: at the median so many words, in every column. */
const prose = 5
/** A line is a listing's when this share of its characters is typewriter. */
const typewriter = 0.8
/** Columns filled less than this share are noise. */
const sparse = 0.3

/** Rows `from` to `to` (not included) of a region, and the cells they make. */
export interface Found {
  readonly from: number
  readonly to: number
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

interface Piece {
  readonly words: ReadonlyArray<Placed>
  readonly x0: number
  readonly x1: number
}

/** A line's words, parted at wide gaps. */
export const pieces = (line: Line): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  let current: Array<Placed> = []
  const close = () => {
    const [first] = current
    if (first) out.push({ words: current, x0: first.box.x0, x1: Math.max(...current.map((word) => word.box.x1)) })
    current = []
  }
  for (const word of line.words) {
    const last = current.at(-1)
    if (last && word.box.x0 - last.box.x1 > wide * line.size) close()
    current.push(word)
  }
  close()
  return out
}

/** The tables among lines that stand below one another. `ruled` when rules above and below vouch for them. */
export const borderless = (lines: ReadonlyArray<Line>, ruled = false): ReadonlyArray<Found> => {
  const split = lines.map((line) => (line.words.length === 0 || line.angle !== 0 || isCode(line) ? [] : pieces(line)))
  const out: Array<Found> = []
  let from = 0
  while (from < lines.length) {
    if ((split[from]?.length ?? 0) < 2) {
      from++
      continue
    }
    const to = endOf(lines, split, from)
    const found = table(lines, split, from, to, ruled)
    if (found === null) from++
    else {
      out.push(found)
      from = found.to
    }
  }
  return out
}

/** Typewriter lines are listings, whose columns are spaces. */
const isCode = (line: Line): boolean => {
  let all = 0
  let mono = 0
  for (const { text, mono: own } of line.words) {
    all += text.length
    if (own) mono += text.length
  }
  return mono > typewriter * all
}

const endOf = (lines: ReadonlyArray<Line>, split: ReadonlyArray<ReadonlyArray<Piece>>, from: number): number => {
  let to = from + 1
  let lone = 0
  let last = to
  while (to < lines.length) {
    const [a, b] = [lines[to - 1] as Line, lines[to] as Line]
    if (b.baseline - a.baseline > apart * Math.max(a.size, b.size) || (split[to]?.length ?? 0) === 0) break
    lone = (split[to]?.length ?? 0) < 2 ? lone + 1 : 0
    if (lone > single) break
    to++
    if (lone === 0) last = to
  }
  return last
}

const table = (
  lines: ReadonlyArray<Line>,
  split: ReadonlyArray<ReadonlyArray<Piece>>,
  from: number,
  to: number,
  ruled: boolean
): Found | null => {
  const rows = split.slice(from, to)
  if (rows.filter((row) => row.length > 1).length < (ruled ? leastRowsRuled : leastRows)) return null
  const size = median(lines.slice(from, to).map((line) => line.size))
  const cuts = strips(rows, size)
  if (cuts.length === 0) return null
  const cells = rows.map((row): ReadonlyArray<Cell> => {
    const columns = Array.from({ length: cuts.length + 1 }, (): Array<Placed> => [])
    for (const piece of row)
      for (const word of piece.words) columns[columnOf(cuts, (word.box.x0 + word.box.x1) / 2)]?.push(word)
    return columns.map((words) => cell(words))
  })
  const joined = wrapped(cells, lines.slice(from, to))
  return isTable(joined) && isPlausible(joined, ruled) ? { from, to, rows: joined } : null
}

export const columnOf = (cuts: ReadonlyArray<number>, x: number): number => {
  let column = 0
  while (column < cuts.length && x > (cuts[column] ?? 0)) column++
  return column
}

/** Middles of the strips that are free of words in nearly all rows. */
export const strips = (rows: ReadonlyArray<ReadonlyArray<Piece>>, size: number): ReadonlyArray<number> => {
  const several = rows.filter((row) => row.length > 1)
  const left = Math.min(...rows.flatMap((row) => row.map((piece) => piece.x0)))
  const right = Math.max(...rows.flatMap((row) => row.map((piece) => piece.x1)))
  const n = Math.max(1, Math.ceil(right - left))
  const taken = new Int32Array(n + 1)
  for (const row of several) {
    for (const piece of row) {
      for (let x = Math.floor(piece.x0 - left); x < Math.ceil(piece.x1 - left); x++) taken[x] = (taken[x] ?? 0) + 1
    }
  }
  const limit = (1 - free) * several.length
  const out: Array<number> = []
  let start = -1
  for (let x = 0; x <= n; x++) {
    const isFree = x < n && (taken[x] ?? 0) <= limit
    if (isFree && start < 0) start = x
    if (!isFree && start >= 0) {
      if (start > 0 && x < n && x - start >= narrowest * size) out.push(left + (start + x) / 2)
      start = -1
    }
  }
  return out
}

/** A row whose first cell is empty and that follows closely goes on in the row above. */
export const wrapped = (
  cells: ReadonlyArray<ReadonlyArray<Cell>>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<ReadonlyArray<Cell>> => {
  const distances = lines.slice(1).map((line, i) => line.baseline - (lines[i]?.baseline ?? 0))
  const usual = median(distances)
  const out: Array<ReadonlyArray<Cell>> = []
  cells.forEach((row, i) => {
    const above = out.at(-1)
    const full = row.filter((each) => !isEmpty(each)).length
    const close = (distances[i - 1] ?? usual) <= usual * 1.05 && (distances[i - 1] ?? 0) < 1.5 * (lines[i]?.size ?? 0)
    const [first] = row
    if (above && first && isEmpty(first) && full <= row.length / 2 && close && !row.every(isEmpty)) {
      out[out.length - 1] = above.map((each, k) => {
        const more = row[k]?.runs ?? []
        return more.length === 0 ? each : { ...each, runs: [...each.runs, { text: " " }, ...more] }
      })
    } else out.push(row)
  })
  return out
}

const textOf = (each: Cell): string =>
  each.runs
    .map((run) => run.text)
    .join("")
    .trim()

/** Not running text in columns, not a list, not a table of contents. */
export const isPlausible = (rows: ReadonlyArray<ReadonlyArray<Cell>>, ruled: boolean): boolean => {
  const columns = rows[0]?.length ?? 0
  const texts = Array.from({ length: columns }, (_, k) =>
    rows.map((row) => (row[k] ? textOf(row[k]) : "")).filter((text) => text !== "")
  )
  if (texts.some((column) => column.length < sparse * rows.length) && !ruled) return false
  const words = texts.map((column) => median(column.map((text) => text.split(/\s+/).length)))
  if (words.every((n) => n >= prose)) return false
  if (columns === 2 && texts[0]?.every((text) => /^(?:[•◦▪–—*-]|\(?[\divxa-z]{1,4}[.)\]]|\[\d+\])$/i.test(text)))
    return false
  const all = texts.flat()
  if (all.filter((text) => /(?:\. ?){4,}|…/.test(text)).length >= 0.3 * rows.length) return false
  const last = texts.at(-1) ?? []
  const pages = last.map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : -1))
  const ascending = pages.length >= 4 && pages.every((page, i) => page >= 0 && page >= (pages[i - 1] ?? 0))
  return !(columns === 2 && ascending && (words[0] ?? 0) >= 2)
}
