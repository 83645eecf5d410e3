/** Block[][] → the letters that stand over the entries of an index or a dictionary which begin with them. */

import type { Block } from "../../model/Block.ts"
import { minPair, minSizeStep } from "../../model/Measures.ts"
import { printedText } from "../../model/Text.ts"
import { lookOf, type Statistics } from "../Statistics.ts"
import type { Candidate } from "./Candidates.ts"

const letter = /^\p{Lu}\p{M}*$/u

export const isLetter = (block: Block): boolean => letter.test(printedText(block))

/** Letters that stand out alike over what begins with them, if there are several. */
export const initialsIn = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Pick<Statistics, "size" | "bold">
): ReadonlySet<Block> => {
  const all = pages.flat().filter((block) => block.kind !== "note")
  const found = all.filter((block, i): block is Candidate => isOver(block, all[i + 1], stats))
  const looks = Map.groupBy(found, ({ style }) => lookOf(style))
  return new Set([...looks.values()].filter((same) => same.length >= minPair).flat())
}

const isOver = (block: Block, next: Block | undefined, stats: Pick<Statistics, "size" | "bold">): boolean => {
  if (block.kind !== "paragraph" || (next?.kind !== "paragraph" && next?.kind !== "item")) return false
  const isOut = (block.style.bold && !stats.bold) || block.style.size > (1 + minSizeStep) * stats.size
  if (!isOut || block.lines.length > 1 || !isLetter(block)) return false
  return baseOf(printedText(next)) === baseOf(printedText(block))
}

/** Its first letter, without what is written over or under it. */
const baseOf = (text: string): string => (/\p{L}/u.exec(text.normalize("NFD"))?.[0] ?? "").toUpperCase()
