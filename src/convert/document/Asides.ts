/**
 * Block[], Block[] → Block[]: what stands beside the text, such as pictures and running heads, put among the blocks of the
 * text once those are whole, so that it decides nothing about them.
 */
import { type Block, type Provenance, placesOf } from "../model/Block.ts"
import { centreY, height, overlap } from "../model/Geometry.ts"
import { linesOf } from "../model/Text.ts"

/** Added to the distance, in points, of text that stands beside something rather than above or below it. */
const besidePenalty = 10_000
/** What ends above a note in the margin counts as so many times further from it than what begins below. */
const aboveWeight = 4

export const withAsides = (blocks: ReadonlyArray<Block>, asides: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  if (asides.length === 0) return blocks
  const before = new Map<number, Array<Block>>()
  let known: Places | undefined
  const places = () => {
    known ??= byPage(blocks)
    return known
  }
  for (const aside of [...asides].sort((a, b) => a.place.page - b.place.page || a.place.box.y0 - b.place.box.y0)) {
    const at = positionOf(aside, blocks, places)
    const same = before.get(at)
    if (same) same.push(aside)
    else before.set(at, [aside])
  }
  return [...blocks.flatMap((block, i) => [...(before.get(i) ?? []), block]), ...(before.get(blocks.length) ?? [])]
}

/** The index of the block that it comes before. */
const positionOf = (aside: Block, blocks: ReadonlyArray<Block>, places: () => Places): number => {
  const { page } = aside.place
  if (aside.kind === "header")
    return indexOr(
      blocks.findIndex(({ place }) => place.page >= page),
      blocks.length
    )
  if (aside.kind === "footer")
    return indexOr(
      blocks.findIndex(({ place }) => place.page > page),
      blocks.length
    )
  return aside.kind === "figure"
    ? nearestTo(aside.place, blocks)
    : (besideOf(aside, places()) ?? nearestTo(aside.place, blocks))
}

/** The blocks that stand on each page, or a part of them, and where. */
type Places = ReadonlyMap<
  number,
  ReadonlyArray<{ readonly at: number; readonly block: Block; readonly place: Provenance }>
>

const byPage = (blocks: ReadonlyArray<Block>): Places =>
  Map.groupBy(
    blocks.flatMap((block, at) => placesOf(block).map((place) => ({ at, block, place }))),
    ({ place }) => place.page
  )

/**
 * A note in the margin stands before the block whose first line it begins beside, or which begins below it; behind one whose middle it
 * stands beside. Null where its page has nothing else.
 */
const besideOf = (note: Block, places: Places): number | null => {
  const middle = centreY(linesOf(note)[0]?.box ?? note.place.box)
  let [found, least] = [null as number | null, Number.POSITIVE_INFINITY]
  for (const { at, block, place } of places.get(note.place.page) ?? []) {
    const { y0, y1 } = place.box
    const distance = middle < y0 ? y0 - middle : middle > y1 ? aboveWeight * (middle - y1) : 0
    if (distance >= least) continue
    least = distance
    found = place === block.place && middle <= y0 + firstHeight(block) ? at : at + 1
  }
  return found
}

/** The height of a block's first line. */
const firstHeight = (block: Block): number => {
  const [first] = linesOf(block)
  if (first !== undefined) return first.box.y1 - block.place.box.y0
  const rows = block.kind === "code" ? block.lines.length : block.kind === "table" ? block.rows.length : 1
  return height(block.place.box) / Math.max(1, rows)
}

const indexOr = (index: number, other: number): number => (index < 0 ? other : index)

/** Before the nearest block if that is below it, else behind it. */
const nearestTo = (aside: Provenance, blocks: ReadonlyArray<Block>): number => {
  let at: number | null = null
  let least = Number.POSITIVE_INFINITY
  let later = blocks.length
  for (const [i, block] of blocks.entries()) {
    if (block.place.page > aside.page) {
      later = i
      break
    }
    for (const place of placesOf(block)) {
      if (place.page !== aside.page) continue
      const distance = distanceOf(aside, place)
      if (distance >= least) continue
      least = distance
      at = place === block.place && place.box.y1 > aside.box.y1 ? i : i + 1
    }
  }
  return at ?? later
}

const distanceOf = ({ box: a }: Provenance, { box: b }: Provenance): number => {
  const gap = Math.max(0, -overlap(a.y0, a.y1, b.y0, b.y1))
  return overlap(a.x0, a.x1, b.x0, b.x1) > 0 ? gap : gap + besidePenalty
}
