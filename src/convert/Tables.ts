/**
 * Lines and rules → the lines left, with each table standing among them as one line without words, so that columns and
 * reading order treat it as one thing. Ruled tables are found on the whole page, the others later within their column.
 */
import { around, holds, union } from "./Geometry.ts"
import { line } from "./Lines.ts"
import type { Box, Cell, Line, Placed, RawPage, Region } from "./Page.ts"
import { frame, rules } from "./Rules.ts"
import { borderless } from "./tables/Borderless.ts"
import { ruled } from "./tables/Ruled.ts"

/** A frame around nearly the whole page is decoration. */
const pageFrame = 0.9

export const ruledTables = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  let left = lines
  const groups = rules(page).filter((group) => group.length >= 4)
  for (const group of groups) {
    const box = frame(group)
    if ((box.x1 - box.x0) * (box.y1 - box.y0) > pageFrame * page.width * page.height) continue
    const inside = (word: Placed) =>
      word.angle === 0 && holds(box, (word.box.x0 + word.box.x1) / 2, word.baseline - 0.3 * word.size)
    const touched = left.filter((each) => each.cells === undefined && each.words.some(inside))
    const found = ruled(
      group,
      touched.flatMap((each) => each.words.filter(inside))
    )
    if (found === null) continue
    const cut = touched.flatMap((each) => {
      const outside = each.words.filter((word) => !inside(word))
      return outside.length === 0 ? [] : [line(outside)]
    })
    const gone = new Set(touched)
    left = [...left.filter((each) => !gone.has(each)), ...cut, standIn(found.rows, found.box)]
  }
  return left
}

export const borderlessTables = (regions: ReadonlyArray<Region>): ReadonlyArray<Region> =>
  regions.map((region) => {
    const found = borderless(region.lines)
    if (found.length === 0) return region
    const lines: Array<Line> = []
    let next = 0
    for (const each of found) {
      lines.push(...region.lines.slice(next, each.from))
      lines.push(standIn(each.rows, around(region.lines.slice(each.from, each.to).map((row) => row.box))))
      next = each.to
    }
    lines.push(...region.lines.slice(next))
    return { lines, box: lines.map((row) => row.box).reduce(union) }
  })

const standIn = (cells: ReadonlyArray<ReadonlyArray<Cell>>, box: Box): Line => ({
  words: [],
  box,
  baseline: box.y1,
  size: 10,
  angle: 0,
  cells
})
