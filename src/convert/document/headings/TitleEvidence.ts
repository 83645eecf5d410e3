/** Heading among all of its document → evidence: what speaks for and against its being the document's title, from 0 to 1. */

import type { Block, Heading } from "../../model/Block.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { longText, mostShare, sameEdgePt } from "../../model/Measures.ts"
import { countWhile } from "../../model/Sorted.ts"
import { normal, textOf } from "../../model/Text.ts"
import { lookOf, sizeStep } from "../Statistics.ts"
import { known, label } from "./HeadingEvidence.ts"
import { numbering } from "./Numbering.ts"

/** What is known of all headings of a document, for the evidence of each that its first page with one has. */
interface TitleSurroundings {
  readonly first: Heading | undefined
  /** How many headings are smaller than those of each size. */
  readonly smaller: ReadonlyMap<number, number>
  readonly count: number
  /** What the headings of each look say, as `normal` has it. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>
  /** The size of the largest of its page. */
  readonly largest: number
  /** Those of its page that are larger than all above them. */
  readonly growing: ReadonlySet<Heading>
  /** The one of its page that is larger than the others, where nothing else is there but what a title page has. */
  readonly lone: Heading | undefined
  readonly lefts: Places
  /** Where the first heading of each page stands. */
  readonly tops: Places
  /** The same without the very first, in place of which the next on its page counts. */
  readonly topsUnderFirst: Places
}

export const titleSurroundings = (all: ReadonlyArray<Heading>, page: ReadonlyArray<Block>): TitleSurroundings => {
  const texts = new Map<string, Set<string>>()
  for (const each of all) {
    const same = texts.get(headingLook(each)) ?? new Set<string>()
    texts.set(headingLook(each), same.add(normal(textOf(each))))
  }
  const smaller = new Map<number, number>()
  all
    .map(({ style }) => sizeStep(style.size))
    .sort((a, b) => a - b)
    .forEach((size, i) => {
      if (!smaller.has(size)) smaller.set(size, i)
    })
  const [first, ...others] = all
  const here = all.filter(({ place }) => place.page === first?.place.page)
  const growing = new Set<Heading>()
  let largest = 0
  for (const each of here) {
    const size = sizeStep(each.style.size)
    if (size > largest) growing.add(each)
    largest = Math.max(largest, size)
  }
  const [lone, rival] = here.toSorted((a, b) => b.style.size - a.style.size)
  const isAlone = page.every(isBesideTitle) && lone !== undefined && !(rival && rival.style.size >= lone.style.size)
  const top = ({ place }: Heading) => place.box.y0
  return {
    first,
    smaller,
    count: all.length,
    texts,
    largest,
    growing,
    lone: isAlone ? lone : undefined,
    lefts: placesOf(all.map(({ place }) => place.box.x0)),
    topsUnderFirst: placesOf(firstOfPages(others).map(top)),
    tops: placesOf(firstOfPages(all).map(top))
  }
}

export const titleEvidence = (
  own: Heading,
  around: TitleSurroundings,
  title: string
): Readonly<Record<string, number>> => {
  const { first, smaller, count, texts, largest, growing, lone, lefts, topsUnderFirst, tops } = around
  const text = textOf(own)
  const size = sizeStep(own.style.size)
  const isUnlike = (texts.get(headingLook(own))?.size ?? 0) <= 1
  const { box, height } = own.place
  return {
    // a part or a sample somewhere may be larger still
    larger: flag(isUnlike) * ramp((smaller.get(size) ?? 0) / (count - 1 || 1), 0.6, 1),
    smaller: ramp(1 - size / largest, 0, 0.2),
    second: flag(!growing.has(own)),
    unlike: flag(isUnlike),
    first: flag(own === first),
    elsewhere: flag(lefts.near(box.x0) <= 1 && lefts.shared > mostShare * (count - 1)),
    lower: flag(isElsewhere(box.y0, own === first ? topsUnderFirst : tops)),
    low: ramp(box.y0 / height, 0.5, 0.75),
    onOwnPage: flag(own === lone),
    isTitle: flag(title.length > 3 && normal(text) === title),
    known: flag(known.test(text)),
    numbered: flag(numbering.test(text) || label.test(text))
  }
}

/** How a heading is set, whatever the font: what a font lacks is set in another, and some have no name that lasts. */
export const headingLook = ({ style }: Heading): string => lookOf(style, "caps")

/** Where several headings stand, along or down their pages. */
interface Places {
  readonly count: number
  /** How many stand there. */
  readonly near: (at: number) => number
  /** How many stand where others do. */
  readonly shared: number
}

const placesOf = (places: ReadonlyArray<number>): Places => {
  const sorted = Float64Array.from(places).sort()
  const isBeside = (a: number, b: number | undefined) => b !== undefined && Math.abs(a - b) <= sameEdgePt
  return {
    count: sorted.length,
    near: (at) =>
      countWhile(sorted, (place) => place <= at + sameEdgePt) - countWhile(sorted, (place) => place < at - sameEdgePt),
    shared: sorted.filter((at, i) => isBeside(at, sorted[i - 1]) || isBeside(at, sorted[i + 1])).length
  }
}

/** Whether most others stand where others do, and this one where none does. */
const isElsewhere = (at: number, others: Places): boolean =>
  others.near(at) === 0 && others.shared > mostShare * others.count

const firstOfPages = (all: ReadonlyArray<Heading>): ReadonlyArray<Heading> =>
  all.filter((each, i) => each.place.page !== all[i - 1]?.place.page)

/** What a title page has beside its title: a subtitle, authors, a date, a picture. */
const isBesideTitle = (block: Block): boolean =>
  block.kind === "heading" || (block.kind === "paragraph" && textOf(block).length < longText)
