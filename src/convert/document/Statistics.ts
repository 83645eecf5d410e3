/** Block[][] → Statistics: what is usual in this document, against which a heading stands out. */

import type { Block, Item, Paragraph, Style, Table } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { heaviest } from "../model/Geometry.ts"
import { longText, minDisplay, minPair } from "../model/Measures.ts"
import { plain } from "../model/Text.ts"

export interface Statistics extends Spelling {
  /** Size and font of most characters. */
  readonly size: number
  readonly font: string
  readonly bold: boolean
  /** The colour of most characters, in tables too. */
  readonly colour: number
  readonly characters: number
  /** Characters by style. */
  readonly styles: ReadonlyMap<string, number>
  /** The same of items and of texts too long for a title alone. */
  readonly runningStyles: ReadonlyMap<string, number>
}

/** A document with so many times more text in tables than outside has no body text: its body is not bold, and has the size of the tables' text if what stands outside is as large as titles. */
const minTableRatio = 3

/** Unicode's own hyphen. It breaks words where lines end in it and no word is written with it. */
const broken = "\u2010"

/** If no more than this share of many lines end in a hyphen, the document breaks no words: each hyphen belongs to its word. */
const maxBrokenShare = 0.01

/** Sizes are told apart in steps of half a point. */
export const sizeStep = (size: number): number => Math.round(size * 2) / 2

/** How text is set: in which size, weight and slant, and what else matters to whoever compares it. */
export const lookOf = (style: Style, ...also: ReadonlyArray<"caps" | "colour" | "font">): string => {
  let look = `${sizeStep(style.size)}|${style.bold}|${style.italic}`
  for (const each of also) look += `|${style[each]}`
  return look
}

/** How far text stands out: by its size, then by weight, then by capitals; of two alike, the upright more than the slanted. */
export const prominence = ({ size, bold, caps, italic }: Pick<Style, "size" | "bold" | "caps" | "italic">): number =>
  sizeStep(size) * 100 + (bold ? 10 : 0) + (caps ? 5 : 0) - (italic ? 1 : 0)

/** What text of one kind has in common. */
export const styleKey = (style: Style): string => lookOf(style, "caps", "font")

export const statistics = (pages: ReadonlyArray<ReadonlyArray<Block>>): Statistics => {
  const counts = empty()
  for (const block of pages.flat()) {
    if (block.kind === "table") countTable(counts, block)
    else if (block.kind === "paragraph" || block.kind === "item") countText(counts, block)
  }
  const { characters, styles } = counts
  /** Only a word that a line's end breaks is looked up. */
  let lexicon: ReadonlySet<string> | undefined
  const most = heaviest(counts.sizes) ?? 0
  const size = Math.min(most, heaviest(counts.running) ?? most)
  const small = heaviest(counts.tables) ?? size
  const isOfTables = counts.tabulated > minTableRatio * characters && size >= minDisplay * small
  return {
    size: isOfTables ? small : size,
    font: heaviest(counts.fonts) ?? "",
    // where nearly all text is in tables, what stands over them is no body
    bold: counts.bold > characters / 2 && counts.tabulated <= minTableRatio * characters,
    italic: counts.italic > characters / 2,
    mono: counts.mono > characters / 2,
    colour: heaviest(counts.colours) ?? 0,
    characters,
    styles,
    runningStyles: counts.runningStyles,
    lexicon: {
      has: (word) => {
        lexicon ??= lexiconOf(pages)
        return lexicon.has(word)
      }
    },
    ...(counts.breaks >= minPair && counts.written === 0 ? { hyphen: broken } : {}),
    ...(Math.max(1, counts.parted) <= maxBrokenShare * counts.lines ? { isUnbroken: true } : {})
  }
}

/** Characters by what they look like, in tables and outside. */
const empty = () => ({
  sizes: new Map<number, number>(),
  /** Of items and of texts too long for a title alone: where a page has few words, most may be titles. */
  running: new Map<number, number>(),
  runningStyles: new Map<string, number>(),
  fonts: new Map<string, number>(),
  styles: new Map<string, number>(),
  colours: new Map<number, number>(),
  tables: new Map<number, number>(),
  bold: 0,
  italic: 0,
  mono: 0,
  characters: 0,
  tabulated: 0,
  /** Lines that end in Unicode's hyphen, and those that have it elsewhere. */
  breaks: 0,
  written: 0,
  /** Lines that others of their text follow, and those of them that end in a hyphen. */
  lines: 0,
  parted: 0
})
type Counts = ReturnType<typeof empty>

const countTable = (counts: Counts, { rows, size, colour }: Table): void => {
  const texts = rows.flat().map(({ runs }) => plain(runs))
  const all = texts.reduce((sum, text) => sum + text.length, 0)
  counts.tabulated += all
  if (size !== undefined) add(counts.tables, sizeStep(size), all)
  if (colour !== undefined) add(counts.colours, colour, all)
}

const countText = (counts: Counts, { kind, lines, style }: Paragraph | Item): void => {
  const texts = lines.map(({ runs }) => plain(runs))
  countBreaks(counts, texts)
  const all = texts.reduce((sum, text) => sum + text.length, 0)
  counts.characters += all
  add(counts.sizes, sizeStep(style.size), all)
  if (kind === "item" || all >= longText) {
    add(counts.running, sizeStep(style.size), all)
    add(counts.runningStyles, styleKey(style), all)
  }
  add(counts.fonts, style.font, all)
  add(counts.styles, styleKey(style), all)
  add(counts.colours, style.colour, all)
  if (style.bold) counts.bold += all
  if (style.italic) counts.italic += all
  if (style.mono) counts.mono += all
}

const isParted = (text: string): boolean => /[-\u2010\u00ad]\s*$/.test(text)

/** Lines one below the other. */
const countBreaks = (counts: Counts, texts: ReadonlyArray<string>): void => {
  counts.lines += Math.max(0, texts.length - 1)
  texts.forEach((text, i) => {
    const at = text.indexOf(broken)
    if (at >= 0 && at === text.trimEnd().length - 1) counts.breaks++
    else if (at >= 0) counts.written++
    if (i < texts.length - 1 && isParted(text)) counts.parted++
  })
}

/** The words of a document: the end of one that was broken is none. */
export const lexiconOf = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlySet<string> => {
  const out = new Set<string>()
  for (const block of pages.flat()) {
    if (block.kind === "table")
      for (const { runs } of block.rows.flat()) for (const word of wordsOf(plain(runs))) out.add(word)
    if (block.kind !== "paragraph" && block.kind !== "item") continue
    let isBroken = false
    for (const { runs } of block.lines) {
      const text = plain(runs)
      const words = wordsOf(text)
      for (let k = isBroken ? 1 : 0; k < words.length; k++) out.add(words[k] as string)
      isBroken = isParted(text)
    }
  }
  return out
}

const add = <Key>(counts: Map<Key, number>, key: Key, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
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
