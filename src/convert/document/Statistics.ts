/** Block[][] → Statistics: what is usual in this document, against which a heading stands out. */

import type { Block, Style } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { heaviest } from "../model/Geometry.ts"
import { linesOf, plain, textOf } from "../model/Text.ts"

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

/** A body above many notes is so much larger than they are, at least and at most, runs on for so many lines, and has this share of their text. */
const leastLarger = 1.06
const mostLarger = 1.5
const runs = 3
const leastBody = 0.4
const label = /^(?:\d{1,3}[.)]?\s+\S|[*†‡§¶])/

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
  const size = aboveNotes(pages, sizes)
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

/** The size of most characters, but for notes that have more of them than the text above does. */
const aboveNotes = (pages: ReadonlyArray<ReadonlyArray<Block>>, sizes: ReadonlyMap<number, number>): number => {
  const size = heaviest(sizes) ?? 0
  const most = sizes.get(size) ?? 0
  const isLarger = (each: number) => each > leastLarger * size && each <= mostLarger * size
  if (![...sizes].some(([each, all]) => isLarger(each) && all >= leastBody * most)) return size
  const running = new Map<number, number>()
  let notes = 0
  for (const blocks of pages) {
    const own = blocks.filter((block) => block.kind === "paragraph" || block.kind === "item")
    const bodies = own.filter(({ style, lines }) => isLarger(sizeStep(style.size)) && lines.length >= runs)
    for (const block of bodies) {
      const step = sizeStep(block.style.size)
      running.set(step, (running.get(step) ?? 0) + textOf(block).length)
    }
    const small = own.filter(({ style }) => sizeStep(style.size) === size)
    const isNote = (block: Block) => isLabelled(block) && bodies.some(({ place }) => place.box.y1 < block.place.box.y0)
    const first = small.filter(isNote).reduce((top, { place }) => Math.min(top, place.box.y0), Number.POSITIVE_INFINITY)
    for (const block of small) if (block.place.box.y0 >= first) notes += textOf(block).length
  }
  const body = heaviest(running) ?? size
  const all = running.get(body) ?? 0
  return all >= leastBody * most && all > most - notes ? body : size
}

/** Begins as a note does, with a label that may be raised. */
const isLabelled = (block: Block): boolean =>
  block.kind === "item"
    ? /\d/.test(block.marker)
    : linesOf(block)[0]?.runs[0]?.baselineShift === 1 || label.test(textOf(block))

const ascii = /^[\0-\x7f]*$/

/** The words that end before the line does, or with it but not in a hyphen. */
const wordsOf = (text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  // the same for ASCII, and several times faster
  if (ascii.test(lower)) return lower.match(/[a-z\d]+(?:[-'][a-z\d]+)*(?![-a-z\d])/g) ?? []
  const found = lower.match(/[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*(?![-‐\p{L}\p{N}])/gu) ?? []
  return found.map((word) => word.replace(/‐/g, "-"))
}
