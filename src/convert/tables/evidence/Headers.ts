/** Rows, each its texts → which of them are headers: names in bold over what is not. */
import { maxHeaderLines } from "../../model/Measures.ts"
import type { DraftCell } from "../Proposal.ts"
import { isBold, isName, textOf } from "./Spots.ts"

type Row = ReadonlyArray<Pick<DraftCell, "words">>

const areNames = (row: Row): boolean =>
  row.length > 1 && row.every((each) => isBold(each) && isName(textOf(each.words)))

/** How many rows are a header over the others; 0 for none. */
export const headerHeight = (rows: ReadonlyArray<Row>): number =>
  Math.max(
    0,
    rows.slice(0, maxHeaderLines + 1).findIndex((row) => !areNames(row))
  )
