/** Proposal → Spot[]: the cells of a proposal where they stand, for whatever measures them. */
import { around, type Box } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import type { Draft, DraftCell, Proposal } from "../Proposal.ts"

/** A table's cell as it stands: its text and extent. */
export interface Spot extends DraftCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly box: Box
}

const numeral = /^[-–−+±~≈<>≤≥\p{Sc}(]{0,3}\s?[\d.,'’\s]*\d[\d.,'’\s]*\s?(?:[%‰°)*†‡\p{Sc}]|[A-Za-z€£]{1,3})?\)?$/u

/** A label with its value, if it has one. */
export const field = /^[\p{L}\p{M}][^:：]*[:：](?=\s|$|(?<=：))/u

export const isNumeral = (text: string): boolean => text.length < 24 && numeral.test(text)

const year = /^(?:1[5-9]|20)\d\d\b/

/** It may name a column: words, or a year. */
export const isName = (text: string): boolean => year.test(text) || !isNumeral(text)

/** All of it in bold; nothing is not. */
export const isBold = (each: Pick<DraftCell, "words"> | undefined): boolean =>
  each !== undefined && each.words.length > 0 && each.words.every(({ bold }) => bold)

export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length

export const share = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length

export const wordCount = ({ text }: Spot): number => text.split(" ").length

/** A word's place: what two copies of one word have in common. */
export const keyOf = ({ box, baseline }: Pick<LineWord, "box" | "baseline">): number =>
  Math.round(box.x0 * 100) * 4_000_000 + Math.round(baseline * 100)

/** The places of a draft's words. */
export const keysOf = (draft: Draft): ReadonlySet<number> =>
  new Set(draft.flat().flatMap(({ words }) => words.map(keyOf)))

export const textOf = (words: ReadonlyArray<LineWord>): string =>
  words.map((word, i) => (i === 0 || word.noSpaceBefore ? word.text : ` ${word.text}`)).join("")

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

export const spotsOf = ({ draft }: Pick<Proposal, "draft">): ReadonlyArray<Spot> =>
  placed(draft).map((each) => ({ ...each, text: textOf(each.words), box: boxOf(each.words) }))

export const boxOf = (words: ReadonlyArray<LineWord>): Box => around(words.map(({ box }) => box))
