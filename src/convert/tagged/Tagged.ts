/**
 * A tagged page → Block[], as the document's own structure tree has it: order, headings, items and tables. The tree is
 * believed only where it fits what is seen; else the page is read as any other (null).
 */

import { blocks } from "../blocks/Blocks.ts"
import { goesOnWith, type Pitches, pitchesOf } from "../blocks/Listings.ts"
import { lines } from "../lines/Lines.ts"
import { styled } from "../lines/Look.ts"
import { region } from "../lines/TextRows.ts"
import type { Block, RunningHead } from "../model/Block.ts"
import type { Box } from "../model/Geometry.ts"
import { around, centreY, overlap, smallest } from "../model/Geometry.ts"
import type { Line, Part, PlacedTable, Word } from "../model/Line.ts"
import { edgeZone } from "../model/Measures.ts"
import type { RawPage } from "../model/Page.ts"
import { printedLines, runsOn } from "../model/Text.ts"
import { keyOf } from "../tables/evidence/Spots.ts"
import { tablesIn } from "../tables/Tables.ts"
import { tableTags } from "../tables/TableTags.ts"
import { type StructElement, structElements } from "./Roles.ts"
import { blocksOf, type Found, inColumns } from "./StructElements.ts"
import { reordered } from "./TreeOrder.ts"
import { withUntaggedMarkers } from "./UntaggedMarkers.ts"

/** Share of the characters that the tree must account for. */
const minToldShare = 0.9
/** Share of neighbours in the tree of which the second may stand above the first, or go on in the middle of its sentence. */
const maxDisorder = 0.15

/** Whether the page's tree tells more than where paragraphs end. */
export const hasSemanticTags = ({ structure }: RawPage): boolean =>
  structure !== undefined &&
  (tableTags(structure).some((rows) => rows.some((row) => row.length > 1)) ||
    structElements(structure).some(({ kind }) => kind === "heading" || kind === "item"))

/** A page as its tree has it: the text in its order, and the running heads that are marked as artifacts. */
export interface TaggedPage {
  readonly blocks: ReadonlyArray<Block>
  readonly heads: ReadonlyArray<RunningHead>
}

/** How a page reads by its tree; null where that is not believed. `linesOf` finds lines of words, if they are not known. */
export const tagged = (
  page: RawPage,
  words: ReadonlyArray<Word>,
  linesOf: (words: ReadonlyArray<Word>) => ReadonlyArray<Line> = lines
): (() => TaggedPage) | null => {
  if (page.structure === undefined) return null
  const told = ownersOf(structElements(page.structure))
  const isArtifact = (word: Word) => word.artifact && !told.has(word.mcid ?? -1) && isRunningHead(page, word)
  const artifacts = words.filter(isArtifact)
  const body = artifacts.length === 0 ? words : words.filter((word) => !isArtifact(word))
  const owned = body.filter((word) => told.has(word.mcid ?? -1))
  if (body.length === 0 || lengthOf(owned) < minToldShare * lengthOf(body)) return null
  const inTable = new Set(tableTags(page.structure).flatMap((rows) => rows.flat().flatMap(({ mcids }) => mcids)))
  const isText = ({ mcid = -1 }: Word) => !inTable.has(mcid) && (told.get(mcid)?.kind ?? "group") !== "group"
  const tables = tablesIn(page, linesOf(body), isText)
  const tableOf = new Map(tables.flatMap((each) => [...each.words].map((key) => [key, each.table])))
  const inTables = new Map(body.map((word) => [word, tableOf.get(keyOf(word))]))
  const seen = new Set(body.flatMap((word) => (inTables.get(word) === undefined ? [] : [word.mcid ?? -1])))
  const all = structElements(page.structure, (mcids) => mcids.some((mcid) => seen.has(mcid)))
  const { byElement, byTable, rest } = shared(inTables, all)
  const loose = [
    ...withUntaggedMarkers(lines(rest), byElement),
    ...tables.flatMap(({ table }) => (byTable.has(table) ? [] : [table]))
  ]
  const elements = all.flatMap((element) => [...tablesAt(element, byTable), ...textOf(element, byElement)])
  const pitches = pitchesOf([
    elements.flatMap(({ element, lines }) => (element.kind === "item" ? [] : lines.map(styled)))
  ])
  const { elements: ordered, moves } = reordered(elements)
  const found = listings(ordered, pitches)
  if (!isPlausible(found, moves)) return null
  const others = found.filter(({ element }) => element.kind !== "item")
  const areLabelled = found.some(({ element }) => element.kind === "item" && element.label.length > 0)
  const left = areLabelled || others.length === 0 ? Number.NEGATIVE_INFINITY : smallest(others.map(({ box }) => box.x0))
  return () => {
    const placed = found.map((each) => ({
      at: each.box,
      blocks: blocksOf(page, each, byElement.get(each.element) ?? [], left, pitches)
    }))
    return { blocks: inserted(page, placed, loose), heads: headsOf(page, artifacts) }
  }
}

const lengthOf = (words: ReadonlyArray<Word>): number => words.reduce((sum, { text }) => sum + text.length, 0)

const ownersOf = (elements: ReadonlyArray<StructElement>): ReadonlyMap<number, StructElement> =>
  new Map(
    elements.flatMap((element) =>
      [...element.mcids, ...(element.kind === "item" ? element.label : [])].map((mcid) => [mcid, element] as const)
    )
  )

/** Words that are in no table by the element that they are of, or the rest; tables by the first element that they have words of. */
const shared = (inTables: ReadonlyMap<Word, PlacedTable | undefined>, all: ReadonlyArray<StructElement>) => {
  const owners = ownersOf(all)
  const places = new Map(all.map((element, i) => [element, i]))
  const byElement = new Map<StructElement, Array<Word>>()
  const byTable = new Map<PlacedTable, StructElement>()
  const rest: Array<Word> = []
  for (const [word, table] of inTables) {
    const element = owners.get(word.mcid ?? -1)
    if (element === undefined) {
      if (table === undefined) rest.push(word)
      continue
    }
    if (table === undefined) {
      const same = byElement.get(element)
      if (same) same.push(word)
      else byElement.set(element, [word])
      continue
    }
    const first = byTable.get(table)
    if (first === undefined || (places.get(element) ?? 0) < (places.get(first) ?? 0)) byTable.set(table, element)
  }
  return { byElement, byTable, rest }
}

const tablesAt = (element: StructElement, byTable: ReadonlyMap<PlacedTable, StructElement>): ReadonlyArray<Found> =>
  [...byTable].flatMap(([table, first]) => (first === element ? [{ element, lines: [], box: table.box, table }] : []))

const textOf = (
  element: StructElement,
  byElement: ReadonlyMap<StructElement, ReadonlyArray<Word>>
): ReadonlyArray<Found> => {
  const own = byElement.get(element)
  if (own === undefined) return []
  const placed = inColumns(own)
  return [{ element, lines: placed, box: around(placed.map((each) => each.box)) }]
}

/** Paragraphs of typewriter right below one another are the lines of one listing. */
const listings = (found: ReadonlyArray<Found>, pitches: Pitches): ReadonlyArray<Found> => {
  const out: Array<Found> = []
  for (const each of found) {
    const last = out.at(-1)
    if (last !== undefined && isTyped(last) && isTyped(each) && isBelow(last, each, pitches)) {
      const lines = [...last.lines, ...each.lines]
      out[out.length - 1] = { ...last, lines, box: around(lines.map(({ box }) => box)) }
    } else out.push(each)
  }
  return out
}

const isTyped = ({ element, lines, table }: Found): boolean =>
  element.kind === "paragraph" && table === undefined && lines.every(({ words }) => words.every(({ mono }) => mono))

const isBelow = (above: Found, { lines: [first] }: Found, pitches: Pitches): boolean => {
  const last = above.lines.at(-1)
  return last !== undefined && first !== undefined && goesOnWith(styled(last), styled(first), pitches)
}

/** What stands in the upper half of the page as its head, what stands in the lower half as its foot. */
const headsOf = (page: RawPage, artifacts: ReadonlyArray<Word>): ReadonlyArray<RunningHead> => {
  const halves = Map.groupBy(lines(artifacts), ({ box }) => (centreY(box) < page.height / 2 ? "header" : "footer"))
  return [...halves].flatMap(([kind, own]) =>
    blocks(page, [region(own)]).flatMap((block) =>
      "style" in block ? [{ kind, lines: printedLines(block), style: block.style, place: block.place }] : []
    )
  )
}

const isRunningHead = (page: RawPage, word: Word): boolean =>
  word.angle !== 0 || word.box.y1 < edgeZone * page.height || word.box.y0 > (1 - edgeZone) * page.height

/** Whether the tree's order and roles are what the page looks like. */
const isPlausible = (found: ReadonlyArray<Found>, moves: number): boolean => {
  const most = maxDisorder * Math.max(0, found.length - 1)
  const isCut = (each: Found, next: Found | undefined) =>
    each.table === undefined && next?.table === undefined && next?.element.kind === "paragraph" && breaks(each, next)
  return moves <= most && found.filter((each, i) => isCut(each, found[i + 1])).length <= most
}

/** A sentence that goes on in the next block of its own: each line is tagged as a paragraph. */
const breaks = (a: Found, b: Found): boolean => {
  const last = a.lines.at(-1)?.words.at(-1)?.text ?? ""
  const first = b.lines[0]?.words[0]?.text ?? ""
  return runsOn(last, first)
}

/** What the tree leaves out comes after the last block that stands above it. */
const inserted = (
  page: RawPage,
  found: ReadonlyArray<{ readonly at: Box; readonly blocks: ReadonlyArray<Block> }>,
  rest: ReadonlyArray<Part>
): ReadonlyArray<Block> => {
  if (rest.length === 0) return found.flatMap((each) => each.blocks)
  const after = new Map<number, Array<Part>>()
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
    return own === undefined ? [] : blocks(page, [{ parts: own, box: around(own.map((each) => each.box)) }])
  }
  return [...loose(-1), ...found.flatMap((each, i) => [...each.blocks, ...loose(i)])]
}
