/**
 * Block[], Block[] → Block[]: what stands beside the text, such as pictures and running heads, put among the blocks of the
 * text once those are whole, so that it decides nothing about them.
 */
import { type Block, type Provenance, placesOf } from "../model/Block.ts"
import { overlap } from "../model/Geometry.ts"

/** Added to the distance, in points, of text that stands beside something rather than above or below it. */
const besidePenalty = 10_000

export const withAsides = (blocks: ReadonlyArray<Block>, asides: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  if (asides.length === 0) return blocks
  const before = new Map<number, Array<Block>>()
  for (const aside of [...asides].sort((a, b) => a.place.page - b.place.page || a.place.box.y0 - b.place.box.y0)) {
    const at = positionOf(aside, blocks)
    const same = before.get(at)
    if (same) same.push(aside)
    else before.set(at, [aside])
  }
  return [...blocks.flatMap((block, i) => [...(before.get(i) ?? []), block]), ...(before.get(blocks.length) ?? [])]
}

/** The index of the block that it comes before. */
const positionOf = (aside: Block, blocks: ReadonlyArray<Block>): number => {
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
  return nearestTo(aside.place, blocks)
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
