/**
 * Block[][] → Block[][]: items that form lists stay items and learn how deep they are; a lone `1990.` at the start of a
 * line goes back to being text.
 */

import { type Marker, marker } from "../lines/Markers.ts"
import type { Block, Item, Paragraph, Provenance } from "../model/Block.ts"
import { printedLines, textOf } from "../model/Text.ts"

/** Maximum number of items on each side among which siblings are looked for. */
const maxSiblingDistance = 12
/** Markers whose left edges are this close, in em, are of one depth. */
const minDepthStepEm = 0.6
/** Nesting beyond this is layout. */
const maxListDepth = 6

export const lists = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlyArray<ReadonlyArray<Block>> => {
  const items = pages.flat().filter((block) => block.kind === "item")
  const order = new Map(items.map((item, i) => [item, i] as const))
  const markers = items.map((item) => marker(item.marker))
  const depths: Array<Open> = []
  return pages.map((blocks) =>
    nested(
      depths,
      blocks.map((block) => {
        if (block.kind !== "item") return block
        const i = order.get(block) ?? 0
        const own = markers[i]
        const before = markers.slice(Math.max(0, i - maxSiblingDistance), i)
        return own && isListed(own, before, markers.slice(i + 1, i + 1 + maxSiblingDistance)) ? block : asText(block)
      })
    )
  )
}

/** A numeral with a full stop or a bracket after it. */
const ordinal = /^#[.)]$/

/**
 * Bullets speak for themselves, and so do numbers such as `10.`, whose siblings may stand on pages that are not at hand;
 * dashes and letters need a sibling.
 */
const isListed = (own: Marker, before: ReadonlyArray<Marker | null>, after: ReadonlyArray<Marker | null>): boolean => {
  if (own.numeral === "bullet" && own.shape === "•") return true
  if (own.numeral === "arabic" && ordinal.test(own.shape)) return true
  if (own.numeral === "nested") return [...before, ...after].some((other) => other?.shape === own.shape)
  const sibling = (step: number) => (other: Marker | null) =>
    other !== null && other.shape === own.shape && (own.numeral === "bullet" || other.value === own.value + step)
  return before.some(sibling(-1)) || after.some(sibling(1))
}

const asText = (item: Item): Paragraph => ({
  kind: "paragraph",
  lines: printedLines(item),
  style: item.style,
  place: item.place
})

/** A list that may go on: the edge at which its items begin, the marker of the last one, and how many parts its number has, such as 2 in `4.1`. */
interface Open {
  readonly edge: number
  readonly parts: number
  readonly marker: Marker | null
}

/** Whether an item counts on from the last one of a list: then it is of that list, wherever it begins. */
const countsOn = (own: Marker | null, { marker: last }: Open): boolean =>
  own !== null && last !== null && own.value > 1 && own.shape === last.shape && own.value === last.value + 1

const numbered = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?$/

const partsOf = (item: Item): number => {
  const first = item.marker === "•" ? (textOf(item).split(" ", 1)[0] ?? "") : item.marker
  return numbered.test(first) ? first.split(/\.(?=\d)/).length : 0
}

/**
 * The lists that are still open at the top of a page, whose margins may be others, where an item begins at `x`. `isSettled`
 * says that the item is of one of them: by its number, or where it begins. It may also be the first under the last of them.
 */
const carried = (stack: ReadonlyArray<Open>, item: Item, x: number) => {
  const parts = partsOf(item)
  const at = parts === 0 ? -1 : stack.findLastIndex((open) => open.parts === parts)
  const shift = x - (stack[at]?.edge ?? x)
  if (at >= 0)
    return { isSettled: true, open: stack.slice(0, at + 1).map((each) => ({ ...each, edge: each.edge + shift })) }
  const isSettled = stack.some(({ edge }) => Math.abs(edge - x) <= minDepthStepEm * item.style.size)
  const last = stack.at(-1)
  const isUnder = parts > 1 && last !== undefined && last.parts === parts - 1 && x > last.edge
  return { isSettled, open: isSettled || isUnder ? stack : [] }
}

/** `stack` are the lists that are open, also those that the page before ends in. */
const nested = (stack: Array<Open>, blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  let isSettled = false
  let last: Provenance | undefined
  return blocks.map((block) => {
    if (last !== undefined && isNextColumn(last, block.place)) stack.length = 0
    last = block.place
    if (block.kind !== "item") {
      if (
        block.kind !== "paragraph" ||
        block.place.box.x0 < (stack.at(-1)?.edge ?? Number.POSITIVE_INFINITY) + minDepthStepEm * block.style.size
      )
        stack.length = 0
      return block
    }
    const x = block.place.box.x0
    const near = minDepthStepEm * block.style.size
    if (!isSettled) {
      const going = carried(stack, block, x)
      isSettled = going.isSettled || going.open.length === 0
      stack.splice(0, stack.length, ...going.open)
    }
    const own = marker(block.marker)
    const list = stack.findLastIndex((open) => countsOn(own, open))
    if (list >= 0) stack.length = list + 1
    else while (stack.length > 0 && (stack.at(-1)?.edge ?? 0) > x + near) stack.pop()
    const edge = stack.at(-1)?.edge ?? Number.NEGATIVE_INFINITY
    const isDeeper = list < 0 && edge < x - near
    if (!isDeeper) stack.pop()
    stack.push({ edge: isDeeper ? x : edge, parts: partsOf(block), marker: own })
    return { ...block, depth: Math.min(stack.length - 1, maxListDepth) }
  })
}

/** Beside what comes before it, rather than below. */
const isNextColumn = (last: Provenance, next: Provenance): boolean =>
  (next.left >= last.right || next.right <= last.left) && next.box.y0 < (last.box.y0 + last.box.y1) / 2
