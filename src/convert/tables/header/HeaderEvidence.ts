import { flag, weigh } from "../../model/Evidence.ts"
import { type Line, type LineWord, textOf } from "../../model/Line.ts"
import { inLineEm, minPair, sameEdgePt } from "../../model/Measures.ts"
import type { TableLine } from "../ColumnSeparators.ts"
import { headerHeight } from "../evidence/Headers.ts"
import { labelSize } from "../evidence/Lookalikes.ts"
import { isBold, isName, isYear, mean, range, share } from "../evidence/Spots.ts"
import { pieces } from "../Pieces.ts"
import type { Draft, DraftCell, Proposal } from "../Proposal.ts"
import type { RulingsIn } from "../Reading.ts"
import { areNamed, isInLine, namesIn } from "../Spans.ts"
import { type Grid, isIn, maxOverhangPt } from "./HeaderColumns.ts"

/** Lines of one text are closer than this. */
const closeEm = 1.4
/** What each piece of evidence adds, each from 0 to 1. */
const weights = {
  bias: -5.7,
  /** Columns that have a name, the first of several left out; squared. */
  named: 4,
  /** Names in line with their columns or with the name below, of the line that has the fewest. */
  aligned: 2,
  /** The same where there are many columns, over which texts stand by no chance; less than 0 below three. */
  columns: 2,
  /** Borders of the table's cells that are painted. */
  closed: 1,
  /** Names that reach beyond a grid whose borders are painted. */
  beyond: -4,
  /** A figure that is no year, or signs and figures in a line that is not bold: of the first row. */
  figures: -4,
  /** One text alone in its line, over several columns or with room below it. */
  lone: -3,
  /** Texts side by side over one column. */
  glued: -3,
  /** A line right over it that looks as its own do. */
  begun: -2,
  /** The table's first row is names in bold, and it is not. */
  second: -2,
  /** The row below begins in smaller letters and goes on in larger ones: labels of fields over their values. */
  labelled: -4,
  /** How far over the table it ends, in em. */
  far: -1.2
}

/** Lines that may be a header, their texts over the columns of the table below. */
export interface Header {
  readonly lines: ReadonlyArray<Line>
  readonly strips: ReadonlyArray<TableLine>
  /** The line above them. */
  readonly above: Line | undefined
  /** Those between its upper edge and the table. */
  readonly rulings: RulingsIn
}

/** Above 0 it is one. */
export const headerScore = (
  { lines, strips, above, rulings }: Header,
  { box, closed, draft }: Proposal,
  grid: Grid
): number => {
  const { cuts, edges, size } = grid
  const entries = strips.flatMap((line) => line.entries)
  const last = lines.at(-1)?.baseline ?? 0
  const below = rulings.across.find(({ at }) => at > last && at < box.y0 - sameEdgePt)
  const named = namedIn(strips, grid) ** 2
  const evidence = {
    named,
    aligned: Math.min(...strips.map((_, i) => alignedIn(strips.slice(i), grid))),
    columns: cuts.length < minPair ? -0.5 : named * Math.min(1, (cuts.length - minPair) / 3),
    closed,
    beyond: share(entries, ({ x0, x1 }) => x0 < edges.x0 - maxOverhangPt || x1 > edges.x1 + maxOverhangPt),
    figures: flag(entries.some(isFigure)),
    lone: flag(strips.some((line, i) => isLone(line, strips[i + 1]))),
    glued: flag(strips.some((line, i) => line.entries.length < pieces(lines[i] as Line).length)),
    begun: flag(isBegun(above, lines[0])),
    second: flag(!lines.every(isBold) && headerHeight(draft) > 0),
    labelled: flag(isOverLabels(lines, draft[0])),
    far: Math.max(0, ((below?.at ?? box.y0) - last) / size - 1)
  }
  return weigh(evidence, weights)
}

const isFigure = (entry: Pick<DraftCell, "words">): boolean => {
  const text = textOf(entry.words)
  return !isName(text) || (!isBold(entry) && !isYear(text) && /\p{Nd}/u.test(text) && !/\p{L}/u.test(text))
}

/** The line above is as close as lines of one text are, and as bold. */
const isBegun = (above: Line | undefined, first: Line | undefined): boolean =>
  above !== undefined &&
  first !== undefined &&
  first.baseline - above.baseline < closeEm * first.size &&
  isBold(above) === isBold(first)

const isOverLabels = (lines: ReadonlyArray<Line>, row: Draft[number] = []): boolean => {
  const isSmall = (word: LineWord) => lines.every(({ size }) => word.size < labelSize * size)
  const texts = row.map(({ words }) => words).filter(({ length }) => length > 0)
  return texts.every(([first]) => first === undefined || isSmall(first)) && !texts.flat().every(isSmall)
}

/** One text alone in its line, over several columns or with room below it. */
const isLone = (line: TableLine, below: TableLine | undefined): boolean => {
  const [only, second] = line.entries
  if (only === undefined || second !== undefined) return false
  return only.from < only.to || (below !== undefined && below.baseline - line.baseline >= closeEm * line.size)
}

const namedIn = (strips: ReadonlyArray<TableLine>, { columns, strips: body }: Grid): number => {
  const entries = strips.flatMap((line) => line.entries)
  const isHeader = ({ entries }: TableLine) => entries.every(({ words }) => isName(textOf(words)))
  const below = namesIn([...strips, ...body.slice(0, 1).filter(isHeader)])
  const named = new Set(entries.flatMap(({ from, to }) => (areNamed(below, from, to) ? range(from, to) : [from])))
  const own = [...columns.keys()].slice(columns.length > minPair ? 1 : 0)
  return share(own, (column) => named.has(column))
}

/** How well the names in the first of these lines stand in line with what is right below them, a name or texts: half as well in the room of their column. */
const alignedIn = ([line, ...below]: ReadonlyArray<TableLine>, grid: Grid): number =>
  mean(
    (line?.entries ?? []).map((each) => {
      const { from, to, isOver } = each
      const size = line?.size ?? 0
      const under = below.flatMap(({ entries }) => entries.filter((other) => other.from === from && other.to === to))
      const reach = { x0: grid.columns[from]?.x0 ?? 0, x1: grid.columns[to]?.x1 ?? 0 }
      if (isOver === true) return 1
      if (from < to) return Math.abs(reach.x0 + reach.x1 - each.x0 - each.x1) <= 2 * inLineEm * size ? 1 : 0
      return [reach, ...under].some((other) => isInLine(each, other, size)) ? 1 : isIn(each, grid) ? 0.5 : 0
    })
  )
