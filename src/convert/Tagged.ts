/**
 * A tagged page → Block[], as the document's own structure tree has it: order, headings, items and tables. The tree is
 * believed only where it fits what is seen; else the page is read as any other (null).
 */
import { block, blocks } from "./Blocks.ts"
import { around, overlap } from "./Geometry.ts"
import { line, lines } from "./Lines.ts"
import type { Block, Box, Cell, Line, Place, RawPage, Word } from "./Page.ts"
import { type Stretch, stretches } from "./Roles.ts"
import { rowOf } from "./Row.ts"
import { cell, isEmpty } from "./tables/Grid.ts"

/** Share of the characters that the tree must account for. */
const covered = 0.9
/** Share of neighbours in the tree of which the second may stand above the first, or go on in the middle of its sentence. */
const disorder = 0.2
const torn = 0.15
/** Headings make up no more than this share of a page of so many characters. */
const headed = 0.4
const full = 600
/** Artifacts are the page's furniture within this share of its height from the top or bottom. */
const margin = 0.15

/** Whether the page's tree tells more than where paragraphs end. */
export const isTelling = (page: RawPage): boolean =>
  page.structure !== undefined &&
  stretches(page.structure).some((each) => each.kind === "heading" || each.kind === "item" || each.kind === "table")

interface Found {
  readonly stretch: Stretch
  readonly lines: ReadonlyArray<Line>
  readonly box: Box
}

export const tagged = (page: RawPage, words: ReadonlyArray<Word>): ReadonlyArray<Block> | null => {
  if (page.structure === undefined) return null
  const all = stretches(page.structure)
  const owner = new Map<number, Stretch>()
  for (const stretch of all) {
    for (const mcid of stretch.mcids) owner.set(mcid, stretch)
    if (stretch.kind === "item") for (const mcid of stretch.label) owner.set(mcid, stretch)
  }
  const byStretch = new Map<Stretch, Array<Word>>()
  const rest: Array<Word> = []
  let sum = 0
  let owned = 0
  for (const word of words) {
    const stretch = owner.get(word.mcid ?? -1)
    if (stretch === undefined) {
      if (word.artifact && isFurniture(page, word)) continue
      rest.push(word)
      sum += word.text.length
      continue
    }
    sum += word.text.length
    owned += word.text.length
    const same = byStretch.get(stretch)
    if (same) same.push(word)
    else byStretch.set(stretch, [word])
  }
  if (sum === 0 || owned < covered * sum) return null
  const found = all.flatMap((stretch): ReadonlyArray<Found> => {
    const own = byStretch.get(stretch)
    if (own === undefined) return []
    const placed = inColumns(own)
    return [{ stretch, lines: placed, box: around(placed.map((each) => each.box)) }]
  })
  if (!isPlausible(found, sum)) return null
  return inserted(
    page,
    found.map((each) => ({ at: each.box, blocks: blocksOf(page, each, byStretch.get(each.stretch) ?? []) })),
    lines(rest)
  )
}

const isFurniture = (page: RawPage, word: Word): boolean =>
  word.angle !== 0 || word.box.y1 < margin * page.height || word.box.y0 > (1 - margin) * page.height

/** The lines of one block, column after column: a column begins where the text jumps up. */
const inColumns = (words: ReadonlyArray<Word>): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let column: Array<Word> = []
  let lowest = Number.NEGATIVE_INFINITY
  const close = () => {
    out.push(...joinedRows(lines(column)))
    column = []
    lowest = Number.NEGATIVE_INFINITY
  }
  for (const word of words) {
    if (column.length > 0 && word.baseline < lowest - 2 * word.size) close()
    column.push(word)
    lowest = Math.max(lowest, word.baseline)
  }
  close()
  return out
}

/** Within a block a wide gap is a tab or a stretched space. */
const joinedRows = (parts: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  for (const part of parts) {
    const last = out.at(-1)
    const beside =
      last !== undefined && last.angle === part.angle && Math.abs(last.baseline - part.baseline) < 0.2 * part.size
    if (last !== undefined && beside) out[out.length - 1] = line([...last.words, ...part.words])
    else out.push(part)
  }
  return out
}

/** Whether the tree's order and roles are what the page looks like. */
const isPlausible = (found: ReadonlyArray<Found>, characters: number): boolean => {
  let above = 0
  let cut = 0
  let pairs = 0
  let heads = 0
  for (let i = 0; i < found.length; i++) {
    const each = found[i] as Found
    if (each.stretch.kind === "heading") heads += lengthOf(each)
    const next = found[i + 1]
    if (next === undefined) continue
    pairs++
    const a = each.box
    const b = next.box
    if (b.y1 <= a.y0 + 1 && overlap(a.x0, a.x1, b.x0, b.x1) > 0) above++
    if (each.stretch.kind !== "table" && next.stretch.kind === "paragraph" && breaks(each, next)) cut++
  }
  if (characters > full && heads > headed * characters) return false
  return above <= disorder * pairs && cut <= torn * pairs
}

const lengthOf = (found: Found): number =>
  found.lines.reduce((sum, each) => sum + each.words.reduce((n, word) => n + word.text.length, 0), 0)

/** A sentence that goes on in the next block of its own: each line is tagged as a paragraph. */
const breaks = (a: Found, b: Found): boolean => {
  const last = a.lines.at(-1)?.words.at(-1)?.text ?? ""
  const first = b.lines[0]?.words[0]?.text ?? ""
  return /[\p{Ll},-]$/u.test(last) && /^\p{Ll}/u.test(first)
}

const blocksOf = (page: RawPage, found: Found, words: ReadonlyArray<Word>): ReadonlyArray<Block> => {
  const { stretch, box } = found
  const place: Place = {
    page: page.number,
    box,
    width: page.width,
    height: page.height,
    left: box.x0,
    right: box.x1
  }
  const region = { lines: found.lines, box }
  if (stretch.kind === "group" && !isOne(found.lines)) return blocks(page, [region])
  if (stretch.kind === "table") {
    const rows = stretch.rows.map((row) =>
      row.map((each) => {
        const own = new Set(each.mcids)
        const inside = inColumns(words.filter((word) => own.has(word.mcid ?? -1)))
        return cell(
          inside.flatMap((part) => part.words),
          each.columns,
          each.rows
        )
      })
    )
    // the tree of a page has the rows on other pages too, without their text
    const here = rows.filter((row) => !row.every(isEmpty))
    return isFilled(here) ? [{ kind: "table", rows: here, place }] : blocks(page, [region])
  }
  if (stretch.kind === "item") {
    const labels = new Set(stretch.label)
    const text = inColumns(words.filter((word) => !labels.has(word.mcid ?? -1)))
    const label = words
      .filter((word) => labels.has(word.mcid ?? -1))
      .map((word) => word.text)
      .join("")
    if (text.length === 0) return []
    const made = block(text.map(rowOf), place)
    if (made.kind === "item") return label === "" ? [made] : [{ ...made, marker: label }]
    return made.kind === "paragraph"
      ? [{ ...made, kind: "item", marker: label || "•", depth: 0, tagged: true }]
      : [made]
  }
  const made = block(found.lines.map(rowOf), place)
  if (stretch.kind === "heading") return [asHeading(made, stretch.level)]
  return made.kind === "paragraph" ? [{ ...made, tagged: true }] : [made]
}

/** The document says that it is a table; it has to have text in two rows and two columns all the same. */
const isFilled = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean => {
  const columns = new Set<number>()
  for (const row of rows) {
    let at = 0
    for (const each of row) {
      if (!isEmpty(each)) columns.add(at)
      at += each.columns
    }
  }
  return rows.length >= 2 && columns.size >= 2
}

/** Lines at one distance are one paragraph. */
const isOne = (all: ReadonlyArray<Line>): boolean => {
  const steps = all.slice(1).map((each, i) => each.baseline - (all[i]?.baseline ?? 0))
  const down = steps.filter((step) => step > 0)
  return Math.max(...down, 0) <= 1.4 * Math.min(...down, Number.POSITIVE_INFINITY)
}

const asHeading = (made: Block, level: number): Block =>
  made.kind === "paragraph"
    ? { ...made, kind: "heading", level, tagged: true }
    : made.kind === "item"
      ? {
          kind: "heading",
          level,
          lines: made.lines.map((each, i) =>
            i === 0 ? { ...each, runs: [{ text: `${made.marker} ` }, ...each.runs] } : each
          ),
          style: made.style,
          place: made.place,
          tagged: true
        }
      : made

/** What the tree leaves out comes after the last block that stands above it. */
const inserted = (
  page: RawPage,
  found: ReadonlyArray<{ readonly at: Box; readonly blocks: ReadonlyArray<Block> }>,
  rest: ReadonlyArray<Line>
): ReadonlyArray<Block> => {
  if (rest.length === 0) return found.flatMap((each) => each.blocks)
  const after = new Map<number, Array<Line>>()
  for (const each of rest) {
    const at = found.findLastIndex(
      ({ at }) => at.y0 <= each.box.y0 && overlap(at.x0, at.x1, each.box.x0, each.box.x1) > 0
    )
    const same = after.get(at)
    if (same) same.push(each)
    else after.set(at, [each])
  }
  const loose = (at: number): ReadonlyArray<Block> => {
    const own = after.get(at)
    return own === undefined ? [] : blocks(page, [{ lines: own, box: around(own.map((each) => each.box)) }])
  }
  return [...loose(-1), ...found.flatMap((each, i) => [...each.blocks, ...loose(i)])]
}
