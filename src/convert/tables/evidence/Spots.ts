/** Proposal → Spot[]: the cells of a proposal where they stand, for whatever measures them. */
import { aroundAll, type Box, greatest, smallest } from "../../model/Geometry.ts"
import { type LineWord, textOf } from "../../model/Line.ts"
import { ideographs } from "../../model/Text.ts"
import type { Draft, DraftCell, Proposal } from "../Proposal.ts"

/** A table's cell as it stands: its text and extent. */
export interface Spot extends DraftCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly box: Box
}

/** A text of no more words is short. */
export const briefWords = 3

const numeral = /^[-–−+±~≈<>≤≥\p{Sc}(]{0,3}\s?[\d.,'’\s]*\d[\d.,'’\s]*\s?(?:[%‰°)*†‡\p{Sc}]|[A-Za-z€£]{1,3})?\)?$/u

/** A label with its value, if it has one. */
export const field = /^[\p{L}\p{M}][^:：]*[:：](?=\s|$|(?<=：))/u

/** A label whose value stands elsewhere. */
export const isLabel = ({ text }: Pick<Spot, "text">): boolean => /[:：]$/.test(text)

export const isNumeral = (text: string): boolean => text.length < 24 && numeral.test(text)

/** It begins with one. */
export const isYear = (text: string): boolean => /^(?:1[5-9]|20)\d\d\b/.test(text)

/** It may name a column: words, or a year. */
export const isName = (text: string): boolean => isYear(text) || !isNumeral(text)

/** All of it in bold; nothing is not. */
export const isBold = (each: Pick<DraftCell, "words"> | undefined): boolean =>
  each !== undefined && each.words.length > 0 && each.words.every(({ bold }) => bold)

export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length

export const share = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean): number => {
  let count = 0
  for (const each of all) if (is(each)) count++
  return count === 0 ? 0 : count / all.length
}

/** How far each is from the one before it. */
export const stepsOf = (places: ReadonlyArray<number>): ReadonlyArray<number> =>
  places.slice(1).map((at, i) => at - (places[i] ?? at))

export const wordCount = ({ text }: Pick<Spot, "text">): number => {
  let count = 1
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) count++
  return Math.max(count, ideographs(text) / 2)
}

/** How many characters words have. */
export const lengthOf = (words: ReadonlyArray<LineWord>): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)

/** A word's place: what two copies of one word have in common. */
export const keyOf = ({ box, baseline }: Pick<LineWord, "box" | "baseline">): number =>
  Math.round(box.x0 * 100) * 4_000_000 + Math.round(baseline * 100)

/** The highest baseline in each row; infinite where it has none. */
export const topsOf = (draft: Draft): ReadonlyArray<number> =>
  draft.map((row) => smallest(row.flatMap(({ words }) => words.map(({ baseline }) => baseline))))

/** The places of a draft's words. */
export const keysOf = (draft: Draft): ReadonlySet<number> => {
  const keys = new Set<number>()
  for (const row of draft) for (const { words } of row) for (const word of words) keys.add(keyOf(word))
  return keys
}

/** Each cell with its row and first column: rows covered from above take places. */
export const placed = <A extends { readonly columns: number; readonly rows: number }>(
  rows: ReadonlyArray<ReadonlyArray<A>>
): ReadonlyArray<A & { readonly row: number; readonly column: number }> => {
  const taken = rows.map(() => new Set<number>())
  return rows.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell) => {
      while (taken[row]?.has(column)) column++
      for (let r = row; r < row + cell.rows; r++) for (let c = column; c < column + cell.columns; c++) taken[r]?.add(c)
      column += cell.columns
      return { ...cell, row, column: column - cell.columns }
    })
  })
}

/** Cells in their places as rows of so many columns, with empty ones between them. */
export const inRows = <A extends { readonly columns: number; readonly rows: number }>(
  cells: ReadonlyArray<A & { readonly row: number; readonly column: number }>,
  columns: number,
  empty: A
): ReadonlyArray<ReadonlyArray<A>> => {
  const taken = Array.from({ length: greatest(cells.map(({ row }) => row)) + 1 }, () => new Set<number>())
  const at = new Map(cells.map(({ row, column, ...cell }) => [row * columns + column, cell]))
  return taken.map((own, row) =>
    range(0, columns - 1).flatMap((column) => {
      if (own.has(column)) return []
      const cell = at.get(row * columns + column) ?? empty
      const [wide, tall] = [Math.min(cell.columns, columns - column), Math.min(cell.rows, taken.length - row)]
      for (const below of taken.slice(row, row + tall)) for (const c of range(column, column + wide - 1)) below.add(c)
      return [{ ...cell, columns: wide, rows: tall } as A]
    })
  )
}

export const draftOf = (
  cells: ReadonlyArray<DraftCell & { readonly row: number; readonly column: number }>,
  columns: number
): Draft => plain(inRows<DraftCell>(cells, columns, { words: [], columns: 1, rows: 1 }))

export const range = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

/** How many columns cells side by side cover. */
export const columnsOf = (cells: ReadonlyArray<{ readonly columns: number }>): number =>
  cells.reduce((sum, { columns }) => sum + columns, 0)

/** The cells of each row without their places. */
export const plain = (rows: ReadonlyArray<ReadonlyArray<DraftCell>>): Draft =>
  rows.map((row) => row.map(({ words, columns, rows }) => ({ words, columns, rows })))

export const spotsOf = ({ draft }: Pick<Proposal, "draft">): ReadonlyArray<Spot> =>
  placed(draft).map(({ words, row, column, columns, rows }) => {
    return { words, row, column, columns, rows, text: textOf(words), box: aroundAll(words) }
  })
