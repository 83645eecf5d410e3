/** Ruling[] → cells: a group of rules that encloses rows and columns, its words put where the rules put them. */

import { line } from "../lines/Lines.ts"
import type { Cell } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { overlap } from "../model/Geometry.ts"
import type { LineWord } from "../model/Line.ts"
import { inBands } from "./Booktabs.ts"
import { alignment, type Entry, pieces, separatorsOf, type TableLine, tableLinesOf } from "./ColumnSeparators.ts"
import { cell, isTable, linesOf } from "./Grid.ts"
import { isChart } from "./Plausible.ts"
import { areNumerals, type Evidence, evidence } from "./Rows.ts"
import { frame, type Ruling, snap } from "./Rulings.ts"

/** A border exists where rules cover this share of it. */
const covered = 0.6
/** An open side closes where rules of the other direction end, if that is this far off, in points. */
const openSide = 8
/** Empty columns narrower and empty rows lower than this, in points, are parts of a double rule. */
const narrow = 12
const low = 6
/** A grid of more cells than this is a chart's paper. */
const mostCells = 4000

export interface Ruled {
  readonly box: Box
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** The table a group of rules draws around these words; null when it draws none. */
export const ruled = (group: ReadonlyArray<Ruling>, words: ReadonlyArray<LineWord>): Ruled | null => {
  const h = group.filter((each) => each.horizontal)
  const v = group.filter((each) => !each.horizontal)
  if (h.length < 2 || v.length < 1 || h.length + v.length < 4) return null
  const box = frame(group)
  const middles = words.map((word) => (word.box.x0 + word.box.x1) / 2)
  const heights = words.map((word) => word.baseline - word.size * 0.3)
  const xs = used(places(v, box.x0, box.x1), middles, narrow)
  const ys = used(places(h, box.y0, box.y1), heights, low)
  const columns = xs.length - 1
  const bands = ys.length - 1
  if (columns < 2 || bands < 1 || columns * bands > mostCells) return null
  const hidden = xs.flatMap((x, i) => hiddenCuts(words, x, xs[i + 1] ?? x))
  if (hidden.length > 0) {
    const cuts = [...xs.slice(1, -1), ...hidden].sort((a, b) => a - b)
    const stack = ys.map((at) => ({ horizontal: true, at, from: box.x0, to: box.x1 }))
    const cells = inBands(stack, linesOf(words).map(line), cuts)
    if (cells !== null) return { box, rows: cells }
  }
  const owner = merge(h, v, xs, ys)
  const content = new Map<number, Array<LineWord>>()
  for (const word of words) {
    const column = index(xs, (word.box.x0 + word.box.x1) / 2)
    const band = index(ys, word.baseline - word.size * 0.3)
    if (column < 0 || band < 0) continue
    const key = owner[band * columns + column] ?? 0
    const same = content.get(key)
    if (same) same.push(word)
    else content.set(key, [word])
  }
  const rows: Array<ReadonlyArray<Cell>> = []
  for (let band = 0; band < bands; band++) {
    const keys: Array<number> = []
    for (let column = 0; column < columns; column++) {
      const key = owner[band * columns + column] ?? 0
      if (key === band * columns + column) keys.push(key)
    }
    const own = keys
      .map((key) => {
        const own = spans(owner, key, columns, bands)
        const column = key % columns
        return { key, words: content.get(key) ?? [], ...own, x0: xs[column] ?? 0, x1: xs[column + own.columns] ?? 0 }
      })
      .flatMap((each) => (each.columns > 1 && each.rows === 1 ? unmerged(each, xs, each.key % columns) : [each]))
    rows.push(
      ...(own.length >= 2 && own.every((each) => each.rows === 1)
        ? resplit(own)
        : [own.map((each) => cell(each.words, each.columns, each.rows))])
    )
  }
  const kept = rows.filter((row) => row.length > 0)
  return isTable(kept) && !isChart(kept) ? { box, rows: kept } : null
}

/** A column of a grid is several when this share of its lines is parted, and there are so many of them. */
const mostlyParted = 0.7
const leastLines = 3

/** Where columns without rules stand between two vertical rules: their entries stand in line, and are no marks. */
const hiddenCuts = (words: ReadonlyArray<LineWord>, from: number, to: number): ReadonlyArray<number> => {
  const own = words.filter((word) => word.box.x0 >= from - snap && word.box.x1 <= to + snap)
  const lines = linesOf(own).map(line)
  const several = lines.filter((each) => pieces(each).length > 1)
  if (several.length < leastLines || several.length < mostlyParted * lines.length) return []
  const cuts = separatorsOf(lines)
  const strips = tableLinesOf(lines, cuts)
  for (let column = 0; column <= cuts.length; column++) {
    const entries = strips.flatMap((strip) =>
      strip.entries.filter((each) => each.from === column && each.to === column)
    )
    const marks = entries.filter((each) => /^(?:[^\p{L}\p{N}]*|\(?\w{1,3}[.)])$/u.test(textOf(each.words)))
    if (marks.length > entries.length / 2 || alignment(strips, column) < 0.5) return []
  }
  return cuts
}

const textOf = (words: ReadonlyArray<LineWord>): string => words.map((word) => word.text).join("")

/** Where the rules stand, with the open sides closed. */
const places = (rules: ReadonlyArray<Ruling>, from: number, to: number): ReadonlyArray<number> => {
  const sorted = rules.map((each) => each.at).sort((a, b) => a - b)
  const out: Array<number> = []
  for (const at of sorted) if (out.length === 0 || at - (out.at(-1) ?? 0) > snap) out.push(at)
  if ((out[0] ?? to) - from > openSide) out.unshift(from)
  if (to - (out.at(-1) ?? from) > openSide) out.push(to)
  return out
}

/** Strips too narrow to hold anything, which hold nothing, closed: double rules, and gaps between tinted cells. */
const used = (places: ReadonlyArray<number>, content: ReadonlyArray<number>, least: number): ReadonlyArray<number> => {
  const full = new Set(content.map((at) => index(places, at)))
  const out: Array<number> = []
  places.forEach((at, i) => {
    const before = places[i - 1]
    if (before !== undefined && out.length > 0 && at - before < least && !full.has(i - 1)) {
      out[out.length - 1] = i === places.length - 1 ? at : i === 1 ? before : (at + before) / 2
    } else out.push(at)
  })
  return out
}

const index = (places: ReadonlyArray<number>, at: number): number => {
  for (let i = 0; i + 1 < places.length; i++) if (at >= (places[i] ?? 0) && at < (places[i + 1] ?? 0)) return i
  return -1
}

/** For each place of the grid, the first place of the cell it belongs to: places with no rule between them are one cell. */
const merge = (
  h: ReadonlyArray<Ruling>,
  v: ReadonlyArray<Ruling>,
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const columns = xs.length - 1
  const bands = ys.length - 1
  const isRuled = (rules: ReadonlyArray<Ruling>, at: number, from: number, to: number) => {
    let sum = 0
    for (const each of rules)
      if (Math.abs(each.at - at) <= snap) sum += Math.max(0, overlap(each.from, each.to, from, to))
    return sum >= covered * (to - from)
  }
  const wallRight = (band: number, column: number) => isRuled(v, xs[column + 1] ?? 0, ys[band] ?? 0, ys[band + 1] ?? 0)
  const wallBelow = (band: number, column: number) =>
    isRuled(h, ys[band + 1] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0)
  const owner = Array.from({ length: columns * bands }, () => -1)
  for (let band = 0; band < bands; band++) {
    for (let column = 0; column < columns; column++) {
      const key = band * columns + column
      if (owner[key] !== -1) continue
      let wide = 1
      while (column + wide < columns && owner[key + wide] === -1 && !wallRight(band, column + wide - 1)) wide++
      let tall = 1
      const open = (below: number) => {
        for (let k = 0; k < wide; k++)
          if (wallBelow(below - 1, column + k) || owner[below * columns + column + k] !== -1) return false
        return true
      }
      while (band + tall < bands && open(band + tall)) tall++
      for (let r = 0; r < tall; r++) for (let k = 0; k < wide; k++) owner[(band + r) * columns + column + k] = key
    }
  }
  return owner
}

const spans = (owner: ReadonlyArray<number>, key: number, columns: number, bands: number) => {
  const band = Math.floor(key / columns)
  const column = key % columns
  let wide = 1
  while (column + wide < columns && owner[key + wide] === key) wide++
  let tall = 1
  while (band + tall < bands && owner[key + tall * columns] === key) tall++
  return { columns: wide, rows: tall }
}

/** A cell that only looks wide because its row has no rules: its pieces stand each in a column of its own. */
const unmerged = (
  wide: Filled,
  xs: ReadonlyArray<number>,
  first: number
): ReadonlyArray<Filled & { readonly rows: number }> => {
  const parts = Array.from({ length: wide.columns }, (): Array<LineWord> => [])
  for (const row of linesOf(wide.words)) {
    for (const piece of pieces(line(row))) {
      const from = index(xs, piece.x0 + 1) - first
      const to = index(xs, piece.x1 - 1) - first
      if (from !== to || parts[from] === undefined) return [{ ...wide, rows: 1 }]
      parts[from].push(...piece.words)
    }
  }
  return parts.filter((part) => part.length > 0).length < 2
    ? [{ ...wide, rows: 1 }]
    : parts.map((words, i) => ({
        words,
        columns: 1,
        rows: 1,
        x0: xs[first + i] ?? wide.x0,
        x1: xs[first + i + 1] ?? wide.x1
      }))
}

/** At least so many lines of a band must be rows of their own, in two columns at once … */
const leastParted = 2
/** … and at most this share may be so in one column and not in another. */
const mixed = 0.1

interface Filled {
  readonly words: ReadonlyArray<LineWord>
  readonly columns: number
  readonly x0: number
  readonly x1: number
}

/** A band in which no rule separates the rows: texts that follow one another in two columns, and cannot be one text in either. */
const resplit = (band: ReadonlyArray<Filled>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const whole = [band.map((each) => cell(each.words, each.columns))]
  const strips = stripsIn(band)
  if (strips.length < leastParted) return whole
  const widths = { room: band.map((each, column) => roomIn(each, strips, column)) }
  const above = new Map<number, Entry>()
  const parts = strips.map((strip) => {
    const found = evidence(above, strip, widths)
    for (const each of strip.entries) above.set(each.from, each)
    return found
  })
  const isSure = ({ numerals: figures, goesOn }: Evidence) => figures > 0 || goesOn === 0
  const sure = parts.filter((found) => found.parts >= 2 && isSure(found)).length
  const [first, second] = strips
  const isPair = strips.length === 2 && first && second && areNumerals(first, second, band.length)
  if (strips.length === 2 ? !isPair : sure < leastParted) return whole
  if (parts.filter((found) => found.parts > 0 && !isSure(found)).length > mixed * strips.length) return whole
  const rows: Array<Array<TableLine>> = []
  strips.forEach((strip, i) => {
    const last = rows.at(-1)
    if (last && parts[i]?.parts === 0) last.push(strip)
    else rows.push([strip])
  })
  return rows.map((row) =>
    band.map((each, column) =>
      cell(
        row.flatMap((strip) => strip.entries.filter((entry) => entry.from === column).flatMap((entry) => entry.words)),
        each.columns
      )
    )
  )
}

/** The width that a cell has for text: as far from its right edge as the text begins from its left one. */
const roomIn = (cell: Filled, strips: ReadonlyArray<TableLine>, column: number): number => {
  const own = strips.flatMap((strip) => strip.entries.filter((each) => each.from === column))
  const left = Math.min(...own.map((each) => each.x0)) - cell.x0
  return Math.max(cell.x1 - cell.x0 - 2 * Math.max(0, left), ...own.map((each) => each.x1 - each.x0))
}

/** A band's lines, each cell a column. */
const stripsIn = (band: ReadonlyArray<Filled>): ReadonlyArray<TableLine> => {
  const column = new Map<LineWord, number>()
  band.forEach((each, i) => {
    for (const word of each.words) column.set(word, i)
  })
  return linesOf(band.flatMap((each) => each.words)).map((words) => {
    const entries = new Map<number, Array<LineWord>>()
    for (const word of words) {
      const at = column.get(word) ?? 0
      const same = entries.get(at)
      if (same) same.push(word)
      else entries.set(at, [word])
    }
    return {
      baseline: words[0]?.baseline ?? 0,
      size: Math.max(...words.map((word) => word.size)),
      entries: [...entries].sort(([a], [b]) => a - b).map(([at, own]) => entryOf(own, at))
    }
  })
}

const entryOf = (words: ReadonlyArray<LineWord>, column: number): Entry => ({
  words: [...words].sort((a, b) => a.box.x0 - b.box.x0),
  x0: Math.min(...words.map((word) => word.box.x0)),
  x1: Math.max(...words.map((word) => word.box.x1)),
  from: column,
  to: column
})
