/** Proposal → Evidence: what speaks for a table and what against it, each from 0 to 1, measured on its cells. */
import { isCalledContents } from "../lines/Contents.ts"
import { marker } from "../lines/Markers.ts"
import type { Box } from "../model/Geometry.ts"
import { area, median } from "../model/Geometry.ts"
import type { Line, LineWord } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"
import type { Draft, DraftCell, Proposal, Sight } from "./Candidate.ts"
import { axis, contents, equations } from "./Lookalikes.ts"

/** What is known of a proposal. Each is a share, 0 to 1. */
export interface Evidence {
  /** Borders of cells that are painted. */
  readonly closed: number
  /** Of the rulings over the header, under it and at the foot, those that are painted. */
  readonly ruled: number
  /** Texts of a column that stand in line, at the left, the right, the centre or the decimal point. */
  readonly aligned: number
  /** How wide the narrowest strip between two columns is: 1 from two em. */
  readonly gap: number
  /** 1 from five rows, and from four columns. */
  readonly rows: number
  readonly columns: number
  /** Places that hold text. */
  readonly filled: number
  /** How far the places that hold text are below a third: a drawing's grid. */
  readonly hollow: number
  /** Rulings that stand between no two rows and no two columns with text, as the lines and bars of a chart do. */
  readonly unused: number
  /** Cells below the first row that are numbers. */
  readonly numerals: number
  /** The first row looks different from the others: bold, or of another colour. */
  readonly header: number
  /** Neighbours in a column that cannot be one running text, since the next word would have fitted or both are numbers. */
  readonly parted: number
  /** Rulings or a column of text say how far it reaches. */
  readonly bounded: number
  /** Texts of three words at most. */
  readonly brief: number
  /** How far apart its rows are: 0 when they are as close as lines of text, 1 when they are twice as far. */
  readonly loose: number
  /** Characters in rows that are one text over all columns, which no rulings close. */
  readonly through: number
  /** Columns that read as running text from row to row. */
  readonly prose: number
  /** Neighbours in a column, as close as lines of text, of which the lower goes on with the sentence of the upper. */
  readonly runsOn: number
  /** Entries of the first column that are markers of a list. */
  readonly listed: number
  /** It is a table of contents, the scale of a chart, numbered formulas. */
  readonly contents: number
  readonly axis: number
  readonly equations: number
  /** Cells that hold several texts side by side, or several numbers. */
  readonly glued: number
  /** Rows that only go on with the row above. */
  readonly torn: number
  /** Drawn curves and slanted words among its cells. */
  readonly graphics: number
  /** The first row comes again: two tables. */
  readonly repeats: number
  /** Rows that are nearly all typewriter. */
  readonly code: number
  /** Characters of other sizes than most are. */
  readonly sizes: number
  /** A row below the first is one larger text: a heading. */
  readonly headings: number
  /** It encloses nearly the whole page. */
  readonly cover: number
  /** It has one column, one row or three texts, and its cells are open. */
  readonly single: number
}

/** A table's cell as it stands: its text and extent. */
interface Spot extends DraftCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly box: Box
}

const numeral = /^[-–−+±~≈<>≤≥$€£¥₹(]{0,3}\s?[\d.,'’\s]*\d[\d.,'’\s]*\s?(?:[%‰°)*†‡$€£¥]|[A-Za-z€£]{1,3})?\)?$/

export const isNumeral = (text: string): boolean => text.length < 24 && numeral.test(text)

export const evidenceOf = (proposal: Proposal, { page, lines }: Sight): Evidence => {
  const spots = spotsOf(proposal)
  const filled = spots.filter((spot) => spot.text !== "")
  const words = filled.flatMap((spot) => spot.words)
  const size = median(words.map((word) => word.size)) || 10
  const columns = Math.max(1, ...spots.map((spot) => spot.column + spot.columns))
  const rows = proposal.draft.length
  const byColumn = Array.from({ length: columns }, (): Array<Spot> => [])
  for (const spot of filled) if (spot.columns === 1) byColumn[spot.column]?.push(spot)
  const body = filled.filter((spot) => spot.row > 0)
  const characters = words.reduce((sum, word) => sum + word.text.length, 0) || 1
  const header = headerOf(filled)
  const loose = looseOf(filled, size)
  const neighbours = neighboursOf(byColumn, size, proposal.right, header === 1 ? 1 : 0)
  const usedRows = new Set(filled.map((spot) => spot.row)).size
  const usedColumns = byColumn.filter((own) => own.length > 0).length
  const texts = byColumn.map((own) => own.map((spot) => spot.text))
  return {
    closed: proposal.closed,
    ruled: proposal.ruled,
    aligned: mean(byColumn.filter((own) => own.length > 1).map((own) => alignment(own, size))) || 0.5,
    gap: Math.min(1, Math.max(0, gapOf(byColumn, size) / 2)),
    rows: Math.min(1, Math.max(0, usedRows - 1) / 4),
    columns: Math.min(1, Math.max(0, usedColumns - 1) / 3),
    filled: spots.length === 0 ? 0 : filled.length / spots.length,
    hollow: spots.length === 0 ? 1 : Math.max(0, 1 - (3 * filled.length) / spots.length),
    unused: Math.max(
      unusedOf(proposal.places?.across ?? 0, usedRows),
      unusedOf(proposal.places?.upright ?? 0, usedColumns)
    ),
    numerals: body.length === 0 ? 0 : body.filter((spot) => isNumeral(spot.text)).length / body.length,
    header,
    parted: neighbours.parted,
    bounded: proposal.scope === "page" ? 0 : 1,
    brief: share(filled, (spot) => wordCount(spot) <= 3),
    loose,
    through:
      columns < 2
        ? 0
        : filled.reduce((sum, spot) => sum + (spot.columns === columns ? spot.text.length : 0), 0) *
          ((1 - proposal.closed) / characters),
    prose: neighbours.running / Math.max(1, usedColumns),
    runsOn: neighbours.runsOn * (1 - loose),
    listed: listed(byColumn),
    contents: contents(texts, rows, isBelowTitle(proposal.box, lines)),
    axis: axis(proposal.draft.map((row) => row.map((cell) => textOf(cell.words)))),
    equations: equations(texts),
    glued: share(filled, isGlued),
    torn: tornOf(filled, rows),
    graphics: graphicsIn(proposal.box, page, filled.length),
    code: share(
      proposal.draft.map((row) => row.flatMap((cell) => cell.words)).filter((own) => own.length > 0),
      isListing
    ),
    repeats: repeats(proposal.draft) ? 1 : 0,
    sizes:
      words.reduce((sum, word) => sum + (Math.abs(word.size - size) > 0.25 * size ? word.text.length : 0), 0) /
      characters,
    headings: hasHeading(filled, size) ? 1 : 0,
    cover: area(proposal.box) > 0.85 * page.width * page.height ? 1 : 0,
    single: (usedRows < 2 || usedColumns < 2 || filled.length < 4) && proposal.closed < 0.9 ? 1 : 0
  }
}

/** Two rulings stand at each end and, where they are double, between any two. */
const unusedOf = (places: number, used: number): number =>
  places === 0 ? 0 : Math.max(0, places - (1.5 * used + 2)) / places

/** Whether the title of a table of contents stands above. */
const isBelowTitle = (box: Box, lines: ReadonlyArray<Line>): boolean =>
  lines.some((each) => each.baseline <= box.y0 + each.size && isCalledContents(each))

/** A heading is this much larger than the text. */
const displayed = 1.15

const hasHeading = (filled: ReadonlyArray<Spot>, size: number): boolean =>
  filled.some(
    ({ row, words }) =>
      row > 0 &&
      words.every((word) => word.size > displayed * size) &&
      !filled.some((other) => other.row === row && other.words !== words)
  )

/** A line is a listing's when this share of its characters is typewriter. */
const typewriter = 0.8

const isListing = (words: ReadonlyArray<LineWord>): boolean => {
  const lengthOf = (some: ReadonlyArray<LineWord>) => some.reduce((sum, word) => sum + word.text.length, 0)
  return lengthOf(words.filter((word) => word.mono)) > typewriter * lengthOf(words)
}

const repeats = (draft: Draft): boolean => {
  const texts = draft.map((row) => row.map((cell) => textOf(cell.words)).join("\t"))
  return /\p{L}{3}/u.test(texts[0] ?? "") && texts.indexOf(texts[0] ?? "", 1) > 0
}

/** Markers before texts, with or without a full stop. */
const listed = ([first = [], second = [], ...others]: ReadonlyArray<ReadonlyArray<Spot>>): number => {
  if (first.length === 0 || others.some((own) => own.length > 0)) return 0
  const numbers = first.map((spot) => Number(spot.text))
  const isCounted = numbers.every((n, i) => i === 0 || n === (numbers[i - 1] ?? 0) + 1)
  const isText = median(second.map(wordCount)) >= 3
  return isCounted && isText && first.length > 1 ? 1 : share(first, (spot) => marker(spot.text) !== null)
}

const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length

const share = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length

const wordCount = (spot: Spot): number => spot.text.split(" ").length

export const textOf = (words: ReadonlyArray<LineWord>): string =>
  words.map((word, i) => (i === 0 || word.noSpaceBefore ? word.text : ` ${word.text}`)).join("")

/** Each cell with its row and first column: rows covered from above take places. */
const spotsOf = ({ draft }: Proposal): ReadonlyArray<Spot> => {
  const taken = draft.map(() => new Set<number>())
  return draft.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell): Spot => {
      while (taken[row]?.has(column)) column++
      for (let r = row; r < row + cell.rows; r++) for (let c = column; c < column + cell.columns; c++) taken[r]?.add(c)
      const at = column
      column += cell.columns
      return { ...cell, row, column: at, text: textOf(cell.words), box: boxOf(cell.words) }
    })
  })
}

const boxOf = (words: ReadonlyArray<LineWord>): Box => {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of words) {
    if (box.x0 < x0) x0 = box.x0
    if (box.y0 < y0) y0 = box.y0
    if (box.x1 > x1) x1 = box.x1
    if (box.y1 > y1) y1 = box.y1
  }
  return { x0, y0, x1, y1 }
}

/** Lines of text are so many em apart. */
const leading = 1.2

/** The median distance of one row's first baseline from that of the row above, against lines of text. */
const looseOf = (filled: ReadonlyArray<Spot>, size: number): number => {
  const tops = new Map<number, number>()
  const ends = new Map<number, number>()
  for (const { row, words } of filled) {
    for (const { baseline } of words) {
      tops.set(row, Math.min(tops.get(row) ?? baseline, baseline))
      ends.set(row, Math.max(ends.get(row) ?? baseline, baseline))
    }
  }
  const rows = [...tops.keys()].sort((a, b) => a - b)
  const steps = rows.slice(1).map((row, i) => (tops.get(row) ?? 0) - (ends.get(rows[i] ?? 0) ?? 0))
  return Math.min(1, Math.max(0, median(steps) / size / leading - 1))
}

/** Edges or centres this close, in em, stand in line. */
const inLine = 0.4

const alignment = (own: ReadonlyArray<Spot>, size: number): number => {
  const body = own.length > 2 ? own.filter((spot) => spot.row > 0) : own
  const near = inLine * size
  const at = (value: (spot: Spot) => number) => {
    const values = body.map(value)
    const middle = median(values)
    return share(values, (each) => Math.abs(each - middle) <= near)
  }
  return Math.max(
    at((spot) => spot.box.x0),
    at((spot) => spot.box.x1),
    at((spot) => (spot.box.x0 + spot.box.x1) / 2)
  )
}

/** The width of the narrowest strip between columns, in em. */
const gapOf = (byColumn: ReadonlyArray<ReadonlyArray<Spot>>, size: number): number => {
  let narrowest = 2
  let right: number | null = null
  for (const own of byColumn) {
    if (own.length === 0) continue
    const left = Math.min(...own.map((spot) => spot.box.x0))
    if (right !== null) narrowest = Math.min(narrowest, (left - right) / size)
    right = Math.max(...own.map((spot) => spot.box.x1))
  }
  return narrowest
}

const headerOf = (filled: ReadonlyArray<Spot>): number => {
  const first = filled.filter((spot) => spot.row === 0).flatMap((spot) => spot.words)
  const rest = filled.filter((spot) => spot.row > 0).flatMap((spot) => spot.words)
  if (first.length === 0 || rest.length === 0) return 0
  const bold = first.every((word) => word.bold) && share(rest, (word) => word.bold) < 0.5
  const colour = median(rest.map((word) => word.colour))
  return bold || first.every((word) => word.colour !== colour) ? 1 : 0
}

/** A space, and how much the next word must miss the column's width by to have fitted, in em. */
const spaceAndSlack = 0.6
/** A column is running text when less than this share of its neighbours are parted, and its texts have so many words. */
const runningText = 0.35
const minTextWords = 5
/** Columns of so many words at the median are as wide as their text. */
const longTexts = 6

const neighboursOf = (byColumn: ReadonlyArray<ReadonlyArray<Spot>>, size: number, right: number, start: number) => {
  let parted = 0
  let runsOn = 0
  let all = 0
  let running = 0
  byColumn.forEach((own, column) => {
    if (own.length === 0) return
    const before = { parted, all }
    const left = Math.min(...own.map((spot) => spot.box.x0))
    const text = Math.max(...own.map((spot) => spot.box.x1)) - left
    const next = byColumn.slice(column + 1).find((each) => each.length > 0)
    const pitch = (next === undefined ? right : Math.min(...next.map((spot) => spot.box.x0)) - size) - left
    const room = median(own.map(wordCount)) >= longTexts ? text : Math.max(text, pitch)
    for (let i = 1; i < own.length; i++) {
      const [a, b] = [own[i - 1] as Spot, own[i] as Spot]
      const last = lastLine(a.words)
      const [first] = b.words
      if (first === undefined || a.row < start) continue
      all++
      const isFree =
        boxOf(last).x1 - left + spaceAndSlack * size + first.box.x1 - first.box.x0 < room ||
        (isNumeral(a.text) && isNumeral(b.text))
      if (isFree) parted++
      else if (/[\p{Ll},-]$/u.test(a.text) && /^\p{Ll}/u.test(b.text)) runsOn++
    }
    const isRunning = parted - before.parted < runningText * (all - before.all)
    if (isRunning && median(own.map(wordCount)) >= minTextWords) running++
  })
  return all === 0 ? { parted: 0.5, runsOn: 0, running } : { parted: parted / all, runsOn: runsOn / all, running }
}

const lastLine = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  const lowest = Math.max(...words.map((word) => word.baseline))
  return words.filter((word) => lowest - word.baseline < 0.5 * word.size)
}

/** Texts this far apart on one line, in em, are two. */
const apart = 1.2

const isGlued = ({ words }: Spot): boolean => {
  let last: LineWord | undefined
  let stacked = 0
  for (const word of words) {
    if (last !== undefined && Math.abs(word.baseline - last.baseline) < 0.3 * word.size) {
      if (word.box.x0 - last.box.x1 > apart * word.size) return true
    } else if (last !== undefined && isNumeral(last.text) && isNumeral(word.text)) stacked++
    last = word
  }
  return stacked > 0
}

/** Share of the rows that leave the first place empty and hold less than half of what the row above holds. */
const tornOf = (filled: ReadonlyArray<Spot>, rows: number): number => {
  if (rows < 2) return 0
  const byRow = Array.from({ length: rows }, (): Array<Spot> => [])
  for (const spot of filled) byRow[spot.row]?.push(spot)
  const torn = byRow.filter((own, i) => {
    const before = byRow[i - 1]
    return (
      i > 1 &&
      before !== undefined &&
      own.length > 0 &&
      own.length * 2 <= before.length &&
      own.every((spot) => spot.column > 0 && /^\p{Ll}/u.test(spot.text))
    )
  })
  return torn.length / rows
}

/** Curves and slanted words in a box, for each of its cells. */
const graphicsIn = (box: Box, page: RawPage, cells: number): number => {
  let count = 0
  for (const each of page.drawings)
    if (
      each.x0 > box.x0 - 1 &&
      each.x1 < box.x1 + 1 &&
      each.y0 > box.y0 - 1 &&
      each.y1 < box.y1 + 1 &&
      each.x1 - each.x0 > 3 &&
      each.y1 - each.y0 > 3
    )
      count++
  const { glyphs } = page
  let slanted = 0
  for (let i = 0; i < glyphs.length; i++)
    if (
      (glyphs.angle[i] ?? 0) !== 0 &&
      (glyphs.x[i] ?? 0) > box.x0 &&
      (glyphs.x[i] ?? 0) < box.x1 &&
      (glyphs.y[i] ?? 0) > box.y0 &&
      (glyphs.y[i] ?? 0) < box.y1
    )
      slanted++
  return Math.min(1, (count + slanted / 5) / Math.max(1, cells))
}
