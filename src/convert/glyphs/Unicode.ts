/** What a glyph's text should have been. */
import { privateUse } from "./fonts/PrivateUse.ts"
import { hasNoLetters, isMathSymbols, operator, symbol } from "./fonts/Symbols.ts"

const ligatures: Readonly<Record<string, string>> = {
  "\uFB00": "ff",
  "\uFB01": "fi",
  "\uFB02": "fl",
  "\uFB03": "ffi",
  "\uFB04": "ffl",
  "\uFB05": "st",
  "\uFB06": "st"
}

/** What Windows prints Calibri's ligatures as: the characters that have their glyphs' numbers. Names of places have the first of them, too. */
const numbered: Readonly<Record<string, string>> = { "\u014c": "ft", "\u019f": "ti", "\u01a9": "tt", "\u01ab": "tti" }

/** The letters of a glyph that a font calls by its number, behind what stands `before` it. */
export const ligatureOf = (text: string, font: string, before: string): string | undefined =>
  /calibri/i.test(font) && (text !== "\u014c" || /\p{Ll}$/u.test(before)) ? numbered[text] : undefined

/** Where TeX's encodings keep ligatures, among the control characters: T1 from 0x1B, OT1 from 0x0B. */
const texLigatures = ["ff", "fi", "fl", "ffi", "ffl"]

/** Stands for a character a reader sees and nothing in the file names. */
export const unmapped = "\ufffd"

/** No character at all: no text has it. */
const unassigned = /\p{Cn}/u

const isSpace = (code: number): boolean =>
  code === 0x20 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000

/** See `directions` of `model/Text.ts`. */
const isDirection = (code: number): boolean => (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)

const isNothing = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xfffe ||
  code === 0xffff ||
  (code >= 0x200b && code <= 0x200d) ||
  code === 0x2060 ||
  code === 0xfeff ||
  isDirection(code)

/** Radicals that stand for the ideograph of the same shape: fonts share one glyph between them, and PDF writers pick one. */
const isRadical = (code: number): boolean => code >= 0x2f00 && code <= 0x2fd5

/** Marks as they look in columns that are written downwards. */
const isDownwardForm = (code: number): boolean =>
  (code >= 0xfe10 && code <= 0xfe19) || (code >= 0xfe30 && code <= 0xfe48)

const isArabicForm = (code: number): boolean => (code >= 0xfb50 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)

/** Empty when the glyph stands for nothing; a right-to-left ligature's letters come as they are seen, left to right. */
export const repaired = (text: string, font: string): string => {
  if (text.length === 1) {
    const code = text.charCodeAt(0)
    if (code > 0x20 && code < 0x7f) return symbol(font, code) || text
    if (code > 0xa0 && code < 0x100 && hasNoLetters(font)) return symbol(font, code) || text
    if (isSpace(code)) return " "
    const tex = texLigatures[code >= 0x1b ? code - 0x1b : code - 0x0b]
    if (code < 0x20 && tex !== undefined && !/^CM(EX|SY|MI)|^MSAM|math|symbol/i.test(font)) return tex
    if (isNothing(code)) return ""
    if (code < 0x100 && isMathSymbols(font)) return operator(text)
    if (code === 0xb5 && /math|^CMM?I\d/i.test(font)) return "μ"
    if (code >= 0xe000 && code <= 0xf8ff) return fromPrivateUse(code, font)
    if (unassigned.test(text)) return unmapped
    if (isRadical(code) || isDownwardForm(code)) return text.normalize("NFKC")
    // a mark's form of its own comes with a space under it
    if (isArabicForm(code)) return asSeen(text.normalize("NFKC").replace(/^ (?=\p{M})/u, ""))
    return ligatures[text] ?? text.normalize("NFC")
  }
  // macOS maps a space to a tab, a return and two spaces, a hyphen to three kinds of it
  if (text !== "" && text.trim() === "") return " "
  if (/^[-\u00ad\u2010\u2011]+$/.test(text)) return "-"
  const swapped = bytesSwapped(text)
  if (swapped !== null) return swapped
  let out = ""
  // a control character in company is no code of TeX's
  for (const character of text)
    if (character.length > 1) out += character
    else if (character >= " ") out += repaired(character, font)
  return asSeen(out.normalize("NFC"))
}

/**
 * The letters of a ligature whose codes some writers put the wrong way round, so that `fi` (U+0066 U+0069) is U+6600 U+6900.
 * Of three letters Ghostscript 10.00 makes two codes: `ffi` is U+6600 U+CF00.
 */
const bytesSwapped = (text: string): string | null => {
  if (text === "\u6600\ucf00") return "ffi"
  let out = ""
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code & 0xff) !== 0 || code < 0x6100 || code > 0x7a00) return null
    out += String.fromCharCode(code >> 8)
  }
  return out
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const cluster = /\P{M}\p{M}*/gu

/** Several right-to-left letters of one glyph, turned round, so that they stand like letters with a glyph each. */
const asSeen = (text: string): string =>
  text.length > 1 && rightToLeft.test(text) ? (text.match(cluster)?.reverse().join("") ?? text) : text

/**
 * U+F000 + code is how symbolic fonts call their characters. U+F720 to U+F7FF are Adobe's old-style figures and small
 * capitals: Latin-1 + U+F700.
 */
const fromPrivateUse = (code: number, font: string): string => {
  if (code >= 0xf000 && code <= 0xf0ff) {
    const own = symbol(font, code - 0xf000)
    if (own !== null) return own
    if (/awesome|icon|glyphicon/i.test(font)) return ""
    if (code === 0xf0b7 || code === 0xf0a7) return "•"
    return code > 0xf020 && code < 0xf07f ? String.fromCharCode(code - 0xf000) : ""
  }
  if ((code >= 0xf721 && code <= 0xf77a) || (code >= 0xf7e0 && code <= 0xf7fe))
    return String.fromCharCode(code - 0xf700)
  return privateUse(code, font) ?? unmapped
}
