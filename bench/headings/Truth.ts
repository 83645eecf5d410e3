/** Candidates of a document → which of them its true Markdown has as headings. */
import type { Candidate } from "../../src/convert/document/headings/Candidates.ts"
import { normal, printedText, textOf } from "../../src/convert/model/Text.ts"

/** A heading may have been read as so many blocks. */
const mostParts = 3
/** A part of a heading is at least this share of it. */
const leastPart = 0.45

/** The texts of a Markdown document's headings, as `normal` has them. */
export const headingsIn = (markdown: string): ReadonlySet<string> => {
  let isCode = false
  return new Set(
    markdown.split("\n").flatMap((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
      const text = isCode ? undefined : /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1]
      return text === undefined ? [] : [normal(text.replace(/<[^>]*>|\]\([^)]*\)/g, ""))]
    })
  )
}

/** Blocks in reading order that are headings, or parts of one; and those that may be, or may be entries of one's name. */
export const areHeadings = (
  blocks: ReadonlyArray<Candidate>,
  truth: ReadonlySet<string>
): { readonly is: ReadonlySet<Candidate>; readonly unclear: ReadonlySet<Candidate> } => {
  const out = new Set<Candidate>()
  const titles = [...truth].filter((title) => title !== "")
  blocks.forEach((block, i) => {
    if (titles.some((title) => areNearly(title, normal(printedText(block)))) || truth.has(normal(textOf(block))))
      out.add(block)
    let text = normal(printedText(block))
    for (let k = i + 1; k < i + mostParts && k < blocks.length; k++) {
      text += normal(printedText(blocks[k] as Candidate))
      if (truth.has(text)) for (const part of blocks.slice(i, k + 1)) out.add(part)
    }
  })
  const unclear = new Set<Candidate>()
  for (const same of Map.groupBy(out, (block) => normal(textOf(block))).values()) {
    const largest = Math.max(...same.map(({ style }) => style.size + (style.bold ? 0.5 : 0)))
    for (const block of same) if (block.style.size + (block.style.bold ? 0.5 : 0) < largest) unclear.add(block)
  }
  for (const block of out) if (block.kind === "item" && !/[\p{L}\p{N}]/u.test(block.marker)) unclear.add(block)
  // a title is often kept apart from the text that the truth was made of
  const [first] = blocks
  const onFirst = blocks.filter(({ place }) => place.page === first?.place.page && place.box.y0 < place.height / 2)
  const largest = Math.max(...blocks.map(({ style }) => style.size))
  for (const block of onFirst) if (block.style.size === largest && !out.has(block)) unclear.add(block)
  return { is: out, unclear }
}

/** One begins with the other, which is no small part of it: some truths break titles at their lines' ends. */
const areNearly = (a: string, b: string): boolean =>
  (a.startsWith(b) || b.startsWith(a)) && Math.min(a.length, b.length) >= leastPart * Math.max(a.length, b.length)
