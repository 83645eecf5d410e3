/**
 * Region[] → Block[]: lines that belong to one paragraph, item or listing. A block ends where the leading, the size, the
 * weight or the indent says that something new begins; the last word on what a block is belongs to the document stages.
 */
import { contents } from "./Contents.ts"
import { around, median, union, width } from "./Geometry.ts"
import { type Look, look } from "./Looks.ts"
import { marker, startsItem } from "./Markers.ts"
import type { Block, Box, Code, Item, Line, Place, RawPage, Region, Style, TextLine } from "./Page.ts"
import { runs } from "./Runs.ts"
import { rowIn, upper } from "./tables/Remains.ts"

/** A distance of baselines this many times the usual one ends a paragraph. */
const apart = 1.35
/** Leading assumed where there is nothing to measure, in em, and the most that lines of one paragraph may have. */
const usual = 1.25
const loosest = 2.2
/** Sizes this much apart are two sizes. */
const sized = 0.06
/** An indent is at least this, in em. */
const indent = 0.8
/** Centres closer than this, in points, are one; edges too. */
const aligned = 3
/** A listing has at least so many lines, and at most so many blank ones between them. */
const leastCode = 2
const mostBlank = 2

export interface Row {
  readonly line: Line
  readonly look: Look
  readonly text: string
  /** Of a table of contents or an index: the row ends an entry, or the next row goes on with it. */
  readonly entry?: "end" | "part"
}

export const rowOf = (line: Line): Row => ({
  line,
  look: look(line),
  text: textOf(line)
})

const textOf = ({ words }: Line): string => {
  let text = ""
  for (const [i, word] of words.entries()) text += i > 0 && !word.glued ? ` ${word.text}` : word.text
  return text
}

export const blocks = (page: RawPage, regions: ReadonlyArray<Region>): ReadonlyArray<Block> =>
  regions.flatMap((region) => inRegion(page, region))

const inRegion = (page: RawPage, region: Region): ReadonlyArray<Block> => {
  const rows = contents(region.lines.map(rowOf))
  const place = (box: Box): Place => ({
    page: page.number,
    box,
    width: page.width,
    height: page.height,
    left: region.box.x0,
    right: region.box.x1
  })
  const leadings = leadingsOf(rows)
  const out: Array<Block> = []
  let current: Array<Row> = []
  const close = () => {
    const [first] = current
    if (first) out.push(block(current, place(around(current.map((row) => row.line.box)))))
    current = []
  }
  rows.forEach((row, i) => {
    if (row.line.figure) {
      close()
      out.push({ kind: "figure", alt: "", place: place(row.line.box) })
      return
    }
    if (row.line.cells !== undefined) {
      close()
      const { cells: rows, cellSize } = row.line
      out.push({
        kind: "table",
        rows,
        place: place(row.line.box),
        ...(cellSize === undefined ? {} : { size: cellSize })
      })
      return
    }
    if (current.length > 0 && ends(current, row, rows[i + 1], region, leadings)) close()
    current.push(row)
  })
  close()
  return out
}

/** The usual distance of baselines by size: the median over neighbours of one size. */
const leadingsOf = (rows: ReadonlyArray<Row>): ReadonlyMap<number, number> => {
  const distances = new Map<number, Array<number>>()
  for (let i = 1; i < rows.length; i++) {
    const [a, b] = [(rows[i - 1] as Row).line, (rows[i] as Row).line]
    const distance = b.baseline - a.baseline
    if (Math.abs(a.size - b.size) > sized * a.size || distance > loosest * a.size || distance <= 0) continue
    const key = Math.round(a.size)
    const same = distances.get(key)
    if (same) same.push(distance)
    else distances.set(key, [distance])
  }
  return new Map([...distances].map(([size, all]) => [size, median(all)]))
}

/** Whether `next` begins something new after the rows of a block; `after` is the row after it. */
const ends = (
  block: ReadonlyArray<Row>,
  next: Row,
  after: Row | undefined,
  region: Region,
  leadings: ReadonlyMap<number, number>
): boolean => {
  const first = block[0] as Row
  const last = block.at(-1) as Row
  const size = last.line.size
  const distance = next.line.baseline - last.line.baseline
  if (last.line.angle !== next.line.angle) return true
  if (last.entry !== undefined || next.entry !== undefined) return last.entry !== "part"
  if (Math.abs(size - next.line.size) > sized * Math.max(size, next.line.size)) return true
  if (first.look.mono !== next.look.mono && !goesOn(last, next)) return true
  const own = block.length > 1 ? last.line.baseline - (block.at(-2) as Row).line.baseline : 0
  const leading = own > 0 ? own : Math.min(leadings.get(Math.round(size)) ?? usual * size, loosest * size)
  const lineHeight = leadings.get(Math.round(size)) ?? usual * size
  if (first.look.mono && next.look.mono && distance > 0 && distance < (mostBlank + 1.5) * lineHeight) return false
  if (distance > apart * leading || distance > loosest * size || distance < 0) return true
  if (first.look.mono) return false
  if (first.look.bold !== next.look.bold && last.look.bold !== next.look.bold) return !isMidSentence(last, next, region)
  if (first.look.colour !== next.look.colour && last.look.colour !== next.look.colour && next.text.length > 3)
    return last.line.box.x1 < region.box.x1 - 2 * size || startsItem(next.line)
  if (isNoted(next.line)) return true
  if (startsItem(next.line) && mayStart(block, next, region)) return true
  return geometry(block, next, after, region)
}

const geometry = (block: ReadonlyArray<Row>, next: Row, after: Row | undefined, region: Region): boolean => {
  const first = block[0] as Row
  const last = block.at(-1) as Row
  const size = last.line.size
  const a = last.line.box
  const b = next.line.box
  const right = Math.max(region.box.x1, b.x1)
  if (Math.abs(a.x0 + a.x1 - b.x0 - b.x1) < 2 * aligned && Math.abs(a.x0 - b.x0) > aligned) return false
  const left = Math.min(...block.map((row) => row.line.box.x0))
  const hanging = startsItem(first.line)
  // the text of a note hangs from its raised mark as an item's does from its own
  const isHung = isNoted(first.line) && Math.abs(b.x0 - (first.line.words[1]?.box.x0 ?? 0)) < aligned
  const isIndented = b.x0 > left + indent * size && !hanging && !isHung
  if (isIndented && block.length > 1) return b.x0 > a.x0 + indent * size
  if (isIndented) {
    const reaches = a.x1 > right - 0.12 * width(region.box)
    return !(reaches && after !== undefined && Math.abs(after.line.box.x0 - b.x0) < aligned)
  }
  if (hanging && b.x0 < first.line.box.x0 - indent * size) return true
  if (
    block.length > 1 &&
    b.x0 < a.x0 - indent * size &&
    b.x0 <= first.line.box.x0 + aligned &&
    (block.length > 2 || hanging || Math.abs(a.x0 - first.line.box.x0) > aligned)
  )
    return Math.abs(a.x0 - first.line.box.x0) > aligned
  const opening = next.line.words[0]
  const fits = opening !== undefined && a.x1 + 0.3 * size + width(opening.box) < right - 0.5 * size
  return fits && /^["'“‘([]?[\p{Lu}\p{N}]/u.test(next.text) && /[.:!?…;)"”’\]\p{N}]$|^.{0,60}$/u.test(last.text)
}

/** A full line whose sentence has not ended goes on in bold; a bold one goes on in small letters. */
const isMidSentence = (last: Row, next: Row, region: Region): boolean =>
  last.line.box.x1 > region.box.x1 - last.line.size * 2 &&
  !/[.:!?;…。]["'”’)\]]*$/u.test(last.text) &&
  (next.look.bold ? /[\p{Ll},]["'”’)\]]*$/u.test(last.text) : /^\p{Ll}/u.test(next.text)) &&
  Math.abs(last.line.box.x0 - next.line.box.x0) < 2 * last.line.size

/** A line that is all typewriter may be the middle of a sentence: same edge, and the sentence or a link has not ended. */
const goesOn = (last: Row, next: Row): boolean =>
  isOneLink(last.line.words.at(-1)?.href, next.line.words[0]?.href) ||
  (!last.look.mono && Math.abs(last.line.box.x0 - next.line.box.x0) < aligned && /[\p{L}\p{N},(/-]$/u.test(last.text))

const isOneLink = (a: string | null | undefined, b: string | null | undefined): boolean =>
  typeof a === "string" && a === b

/** A numeral at the start of a line is a marker only where a sentence, a line or an item ends. */
const mayStart = (block: ReadonlyArray<Row>, next: Row, region: Region): boolean => {
  const last = block.at(-1) as Row
  const isBullet = marker(next.line.words[0]?.text ?? "")?.numeral === "bullet"
  const ended = /[.:;,!?)\]]["'”’]?$/.test(last.text) || last.line.box.x1 < region.box.x1 - 2.5 * last.line.size
  return isBullet || ended || startsItem((block[0] as Row).line) || next.line.box.x0 < last.line.box.x0 - last.line.size
}

/** A line that begins with a raised numeral or sign is the first of a note. */
const isNoted = ({ words: [first, second] }: Line): boolean =>
  first?.shift === 1 && second?.shift === 0 && /^(?:\d{1,3}|[*†‡§¶]{1,3})$/.test(first.text)

/** What rows that belong together come to: a listing, an item or a paragraph. */
export const block = (rows: ReadonlyArray<Row>, place: Place): Block => {
  const first = rows[0] as Row
  if (first.entry !== undefined) return entry(rows, place)
  if (first.look.mono && rows.length >= leastCode) return code(rows, place)
  const sizes = rows.map((row) => row.line.size)
  const style = { ...first.look, size: median(sizes) }
  const gap = rows.length === 1 ? { gap: widestGap(first.line) } : {}
  const lines = rows.map((row): TextLine => ({ runs: runs(row.line.words), box: row.line.box, ...gap }))
  if (startsItem(first.line)) return item(first, lines, style, place)
  const row = place.box.y0 < upper * place.height ? rowIn(rows.map((each) => each.line)) : null
  return { kind: "paragraph", lines, style, place, ...(row === null ? {} : { row }) }
}

const widestGap = ({ words }: Line): number =>
  words.reduce((most, word, i) => Math.max(most, i === 0 ? 0 : word.box.x0 - (words[i - 1]?.box.x1 ?? 0)), 0)

const item = (first: Row, lines: ReadonlyArray<TextLine>, style: Style, place: Place): Item => {
  const [head, ...rest] = first.line.words
  const body: TextLine = {
    runs: runs(rest),
    box: rest.map((word) => word.box).reduce(union, rest[0]?.box ?? first.line.box)
  }
  return { kind: "item", marker: head?.text ?? "", depth: 0, lines: [body, ...lines.slice(1)], style, place }
}

/** An entry of a table of contents or an index is an item, with its own number where that makes one. */
const entry = (rows: ReadonlyArray<Row>, place: Place): Item => {
  const first = rows[0] as Row
  const style = { ...first.look, size: median(rows.map((row) => row.line.size)) }
  const lines = rows.map((row): TextLine => ({ runs: runs(row.line.words), box: row.line.box }))
  const found = /^\d+[.)]$/.test(first.line.words[0]?.text ?? "") && startsItem(first.line)
  return found
    ? { ...item(first, lines, style, place), entry: true }
    : { kind: "item", marker: "•", depth: 0, lines, style, place, entry: true }
}

/** Lines as they stand: indents and blank lines from where they are. */
const code = (rows: ReadonlyArray<Row>, place: Place): Code => {
  const advances = rows.flatMap((row) =>
    row.line.words.filter((word) => word.mono).map((word) => width(word.box) / word.text.length)
  )
  const advance = median(advances) || 1
  const left = Math.min(...rows.map((row) => row.line.box.x0))
  const distances = rows.slice(1).map(({ line }, i) => line.baseline - (rows[i]?.line.baseline ?? 0))
  const leading = Math.min(median(distances), usual * median(rows.map(({ line }) => line.size)))
  const lines = rows.flatMap(({ line }, i) => {
    const blank = i === 0 ? 0 : Math.round((distances[i - 1] ?? 0) / leading) - 1
    let out = ""
    for (const word of line.words) {
      const column = Math.round((word.box.x0 - left) / advance)
      out += " ".repeat(Math.max(word.glued || out === "" ? 0 : 1, Math.min(200, column - out.length))) + word.text
    }
    return [...Array.from({ length: Math.max(0, Math.min(mostBlank, blank)) }, () => ""), out]
  })
  return { kind: "code", lines, place }
}
