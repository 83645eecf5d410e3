/** Pages → which of their words a document's Markdown lacks, or has more often than its pages; and how many times its text it is. */
import { print, structure } from "../../src/convert/Convert.ts"
import { clean } from "../../src/convert/glyphs/Clean.ts"
import { words } from "../../src/convert/glyphs/Words.ts"
import { lines } from "../../src/convert/lines/Lines.ts"
import { withoutLineNumbers } from "../../src/convert/lines/margin/LineNumbers.ts"
import type { Block } from "../../src/convert/model/Block.ts"
import type { DocumentInfo, FinishedPage } from "../../src/convert/model/Document.ts"
import { maxHeaderLines } from "../../src/convert/model/Measures.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import type { RawPage } from "../../src/convert/model/Page.ts"
import { plain as textOf } from "../../src/convert/model/Text.ts"

export interface WordCount {
  readonly all: number
  /** Words of the pages that are not printed, each with the page that has it first. */
  readonly lost: ReadonlyArray<string>
  /** Words that are printed more often than they stand on the pages. */
  readonly again: ReadonlyArray<string>
  /** Characters of the Markdown for each of the pages. */
  readonly times: number
}

/** Tables as HTML have each cell once. */
const whole = { ...defaults, headers_footers: "keep", math: "text", tables: "html" } as const

export const wordCount = (
  info: DocumentInfo,
  raw: ReadonlyArray<RawPage>,
  pages: ReadonlyArray<FinishedPage>
): WordCount => {
  const own = raw.map((each) => unnumbered(each).flatMap(({ text }) => tokens(text)))
  const page = new Map(own.flatMap((all, i) => all.map((word) => [word, raw[i]?.number] as const)).reverse())
  const printed = tokens(plain(print(info, pages, whole).markdown))
  const asides = pages.flatMap((each) => each.asides)
  const unread = [...structure(info, pages).blocks, ...asides].flatMap(unprinted)
  const again = without(printed, own.flat())
  const missing = without(own.flat(), printed)
  const apart = withoutPieces(without(missing, unread), again)
  const left = withoutPieces(apart.some, without(unread, missing))
  const length = (all: ReadonlyArray<string>) => all.reduce((sum, word) => sum + word.length, 0)
  return {
    all: own.flat().length,
    lost: left.some.map((word) => (page.has(word) ? `${word} (${page.get(word)})` : word)),
    again: apart.others,
    times: length(tokens(plain(print(info, pages, defaults).markdown))) / Math.max(1, length(own.flat()))
  }
}

/** Those of `some` that the others do not have, or not as often. */
const without = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const open = Map.groupBy(others, (word) => word)
  return some.filter((word) => open.get(word)?.pop() === undefined)
}

/** The words of a page but for the numbers of its lines, which are not printed. */
const unnumbered = (raw: RawPage) => {
  const all = words(clean(raw))
  return withoutLineNumbers(all, lines(all))
}

/** What is not printed by design: headers that come again where a table goes on, marks of items. */
const unprinted = (block: Block): ReadonlyArray<string> => {
  if (block.kind === "item") return tokens(block.marker)
  if (block.kind !== "table") return []
  const header = block.rows.slice(0, maxHeaderLines).flatMap((row) => row.flatMap(({ runs }) => tokens(textOf(runs))))
  return (block.continuedOn ?? []).flatMap(() => header)
}

/** Letters and digits; text that runs to the left is in the order in which it is seen on pages, and read in Markdown. */
const tokens = (text: string): ReadonlyArray<string> =>
  (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/\p{Script=Latin}+|\p{N}+|\p{L}+/gu) ?? []
  ).map((word) => (/\p{Script=Hebrew}|\p{Script=Arabic}/u.test(word) ? [...word].sort().join("") : word))

/** Markdown without its marks, addresses and names of notes; listings as they are. */
const plain = (markdown: string): string =>
  markdown
    .split(/^([ >\t]*`{3,})[^`\n]*\n([\s\S]*?)^\1$/m)
    .map((part, i) => (i % 3 === 0 ? withoutMarks(part) : part))
    .join("\n")

const withoutMarks = (text: string): string =>
  text
    .replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?: "[^"]*")?\)/g, "] ")
    .replace(/(?<!\\)<\/?([a-z]+)(?: [^<>]*)?>/g, (_, name) => (inText.test(name) ? "" : " "))
    .replace(/^(.*?)\[[x ]\] /gm, "$1")
    .replace(/\*\*|~~|(?<!\\)[*`]/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#\d+);/g, " ")

const inText = /^(?:b|i|em|strong|sub|sup|s|u|code)$/

/** Both without what hyphens and spaces make of the same letters: words that are parts of words of the other. */
const withoutPieces = (some: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
  const [parts, wholes] = withoutParts(some, others)
  const [more, rest] = withoutParts(wholes, parts)
  return { some: rest, others: more }
}

/** Those of `parts` that are in none of the others, and what is left of those. */
const withoutParts = (parts: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
  const longestFirst = (all: ReadonlyArray<string>) => [...all].sort((a, b) => b.length - a.length)
  const left = longestFirst(others)
  const kept = longestFirst(parts).filter((part) => {
    const at = left.findIndex((each) => each.includes(part))
    if (at < 0) return true
    const pieces = (left[at] ?? "").replace(part, " ").split(" ")
    left.splice(at, 1, ...pieces.filter((each) => each !== ""))
    return false
  })
  return [kept, left] as const
}
