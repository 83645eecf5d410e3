/** Proposal → Spot[]: the cells of a proposal where they stand, for whatever measures them. */
import type { Box } from "../../model/Geometry.ts"
import type { LineWord } from "../../model/Line.ts"
import type { DraftCell, Proposal } from "../Proposal.ts"

/** A table's cell as it stands: its text and extent. */
export interface Spot extends DraftCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly box: Box
}

const numeral = /^[-–−+±~≈<>≤≥\p{Sc}(]{0,3}\s?[\d.,'’\s]*\d[\d.,'’\s]*\s?(?:[%‰°)*†‡\p{Sc}]|[A-Za-z€£]{1,3})?\)?$/u

export const isNumeral = (text: string): boolean => text.length < 24 && numeral.test(text)

export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length

export const share = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length

export const wordCount = ({ text }: Spot): number => {
  let count = 1
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) count++
  return count
}

/** A word's place: what two copies of one word have in common. */
export const keyOf = ({ box, baseline }: Pick<LineWord, "box" | "baseline">): number =>
  Math.round(box.x0 * 100) * 4_000_000 + Math.round(baseline * 100)

export const textOf = (words: ReadonlyArray<LineWord>): string =>
  words.map((word, i) => (i === 0 || word.noSpaceBefore ? word.text : ` ${word.text}`)).join("")

/** Each cell with its row and first column: rows covered from above take places. */
export const spotsOf = ({ draft }: Pick<Proposal, "draft">): ReadonlyArray<Spot> => {
  const taken = draft.map(() => new Set<number>())
  return draft.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell): Spot => {
      while (taken[row]?.has(column)) column++
      for (let r = row; r < row + cell.rows; r++) for (let c = column; c < column + cell.columns; c++) taken[r]?.add(c)
      const at = column
      column += cell.columns
      return { ...cell, row, column: at, text: textOf(cell.words), box: boxOf(cell.words) }
    })
  })
}

export const boxOf = (words: ReadonlyArray<LineWord>): Box => {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of words) {
    if (box.x0 < x0) x0 = box.x0
    if (box.y0 < y0) y0 = box.y0
    if (box.x1 > x1) x1 = box.x1
    if (box.y1 > y1) y1 = box.y1
  }
  return { x0, y0, x1, y1 }
}
