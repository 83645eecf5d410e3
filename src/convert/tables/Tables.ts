/**
 * Lines and rules → the parts of the page: the lines left, and each table standing among them as one thing. Ruled tables are found on the whole page, the others later within their column.
 */
import { isRightToLeft } from "../lines/Direction.ts"
import { region as joinedRows } from "../lines/Joined.ts"
import { line } from "../lines/Lines.ts"
import type { Cell } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { area, around, centreX, centreY, holds, median, union } from "../model/Geometry.ts"
import {
  baselineOf,
  isText,
  type Line,
  type LineWord,
  type Part,
  type PlacedTable,
  type Region
} from "../model/Line.ts"
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
export const ruledTables = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Part> => {
  const groups = rules(page)
  let found: Found = { lines, tables: [] }
  for (const group of striped(
    groups.filter((each) => each.length >= 4),
    lines
  )) {
    const whole = footed(topped(group, found.lines), found.lines)
    found = placed(page, found, frame(whole), (words) => ruled(whole, words)?.rows ?? null)
  }
  const { tables, pairs } = stacks(groups)
  const tints = headers(groups, found.lines)
  const headed = pairs.filter((pair) => headerOver(pair, tints).length > 0)
  for (const rules of [...tables, ...headed]) {
    const stack = [...headerOver(rules, tints), ...rules]
    for (const part of divided(stack, wordsIn(found.lines, extent(stack))))
      found = placed(page, found, extent(part), (words) => lined(part, words, shortIn(extent(part), groups)))
  }
  for (const pair of pairs) found = placed(page, found, extent(pair), form)
  return underHeaders(groups, [...found.lines, ...found.tables])
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
  parts: ReadonlyArray<Part>
): ReadonlyArray<Part> => {
  const loose = inOne(groups.flatMap((group) => (group.every((each) => each.horizontal) ? group : [])))
  if (loose.length === 0 || loose.length > mostHeaders) return parts
  let left = [...parts].sort((a, b) => baselineOf(a) - baselineOf(b))
  for (const rule of loose) {
    const found = headed(rule, left)
    if (found === null) continue
    left = left.filter((each) => !found.lines.has(each))
    left.push(placedTable(found.rows, found.box, [...found.lines]))
    left.sort((a, b) => baselineOf(a) - baselineOf(b))
  }
  return left
}

const isIn = (box: Box, word: LineWord): boolean =>
  word.angle === 0 && holds(box, centreX(word.box), word.baseline - 0.3 * word.size)

const wordsIn = (lines: ReadonlyArray<Line>, box: Box): ReadonlyArray<LineWord> =>
  lines.flatMap((each) => each.words.filter((word) => isIn(box, word)))

/** What has been found so far: the tables, and the lines outside. */
interface Found {
  readonly lines: ReadonlyArray<Line>
  readonly tables: ReadonlyArray<PlacedTable>
}

/** The lines with the table that `find` sees among the words in `box`, if it sees one. */
const placed = (
  page: RawPage,
  so: Found,
  box: Box,
  find: (words: ReadonlyArray<LineWord>) => ReadonlyArray<ReadonlyArray<Cell>> | null
): Found => {
  if (area(box) > pageFrame * page.width * page.height) return so
  const inside = (word: LineWord) => isIn(box, word)
  const touched = new Set(so.lines.filter((each) => each.words.some(inside)))
  const cells = find([...touched].flatMap((each) => each.words.filter(inside)))
  if (cells === null) return so
  const cut = [...touched].flatMap((each) => {
    const outside = each.words.filter((word) => !inside(word))
    return outside.length === 0 ? [] : [line(outside)]
  })
  return {
    lines: [...so.lines.filter((each) => !touched.has(each)), ...cut],
    tables: [...so.tables, placedTable(cells, box, [...touched])]
  }
}

export const borderlessTables = (regions: ReadonlyArray<Region>): ReadonlyArray<Region> =>
  regions.map(({ parts, box }) => {
    const placed = stretches(parts).flatMap((each) => (isTable(each) ? [each] : withTables(each)))
    return placed.length === parts.length
      ? { parts, box }
      : { parts: placed, box: placed.map((part) => part.box).reduce(union) }
  })

const isTable = (each: PlacedTable | ReadonlyArray<Line>): each is PlacedTable => "kind" in each

/** Lines that follow one another, and the tables between them. */
const stretches = (parts: ReadonlyArray<Part>): ReadonlyArray<PlacedTable | ReadonlyArray<Line>> => {
  const out: Array<PlacedTable | Array<Line>> = []
  for (const part of parts) {
    const last = out.at(-1)
    if (!isText(part)) out.push(part)
    else if (last === undefined || isTable(last)) out.push([part])
    else last.push(part)
  }
  return out
}

/** Lines with the tables that no rules draw among them. */
const withTables = (lines: ReadonlyArray<Line>): ReadonlyArray<Part> => {
  const out: Array<Part> = []
  let next = 0
  for (const each of borderless(lines)) {
    const own = lines.slice(each.from, each.to)
    out.push(...lines.slice(next, each.from), placedTable(each.rows, around(own.map((row) => row.box)), own))
    next = each.to
  }
  return [...out, ...lines.slice(next)]
}

/** Tables over the page's whole width, whose columns would be read as columns of text: the lines left, and the tables. */
export const wideTables = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const level = parts.filter((each) => !isText(each) || each.angle === 0)
  const tables = stretches(joinedRows(level).parts).flatMap((lines) =>
    isTable(lines)
      ? []
      : borderless(lines, true).map((each) => {
          const own = lines.slice(each.from, each.to)
          return placedTable(each.rows, around(own.map((row) => row.box)), own)
        })
  )
  if (tables.length === 0) return parts
  const isTaken = ({ box }: Part) => tables.some((table) => holds(table.box, centreX(box), centreY(box)))
  return [...parts.filter((each) => !isText(each) || each.angle !== 0 || !isTaken(each)), ...tables]
}

const placedTable = (rows: ReadonlyArray<ReadonlyArray<Cell>>, box: Box, from: ReadonlyArray<Part>): PlacedTable => ({
  kind: "table",
  rows: inOrder(rows),
  box,
  size: median(from.map((each) => each.size))
})

/** Where most of the text goes from right to left, so do the columns. */
const inOrder = (cells: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const text = cells.map((row) => row.map((each) => plain(each.runs)).join(" ")).join(" ")
  return isRightToLeft(text) ? cells.map((row) => [...row].reverse()) : cells
}
