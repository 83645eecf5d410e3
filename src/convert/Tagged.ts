/**
 * A tagged page → Block[], as the document's own structure tree has it: order, headings, items and tables. The tree is
 * believed only where it fits what is seen; else the page is read as any other (null).
 */
import { blocks } from "./Blocks.ts"
import { around, overlap } from "./Geometry.ts"
import { lines } from "./Lines.ts"
import type { Block, Box, Line, RawPage, Word } from "./Page.ts"
import { type Stretch, stretches } from "./Roles.ts"
import { labelled } from "./tagged/Labels.ts"
import { blocksOf, type Found, inColumns } from "./tagged/Stretches.ts"

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
  const loose = labelled(lines(rest), byStretch)
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
    loose
  )
}

const isFurniture = (page: RawPage, word: Word): boolean =>
  word.angle !== 0 || word.box.y1 < margin * page.height || word.box.y0 > (1 - margin) * page.height

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
