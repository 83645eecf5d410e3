/** TableLine[] → Draft: the lines of a header as its rows. A name over several columns has those of its columns below it; any other reaches down to the table. */
import type { LineWord } from "../../model/Line.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import { draftOf, range } from "../evidence/Spots.ts"
import type { Draft } from "../Proposal.ts"

interface Name {
  readonly from: number
  readonly to: number
  readonly words: Array<LineWord>
  /** How many names stand over it. */
  readonly depth: number
}

/** Null where a name stands below others of which one is not over all of it. */
export const headerRows = (lines: ReadonlyArray<TableLine>, columns: number): Draft | null => {
  const names: Array<Name> = []
  const lowest = Array.from({ length: columns }, (): Name | undefined => undefined)
  for (const line of lines)
    for (const each of line.entries) {
      const above = new Set(lowest.slice(each.from, each.to + 1))
      const [name] = above
      if (above.size > 1) return null
      if (name !== undefined && isSame(name, each)) name.words.push(...each.words)
      else {
        const own = { ...each, words: [...each.words], depth: name === undefined ? 0 : name.depth + 1 }
        names.push(own)
        lowest.fill(own, each.from, each.to + 1)
      }
    }
  const height = Math.max(0, ...names.map(({ depth }) => depth)) + 1
  const isLowest = (name: Name) => lowest.slice(name.from, name.to + 1).every((each) => each === name)
  const cells = names.map((each) => ({
    words: each.words,
    row: each.depth,
    column: each.from,
    columns: each.to - each.from + 1,
    rows: isLowest(each) ? height - each.depth : 1
  }))
  // a column without a name below those over it has one empty cell down to the table
  const unnamed = range(0, columns - 1).flatMap((column) => {
    const over = lowest[column]
    const row = over === undefined ? 0 : over.depth + 1
    return over !== undefined && isLowest(over) ? [] : [{ words: [], row, column, columns: 1, rows: height - row }]
  })
  return draftOf([...cells, ...unnamed], columns)
}

const isSame = (name: Name, { from, to }: Entry): boolean => name.from === from && name.to === to
