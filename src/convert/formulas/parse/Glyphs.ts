/** Glyphs of a page → Items: each by its character, its alphabet and how far it reaches. */
import type { RawPage } from "../../model/Page.ts"
import type { MathFont } from "../find/MathFonts.ts"
import { atom, mathLetter } from "../print/Atoms.ts"
import type { Alphabet } from "../Tree.ts"
import { extensionGlyph } from "./Extension.ts"
import { extentOf } from "./Extents.ts"
import { axis, type Item } from "./Item.ts"

/** How far a root sign reaches that hangs from its origin, in em. */
const hung = [0.04, 0.96] as const

export const itemOf = ({ glyphs }: RawPage, fonts: ReadonlyArray<MathFont>, i: number): Item => {
  const text = glyphs.text[i] ?? ""
  const x = glyphs.x[i] ?? 0
  const y = glyphs.y[i] ?? 0
  const size = glyphs.size[i] ?? 0
  const x1 = x + (glyphs.w[i] ?? 0)
  const extension = extensionGlyph(text)
  if (extension !== null)
    return {
      box: { x0: x, x1, y0: y - extension.above * size, y1: y + extension.below * size },
      // of the row that it stands in the middle of
      baseline: y + ((extension.below - extension.above) / 2 + axis) * size,
      size: 0,
      character: extension.character,
      alphabet: "normal",
      isExact: true,
      node: null
    }
  const font = fonts[glyphs.font[i] ?? 0]
  // the script l of TeX's italics, which has no name that pdf.js knows
  const own = text === "`" && font?.isMath === true && font.isItalic ? "ℓ" : text
  const [first = "", ...marks] = own.normalize("NFD").replace(/[\ufe00\ufe01]/g, "")
  const letter = mathLetter(first)
  const character =
    marks.length === 0 ? (letter?.[0] ?? first) : ((letter?.[0] ?? first) + marks.join("")).normalize("NFC")
  const isLarge = atom(character)?.role === "large"
  const hangs = font?.hangs === true && character === "√"
  const height = font?.delimiter ?? 0
  const isTall = height > 0 && /^[()[\]{}⟨⟩⌊⌋⌈⌉∣∥|‖]$/.test(character)
  const [above, below] = hangs
    ? hung
    : isTall
      ? [height / 2 + axis, height / 2 - axis]
      : isLarge
        ? /[∫∬∭∮]/.test(character)
          ? displayedIntegral
          : displayed
        : extentOf(letter?.[0] ?? first)
  const isExact = isTall || isLarge
  return {
    box: { x0: x, x1, y0: y - above * size, y1: y + below * size },
    baseline: y,
    size: isExact ? 0 : size,
    character,
    alphabet: letter?.[1] ?? alphabetOf(first, font),
    isExact,
    node: null
  }
}

/** How far big operators reach where they are displayed, in em. */
const displayed = [0.95, 0.45] as const
const displayedIntegral = [1.36, 0.86] as const

const alphabetOf = (text: string, font: MathFont | undefined): Alphabet => {
  if (font === undefined) return "normal"
  const base = text.normalize("NFD")[0] ?? ""
  if (font.capitals !== null && /^[A-Z]$/.test(base)) return font.capitals
  if (/^[A-Za-z]$/.test(base)) return font.alphabet
  const isBold = font.alphabet === "bold" || font.alphabet === "boldItalic"
  if (/^\d$/.test(base)) return isBold ? "bold" : "normal"
  return isBold && /^\p{L}$/u.test(base) ? "boldItalic" : "normal"
}
