/** Glyphs of a page → Items: each by its character, its alphabet and how far it reaches. */
import type { RawPage } from "../../model/Page.ts"
import type { MathFont } from "../find/MathFonts.ts"
import { atom, mathLetter } from "../print/Atoms.ts"
import type { Alphabet } from "../Tree.ts"
import { extensionGlyph } from "./Extension.ts"
import { extentOf } from "./Extents.ts"
import { axis, type Item, isDelimiter, middle, sizeOf } from "./Item.ts"

const piece = /^[⎛-⎭⎷⏐]$/u
/** Where a font does not say how far its big operators reach, they reach so far over and under their baseline, in em. */
const displayed = [0.76, 0.11] as const

export const itemOf = ({ glyphs }: RawPage, fonts: ReadonlyArray<MathFont>, i: number): Item => {
  const text = glyphs.text[i] ?? ""
  const x = glyphs.x[i] ?? 0
  const y = glyphs.y[i] ?? 0
  const size = glyphs.size[i] ?? 0
  const ink = glyphs.inks?.get(i)
  const extension = extensionGlyph(text)
  const font = fonts[glyphs.font[i] ?? 0]
  // fonts for text have a dash for a minus; the script l of TeX's italics has no name that pdf.js knows
  const sign = text === "–" ? "−" : text
  const own = extension?.character ?? (text === "`" && font?.isMath === true && font.isItalic ? "ℓ" : sign)
  const [first = "", ...marks] = own.normalize("NFD").replace(/[\ufe00\ufe01]/g, "")
  const letter = mathLetter(first)
  const character =
    marks.length === 0 ? (letter?.[0] ?? first) : ((letter?.[0] ?? first) + marks.join("")).normalize("NFC")
  const isLarge = atom(character)?.role === "large"
  const [above, below] =
    ink !== undefined
      ? [ink.above, ink.below]
      : (extension?.extent ?? (isLarge ? displayed : extentOf(letter?.[0] ?? first)))
  const isExact = extension !== null || isLarge || piece.test(character)
  // a mark without a width is painted back over the letter before it
  const isMark = ink !== undefined && /^\p{M}$/u.test(character)
  return {
    box: {
      x0: isMark ? x + ink.x0 * size : x,
      x1: isMark ? x + ink.x1 * size : x + (glyphs.w[i] ?? 0),
      y0: y - above * size,
      y1: y + below * size
    },
    baseline: isExact ? y + ((below - above) / 2 + axis) * size : y,
    size: isExact ? 0 : size,
    character,
    alphabet: extension !== null ? "normal" : (letter?.[1] ?? alphabetOf(first, font)),
    isExact,
    node: null
  }
}

/** Maximum height of delimiters for text, in em of the formula's letters. */
const lowFence = 1.1

/** Delimiters that are higher than letters stand around the middle of their row, not on its baseline. */
export const withTall = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const size = sizeOf(items)
  return items.map((each) => {
    const height = each.box.y1 - each.box.y0
    if (each.isExact || !isDelimiter(each) || height <= lowFence * Math.min(size, each.size)) return each
    return { ...each, isExact: true, size: 0, baseline: middle(each) + axis * size }
  })
}

const alphabetOf = (text: string, font: MathFont | undefined): Alphabet => {
  if (font === undefined) return "normal"
  const base = text.normalize("NFD")[0] ?? ""
  if (font.capitals !== null && /^[A-Z]$/.test(base)) return font.capitals
  if (/^[A-Za-z]$/.test(base)) return font.alphabet
  const isBold = font.alphabet === "bold" || font.alphabet === "boldItalic"
  if (/^\d$/.test(base)) return isBold ? "bold" : "normal"
  return isBold && /^\p{L}$/u.test(base) ? "boldItalic" : "normal"
}
