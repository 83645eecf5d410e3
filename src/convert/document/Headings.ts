/**
 * Block[] → Block[]: short blocks that stand out from the body become headings, by size and weight relative to the body
 * (never by a fixed size), numbering, capitals and the document's own outline. Their levels come later.
 */
import { isCaption } from "../blocks/Captions.ts"
import type { Block, Heading, Item, Paragraph, Style } from "../model/Block.ts"
import type { OutlineEntry } from "../model/Document.ts"
import { textOf } from "../model/Text.ts"
import { withoutEyebrows } from "./Eyebrows.ts"
import { numbering } from "./Numbering.ts"
import { type Statistics, styleKey } from "./Statistics.ts"
import { terms } from "./Terms.ts"

/** A block is a heading from this score on. */
const threshold = 0.5
/** Headings have at most so many lines and characters. */
const mostLines = 4
const mostCharacters = 200
/** Text of this size against the body's is for display. */
const display = 1.6
/** A style that makes up this share of the text is no heading's. */
const common = 0.2
/** Below this share of the page's height nothing begins, unless text follows: so many characters. */
const foot = 0.85
const leastText = 80
const footing = 0.6
/** A document numbers its sections when so many headings, and this share of them, have a number. */
const leastNumbered = 4
const mostNumbered = 0.7

const known =
  /^(?:abstract|summary|introduction|contents|table of contents|references|bibliography|conclusions?|acknowledge?ments?|appendix|discussion|results|methods?|background|preface|foreword|glossary|index|related work|overview|literaturverzeichnis|zusammenfassung|einleitung|inhaltsverzeichnis|résumé|résumen)[:.]?$/i

export const headings = (
  pages: ReadonlyArray<ReadonlyArray<Block>>,
  stats: Statistics,
  outline: ReadonlyArray<OutlineEntry>
): ReadonlyArray<ReadonlyArray<Block>> => {
  const titles = new Set(outline.map((entry) => normal(entry.title)).filter((title) => title.length > 2))
  // a document that tags its headings is believed where it tags none
  const told = pages.some((blocks) => blocks.some((block) => block.kind === "heading"))
  const defined = terms(pages, stats)
  const scores = new Map<Block, number>()
  for (const blocks of pages) {
    const end = endOf(blocks)
    blocks.forEach((block, i) => {
      if ((block.kind !== "paragraph" && block.kind !== "item") || (told && block.tagged)) return
      if (defined.has(block) && !titles.has(normal(textOf(block)))) return
      const sum = score(block, blocks[i - 1], blocks[i + 1], stats, titles)
      scores.set(block, isAtFoot(block, end, stats) ? sum - footing : sum)
    })
  }
  const found = [...scores].flatMap(([block, sum]) =>
    sum >= threshold && (block.kind === "paragraph" || block.kind === "item") ? [block] : []
  )
  const largest = new Map<string, number>()
  for (const block of found) {
    const title = titleOf(block)
    largest.set(title, Math.max(largest.get(title) ?? 0, block.style.size))
  }
  // the outline means the larger of two lines of one text
  const isTitle = (block: Paragraph | Item) =>
    titles.has(normal(textOf(block))) && block.style.size >= (largest.get(titleOf(block)) ?? 0)
  const isOut = isNumbered(found, stats)
    ? (block: Paragraph | Item) => isBodySized(block, stats) && !isTitle(block)
    : () => false
  const kept = new Set<Block>(found.filter((block) => isNested(fullText(block)) || !isOut(block)))
  return pages.map((blocks) =>
    withoutEyebrows(
      merged(
        blocks.map((block) =>
          (block.kind === "paragraph" || block.kind === "item") && kept.has(block) ? heading(block) : block
        )
      )
    )
  )
}

/** What a heading says, without its number. */
const titleOf = (block: Paragraph | Item): string => normal(textOf(block).replace(/^[\d.]+\s+/, ""))

/** Where the last block begins that a heading may stand over: anything but a few words. */
const endOf = (blocks: ReadonlyArray<Block>): number =>
  blocks.reduce(
    (end, block) =>
      block.kind !== "paragraph" || textOf(block).length >= leastText ? Math.max(end, block.place.box.y0) : end,
    0
  )

/** A heading is kept with what it stands over: below all text, in the foot of the page, it is a running foot. */
const isAtFoot = ({ place, style }: Paragraph | Item, end: number, stats: Statistics): boolean =>
  place.box.y0 >= end && place.box.y0 > foot * place.height && style.size < 1.5 * stats.size

/** A number that says what it is part of, such as `2.1`; a mere `3.` may count the items of a list. */
const isNested = (text: string): boolean => numbering.test(text) && !/^\d+\.?\s/.test(text)

const isBodySized = (block: Paragraph | Item, stats: Statistics): boolean => block.style.size < 1.06 * stats.size

/**
 * Whether the document numbers its sections: then what is set in bold at the body's size without a number is the title of a
 * box, an item or an example, not of a section.
 */
const isNumbered = (found: ReadonlyArray<Paragraph | Item>, stats: Statistics): boolean => {
  const larger = found.filter((block) => !isBodySized(block, stats))
  const numbered = larger.filter((block) => numbering.test(fullText(block))).length
  return numbered >= leastNumbered && numbered >= mostNumbered * larger.length
}

/** Text as titles are compared: letters and digits. */
export const normal = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "")

const fullText = (block: Paragraph | Item): string =>
  block.kind === "item" ? `${block.marker} ${textOf(block)}` : textOf(block)

const heading = (block: Paragraph | Item): Heading => {
  const [first, ...rest] = block.lines
  const lines =
    block.kind === "item" && first
      ? [{ ...first, runs: [{ text: `${block.marker} ` }, ...first.runs] }, ...rest]
      : block.lines
  return { kind: "heading", level: 1, lines, style: block.style, place: block.place }
}

const score = (
  block: Paragraph | Item,
  before: Block | undefined,
  after: Block | undefined,
  stats: Statistics,
  titles: ReadonlySet<string>
): number => {
  if (block.kind === "item" && block.entry) return 0
  const text = fullText(block)
  const { style, lines } = block
  if (lines.length > mostLines || text.length > mostCharacters || !/\p{L}{2}/u.test(text)) return 0
  if (/\D\d{1,4}$/.test(text) && (isEntry(before) || isEntry(after))) return 0
  if (isCaption(text) || /(\. ?){4,}|…{2,}/.test(text)) return 0
  if (marksIn(block) >= authors || isAcross(block) || isSideBySide(block, before) || isHeader(block, stats)) return 0
  if (block.kind === "item" && /^[^\d\p{L}(]/u.test(block.marker)) return 0
  const ratio = style.size / (stats.size || style.size)
  const numbered = numbering.test(text)
  const words = text.split(" ").length
  let sum =
    ratio >= display ? 0.9 : ratio >= 1.3 ? 0.7 : ratio >= 1.15 ? 0.55 : ratio >= 1.06 ? 0.3 : ratio < 0.94 ? -0.45 : 0
  if (style.bold && !stats.bold) sum += 0.5
  if (style.caps) sum += 0.3
  if (style.italic) sum += 0.1
  if (style.font !== stats.font) sum += 0.1
  if (numbered) sum += lines.length === 1 ? 0.3 : 0.25
  if (/^\d+\.\d[\d.]*\s+\p{Lu}/u.test(text) && words <= 12) sum += 0.15
  if (numbered && style.italic && isOver(after, style)) sum += 0.15
  if (known.test(text.replace(/^[\dIVXA-Z.]+\s+/, ""))) sum += 0.4
  if (titles.has(normal(text))) sum += 0.8
  if (/[,;]$/.test(text)) sum -= 0.5
  if ((/\.$/.test(text) && words > 3) || /。$/.test(text)) sum -= ratio >= 1.3 ? 0.15 : 0.35
  if (/^\p{Ll}/u.test(text)) sum -= 0.3
  if (/@|https?:|www\./.test(text)) sum -= 0.5
  if (ratio < 1.3) sum -= 0.12 * (lines.length - 1) ** 2
  if (words > 16) sum -= 0.2
  if (block.kind === "item" && !numbered) sum -= 0.3
  if (block.kind === "item" && (isSibling(before, block) || isSibling(after, block))) sum -= 0.4
  if ((stats.styles.get(styleKey(style)) ?? 0) > common * stats.characters && stats.characters > 1000) sum -= 0.4
  return sum
}

/** Text that is not in italics, and no item of the list that a number may begin. */
const isOver = (after: Block | undefined, style: Style): boolean =>
  after?.kind === "paragraph" && !after.style.italic && after.style.size >= style.size - 0.5

/** So many raised marks in one line are those of its authors' places of work. */
const authors = 2

const marksIn = ({ lines }: Paragraph | Item): number =>
  lines.reduce(
    (sum, { runs }) => sum + runs.filter(({ baselineShift: shift, text }) => shift === 1 && /\S/.test(text)).length,
    0
  )

/** Above this share of the page's height a line of two texts this far apart, in em, is a running head. */
const head = 0.12
const twoEnds = 5

const isAcross = ({ lines: [first, second], place, style }: Paragraph | Item): boolean =>
  first?.gap !== undefined &&
  second === undefined &&
  first.gap > twoEnds * style.size &&
  place.box.y1 < head * place.height

/** Names, and places of work, stand side by side below a title this much larger: texts this far apart, in em, in each line. */
const names = 4
const titled = 1.2

const isSideBySide = (block: Paragraph | Item, before: Block | undefined): boolean =>
  !block.style.bold &&
  isSpread(block) &&
  before !== undefined &&
  (before.kind === "paragraph" || before.kind === "item") &&
  before.place.page === block.place.page &&
  (before.style.size > titled * block.style.size || isSpread(before))

/** Texts of the body's size far apart in one line are the header of a table, unless the first counts the others. */
const isHeader = (block: Paragraph | Item, stats: Statistics): boolean =>
  block.kind === "paragraph" &&
  block.lines.length === 1 &&
  isSpread(block) &&
  isBodySized(block, stats) &&
  !counted.test(textOf(block))

const counted = /^(?:\p{L}+\s)?(?:[\dIVXLC]+(?:\.\d+)*|\p{Lu})[.):]?\s|^第|^§/u

const isSpread = ({ lines, style }: Paragraph | Item): boolean =>
  lines.every(({ gap }) => gap !== undefined && gap > names * style.size)

/** A line of a table of contents: beside one, a line that ends in a number is another. */
const isEntry = (block: Block | undefined): boolean =>
  block !== undefined &&
  ((block.kind === "item" && block.entry === true) || /(?:\. ?){4,}\s*[\divxlc]+$/.test(textOf(block)))

const isSibling = (other: Block | undefined, block: Block): boolean =>
  other?.kind === "item" && block.kind === "item" && styleKey(other.style) === styleKey(block.style)

/** `Chapter 2` on a line of its own, above the title. */
const label =
  /^(?:(?:chapter|part|appendix|annex|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|capitolo|hoofdstuk|глава)\s+(?:\d{1,3}|[IVXLC]{1,6}|\p{Lu})[.:]?|第\s*[\d一二三四五六七八九十百]+\s*[章部編编])$/iu

/** Its parts, where the number is a word on a line of its own. */
const part = /^(?:chapter|part|appendix)$/i
const spelled =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|\d{1,3}|[ivxlc]{1,6}|[a-z])$/i
const spelledLabel = (text: string): boolean => {
  const [first = "", second = "", ...rest] = text.split(/\s+/)
  return rest.length === 0 && part.test(first) && spelled.test(second)
}

/** Lines of one heading that were taken for several. */
const merged = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  for (const block of blocks) {
    const last = out.at(-1)
    if (
      (last?.kind === "heading" || (last?.kind === "paragraph" && part.test(textOf(last)))) &&
      block.kind === "heading" &&
      ((last.kind === "heading" && isContinued(last, block)) || isLabelled(last, block))
    ) {
      const box = { ...last.place.box, x1: Math.max(last.place.box.x1, block.place.box.x1), y1: block.place.box.y1 }
      const style = block.style.size > last.style.size ? block.style : last.style
      out[out.length - 1] = {
        ...block,
        lines: [...last.lines, ...block.lines],
        style,
        place: { ...last.place, box }
      }
    } else out.push(block)
  }
  return out
}

const isContinued = (a: Heading, b: Heading): boolean => {
  const gap = b.place.box.y0 - a.place.box.y1
  return (
    !b.tagged &&
    styleKey(a.style) === styleKey(b.style) &&
    a.lines.length + b.lines.length <= mostLines &&
    gap > -a.style.size &&
    gap < 0.5 * a.style.size &&
    !numbering.test(textOf(b)) &&
    !known.test(textOf(a)) &&
    (isFull(a) || !/[.:!?]$/.test(textOf(a)))
  )
}

/** Its last line reaches the edge of the column, so that it may go on. */
const isFull = (a: Heading): boolean => (a.lines.at(-1)?.box.x1 ?? 0) > a.place.right - 2 * a.style.size

const isLabelled = (a: Heading | Paragraph, b: Heading): boolean => {
  const gap = b.place.box.y0 - a.place.box.y1
  const text = textOf(a)
  const is =
    label.test(text) || (a.lines.length === 2 && spelledLabel(text)) || (part.test(text) && spelled.test(textOf(b)))
  return is && gap >= 0 && gap < 3 * b.style.size && a.place.page === b.place.page
}
