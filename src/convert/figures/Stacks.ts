/** Tints → whether they are one bar in parts: side by side, each in a colour of its own and of its own length. */
import type { Box } from "../model/Geometry.ts"
import { minSeries, slackPt } from "../model/Measures.ts"

/** More parts than a row of cells in colours is likely to have. */
const parts = minSeries + 1

interface Tint {
  readonly box: Box
  readonly colour?: number
}

type Edges = readonly [from: number, to: number]

/** From 0 to 1, by how many colours there are in which nothing is written: a map of heat has more of them than a table. */
export const shadesOf = <A extends Tint>(tints: ReadonlyArray<A>, isEmpty: (tint: A) => boolean): number => {
  const colours = new Set<number | undefined>()
  for (const tint of tints) if (!colours.has(tint.colour) && isEmpty(tint)) colours.add(tint.colour)
  return Math.max(0, Math.min(1, (colours.size - minSeries) / (parts + 1)))
}

/** From 0 to 1, by the parts of the longest one. */
export const stackOf = (tints: ReadonlyArray<Tint>): number =>
  Math.max(
    longest(
      tints,
      ({ x0, x1 }) => [x0, x1],
      ({ y0, y1 }) => [y0, y1]
    ),
    longest(
      tints,
      ({ y0, y1 }) => [y0, y1],
      ({ x0, x1 }) => [x0, x1]
    )
  ) /
  (parts + 1)

const longest = (tints: ReadonlyArray<Tint>, along: (box: Box) => Edges, across: (box: Box) => Edges): number => {
  const rows = [...Map.groupBy(tints, ({ box }) => across(box).map(Math.round).join(" ")).values()].filter(
    (row) => row.length >= parts
  )
  const starts = rows.map((row) => new Set(row.map(({ box }) => Math.round(along(box)[0]))))
  return Math.min(
    parts + 1,
    Math.max(
      0,
      ...rows.flatMap((row, i) => {
        // cells of a table begin where those of other rows do
        const own = [...(starts[i] ?? [])]
        const isGrid = starts.some((other, k) => k !== i && own.filter((at) => other.has(at)).length >= minSeries)
        return !isGrid &&
          isBar(
            row.map(({ box }) => along(box)),
            row
          )
          ? [row.length]
          : []
      })
    )
  )
}

const isBar = (edges: ReadonlyArray<Edges>, row: ReadonlyArray<Tint>): boolean => {
  const sorted = edges.toSorted((a, b) => a[0] - b[0])
  const lengths = new Set(sorted.map(([from, to]) => Math.round(to - from)))
  const meets = sorted.slice(1).every(([from], i) => from - (sorted[i] as Edges)[1] < slackPt)
  return meets && lengths.size >= parts && new Set(row.map(({ colour }) => colour)).size === row.length
}
