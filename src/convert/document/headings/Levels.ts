/** Block[][] → Block[][]: which heading stands under which. One style has one level throughout the document. */

import type { Block, Heading } from "../../model/Block.ts"
import type { DocumentInfo, OutlineEntry } from "../../model/Document.ts"
import { weigh } from "../../model/Evidence.ts"
import { greatest, heaviest, smallest } from "../../model/Geometry.ts"
import { minPair, nearlyAll } from "../../model/Measures.ts"
import { normal, textOf } from "../../model/Text.ts"
import { prominence, sizeStep } from "../Statistics.ts"
import { label } from "./HeadingEvidence.ts"
import { isLetter } from "./Initials.ts"
import { numbering, unnumbered } from "./Numbering.ts"
import { headingLook, titleEvidence, titleSurroundings } from "./TitleEvidence.ts"
import { titleWeights } from "./TitleWeights.ts"

/** Markdown has six. */
const maxHeadingLevel = 6

export const levels = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  info: Pick<DocumentInfo, "title" | "outline">
): ReadonlyArray<ReadonlyArray<Block>> => {
  const all = pages.flat().filter((block) => block.kind === "heading")
  const title = titleOf(pages, all, normal(info.title ?? ""))
  const base = title === null ? 1 : 2
  const told = toldIn(info.outline ?? [])
  const look = looksOf(all)
  const isTold = outlined(all, told, look)
  const name = title === null ? "" : normal(textOf(title))
  // a section further on may be called as the document is, and with its number be what the outline lists
  const namesakes = all.filter((each) => each !== title && isCalled(each, name)).length
  const entries = (info.outline ?? []).filter((entry) => normal(entry.title) === name).length
  const isListed =
    entries > namesakes &&
    (normal(info.outline?.[0]?.title ?? "") === name || told.get(name)?.onPages.has(all[0]?.place.page ?? 0))
  const first = title !== null && isListed ? 1 : base
  // `3.` is a section's number only over numbers such as `3.1`, which are no larger; else it may count the steps of any level
  const nested = all.filter((each) => (depthOf(textOf(each)) ?? 0) > 1)
  // so is that of `Chapter 3`, in any language
  const parts = new Set(nested.map((each) => textOf(each).split(".", 1)[0]))
  const least = smallest(nested.map(({ style }) => sizeStep(style.size)))
  /** What the outline says, or the number. */
  const own = (each: Heading): number | null => {
    const level = isTold(each) ? toldOf(each, told) : undefined
    if (level !== undefined) return first + level - 1
    const text = textOf(each)
    const depth = depthOf(text) ?? (hasChapterLine(each) || parts.has(partOf(text)) ? 1 : null)
    return depth === null || (depth === 1 && sizeStep(each.style.size) < least) ? null : base + depth - 1
  }
  // what the document tags it numbers without a title that it does not tag
  const underTitle = title !== null && !title.tagged && all.some(({ tagged, level }) => tagged && level === 1) ? 1 : 0
  const byStyle = styleLevels(
    all.filter((each) => each !== title),
    look,
    (each) => (each.tagged ? each.level + underTitle : own(each)),
    base
  )
  const left = leftOut(all, look, (each) => own(each) !== null)
  const lowest = first - 1 + greatest((info.outline ?? []).map(({ level }) => level))
  const under = Math.max(underTitle, untaggedOver(all, byStyle))
  const wanted = (each: Heading): number => {
    if (each.tagged) return each.level + under
    if (each === title) return 1
    const level = byStyle.get(look(each)) ?? base
    return own(each) ?? (level === lowest && left.has(look(each)) ? level + 1 : level)
  }
  const isFixed = (each: Heading) => each.tagged === true || own(each) !== null
  const shown = raised(new Map(all.map((each) => [each, wanted(each)])), title, look, isFixed)
  const closed = closedUp([...shown.values()], title !== null)
  return pages.map((blocks) =>
    blocks.map((block) =>
      block.kind !== "heading"
        ? block
        : block.tagged
          ? { ...block, level: Math.min(block.level + under, maxHeadingLevel) }
          : { ...block, level: Math.min(closed.get(shown.get(block) ?? base) ?? base, maxHeadingLevel) }
    )
  )
}

/**
 * What stands right under the title, before the first heading of a higher level, is of that level, such as an abstract, though others that
 * are set so stand deeper; unless several there do.
 */
const raised = (
  wanted: ReadonlyMap<Heading, number>,
  title: Heading | null,
  look: Look,
  isFixed: (each: Heading) => boolean
): ReadonlyMap<Heading, number> => {
  const out = new Map(wanted)
  const all = [...wanted]
  const under: Array<readonly [Heading, number]> = []
  if (title !== null)
    for (const [each, level] of all.slice(1 + all.findIndex(([each]) => each === title)))
      if (level <= (under.at(-1)?.[1] ?? level)) under.push([each, level])
  const counts = Map.groupBy(wanted.keys(), look)
  const here = Map.groupBy(under, ([each]) => look(each))
  let next = Number.POSITIVE_INFINITY
  for (const [each, level] of under.toReversed()) {
    const same = here.get(look(each))?.length ?? 0
    const isAlone = same === 1 || same === counts.get(look(each))?.length
    if (level > next && (isAlone || level > next + 1) && !isFixed(each)) out.set(each, next)
    else next = level
  }
  return out
}

type Look = (each: Heading) => string

/** How headings are set. The letters of an index are of a kind of their own, unless what stands before the first of them is set as they are. */
const looksOf = (all: ReadonlyArray<Heading>): Look => {
  const [before, first] = all.slice(Math.max(0, all.findIndex(isLetter) - 1))
  const isOne = before !== undefined && first !== undefined && headingLook(before) === headingLook(first)
  return (each) => (isLetter(each) && !isOne ? `${headingLook(each)} letter` : headingLook(each))
}

/** By how many levels tagged headings are moved down, because larger headings that are not tagged stand above them throughout the document. */
const untaggedOver = (all: ReadonlyArray<Heading>, byStyle: ReadonlyMap<string, number>): number => {
  const told = all.filter(({ tagged }) => tagged)
  const largest = greatest(told.map(({ style }) => sizeStep(style.size)))
  const over = [
    ...Map.groupBy(
      all.filter(({ tagged, style }) => !tagged && sizeStep(style.size) > largest),
      headingLook
    )
  ].filter(([, same]) => same.length >= minPair)
  return told.length === 0 || over.length === 0
    ? 0
    : 1 + greatest(over.map(([look]) => byStyle.get(look) ?? 0)) - smallest(told.map(({ level }) => level))
}

/**
 * The levels without gaps, for the whole document at once: each becomes one deeper than the deepest level under which one of its headings
 * stands. A level whose headings stand under none keeps its place after the level above it. A title is above everything.
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
    out.set(level, above.length > 0 ? 1 + greatest(above) : i === 0 ? 1 : 1 + (out.get(used[i - 1] ?? top) ?? 0))
  })
  return out
}

/** By its text without its number. */
const isCalled = (each: Heading, name: string): boolean => {
  const text = textOf(each)
  const title = unnumbered(text)
  return title !== text && normal(title) === name
}

const isNumbered = (each: Heading): boolean => numbering.test(textOf(each))

/** The styles of which the outline lists some headings and leaves out several: it does not go as deep as these. Among numbered ones those without a number are left out as such. */
const leftOut = (
  all: ReadonlyArray<Heading>,
  keyOf: (each: Heading) => string,
  isTold: (each: Heading) => boolean
): ReadonlySet<string> => {
  const out = new Set<string>()
  for (const [key, headings] of Map.groupBy(all, keyOf)) {
    const areNumbered = headings.some((each) => isTold(each) && isNumbered(each))
    const untold = headings.filter((each) => !isTold(each) && (isNumbered(each) || !areNumbered)).length
    if (untold >= minPair && headings.length - untold <= nearlyAll * headings.length) out.add(key)
  }
  return out
}

/** The levels of the outline's entries by title: that of the first, and on each page the one that all there have. */
type Told = ReadonlyMap<string, { readonly level: number; readonly onPages: Map<number | null, number | undefined> }>

const toldIn = (outline: ReadonlyArray<OutlineEntry>): Told => {
  const told = new Map<string, { level: number; onPages: Map<number | null, number | undefined> }>()
  for (const { title, level, page } of outline) {
    const key = normal(title)
    const { onPages } = told.get(key) ?? { onPages: new Map<number | null, number | undefined>() }
    if (!told.has(key)) told.set(key, { level, onPages })
    onPages.set(page, onPages.has(page) && onPages.get(page) !== level ? undefined : level)
  }
  return told
}

/** The outline may leave out the lines that number a chapter, and numbers; of several entries of one title those of the page count, where they agree. */
const toldOf = (each: Heading, told: Told): number | undefined => {
  for (let from = 0; from < each.lines.length; from++) {
    const text = textOf({ ...each, lines: each.lines.slice(from) })
    const entry = told.get(normal(text)) ?? told.get(normal(unnumbered(text)))
    if (entry === undefined) continue
    const { level, onPages } = entry
    return onPages.has(each.place.page) ? onPages.get(each.place.page) : level
  }
  return undefined
}

/** An outline that has fewer than half of the headings of one look names other things, such as parts of a talk. */
const outlined = (all: ReadonlyArray<Heading>, told: Told, lookOf: Look): ((each: Heading) => boolean) => {
  const looks = new Map(
    [...Map.groupBy(all, lookOf)].map(([look, same]) => {
      const known = same.filter((each) => toldOf(each, told) !== undefined)
      return [look, 2 * known.length >= same.length] as const
    })
  )
  return (each) => looks.get(lookOf(each)) === true
}

/** The heading of the first page that has one for whose being the title most speaks. */
const titleOf = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  all: ReadonlyArray<Heading>,
  title: string
): Heading | null => {
  const page = pages.find((blocks) => blocks.some((block) => block === all[0])) ?? []
  const around = titleSurroundings(all, page)
  const scores = page.flatMap((block) =>
    block.kind === "heading" && all.length > 1
      ? [[block, weigh(titleEvidence(block, around, title), titleWeights)] as const]
      : []
  )
  const [best] = scores.toSorted(([, a], [, b]) => b - a)
  return best !== undefined && best[1] > 0 ? best[0] : null
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
  const keys = [...samples].sort(([, a], [, b]) => prominence(b.style) - prominence(a.style)).map(([key]) => key)
  const out = new Map<string, number>()
  let next = base
  for (const key of keys) {
    const level = Math.min(heaviest(votes.get(key) ?? new Map<number, number>()) ?? next, maxHeadingLevel)
    out.set(key, level)
    next = Math.max(next, level + 1)
  }
  return out
}

/** It has a chapter's number on a line of its own. */
const hasChapterLine = (own: Heading): boolean => label.test(textOf({ ...own, lines: own.lines.slice(0, 1) }))

/** The number behind one word, or in `第2章`: `Chapter 2`, `Appendix B`. */
const partOf = (text: string): string | undefined =>
  /^(?:\p{L}{2,}\s|第\s*)(\d{1,3}|\p{Lu})(?!\p{L}|\p{N}|\.\p{N})/u.exec(text)?.[1]

/** How deep a heading's number goes: `2.1` is 2. */
const depthOf = (text: string): number | null => {
  const match = /^(?:[A-Z]\.)?(\d+(?:\.\d+)*)\.?\s/.exec(text)
  return match ? (match[1] ?? "").split(".").length + (/^[A-Z]\./.test(text) ? 1 : 0) : null
}
