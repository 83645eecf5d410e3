/** Proposal → Proposal[]: the same table with a header that stands on its upper edge, or a last row below its lower one. */

import type { Box } from "../model/Geometry.ts"
import { median, overlap, width } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { maxHeaderLines, minGutterEm, minSeries } from "../model/Measures.ts"
import { type Piece, pieces } from "./ColumnSeparators.ts"
import { boxOf } from "./evidence/Spots.ts"
import type { Draft, DraftCell, Proposal, Sight } from "./Proposal.ts"
import { widthOf } from "./Reading.ts"
import { linesIn } from "./Sight.ts"

/** A header's last baseline is at most this far above the table, and its lines this far apart. */
const maxHeaderLeadingEm = 1.5
/** A last row is as far below the one above it as rows are, by this share. */
const evenly = 0.25
/** A ruling over the header is as wide as the table, to this share. */
const minRuledShare = 0.9
/** Texts begin and end within their column, give or take so many points. */
const maxOverhangPt = 1

export const extended = (proposal: Proposal, sight: Sight): ReadonlyArray<Proposal> => {
  const columns = columnsOf(proposal.draft)
  if (columns === null) return [proposal]
  const header = headerOver(proposal, columns, sight)
  // what stands on the first tinted row may be a row itself, under the header
  const second = header === null ? null : headerOver(header, columns, sight)
  const taller = second?.ruled === 1 ? second : (header ?? proposal)
  const longer = rowBelow(taller, columns, sight)
  return [...new Set([proposal, header ?? proposal, taller, longer ?? taller])]
}

/** Where a column's texts stand, and how far they may reach. */
interface Column {
  readonly x0: number
  readonly x1: number
  readonly from: number
  readonly to: number
}

/** Each column may reach half-way to the next. */
const columnsOf = (draft: Draft): ReadonlyArray<Column> | null => {
  const width = widthOf(draft)
  // a title over the rows below reaches over other columns
  const isTitle = (row: Draft[number]) => width > 1 && row.filter(({ words }) => words.length > 0).length < 2
  const rows = draft.filter((row) => row.length === width && !isTitle(row))
  const texts = Array.from({ length: width }, (_, i) => rows.flatMap((row) => row[i]?.words ?? []))
  if (texts.some((words) => words.length === 0)) return null
  const spots = texts.map(boxOf)
  const middles = spots.slice(1).map((spot, i) => (spot.x0 + (spots[i]?.x1 ?? 0)) / 2)
  return spots.map((spot, i) => ({
    ...spot,
    from: middles[i - 1] ?? Number.NEGATIVE_INFINITY,
    to: middles[i] ?? Number.POSITIVE_INFINITY
  }))
}

type Fit = (piece: Piece, column: Column, columns: ReadonlyArray<Column>) => boolean

const isWithin: Fit = (piece, { from, to }) => piece.x0 >= from - maxOverhangPt && piece.x1 <= to + maxOverhangPt

/** Over the texts of this column and of no other, however far it reaches. */
const isOver: Fit = (piece, column, columns) => {
  const met = columns.filter((each) => overlap(piece.x0, piece.x1, each.x0, each.x1) > 0)
  return met.length === 0 ? isWithin(piece, column, columns) : met.length === 1 && met[0] === column
}

/** The texts of a line by column; null when one does not stand in a column of its own. */
const inColumns = (
  line: Line,
  columns: ReadonlyArray<Column>,
  fits: Fit = isWithin
): ReadonlyMap<number, Piece> | null => {
  const out = new Map<number, Piece>()
  for (const piece of pieces(line)) {
    const at = columns.findIndex((column) => fits(piece, column, columns))
    if (at < 0 || out.has(at)) return null
    out.set(at, piece)
  }
  return out
}

const rowOf = (parts: ReadonlyArray<ReadonlyMap<number, Piece>>, columns: number): ReadonlyArray<DraftCell> =>
  Array.from({ length: columns }, (_, i) => ({
    words: parts.flatMap((part) => part.get(i)?.words ?? []),
    columns: 1,
    rows: 1
  }))

/** A header stands within its columns; in bold, or below a rule that closes the table, over them. */
const headerOver = (proposal: Proposal, columns: ReadonlyArray<Column>, sight: Sight): Proposal | null => {
  const header = headerWith(isWithin, proposal, columns, sight)
  if (header !== null) return header
  const wide = headerWith(isOver, proposal, columns, sight)
  return wide?.ruled === 1 || (columns.length >= minSeries && wide?.draft[0]?.every(isBold)) ? wide : null
}

const headerWith = (fits: Fit, proposal: Proposal, columns: ReadonlyArray<Column>, sight: Sight): Proposal | null => {
  const { box, draft } = proposal
  const size = sizeOf(draft)
  const over = linesIn(sight, { ...box, y0: box.y0 - maxHeaderLines * maxHeaderLeadingEm * size, y1: box.y0 })
  const parts: Array<ReadonlyMap<number, Piece>> = []
  let top = box.y0
  for (const line of [...over].reverse()) {
    const own = top - line.baseline > maxHeaderLeadingEm * size ? null : inColumns(line, columns, fits)
    if (own === null || isCut(line, sight)) break
    parts.unshift(own)
    top = line.baseline
  }
  const named = new Set(parts.flatMap((part) => [...part.keys()]))
  const least = columns.length === 1 ? 1 : Math.max(2, columns.length - 1)
  if (named.size < least || (columns.length === 1 && !isHeader(parts))) return null
  const words = parts.flatMap((part) => [...part.values()].flatMap((piece) => piece.words))
  const y0 = Math.min(...words.map((word) => word.box.y0))
  const ruled = isUnderRule({ ...box, y0 }, size, sight) ? 1 : proposal.ruled
  return { ...proposal, box: { ...box, y0 }, ruled, draft: [rowOf(parts, columns.length), ...draft] }
}

/** The words in a box that go on beyond it. */
const isCut = ({ words, size }: Line, { lines }: Sight): boolean => {
  const last = words.at(-1) as LineWord
  const whole = lines.find((each) => each.words.includes(last))?.words ?? []
  const next = whole[whole.indexOf(last) + 1]
  return next !== undefined && next.box.x0 - last.box.x1 < minGutterEm * size
}

/** A ruling as wide as the table stands right above it. */
const isUnderRule = (box: Box, size: number, { groups }: Sight): boolean =>
  groups.some((group) =>
    group.some(
      ({ horizontal, at, from, to }) =>
        horizontal &&
        at <= box.y0 + size / 2 &&
        at >= box.y0 - maxHeaderLeadingEm * size &&
        overlap(from, to, box.x0, box.x1) >= minRuledShare * width(box)
    )
  )

const isBold = ({ words }: Pick<Piece, "words">): boolean => words.every(({ bold }) => bold)

/** One line in bold names a column that stands alone. */
const isHeader = ([first, ...rest]: ReadonlyArray<ReadonlyMap<number, Piece>>): boolean =>
  rest.length === 0 && [...(first?.values() ?? [])].every(isBold)

/** It begins where the last row does. */
const isFlush = (own: ReadonlyMap<number, Piece>, draft: Draft): boolean =>
  Math.abs((own.get(0)?.x0 ?? 0) - (draft.at(-1)?.[0]?.words[0]?.box.x0 ?? 0)) < maxOverhangPt

const rowBelow = (proposal: Proposal, columns: ReadonlyArray<Column>, sight: Sight): Proposal | null => {
  const { box, draft } = proposal
  const size = sizeOf(draft)
  const tops = draft.flatMap((row) => {
    const baselines = row.flatMap(({ words }) => words.map((word) => word.baseline))
    return baselines.length === 0 ? [] : [Math.min(...baselines)]
  })
  const pitch = median(tops.slice(1).map((top, i) => top - (tops[i] ?? top)))
  const last = tops.at(-1)
  if (last === undefined || pitch <= 0) return null
  const under = linesIn(sight, { ...box, y0: box.y1, y1: last + (1 + evenly) * pitch + size })
  const [line] = under
  if (line === undefined || Math.abs(line.baseline - last - pitch) > evenly * pitch) return null
  const own = inColumns(line, columns)
  if (own === null || own.size < Math.min(2, columns.length) || !own.has(0)) return null
  if (columns.length === 1 && !isFlush(own, draft)) return null
  return { ...proposal, box: { ...box, y1: line.box.y1 }, draft: [...draft, rowOf([own], columns.length)] }
}

const sizeOf = (draft: Draft): number =>
  median(draft.flat().flatMap(({ words }) => words.map(({ size }) => size))) || 10
