/** Block[][] → Statistics: what is usual in this document, against which a heading stands out. */

import type { Block, Style } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { heaviest } from "../model/Geometry.ts"
import { plain } from "../model/Text.ts"

export interface Statistics extends Spelling {
  /** Size and font of most characters. */
  readonly size: number
  readonly font: string
  readonly bold: boolean
  /** The colour of most characters. */
  readonly colour: number
  readonly characters: number
  /** Characters by style. */
  readonly styles: ReadonlyMap<string, number>
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

export const statistics = (pages: ReadonlyArray<ReadonlyArray<Block>>): Statistics => {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  const styles = new Map<string, number>()
  const colours = new Map<number, number>()
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
    colours.set(block.style.colour, (colours.get(block.style.colour) ?? 0) + all)
    if (isBold) bold += all
  }
  const size = heaviest(sizes) ?? 0
  const small = heaviest(tables) ?? size
  return {
    size: tabulated > mostlyTables * characters && size >= display * small ? small : size,
    font: heaviest(fonts) ?? "",
    bold: bold > characters / 2,
    colour: heaviest(colours) ?? 0,
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
