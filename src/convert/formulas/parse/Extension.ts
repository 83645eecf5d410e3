/**
 * TeX's extension font: big operators, delimiters of every height and the pieces that higher ones are built of. Its glyphs
 * have no characters of their own, and most hang from their origin. The reader hands on their places in the font.
 */
import { extensionCharacter } from "../../glyphs/fonts/Symbols.ts"

/** What a place of the font draws, and how far that reaches over and under its origin, in em, where its font does not say. */
export interface ExtensionGlyph {
  readonly character: string
  readonly extent: readonly [above: number, below: number]
}

/** Characters by place; pieces are Unicode's pieces. */
const characters = [
  ..."()[]⌊⌋⌈⌉{}⟨⟩∣∥/\\",
  ..."()()[]⌊⌋⌈⌉{}⟨⟩/\\",
  ..."()[]⌊⌋⌈⌉{}⟨⟩/\\/\\",
  ..."⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐",
  ..."⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂",
  ..."∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁",
  ..."∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}",
  ..."√√√√⎷│⌜‖↑↓⏞⏞⏟⏟⇑⇓"
]

const tall = [0.04, 1.16] as const
const taller = [0.04, 1.76] as const
const tallest = [0.04, 2.36] as const
const giant = [0.04, 2.96] as const
const inText = [0, 1] as const
const displayed = [0.1, 1.5] as const
const accent = [0.75, -0.55] as const
const brace = [0.12, 0] as const

const extentOf = (slot: number): readonly [number, number] => {
  if (slot === 12 || slot === 13) return [0, 0.6]
  if (slot < 16) return tall
  if (slot === 16 || slot === 17 || slot === 46 || slot === 47) return taller
  if (slot < 32) return tallest
  if (slot < 48) return giant
  if (slot === 60 || slot === 61) return [0, 1.8]
  if (slot === 62) return [0, 0.3]
  if (slot >= 56 && slot <= 59) return [0, 0.9]
  if (slot === 54 || slot === 55 || slot === 63 || slot === 66 || slot === 67) return [0, 0.6]
  if (slot < 70) return taller
  if (slot === 72 || slot === 82) return [0, 1.11]
  if (slot === 73 || slot === 90) return [0, 2.22]
  if (slot < 80) return slot % 2 === 0 ? inText : displayed
  if (slot < 88 || slot === 96) return inText
  if (slot < 98) return displayed
  if (slot < 104) return accent
  if (slot < 112) return taller
  if (slot < 116) return [tall, taller, tallest, giant][slot - 112] ?? tall
  if (slot === 116) return [0, 1.8]
  if (slot >= 122 && slot <= 125) return brace
  return [0, 0.6]
}

/** What a glyph of the extension font is; null for any other text. */
export const extensionGlyph = (text: string): ExtensionGlyph | null => {
  const code = text.codePointAt(0) ?? 0
  if (code < extensionCharacter || code >= extensionCharacter + 128) return null
  const slot = code - extensionCharacter
  return { character: characters[slot] ?? "", extent: extentOf(slot) }
}
