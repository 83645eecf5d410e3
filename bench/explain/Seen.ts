/** A page → what the stages before its blocks saw in it, in the frame in which its text is upright. */
import { textLines } from "../../src/convert/Convert.ts"
import { words } from "../../src/convert/glyphs/Words.ts"
import { lines } from "../../src/convert/lines/Lines.ts"
import { facing } from "../../src/convert/lines/Mirror.ts"
import { regions } from "../../src/convert/lines/Regions.ts"
import { type Box, onPage } from "../../src/convert/model/Geometry.ts"
import type { RawPage } from "../../src/convert/model/Page.ts"
import { rulingGroups } from "../../src/convert/tables/Rulings.ts"
import { tableCandidates } from "../../src/convert/tables/Tables.ts"

export interface SeenTable {
  readonly box: Box
  readonly detector: string
  /** Above 0 it is a table, unless a better one has its words. */
  readonly score: number
  /** Above 0 its columns are read each by itself, as things side by side. */
  readonly apart: number
}

export interface Seen {
  readonly lines: ReadonlyArray<Box>
  /** What is read in one go, were there no tables. */
  readonly columns: ReadonlyArray<Box>
  readonly rulings: ReadonlyArray<Box>
  readonly tables: ReadonlyArray<SeenTable>
}

/** `cleaned` is the page as its words are read from it. */
export const seenOn = (cleaned: RawPage): Seen => {
  const { page, words: all } = facing(cleaned, words(cleaned))
  const found = textLines(page, lines(all))
  return {
    lines: found.map(({ box, angle }) => onPage(box, angle)),
    columns: regions(found).map(({ box }) => box),
    rulings: rulingGroups(page)
      .flat()
      .map(({ horizontal, at, from, to }) =>
        horizontal ? { x0: from, x1: to, y0: at, y1: at } : { x0: at, x1: at, y0: from, y1: to }
      ),
    tables: tableCandidates(page, found)
  }
}
