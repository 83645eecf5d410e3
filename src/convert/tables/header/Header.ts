/** Proposal → Proposal: the same table with the header over it that space alone sets apart, where what speaks for one outweighs what speaks against it. */
import { isTableCaption } from "../../lines/Captions.ts"
import type { Line, LineWord } from "../../model/Line.ts"
import { maxLeadingEm } from "../../model/Measures.ts"
import { type Entry, type TableLine, tableLinesOf } from "../ColumnSeparators.ts"
import { textOf } from "../evidence/Spots.ts"
import { type Draft, type DraftCell, linesIn, type Proposal, type Sight } from "../Proposal.ts"
import { rulingsIn } from "../Reading.ts"
import { spanned } from "../Spans.ts"
import { gridOf } from "./HeaderColumns.ts"
import { headerScore } from "./HeaderEvidence.ts"

/** Its names stand on no more lines: those in the middle of others have a line between two of these. */
const maxLines = 7
/** The last of them is at most this far above the table. */
const maxGapEm = 3.6

export const headed = (proposal: Proposal, sight: Sight): ReadonlyArray<Proposal> => {
  const { box, draft } = proposal
  const grid = gridOf(proposal)
  if (grid === null) return []
  const { size, cuts } = grid
  const over = linesAbove(proposal, size, sight)
  let best: ReadonlyArray<Proposal> = []
  let most = 0
  for (let count = 1; count <= over.length; count++) {
    const lines = over.slice(-count)
    const top = Math.min(...lines.map((line) => line.box.y0))
    const rulings = rulingsIn(sight.groups, { ...box, y0: top, y1: box.y0 })
    const strips = spanned([...tableLinesOf(lines, cuts), ...grid.strips], rulings.short, cuts).slice(0, count)
    if (isTitle(strips[0])) break
    const rows = headerRows(strips, cuts.length + 1)
    if (rows === null) continue
    const header = { lines, strips, rulings }
    const score = headerScore(header, proposal, grid)
    if (score > 0 && score >= most) {
      most = score
      best = [{ ...proposal, box: { ...box, y0: top }, body: proposal, draft: [...rows, ...draft] }]
    }
  }
  return best
}

/** The lines over a table that follow one another down to it. */
const linesAbove = ({ box }: Proposal, size: number, sight: Sight): ReadonlyArray<Line> => {
  const y0 = box.y0 - (maxGapEm + maxLines * maxLeadingEm) * size
  const over = linesIn(sight, { x0: box.x0 - size, x1: box.x1 + size, y0, y1: box.y0 })
  const out: Array<Line> = []
  let below = box.y0
  for (const line of [...over].reverse().slice(0, maxLines)) {
    const limit = out.length === 0 ? maxGapEm : maxLeadingEm
    if (below - line.baseline > limit * size || isTableCaption(textOf(line.words))) break
    out.unshift(line)
    below = line.baseline
  }
  return out
}

/** One text at the left with nothing beside it. */
const isTitle = (line: TableLine | undefined): boolean => {
  const [only, second] = line?.entries ?? []
  return only !== undefined && second === undefined && only.from === 0
}

/** A name over several columns has those of its columns below it; any other reaches down to the table. */
interface Name {
  readonly from: number
  readonly to: number
  readonly words: Array<LineWord>
  /** How many names stand over it. */
  readonly depth: number
}

/** The lines of a header as its rows; null where a name stands below others of which one is not over all of it. */
const headerRows = (lines: ReadonlyArray<TableLine>, columns: number): Draft | null => {
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
