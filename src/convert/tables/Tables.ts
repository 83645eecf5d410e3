/**
 * Line[] → Region[]: the lines of a page in columns, with each table standing among them as one thing. Every detector proposes tables, one
 * judge weighs them, and the winners take their words. A new detector is one file and one line here.
 */
import { boxed } from "../lines/Boxes.ts"
import { captionsIn } from "../lines/Captions.ts"
import { runsAgainst } from "../lines/Direction.ts"
import { line } from "../lines/Lines.ts"
import { regions } from "../lines/Regions.ts"
import { rulesAcross, shapes } from "../lines/Shapes.ts"
import type { Cell } from "../model/Block.ts"
import { around, median } from "../model/Geometry.ts"
import { isText, type Line, type Part, type PlacedTable, type Region } from "../model/Line.ts"
import { minSeries, usualLeadingEm } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { covered } from "./Covered.ts"
import { lattices } from "./candidates/Lattice.ts"
import { ruledTables } from "./candidates/Rules.ts"
import { streams } from "./candidates/Stream.ts"
import { taggedTables } from "./candidates/Tags.ts"
import { drawnEdges } from "./Edges.ts"
import { extended } from "./Extension.ts"
import { widthsOf } from "./evidence/CellLines.ts"
import { keyOf, keysOf, type Spot, spotsOf } from "./evidence/Spots.ts"
import { cell } from "./Grid.ts"
import { type Candidate, scored, winners } from "./Judge.ts"
import { isOnePiece } from "./Pieces.ts"
import type { DraftCell, Proposal, Sight } from "./Proposal.ts"
import { widthOf } from "./Reading.ts"
import { rulingGroups } from "./Rulings.ts"
import { stripsOf } from "./rows/Strips.ts"
import { sideBySide } from "./SideBySide.ts"
import { withoutTitle } from "./Titled.ts"
import { toldTables } from "./Told.ts"

const detectors: ReadonlyArray<(sight: Sight) => ReadonlyArray<Proposal>> = [
  lattices,
  ruledTables,
  streams,
  taggedTables
]

/** What may be a table on a page, with its evidence and score: for the winners, and for whoever asks why. */
export const tableCandidates = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  columns = regions(lines, rulesAcross(page), page.areas),
  isText: Sight["isText"] = () => false
): ReadonlyArray<Candidate> => {
  const upright = lines.filter((each) => each.angle === 0)
  const sight = {
    page,
    columns,
    lines: upright,
    told: toldTables(page, upright),
    isText,
    groups: rulingGroups(page),
    drawn: drawnEdges(page),
    shapes: shapes(page, upright),
    captions: captionsIn(upright),
    slanted: slantedIn(page),
    leading: leadingIn(columns),
    size:
      median(columns.flatMap(({ parts }) => parts.filter(isTextLine).map(({ size }) => size))) ||
      Number.POSITIVE_INFINITY
  }
  const proposals = detectors.flatMap((detect) => detect(sight)).filter(hasTexts)
  return scored(
    proposals.flatMap((each) => extended(each, sight)).filter((each) => !isPatchwork(each)),
    sight
  ).map((each) => (each.score > 0 ? covered(each, sight.groups.flat()) : each))
}

/** Lines of so many words are running text. */
const minTextWords = 6

const leadingIn = (columns: ReadonlyArray<Region>): number => {
  const steps = columns.flatMap(({ parts }) =>
    parts.flatMap((each, i) => {
      const last = parts[i - 1]
      return isTextLine(each) && isTextLine(last) ? [(each.baseline - last.baseline) / each.size] : []
    })
  )
  return Math.max(usualLeadingEm, median(steps.filter((step) => step > 0 && step < 2 * usualLeadingEm)))
}

const isTextLine = (part: Part | undefined): part is Line =>
  part !== undefined && isText(part) && part.words.length >= minTextWords && isOnePiece(part)

const slantedIn = ({ glyphs: { angle, x, y } }: RawPage): Sight["slanted"] => {
  const out: Array<{ readonly x: number; readonly y: number }> = []
  for (let i = 0; i < angle.length; i++) if (angle[i] !== 0) out.push({ x: x[i] ?? 0, y: y[i] ?? 0 })
  return out
}

/** A box around one text is no table, nor are texts of which none stands beside another or words below it; dots are none. */
const hasTexts = ({ draft }: Proposal): boolean => {
  const isText = ({ words }: DraftCell) => words.some(({ text }) => !/^[.…_]*$/.test(text))
  const texts = draft.map((row) => row.flatMap((each, i) => (isText(each) ? [i] : [])))
  const names = draft.filter(([first]) => first?.words.some(({ text }) => /\p{L}{2}/u.test(text)))
  const isColumn = texts.filter(([first]) => first === 0).length >= minSeries
  return texts.some((row) => row.length > 1) || isColumn || names.length > 1
}

/** A table of so many places in all whose cells cover more others than half of them is no table: a form, or a page's layout. */
const leastPlaces = 60

export const isPatchwork = ({ draft }: Pick<Proposal, "draft">): boolean => {
  const cells = draft.flat()
  const places = cells.reduce((sum, { columns, rows }) => sum + columns * rows, 0)
  return places >= leastPlaces && 2 * (places - cells.length) > places
}

/** What is read in one go, in its order, the tables in their places; `columns` is that without them. */
export const withTables = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  columns = regions(lines, rulesAcross(page), page.areas)
): ReadonlyArray<Region> => {
  const found = winners(tableCandidates(page, lines, columns)).map(withoutTitle)
  const boxes = new Map(found.map((each) => [each, sideBySide(each)]))
  const tables = found.filter((each) => boxes.get(each) === null)
  const parts = found.length === 0 ? lines : [...untaken(lines, found), ...tables.map(table)]
  const pieces = boxed(page, parts)
  return pieces === lines
    ? columns
    : regions([...pieces, ...found.flatMap((each) => boxes.get(each) ?? [])], rulesAcross(page), page.areas)
}

/** The tables of a page alone, each with the places of its words (`keyOf`). */
export const tablesIn = (
  page: RawPage,
  lines: ReadonlyArray<Line>,
  isText: Sight["isText"]
): ReadonlyArray<{ readonly table: PlacedTable; readonly words: ReadonlySet<number> }> =>
  winners(tableCandidates(page, lines, undefined, isText))
    .map(withoutTitle)
    .filter((each) => sideBySide(each) === null)
    .map((each) => ({ table: table(each), words: keysOf(each.draft) }))

/** The lines that no table took. */
const untaken = (lines: ReadonlyArray<Line>, tables: ReadonlyArray<Candidate>): ReadonlyArray<Line> => {
  const taken = keysOf(tables.flatMap(({ draft }) => draft))
  return lines.flatMap((each) => {
    if (each.angle !== 0) return [each]
    const words = each.words.filter((word) => !taken.has(keyOf(word)))
    return words.length === each.words.length ? [each] : words.length === 0 ? [] : [line(words)]
  })
}

const table = (candidate: Candidate): PlacedTable => {
  const { draft } = candidate
  const words = draft.flat().flatMap((each) => each.words)
  const spots = spotsOf(candidate)
  const rooms = widthsOf(stripsOf(spots), widthOf(draft))
  const byRow = Map.groupBy(spots, ({ row }) => row)
  const roomOf = ({ row, column, columns }: Spot) => (row > 0 && columns === 1 ? rooms[column] : 0)
  const rows = draft.map((_, i) =>
    (byRow.get(i) ?? []).map((each) => cell(each.words, each.columns, each.rows, roomOf(each)))
  )
  return {
    kind: "table",
    rows: words[0]?.mirrored && runsAgainst(words) ? rows.map((row): ReadonlyArray<Cell> => [...row].reverse()) : rows,
    box: around(words.map((word) => word.box)),
    size: median(words.map((word) => word.size)),
    colour: median(words.map((word) => word.colour))
  }
}
