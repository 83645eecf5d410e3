/**
 * A line of a table below a row → evidence, most of it from 0 (absent) to 1, for its being one more line of that row, or the first of the next.
 * What each is worth stands in `Rows.ts`.
 */
import { flag } from "../../model/Evidence.ts"
import { roomLeft } from "../../model/Fit.ts"
import { greatest, median, smallest } from "../../model/Geometry.ts"
import { minGutterEm, minPair, usualLeadingEm } from "../../model/Measures.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { alone, areApart, drop, evidence, isBroken, isOwn, runsOn, widthsOf } from "../evidence/CellLines.ts"
import { capitalsIn, isSmall } from "../evidence/Letters.ts"
import { isBold } from "../evidence/Spots.ts"
import { isItem } from "../Pieces.ts"
import { type Kinds, kindsOf, maxSideBySideEm, type Parted } from "./Distances.ts"

/** The lines of a row so far, and the last text in each column. */
export interface Row {
  readonly lines: Array<TableLine>
  readonly above: Map<number, Entry>
  readonly isFirst: boolean
}

/** What all lines of a table tell. */
export interface Table {
  /** Width of the text in each column. */
  readonly widths: ReadonlyArray<number>
  readonly kinds: Kinds
  /** How far lines are apart that a rule parts, in em, which share of the lines below a header these are, and how much so many of them say. */
  readonly ruled: { readonly em: number; readonly share: number; readonly doubt: number }
  /** The share of cells that begin with a capital. */
  readonly capitals: number
  /** How far lines of the page's text are from one another, in em. */
  readonly leading: number
}

export const emBetween = (above: TableLine, next: TableLine): number =>
  (next.baseline - above.baseline) / Math.max(above.size, next.size)

/** How far a line is from what stands above it in its columns, in em; from the last line where nothing does. */
export const emBelow = ({ lines, above }: Row, next: TableLine): number => {
  const last = lines.at(-1) as TableLine
  const size = Math.max(last.size, next.size)
  const drops = pairsOf(above, next).map(([before, each]) => drop(before, each) / size)
  return Math.max(emBetween(last, next), drops.length === 0 ? 0 : smallest(drops))
}

/** The texts of a line, each with that above it in its column. */
export const pairsOf = (
  above: Row["above"],
  { entries }: TableLine
): ReadonlyArray<readonly [before: Entry, each: Entry]> =>
  entries.flatMap((each) => {
    const before = above.get(each.from)
    return before !== undefined && alone(each) && alone(before) ? [[before, each] as const] : []
  })

export const measured = (strips: ReadonlyArray<TableLine>, columns: number, parted: Parted, leading: number): Table => {
  const ruled: Array<number> = []
  const free: Array<number> = []
  strips.forEach((next, i) => {
    const above = strips[i - 1]
    if (above === undefined) return
    const em = emBetween(above, next)
    if (em >= maxSideBySideEm) (parted(above, next) ? ruled : free).push(em)
  })
  // a header is further from the rows than they are from one another
  const [header = 0, ...others] = free
  const [first, second] = strips
  const isHeader = first !== undefined && second !== undefined && header === emBetween(first, second)
  const count = ruled.length
  return {
    widths: widthsOf(strips, columns),
    kinds: kindsOf(isHeader && header > greatest(others) ? others : free),
    ruled: {
      em: median(ruled),
      share: count < minPair ? 0 : (count - 1) / (count - 1 + free.length),
      doubt: count / (count + 2)
    },
    capitals: capitalsIn(strips, parted),
    leading: Math.max(usualLeadingEm, leading)
  }
}

/** Distances that differ by this factor are as unlike as may be. */
const unlike = 1.5
/** A line this far above another is not in line with it. */
const leastSkipEm = 0.3
/** Room for a word and for so many em more is as much as says anything. */
const muchRoomEm = 8

export const rowEvidence = ({ lines, above, isFirst }: Row, next: TableLine, table: Table) => {
  const { widths, kinds, ruled, capitals, leading } = table
  const em = emBetween(lines.at(-1) as TableLine, next)
  const size = Math.max(lines.at(-1)?.size ?? 0, next.size)
  const { entries } = next
  const pairs = pairsOf(above, next)
  const of = (is: (before: Entry, each: Entry) => boolean) =>
    pairs.filter(([before, each]) => is(before, each)).length / entries.length
  const { parts, alike, goesOn } = evidence(above, next, widths)
  const room = ([before, each]: readonly [Entry, Entry]) =>
    isOwn(before, each)
      ? 0
      : roomLeft(each.words, (widths[each.from] ?? 0) - before.x1 + before.x0) / (muchRoomEm * size)
  const areBold = [...above.values(), ...entries].every(isBold)
  return {
    /** How much further it is from the line above than lines of text are from one another, from -0.3 to 4 times as far. */
    far: Math.min(4, Math.max(-0.3, em / leading - 1)),
    /** The line of a cell that it goes on with is not the last, but one further above. */
    skips: flag(pairs.some(([before, each]) => drop(before, each) > (em + leastSkipEm) * size)),
    /** It is one of those that are closer, where distances are of two kinds. */
    closer: em <= kinds.at ? kinds.apart : 0,
    /** It is closer to the line above than lines that rules part, less than 0 where it is not; rules part most lines. */
    within: ruled.doubt === 0 ? 0 : Math.min(1, Math.max(-1, Math.log(ruled.em / em) / Math.log(unlike))) * ruled.doubt,
    ruled: ruled.share,
    /** Texts of it are of one kind with those above: figures, codes, labels. */
    alike: alike / entries.length,
    /** One of its texts would have fitted behind what is above it; how much room there was. */
    fits: flag(parts > 0),
    room: Math.min(1, greatest([0, ...pairs.map(room)])),
    /** None of its texts would have. */
    full: flag(goesOn === entries.length),
    /** All are single words. */
    single: flag(pairs.length > 0 && pairs.every((pair) => pair.every(({ words }) => words.length === 1))),
    /** The row is a name that reaches over the texts of this line: it left no room for them. */
    over: flag(
      above.size === 1 &&
        pairs.length === 0 &&
        (above.get(0)?.x1 ?? 0) > smallest(entries.map(({ x0 }) => x0)) - minGutterEm * size
    ),
    /** It has a name in the first column, as the row has. */
    named: flag(above.has(0) && entries.some(({ from }) => from === 0)),
    /** It has fewer texts than the row. */
    fewer: Math.max(0, 1 - entries.length / above.size),
    /** Both are in bold; both are, and the row is the first. */
    bold: flag(areBold),
    header: flag(areBold && isFirst),
    first: flag(isFirst),
    /** It is items of a list. */
    items: flag(entries.every((each) => each.from > 0 && isItem(each))),
    /** Figures of one row stand on one line. */
    figures: flag(areApart(above, next, maxSideBySideEm * size)),
    /** A word goes on behind a hyphen; sentences go on; texts begin in small letters where cells begin in capitals. */
    broken: flag(entries.some((each) => isBroken(above.get(each.from), each))),
    runsOn: of(runsOn) * capitals,
    small: of((_, { words }) => isSmall(words[0]?.text)) * capitals
  }
}
