/** Rows, each its texts → which of them are headers: names in bold over what is not. */
import { textOf } from "../../model/Line.ts"
import { maxHeaderLines, minSeries } from "../../model/Measures.ts"
import type { DraftCell } from "../Proposal.ts"
import { isBold, isName } from "./Spots.ts"

type Row = ReadonlyArray<Pick<DraftCell, "words">>

const areNames = (row: Row): boolean =>
  row.length > 1 && row.every((each) => isBold(each) && isName(textOf(each.words)))

/** How many rows are a header over the others; 0 for none. */
export const headerHeight = (rows: ReadonlyArray<Row>): number =>
  Math.max(
    0,
    rows.slice(0, maxHeaderLines + 1).findIndex((row) => !areNames(row))
  )

/** The first row below others that says what the first one of several texts does, or from which on there is a header below rows that are none; -1 for none. */
export const headerAgain = (rows: ReadonlyArray<Row>): number => {
  const start = rows.findIndex((row) => row.length > 1)
  const first = wordsOf(rows[start])
  const isAgain = (row: Row) => /\p{L}{3}/u.test(first) && wordsOf(row) === first
  const isHeader = (i: number) => {
    const own = rows.slice(i, i + headerHeight(rows.slice(i, i + maxHeaderLines + 1)))
    return own.flat().length >= minSeries && !rows[i - 1]?.every(isBold)
  }
  return rows.findIndex((row, i) => i > 0 && ((i > start && isAgain(row)) || isHeader(i)))
}

const wordsOf = (row: Row = []): string => row.map(({ words }) => textOf(words)).join("\t")
