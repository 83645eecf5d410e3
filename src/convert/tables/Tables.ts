/**
 * Lines and rules → the lines left, with each table standing among them as one line without words, so that columns and
 * reading order treat it as one thing. Ruled tables are found on the whole page, the others later within their column.
 */
import { isRightToLeft } from "../lines/Direction.ts"
import { region as asRows } from "../lines/Joined.ts"
import { line } from "../lines/Lines.ts"
import type { Cell } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { area, around, centreX, centreY, holds, median, union } from "../model/Geometry.ts"
import type { Line, LineWord, Region } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"
import { plain } from "../model/Text.ts"
import { divided, extent, form, lined, shortIn, stacks } from "./Booktabs.ts"
import { footed, topped } from "./GridExtension.ts"
import { headed } from "./HeaderRule.ts"
import { ruled } from "./Lattice.ts"
import { frame, type Ruling, rules } from "./Rulings.ts"
import { borderless } from "./Stream.ts"
import { headerOver, headers, striped } from "./Tints.ts"

/** A frame around nearly the whole page is decoration. */
const pageFrame = 0.9
export const ruledTables = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const groups = rules(page)
  let left = lines
  for (const group of striped(
    groups.filter((each) => each.length >= 4),
    lines
  )) {
    const whole = footed(topped(group, left), left)
    left = placed(page, left, frame(whole), (words) => ruled(whole, words)?.rows ?? null)
  }
  const { tables, pairs } = stacks(groups)
  const tints = headers(groups, left)
  const headed = pairs.filter((pair) => headerOver(pair, tints).length > 0)
  for (const rules of [...tables, ...headed]) {
    const stack = [...headerOver(rules, tints), ...rules]
    for (const part of divided(stack, wordsIn(left, extent(stack))))
      left = placed(page, left, extent(part), (words) => lined(part, words, shortIn(extent(part), groups)))
  }
  for (const pair of pairs) left = placed(page, left, extent(pair), form)
  return underHeaders(groups, left)
}

/** Rules at one height with gaps no wider than this, in points, stand under the columns of one table. */
const betweenColumns = 14

/** Rules side by side as one, from top to bottom. */
const inOne = (rules: ReadonlyArray<Ruling>): ReadonlyArray<Ruling> => {
  const out: Array<Ruling> = []
  for (const each of [...rules].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const last = out.at(-1)
    if (last && each.at - last.at < 1 && each.from - last.to < betweenColumns)
      out[out.length - 1] = { ...last, to: Math.max(last.to, each.to) }
    else out.push(each)
  }
  return out
}

/** Rules tried as a header's on one page. */
const mostHeaders = 60

/** The lines, with the tables that have a rule below their header and no other. */
const underHeaders = (
  groups: ReadonlyArray<ReadonlyArray<Ruling>>,
  lines: ReadonlyArray<Line>
): ReadonlyArray<Line> => {
  const loose = inOne(groups.flatMap((group) => (group.every((each) => each.horizontal) ? group : [])))
  if (loose.length === 0 || loose.length > mostHeaders) return lines
  let left = [...lines].sort((a, b) => a.baseline - b.baseline)
  for (const rule of loose) {
    const found = headed(rule, left)
    if (found === null) continue
    left = left.filter((each) => !found.lines.has(each))
    left.push(standIn(found.rows, found.box, [...found.lines]))
    left.sort((a, b) => a.baseline - b.baseline)
  }
  return left
}

const isIn = (box: Box, word: LineWord): boolean =>
  word.angle === 0 && holds(box, centreX(word.box), word.baseline - 0.3 * word.size)

const wordsIn = (lines: ReadonlyArray<Line>, box: Box): ReadonlyArray<LineWord> =>
  lines.flatMap((each) => (each.cells === undefined ? each.words.filter((word) => isIn(box, word)) : []))

/** The lines with the table that `find` sees among the words in `box`, if it sees one. */
const placed = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  box: Box,
  find: (words: ReadonlyArray<LineWord>) => ReadonlyArray<ReadonlyArray<Cell>> | null
): ReadonlyArray<Line> => {
  if (area(box) > pageFrame * page.width * page.height) return lines
  const inside = (word: LineWord) => isIn(box, word)
  const touched = new Set(lines.filter((each) => each.cells === undefined && each.words.some(inside)))
  const cells = find([...touched].flatMap((each) => each.words.filter(inside)))
  if (cells === null) return lines
  const cut = [...touched].flatMap((each) => {
    const outside = each.words.filter((word) => !inside(word))
    return outside.length === 0 ? [] : [line(outside)]
  })
  return [...lines.filter((each) => !touched.has(each)), ...cut, standIn(cells, box, [...touched])]
}

export const borderlessTables = (regions: ReadonlyArray<Region>): ReadonlyArray<Region> =>
  regions.map((region) => {
    const found = borderless(region.lines)
    if (found.length === 0) return region
    const lines: Array<Line> = []
    let next = 0
    for (const each of found) {
      lines.push(...region.lines.slice(next, each.from))
      const own = region.lines.slice(each.from, each.to)
      lines.push(standIn(each.rows, around(own.map((row) => row.box)), own))
      next = each.to
    }
    lines.push(...region.lines.slice(next))
    return { lines, box: lines.map((row) => row.box).reduce(union) }
  })

/** Tables over the page's whole width, whose columns would be read as columns of text: the lines left, and the tables. */
export const wideTables = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const level = lines.filter((each) => each.angle === 0)
  const { lines: rows } = asRows(level)
  const found = borderless(rows, true)
  if (found.length === 0) return lines
  const tables = found.map((each) => {
    const own = rows.slice(each.from, each.to)
    return standIn(each.rows, around(own.map((row) => row.box)), own)
  })
  const isTaken = ({ box }: Line) => tables.some((table) => holds(table.box, centreX(box), centreY(box)))
  return [...lines.filter((each) => each.words.length === 0 || each.angle !== 0 || !isTaken(each)), ...tables]
}

const standIn = (cells: ReadonlyArray<ReadonlyArray<Cell>>, box: Box, lines: ReadonlyArray<Line>): Line => ({
  words: [],
  box,
  baseline: box.y1,
  size: 10,
  angle: 0,
  cells: inOrder(cells),
  cellSize: median(lines.map((each) => each.size))
})

/** Where most of the text goes from right to left, so do the columns. */
const inOrder = (cells: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const text = cells.map((row) => row.map((each) => plain(each.runs)).join(" ")).join(" ")
  return isRightToLeft(text) ? cells.map((row) => [...row].reverse()) : cells
}
