/** Heading among all of its document → evidence: what speaks for and against its being the document's title, from 0 to 1. */

import type { Block, Heading } from "../../model/Block.ts"
import { flag, ramp } from "../../model/Evidence.ts"
import { longText, mostShare, sameEdgePt } from "../../model/Measures.ts"
import { normal, textOf } from "../../model/Text.ts"
import { sizeStep } from "../Statistics.ts"
import { known, label } from "./HeadingEvidence.ts"
import { numbering } from "./Numbering.ts"

export const titleEvidence = (
  own: Heading,
  all: ReadonlyArray<Heading>,
  page: ReadonlyArray<Block>,
  title: string
): Readonly<Record<string, number>> => {
  const text = textOf(own)
  const others = all.filter((each) => each !== own)
  const size = sizeStep(own.style.size)
  const smaller = others.filter(({ style }) => sizeStep(style.size) < size).length
  const here = all.filter(({ place }) => place.page === own.place.page)
  const largestHere = Math.max(...here.map(({ style }) => sizeStep(style.size)))
  const isUnlike = !others.some((each) => lookOf(each) === lookOf(own) && normal(textOf(each)) !== normal(text))
  return {
    // a part or a sample somewhere may be larger still
    larger: flag(isUnlike) * ramp(smaller / (others.length || 1), 0.6, 1),
    smaller: ramp(1 - size / largestHere, 0, 0.2),
    second: flag(here.slice(0, here.indexOf(own)).some(({ style }) => sizeStep(style.size) >= size)),
    unlike: flag(isUnlike),
    first: flag(all[0] === own),
    elsewhere: flag(isElsewhere(own, others, ({ place }) => place.box.x0)),
    lower: flag(isElsewhere(own, firstOfPages(others), ({ place }) => place.box.y0)),
    low: ramp(own.place.box.y0 / own.place.height, 0.5, 0.75),
    onOwnPage: flag(page.every((block) => block === own || isUnderTitle(block, own))),
    isTitle: flag(title.length > 3 && normal(text) === title),
    known: flag(known.test(text)),
    numbered: flag(numbering.test(text) || label.test(text))
  }
}

/** How a heading is set, whatever the font: what a font lacks is set in another, and some have no name that lasts. */
export const lookOf = ({ style }: Heading): string =>
  `${sizeStep(style.size)}|${style.bold}|${style.italic}|${style.caps}`

/** Whether most others stand where others do, and this one where none does. */
const isElsewhere = (own: Heading, others: ReadonlyArray<Heading>, of: (each: Heading) => number): boolean => {
  const isAt = (a: Heading) => (b: Heading) => a !== b && Math.abs(of(a) - of(b)) <= sameEdgePt
  return !others.some(isAt(own)) && others.filter((each) => others.some(isAt(each))).length > mostShare * others.length
}

const firstOfPages = (all: ReadonlyArray<Heading>): ReadonlyArray<Heading> =>
  all.filter((each, i) => each.place.page !== all[i - 1]?.place.page)

/** What a title page has beside its title: a subtitle, authors, a date, a picture. */
const isUnderTitle = (block: Block, own: Heading): boolean =>
  block.kind === "figure" ||
  (block.kind === "heading" && block.style.size < own.style.size) ||
  (block.kind === "paragraph" && textOf(block).length < longText)
