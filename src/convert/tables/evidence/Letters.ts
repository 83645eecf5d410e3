/** TableLine[] → whether its cells begin in capitals. */

import type { Entry, TableLine } from "../ColumnSeparators.ts"

const isCapital = (text = ""): boolean => /^\P{L}*\p{Lu}/u.test(text)
export const isSmall = (text = ""): boolean => /^\P{L}*\p{Ll}/u.test(text)
const initialOf = ({ words }: Entry): string | undefined => words[0]?.text

/** So many cells more are counted, with capitals as all lines have them. */
const doubt = 2

/** The share of cells that begin with a capital, of those that begin with a letter. `parted` says after which lines a rule ends the row. */
export const capitalsIn = (
  strips: ReadonlyArray<TableLine>,
  parted: (above: TableLine, next: TableLine) => boolean
): number => {
  // with no text right above them, or only beyond a rule
  const begun = strips.slice(1).flatMap((next, i) => {
    const above = strips[i] as TableLine
    const isNew = ({ from }: Entry) => parted(above, next) || above.entries.every((each) => each.from !== from)
    return next.entries.filter(isNew).map(initialOf)
  })
  const count = (texts: ReadonlyArray<string | undefined>) =>
    [texts.filter(isSmall).length, texts.filter(isCapital).length] as const
  const [small, capital] = count(strips.flatMap(({ entries }) => entries.map(initialOf)))
  const [smallBegun, capitalBegun] = count(begun)
  const usual = (small + 0.5) / (small + capital + 1)
  return 1 - (smallBegun + doubt * usual) / (smallBegun + capitalBegun + doubt)
}
