/** Block[][] → Block[][]: which heading stands under which. One style has one level throughout the document. */

import type { Block, Heading } from "../../model/Block.ts"
import type { OutlineEntry } from "../../model/Document.ts"
import { heaviest } from "../../model/Geometry.ts"
import { minPair } from "../../model/Measures.ts"
import { normal, textOf } from "../../model/Text.ts"
import { sizeStep, styleKey } from "../Statistics.ts"

/** Markdown has six. */
const maxHeadingLevel = 6

export const levels = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  outline: ReadonlyArray<OutlineEntry>
): ReadonlyArray<ReadonlyArray<Block>> => {
  const all = pages.flat().filter((block) => block.kind === "heading")
  const title = titleOf(all)
  const base = title === null ? 1 : 2
  const told = new Map(outline.map((entry) => [normal(entry.title), entry.level] as const))
  const first = title !== null && told.has(normal(textOf(title))) ? 1 : base
  // `3.` is a section's number only where there are numbers such as `3.1`; else it may count the steps of any level
  const isNested = all.some((each) => (depthOf(textOf(each)) ?? 0) > 1)
  /** What the outline says, or the number. */
  const own = (each: Heading): number | null => {
    const level = toldOf(each, told)
    if (level !== undefined) return first + level - 1
    const depth = depthOf(textOf(each))
    return depth === null || (depth === 1 && !isNested) ? null : base + depth - 1
  }
  const keyOf = ({ style }: Heading): string => styleKey(style)
  const byStyle = styleLevels(
    all.filter((each) => each !== title),
    keyOf,
    own,
    base
  )
  const left = leftOut(all, keyOf, (each) => own(each) !== null)
  const lowest = first - 1 + Math.max(...told.values())
  const wanted = (each: Heading): number => {
    if (each.tagged) return each.level
    if (each === title) return 1
    const level = byStyle.get(keyOf(each)) ?? base
    return own(each) ?? (level === lowest && left.has(keyOf(each)) ? level + 1 : level)
  }
  const closed = closedUp(all.map(wanted), title !== null)
  return pages.map((blocks) =>
    blocks.map((block) =>
      block.kind !== "heading" || block.tagged
        ? block
        : { ...block, level: Math.min(closed.get(wanted(block)) ?? base, maxHeadingLevel) }
    )
  )
}

/**
 * Levels without those that no heading stands under, for the whole document at once: each is one deeper than the deepest
 * that one of its headings comes under. A section without a parent stays what it is; a title is above all.
 */
const closedUp = (wanted: ReadonlyArray<number>, titled: boolean): ReadonlyMap<number, number> => {
  const used = [...new Set(wanted)].sort((a, b) => a - b)
  const [top = 1] = used
  const parents = new Map(used.map((level) => [level, new Set<number>()] as const))
  const open: Array<number> = []
  for (const level of wanted) {
    while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop()
    const parent = open.at(-1) ?? (titled && level > top ? top : undefined)
    if (parent !== undefined) parents.get(level)?.add(parent)
    open.push(level)
  }
  const out = new Map<number, number>()
  used.forEach((level, i) => {
    const above = [...(parents.get(level) ?? [])].map((parent) => out.get(parent) ?? 0)
    // without a parent it is as deep as the next level above it
    out.set(level, above.length > 0 ? 1 + Math.max(...above) : i === 0 ? 1 : 1 + (out.get(used[i - 1] ?? top) ?? 0))
  })
  return out
}

/** An outline leaves out this share of the headings of a style when they are deeper than it goes. */
const shareLeftOut = 0.2

/** The styles of which the outline has some and leaves out others: not by a slip, but because it does not go so deep. */
const leftOut = (
  all: ReadonlyArray<Heading>,
  keyOf: (each: Heading) => string,
  isTold: (each: Heading) => boolean
): ReadonlySet<string> => {
  const out = new Set<string>()
  for (const [key, headings] of Map.groupBy(all, keyOf)) {
    const untold = headings.filter((each) => !isTold(each)).length
    if (untold >= minPair && untold >= shareLeftOut * headings.length) out.add(key)
  }
  return out
}

/** The outline may leave out the lines that number a chapter. */
const toldOf = (each: Heading, told: ReadonlyMap<string, number>): number | undefined => {
  for (let from = 0; from < each.lines.length; from++) {
    const level = told.get(normal(textOf({ ...each, lines: each.lines.slice(from) })))
    if (level !== undefined) return level
  }
  return undefined
}

/** The one heading larger than all others, if it stands in the upper half of the first page. */
const titleOf = (all: ReadonlyArray<Heading>): Heading | null => {
  const [first] = all
  if (first === undefined || first.place.box.y0 > first.place.height / 2) return null
  const onPage = all.filter(
    (each) => each.place.page === first.place.page && each.place.box.y0 <= each.place.height / 2
  )
  const largest = onPage.reduce((a, b) => (sizeStep(b.style.size) > sizeStep(a.style.size) ? b : a))
  const rivals = all.filter((each) => each !== largest && sizeStep(each.style.size) >= sizeStep(largest.style.size))
  return rivals.length === 0 && all.length > 1 ? largest : null
}

/** Styles by the levels that headings in them have of their own, else by size, weight and capitals. */
const styleLevels = (
  all: ReadonlyArray<Heading>,
  keyOf: (each: Heading) => string,
  own: (each: Heading) => number | null,
  base: number
): ReadonlyMap<string, number> => {
  const votes = new Map<string, Map<number, number>>()
  const samples = new Map<string, Heading>()
  for (const each of all) {
    const key = keyOf(each)
    if (!samples.has(key)) samples.set(key, each)
    const level = own(each)
    if (level === null) continue
    const vote = votes.get(key) ?? new Map<number, number>()
    vote.set(level, (vote.get(level) ?? 0) + 1)
    votes.set(key, vote)
  }
  const rank = ({ style }: Heading) =>
    sizeStep(style.size) * 100 + (style.bold ? 10 : 0) + (style.caps ? 5 : 0) - (style.italic ? 1 : 0)
  const keys = [...samples].sort(([, a], [, b]) => rank(b) - rank(a)).map(([key]) => key)
  const out = new Map<string, number>()
  let next = base
  for (const key of keys) {
    const level = Math.min(heaviest(votes.get(key) ?? new Map<number, number>()) ?? next, maxHeadingLevel)
    out.set(key, level)
    next = Math.max(next, level + 1)
  }
  return out
}

/** How deep a heading's number goes: `2.1` is 2. */
const depthOf = (text: string): number | null => {
  const match = /^(?:[A-Z]\.)?(\d+(?:\.\d+)*)\.?\s/.exec(text)
  return match ? (match[1] ?? "").split(".").length + (/^[A-Z]\./.test(text) ? 1 : 0) : null
}
