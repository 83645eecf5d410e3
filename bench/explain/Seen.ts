/** A page → what the stages before its blocks saw in it, in the frame in which its text is upright. */
import { fractions } from "../../src/convert/formulas/Fractions.ts"
import { clean } from "../../src/convert/glyphs/Clean.ts"
import { words } from "../../src/convert/glyphs/Words.ts"
import { joinBullets } from "../../src/convert/lines/Bullets.ts"
import { dropCaps } from "../../src/convert/lines/DropCaps.ts"
import { lines } from "../../src/convert/lines/Lines.ts"
import { regions } from "../../src/convert/lines/Regions.ts"
import type { Box } from "../../src/convert/model/Geometry.ts"
import type { RawPage } from "../../src/convert/model/Page.ts"
import { rulingGroups } from "../../src/convert/tables/Rulings.ts"

export interface Seen {
  readonly lines: ReadonlyArray<Box>
  /** What is read in one go. */
  readonly columns: ReadonlyArray<Box>
  readonly rulings: ReadonlyArray<Box>
}

export const seenOn = (raw: RawPage): Seen => {
  const page = clean(raw)
  const found = joinBullets(page, fractions(page, dropCaps(lines(words(page)))))
  return {
    lines: found.map(({ box }) => box),
    columns: regions(found).map(({ box }) => box),
    rulings: rulingGroups(page)
      .flat()
      .map(({ horizontal, at, from, to }) =>
        horizontal ? { x0: from, x1: to, y0: at, y1: at } : { x0: at, x1: at, y0: from, y1: to }
      )
  }
}
