/** Rows, each its texts → where the header of another table stands among them. */
import { maxHeaderLines, minSeries } from "../../model/Measures.ts"
import type { DraftCell } from "../Proposal.ts"
import { isBold, isNumeral, textOf } from "./Spots.ts"

type Row = ReadonlyArray<Pick<DraftCell, "words">>

/** The first row below others that says what the first one of several texts does, or from which on rows name columns, in bold as none above nor below; -1 for none. */
export const headerAgain = (rows: ReadonlyArray<Row>): number => {
  const start = rows.findIndex((row) => row.length > 1)
  const first = wordsOf(rows[start])
  const isAgain = (row: Row) => /\p{L}{3}/u.test(first) && wordsOf(row) === first
  const isHeader = (i: number) => {
    const height = rows[i - 1]?.every(isBold)
      ? 0
      : rows.slice(i, i + maxHeaderLines + 1).findIndex((row) => !areNames(row))
    return height > 0 && rows.slice(i, i + height).flat().length >= minSeries
  }
  return rows.findIndex((row, i) => i > 0 && ((i > start && isAgain(row)) || isHeader(i)))
}

const wordsOf = (row: Row = []): string => row.map(({ words }) => textOf(words)).join("\t")

const areNames = (row: Row = []): boolean =>
  row.length > 1 && row.every((each) => isBold(each) && !isNumeral(textOf(each.words)))
