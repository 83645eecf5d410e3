/** TableLine[] → Draft: the lines of a header as its rows. A name over several columns has those of its columns below it; any other reaches down to the table. */
import type { LineWord } from "../../model/Line.ts"
import type { Entry, TableLine } from "../ColumnSeparators.ts"
import type { Draft, DraftCell } from "../Proposal.ts"

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
      else if (name !== undefined && (name.from > each.from || name.to < each.to || name.from === name.to)) return null
      else {
        const own = { ...each, words: [...each.words], depth: name === undefined ? 0 : name.depth + 1 }
        names.push(own)
        lowest.fill(own, each.from, each.to + 1)
      }
    }
  const height = Math.max(0, ...names.map(({ depth }) => depth)) + 1
  return Array.from({ length: height }, (_, depth) => rowAt(depth, height, names, columns))
}

const isSame = (name: Name, { from, to }: Entry): boolean => name.from === from && name.to === to

/** The names of so many over them; a column without one has an empty cell from where its neighbours have theirs. */
const rowAt = (
  depth: number,
  height: number,
  names: ReadonlyArray<Name>,
  columns: number
): ReadonlyArray<DraftCell> => {
  const isLowest = (name: Name) =>
    names.every(({ from, to, depth: other }) => other <= name.depth || to < name.from || from > name.to)
  const row: Array<DraftCell> = []
  for (let column = 0; column < columns; column++) {
    const own = names.filter(({ from, to }) => from <= column && to >= column)
    const name = own.find((each) => each.depth === depth)
    const over = own.at(-1)
    const isOpen = over === undefined ? depth === 0 : over.depth === depth - 1 && !isLowest(over)
    if (name?.from === column)
      row.push({ words: name.words, columns: name.to - name.from + 1, rows: isLowest(name) ? height - depth : 1 })
    else if (name === undefined && isOpen) row.push({ words: [], columns: 1, rows: height - depth })
  }
  return row
}
