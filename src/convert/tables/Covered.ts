/**
 * Candidate → Candidate: places left empty that a text covers, where no ruling parts it from them: the names of several rows, titles over all columns,
 * and headers over those that the row below names.
 */
import { centreX, greatest, overlap, smallest } from "../model/Geometry.ts"
import type { LineWord } from "../model/Line.ts"
import { inLineEm, minPair, minSeries, mostShare, sameEdgePt } from "../model/Measures.ts"
import type { Ruling } from "./Edges.ts"
import { headerHeight } from "./evidence/Headers.ts"
import { isBold, plain, type Spot, share, spotsOf } from "./evidence/Spots.ts"
import type { Candidate } from "./Judge.ts"
import { widthOf } from "./Reading.ts"
import { middleOf } from "./Sight.ts"

type Row = ReadonlyArray<Spot>

export const covered = (candidate: Candidate, rulings: ReadonlyArray<Ruling>): Candidate => {
  const columns = widthOf(candidate.draft)
  if ((candidate.detector === "tags" && candidate.tellsSpans) || columns < minPair) return candidate
  const spots = spotsOf(candidate)
  const byRow = Map.groupBy(spots, ({ row }) => row)
  const rows = candidate.draft.map((_, row) => byRow.get(row) ?? [])
  // what stands right of all texts parts none
  const right = greatest(texts(spots).map(({ box }) => box.x1))
  const inner = rulings.filter(({ horizontal, at }) => horizontal || at < right)
  const header = headerHeight(rows.map(texts))
  const middles = middlesOf(candidate, texts(spots), rulings)
  const titled = rows.map((row, i) => (i > 0 && isTitle(row, rows[i + 1], inner, middles) ? over(row, columns) : row))
  const headed =
    header === minPair ? [...headers(titled[0] ?? [], titled[1] ?? [], rulings), ...titled.slice(minPair)] : titled
  return { ...candidate, draft: columns < minSeries ? plain(headed) : named(headed, Math.max(1, header), rulings) }
}

const texts = (row: Row): Row => row.filter(({ words }) => words.length > 0)

/** Where the middle of a table may be: of its texts, and of the rulings across it. */
const middlesOf = ({ box }: Candidate, own: Row, rulings: ReadonlyArray<Ruling>): ReadonlyArray<number> => {
  const across = rulings.filter(({ horizontal, at, from, to }) => {
    const isWithin = at > box.y0 && at < box.y1 && overlap(from, to, box.x0, box.x1) > 0
    return horizontal && isWithin
  })
  const reaches = [own.map((each) => each.box), across.map(({ from, to }) => ({ x0: from, x1: to }))]
  return reaches.map((each) => (smallest(each.map(({ x0 }) => x0)) + greatest(each.map(({ x1 }) => x1))) / 2)
}

/** A text in bold alone in its row, at the left or in the middle of the table, over rows that have more. */
const isTitle = (
  row: Row,
  next: Row | undefined,
  rulings: ReadonlyArray<Ruling>,
  middles: ReadonlyArray<number>
): boolean => {
  const [only, second] = texts(row)
  const below = texts(next ?? [])
  if (only === undefined || second !== undefined) return false
  const isCentred = middles.some((x) => Math.abs(centreX(only.box) - x) <= inLineEm * (only.words[0]?.size ?? 0))
  if (only.column > 0 && !isCentred) return false
  return isBold(only) && below.length >= minPair && !below.every(isBold) && !isCut(only, rulings)
}

/** An upright ruling stands in its row, right of it. */
const isCut = ({ words, box }: Spot, rulings: ReadonlyArray<Ruling>): boolean => {
  const y = heightOf(words[0])
  return rulings.some(({ horizontal, at, from, to }) => !horizontal && at > box.x0 + sameEdgePt && from < y && to > y)
}

const heightOf = (word: LineWord | undefined): number => (word === undefined ? 0 : middleOf(word))

const over = (row: Row, columns: number): Row => texts(row).map((each) => ({ ...each, column: 0, columns }))

/** Where each column has a name in one row or the other: a name over none covers both rows, as that of the first column with what it has below, any other those below it up to the next. */
const headers = (upper: Row, lower: Row, rulings: ReadonlyArray<Ruling>): ReadonlyArray<Row> => {
  const [corner] = upper
  const more = texts(lower).find(({ column }) => column === 0)?.words ?? []
  const isWhole =
    corner !== undefined && corner.columns === 1 && corner.words.length > 0 && !isParted(corner, lower, rulings)
  const below = new Set(texts(lower).flatMap(({ column }) => (column === 0 && isWhole ? [] : [column])))
  const over: Array<Spot> = []
  const tall = new Set<number>()
  let open = 0
  for (const each of upper) {
    const last = over.at(-1)
    const isNamed = each.columns > 1 || below.has(each.column)
    if (each.words.length > 0) {
      if (open > 0 && (!isNamed || each.column === open)) return [upper, lower]
      over.push(
        isNamed
          ? { ...each, columns: each.columns + open }
          : { ...each, words: [...each.words, ...(each === corner ? more : [])], rows: minPair }
      )
      if (!isNamed) tall.add(each.column)
      open = 0
    } else if (!isNamed) return [upper, lower]
    else if (last?.rows === 1) over[over.length - 1] = { ...last, columns: last.columns + each.columns }
    else open += each.columns
  }
  const areWhole = [...upper, ...lower].every(({ rows }) => rows === 1)
  return areWhole && over.some(({ columns }) => columns > 1)
    ? [over, lower.filter(({ column }) => !tall.has(column))]
    : [upper, lower]
}

/** Names in the first column cover the places below them that are empty, where most names do; what stands below the last may be a total, which has fewer texts. */
const named = (rows: ReadonlyArray<Row>, header: number, rulings: ReadonlyArray<Ruling>): Candidate["draft"] => {
  const covers = new Map<Spot, number>()
  const gone = new Set<Spot>()
  const begun = rows.flatMap(([first], i) => (first?.column === 0 && first.words.length > 0 ? [i] : []))
  let name: Spot | undefined
  rows.forEach((row, i) => {
    const [first] = row
    if (first === undefined || first.column > 0) return
    if (first.words.length > 0) {
      const isName = i >= header && first.columns === 1 && first.rows === 1 && /[\p{L}\p{N}]/u.test(first.text)
      name = isName ? first : undefined
      if (isName) covers.set(first, 1)
      return
    }
    const isEmpty = first.columns === 1 && first.rows === 1 && texts(row).length > 0
    const isOf = i < (begun.at(-1) ?? 0) || texts(row).length + 1 >= texts(rows[name?.row ?? 0] ?? []).length
    if (name !== undefined && isEmpty && isOf && !isParted(name, row, rulings)) {
      covers.set(name, (covers.get(name) ?? 1) + 1)
      gone.add(first)
    } else name = undefined
  })
  // the last of them may have no room
  const own = [...covers.values()].filter((tall, i) => tall > 1 || i < covers.size - 1)
  if (share(own, (tall) => tall > 1) < mostShare) return plain(rows)
  return plain(
    rows.map((row) =>
      row.filter((each) => !gone.has(each)).map((each) => ({ ...each, rows: covers.get(each) ?? each.rows }))
    )
  )
}

/** A ruling stands between a name and the row. */
const isParted = ({ words, box }: Spot, row: Row, rulings: ReadonlyArray<Ruling>): boolean => {
  const [top, bottom] = [heightOf(words[0]), heightOf(row.flatMap((each) => each.words)[0])]
  return rulings.some(
    ({ horizontal, at, from, to }) => horizontal && at > top && at < bottom && from < box.x1 && to > box.x0
  )
}
