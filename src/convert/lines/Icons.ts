/** Line[] → Line[]: pieces of a line that only a small picture parts, such as an icon within a sentence, are one line. */

import { around, type Box, centreY, greatest, height, sameRow, width } from "../model/Geometry.ts"
import type { Line } from "../model/Line.ts"
import { maxGapEm } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { line, minSharedHeight } from "./Lines.ts"

/** Maximum height of an icon, in em of the text around it. */
const maxIconEm = 1.3

export const withoutIcons = (page: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const icons = iconsOf(page, greatest(lines.map(({ size }) => size)))
  if (icons.length === 0) return lines
  const out: Array<Line> = []
  for (const each of [...lines].sort((a, b) => a.box.x0 - b.box.x0)) {
    const at = out.findLastIndex(
      (before) => isNear(before, each) && isRow(before, each) && isParted(before, each, icons)
    )
    if (at < 0) out.push(each)
    else out[at] = line([...(out[at]?.words ?? []), ...each.words])
  }
  return out.length === lines.length ? lines : out.sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
}

/** What is painted and no larger than the largest text has room for. */
const iconsOf = (page: RawPage, size: number): ReadonlyArray<Box> =>
  [...page.images, ...page.drawings, ...page.fills.map(({ box }) => box)].filter(
    (box) => height(box) < maxIconEm * size && width(box) <= (maxIconEm + maxGapEm) * size
  )

const isRow = (a: Line, b: Line): boolean => sameRow(a.box, b.box) > minSharedHeight

const gapOf = (before: Line, behind: Line): number => behind.box.x0 - before.box.x1

/** Whether there is room for an icon between two lines, and not for more. */
const isNear = (before: Line, behind: Line): boolean => {
  const gap = gapOf(before, behind)
  return gap >= 0 && gap <= (maxIconEm + maxGapEm) * Math.max(before.size, behind.size)
}

/** Whether nothing but an icon, which is as high as the text, stands between two lines of a row. */
const isParted = (before: Line, behind: Line, icons: ReadonlyArray<Box>): boolean => {
  const size = Math.max(before.size, behind.size)
  const between = icons.filter(
    (icon) =>
      icon.x0 >= before.box.x1 &&
      icon.x1 <= behind.box.x0 &&
      centreY(icon) > before.baseline - size &&
      centreY(icon) < before.baseline &&
      height(icon) < maxIconEm * size
  )
  const { x0, x1 } = around(between)
  return between.length > 0 && gapOf(before, behind) - (x1 - x0) < maxGapEm * size
}
