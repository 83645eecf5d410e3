/** Why the blocks of a page are headings or not: each with its score, which is the sum of what its evidence is worth. */
import { agreements } from "../../src/convert/document/headings/Headings.ts"
import { weights } from "../../src/convert/document/headings/HeadingWeights.ts"
import type { Block } from "../../src/convert/model/Block.ts"
import type { DocumentInfo } from "../../src/convert/model/Document.ts"
import { weigh } from "../../src/convert/model/Evidence.ts"
import { textOf } from "../../src/convert/model/Text.ts"
import { candidatesIn } from "../headings/Candidates.ts"

export interface Reasons {
  readonly text: string
  readonly page: number
  /** Above 0 it is a heading. */
  readonly score: number
  /** What each piece of evidence adds, the weightiest first. */
  readonly reasons: ReadonlyArray<readonly [name: string, worth: number]>
}

export const headingReasons = (
  info: DocumentInfo,
  pages: ReadonlyArray<ReadonlyArray<Block>>
): ReadonlyArray<Reasons> => {
  const { found } = candidatesIn(info, pages)
  const others = agreements(found, weights)
  return found.map(([block, evidence]) => {
    const all = { ...evidence, agreement: others.get(block) ?? 0 }
    return {
      text: textOf(block),
      page: block.place.page,
      score: weigh(all, weights),
      reasons: Object.entries({ bias: 1, ...all })
        .map(([name, value]) => [name, (weights[name] ?? 0) * value] as const)
        .filter(([, worth]) => worth !== 0)
        .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    }
  })
}

const signed = (worth: number): string => `${worth < 0 ? "" : "+"}${worth.toFixed(2)}`

/** A line for each block of the page: `+3.41 heading "3 Traffic" larger +1.65, …`. */
export const printed = (all: ReadonlyArray<Reasons>, page: number): string =>
  all
    .filter((one) => one.page === page)
    .map(({ text, score, reasons }) => {
      const start = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
      const why = reasons.map(([name, worth]) => `${name} ${signed(worth)}`).join(", ")
      return `${signed(score)} ${score > 0 ? "heading" : "text"} ${start}: ${why}`
    })
    .join("\n")
