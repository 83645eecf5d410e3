/** Block[][] → Census: what is usual in this document, against which a heading stands out. */
import { heaviest } from "./Geometry.ts"
import type { Block, Style, TextLine } from "./Page.ts"
import { plain } from "./Runs.ts"

export interface Census {
  /** Size and font of most characters. */
  readonly size: number
  readonly font: string
  readonly bold: boolean
  readonly characters: number
  /** Characters by style. */
  readonly styles: ReadonlyMap<string, number>
  /** Words found inside lines, in lower case: what hyphenation may join to. */
  readonly lexicon: ReadonlySet<string>
  /** The hyphen that words were broken with at the ends of lines, where it is not the one that words are written with. */
  readonly hyphen?: string
}

/** A page of this much more text in tables than outside has no body text, if what stands outside is so much larger. */
const mostlyTables = 3
const display = 1.5

/** The hyphen of Unicode is the one that breaks words when so many lines end in it and no word is written with it. */
const broken = "\u2010"
const leastBroken = 2

/** Sizes are told apart in steps of half a point. */
export const sizeStep = (size: number): number => Math.round(size * 2) / 2

export const styleKey = (style: Style): string =>
  [sizeStep(style.size), style.bold ? "b" : "", style.italic ? "i" : "", style.caps ? "c" : "", style.font].join("|")

export const linesOf = (block: Block): ReadonlyArray<TextLine> =>
  block.kind === "paragraph" || block.kind === "item" || block.kind === "heading" || block.kind === "note"
    ? block.lines
    : []

export const textOf = (block: Block): string =>
  linesOf(block)
    .map((line) => plain(line.runs))
    .join(" ")

export const census = (pages: ReadonlyArray<ReadonlyArray<Block>>): Census => {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  const styles = new Map<string, number>()
  const lexicon = new Set<string>()
  const tables = new Map<number, number>()
  let bold = 0
  let characters = 0
  let tabulated = 0
  let breaks = 0
  let written = 0
  for (const block of pages.flat()) {
    if (block.kind === "table") {
      let all = 0
      for (const each of block.rows.flat()) {
        const text = plain(each.runs)
        all += text.length
        for (const word of wordsOf(text)) lexicon.add(word)
      }
      tabulated += all
      if (block.size !== undefined) tables.set(sizeStep(block.size), (tables.get(sizeStep(block.size)) ?? 0) + all)
    }
    if (block.kind !== "paragraph" && block.kind !== "item") continue
    const { font, bold: isBold } = block.style
    const size = sizeStep(block.style.size)
    const style = styleKey(block.style)
    let all = 0
    let isBroken = false
    for (const line of block.lines) {
      const text = plain(line.runs)
      all += text.length
      const at = text.indexOf(broken)
      if (at >= 0 && at === text.trimEnd().length - 1) breaks++
      else if (at >= 0) written++
      // the end of a word that was broken is no word
      const words = wordsOf(text)
      for (let i = isBroken ? 1 : 0; i < words.length; i++) lexicon.add(words[i] as string)
      isBroken = /[-\u2010\u00ad]\s*$/.test(text)
    }
    characters += all
    sizes.set(size, (sizes.get(size) ?? 0) + all)
    fonts.set(font, (fonts.get(font) ?? 0) + all)
    styles.set(style, (styles.get(style) ?? 0) + all)
    if (isBold) bold += all
  }
  const size = heaviest(sizes) ?? 0
  const small = heaviest(tables) ?? size
  return {
    size: tabulated > mostlyTables * characters && size >= display * small ? small : size,
    font: heaviest(fonts) ?? "",
    bold: bold > characters / 2,
    characters,
    styles,
    lexicon,
    ...(breaks >= leastBroken && written === 0 ? { hyphen: broken } : {})
  }
}

const ascii = /^[\0-\x7f]*$/

/** The words that end before the line does, or with it but not in a hyphen. */
const wordsOf = (text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  // the same for ASCII, and several times faster
  if (ascii.test(lower)) return lower.match(/[a-z\d]+(?:[-'][a-z\d]+)*(?![-a-z\d])/g) ?? []
  const found = lower.match(/[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*(?![-‐\p{L}\p{N}])/gu) ?? []
  return found.map((word) => word.replace(/‐/g, "-"))
}
