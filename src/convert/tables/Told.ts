/** A page's tree and lines → tables as the tree tells them: each cell placed by where its words stand, and how far that agrees with the tree. */
import type { Box } from "../model/Geometry.ts"
import { aroundAll, greatest, median, overlap, smallest } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import { maxLeadingEm, mostShare } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import type { Reach } from "./ColumnSeparators.ts"
import { draftOf, keyOf, placed, share } from "./evidence/Spots.ts"
import type { DraftCell, Proposal, ToldTable } from "./Proposal.ts"
import { type TaggedRows, tableTags } from "./TableTags.ts"

/** A cell as told: its place counts rows that have no words on this page. */
interface Place {
  readonly words: ReadonlyArray<LineWord>
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly box: Box
  /** How many columns its row has, those counted that are empty or covered from above. */
  readonly filled: number
}

/** A tree tells of a table only if most of its cells stand where it says; agreement is the square of their share. */
const minAgreement = mostShare ** 2

export const toldTables = ({ structure }: RawPage, lines: ReadonlyArray<Line>): ReadonlyArray<ToldTable> => {
  if (structure === undefined) return []
  const byTag = Map.groupBy(
    lines.flatMap((each) => each.words),
    (word) => word.mcid ?? -1
  )
  return tableTags(structure).flatMap((rows) => {
    const told = placesOf(rows, byTag)
    if (told.length < 2) return []
    const columns = greatest(told.map((each) => each.column + each.columns))
    const bands = bandsOf(told, columns)
    const places = replaced(told, columns, bands)
    // one column alone may be a means of layout
    const agreement = columns < 2 ? 0 : agreementOf(places, bands)
    if (agreement < minAgreement) return []
    const draft = draftOf(places, columns)
    const all = told.flatMap(({ words }) => words)
    // spans that cover one another would lose words
    if (draft.flat().reduce((sum, { words }) => sum + words.length, 0) < all.length) return []
    const cells = new Map(
      told.flatMap(({ words }) => {
        const own = new Set(words.map(keyOf))
        return [...own].map((key) => [key, own] as const)
      })
    )
    const areWhole = rows.every((row) => row.length === rows[0]?.length)
    const tellsSpans = areWhole || rows.flat().some(({ columns, rows }) => columns + rows > 2)
    return [{ words: all, draft, cells, agreement, tellsSpans }]
  })
}

/** The share of a draft's words, or of the told table that most of them are in, whose cells are the same in both. */
export const toldOf = ({ draft }: Pick<Proposal, "draft">, told: ReadonlyArray<ToldTable>): number => {
  const cells = draft.flat().filter(({ words }) => words.length > 0)
  const all = cells.reduce((sum, { words }) => sum + words.length, 0)
  const shares = told.map(({ words, cells: known, agreement }) => {
    const isOne = ({ words }: DraftCell) => {
      const own = known.get(keyOf(words[0] as LineWord))
      return own !== undefined && own.size === words.length && words.every((word) => own.has(keyOf(word)))
    }
    return (
      (agreement * cells.filter(isOne).reduce((sum, { words }) => sum + words.length, 0)) / Math.max(all, words.length)
    )
  })
  return Math.max(0, ...shares)
}

/** The cells that have words here, where the tree puts them. */
const placesOf = (rows: TaggedRows, byTag: ReadonlyMap<number, ReadonlyArray<LineWord>>): ReadonlyArray<Place> => {
  const cells = placed(rows)
  const filled = rows.map(() => 0)
  for (const { row, rows: tall, columns } of cells)
    for (let r = row; r < Math.min(rows.length, row + tall); r++) filled[r] = (filled[r] ?? 0) + columns
  // what is told to be in several cells is in the first of them
  const known = new Set<number>()
  const all = cells.flatMap(({ mcids, ...cell }): ReadonlyArray<Place> => {
    const own = [...new Set(mcids)].filter((mcid) => !known.has(mcid))
    for (const mcid of own) known.add(mcid)
    const words = own.flatMap((mcid) => byTag.get(mcid) ?? [])
    return words.length === 0 ? [] : [{ ...cell, words, box: aroundAll(words), filled: filled[cell.row] ?? 0 }]
  })
  // rows without words are on other pages
  const here = [...new Set(all.map(({ row }) => row))].sort((a, b) => a - b)
  return all.map((each) => ({
    ...each,
    row: here.indexOf(each.row),
    rows: here.filter((row) => row >= each.row && row < each.row + each.rows).length
  }))
}

/** From where to where most texts of each column stand, in rows that have one in every column where there are such: what others tell may be a column off. */
const bandsOf = (places: ReadonlyArray<Place>, columns: number): ReadonlyArray<Reach | null> => {
  const whole = [...Map.groupBy(places, ({ row }) => row).values()].filter((own) => own.length === columns).flat()
  return Array.from({ length: columns }, (_, column) => {
    const own = (whole.length >= columns ? whole : places).filter(
      (each) => each.column === column && each.columns === 1
    )
    return own.length === 0
      ? null
      : { x0: median(own.map(({ box }) => box.x0)), x1: median(own.map(({ box }) => box.x1)) }
  })
}

const isAt = (box: Box, band: Reach | null | undefined): boolean =>
  band !== null && band !== undefined && overlap(box.x0, box.x1, band.x0, band.x1) > 0

/** Rows that the tree fills only in part, or with an empty cell in the wrong place, have each text in the columns that it stands in. */
const replaced = (
  told: ReadonlyArray<Place>,
  columns: number,
  bands: ReadonlyArray<Reach | null>
): ReadonlyArray<Place> =>
  [...Map.groupBy(told, ({ row }) => row).values()].flatMap((own) => {
    const isAway =
      own.length < columns && own.some(({ box, column, columns }) => columns === 1 && !isAt(box, bands[column]))
    if ((own[0]?.filled ?? 0) >= columns && !isAway) return own
    let next = 0
    const found = own
      .toSorted((a, b) => a.box.x0 - b.box.x0)
      .map((each): Place | null => {
        const from = bands.findIndex((band, i) => i >= next && isAt(each.box, band))
        if (from < 0) return null
        const to = bands.findLastIndex((band) => isAt(each.box, band))
        next = to + 1
        return { ...each, column: from, columns: to - from + 1 }
      })
    return found.every((each) => each !== null) ? found : own
  })

/** A row right below another that has only some of its columns may be the end of that row's texts, one printed line of them. */
const isLine = (above: ReadonlyArray<Place>, own: ReadonlyArray<Place>): boolean => {
  const lowest = greatest(above.flatMap(({ words }) => words.map(({ baseline }) => baseline)))
  return (
    own.length > 0 &&
    own.length < above.length &&
    own.every(({ words }) => words.every(({ baseline, size }) => baseline - lowest < maxLeadingEm * size))
  )
}

/** Cells that keep clear of other columns, and of the rows above and below, squared: what agrees in part is hardly evidence. */
const agreementOf = (places: ReadonlyArray<Place>, bands: ReadonlyArray<Reach | null>): number => {
  const byRow = Map.groupBy(
    places.filter((each) => each.rows === 1),
    ({ row }) => row
  )
  const rowAt = (row: number) => byRow.get(row) ?? []
  const reach = (row: number) => rowAt(row).flatMap(({ words }) => words.map(({ baseline }) => baseline))
  const agreeing = share(places, ({ box, column, columns, row, rows, words }) => {
    const isBeside = bands.every((band, i) => (i >= column && i < column + columns) || !isAt(box, band))
    const own = words.map(({ baseline }) => baseline)
    return (
      isBeside &&
      smallest(own) > greatest(reach(row - 1)) &&
      greatest(own) < smallest(reach(row + rows)) &&
      !isLine(rowAt(row - 1), rowAt(row)) &&
      !isLine(rowAt(row), rowAt(row + 1))
    )
  })
  return agreeing ** 2
}
