/** Words of a page as formulas are looked for in them: what each glyph can be part of. */
import { greatest } from "../../model/Geometry.ts"
import type { Line, Word } from "../../model/Line.ts"
import type { RawPage } from "../../model/Page.ts"
import { extensionGlyph } from "../parse/Extension.ts"
import { accents, atom, functions, limited } from "../print/Atoms.ts"
import type { MathFont } from "./MathFonts.ts"
import { parameters } from "./Parameters.ts"

const { minFontWords } = parameters

/**
 * `math`: part of a formula and nothing else. `neutral`: part of a formula where it stands beside one: numerals, brackets,
 * operators, names of functions. `text`: letters of a language.
 */
export type Kind = "math" | "neutral" | "text"

/** Signs of formula fonts that prose borrows: bullets, marks of notes, the end of a proof; leaders and meta variables. */
const borrowed = /^[•∗*†‡§¶©®□■▪▫⋄◊✓✗·.,:;|\\/<>{}@#$%&_"'…★☆▶◀♦♥♠♣⟨⟩≪≫]$/u
const marks = /^[\d()[\]{}|‖+\-−=<>×±∓·⋅*/.,;:!%′'∼≈≤≥≠→←⟨⟩∗†°∞√∑∫∏…⋯]$/u
/** So are all signs that LaTeX has no name for, but for roots, pieces of arrows and delimiters, and what stands over letters. */
const isBorrowed = (text: string): boolean =>
  borrowed.test(text) ||
  (atom(text) === null && accents[text] === undefined && !/[\p{L}\p{N}\p{M}\p{Co}√˓˒⎛-⎭⎷⏐⏞⏟]/u.test(text))
/** Signs that formulas set in a text's own italics, and prose does not: LibreOffice sets Word's formulas so. */
const slanted = /^[≡≠≤≥≈∼≅∈∉∋⊂⊃⊆⊇→↦⇒⇔⊗⊕⊥∘∪∩∧∨∂∇∞∀∃′″]$/u
/** TeX takes capital Greek letters from its fonts for text, which set no other Greek. */
const greek = /^[ΓΔΘΛΞΠΣΥΦΨΩ\u2206\u2126]$/u
const latin = /[A-Za-z]/
const texRoman = /^(?:CM(?:R|BX?|SS|TI)|M?LM(?:Roman|Sans)|SF(?:RM|BX)|HFBR)\d/

export const isOperator = (text: string): boolean => {
  const role = atom(text)?.role
  // the stroke of a sign that is struck out stands before it
  return role === "binary" || role === "relation" || ["/", "|", "\u0338"].includes(text)
}

/** Fonts that formulas are set in, and nothing else on this page. */
export const mathFontsOf = (
  page: RawPage,
  words: ReadonlyArray<Word>,
  fonts: ReadonlyArray<MathFont>
): ReadonlyArray<boolean> => {
  const counts = fonts.map(() => 0)
  const isRoman = page.fonts.map(({ name }) => texRoman.test(name))
  const ofSigns = new Map<number, boolean>()
  for (const { text, glyphs } of words) {
    const font = page.glyphs.font[glyphs?.[0] ?? 0] ?? 0
    if (isRoman[font] === true) ofSigns.set(font, ofSigns.get(font) !== false && /^[=+()[\]]+$/.test(text))
    if (fonts[font]?.isMath === true && /\p{Ll}{4}/u.test(text) && !functions.has(text))
      counts[font] = (counts[font] ?? 0) + 1
  }
  // beside a text in other fonts TeX takes nothing but signs of formulas from its own
  return fonts.map((font, i) => ofSigns.get(i) === true || (font.isMath && (counts[i] ?? 0) < minFontWords))
}

/** Whether a page has anything that is part of a formula and of nothing else. */
export const hasFormulas = ({ glyphs }: RawPage, isMath: ReadonlyArray<boolean>): boolean =>
  glyphs.text.some((text, i) => isMath[glyphs.font[i] ?? 0] === true && !isBorrowed(text))

/** Letters of scripts that formulas are not written in, and the marks of their sentences. */
export const otherScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}\u3000-\u303f\uff00-\uffef]/u

/** What each glyph of a word can be part of. */
export const kindsOf = (page: RawPage, isMath: ReadonlyArray<boolean>, word: Word): ReadonlyArray<Kind> => {
  const [from, to] = word.glyphs ?? [0, 0]
  const texts = page.glyphs.text.slice(from, to)
  const isOfMath = isMath[page.glyphs.font[from] ?? 0] === true
  if (isOfMath) return texts.map((text) => (otherScript.test(text) ? "text" : isBorrowed(text) ? "neutral" : "math"))
  const isSign = (text: string) => word.italic && slanted.test(text)
  const isVariable =
    (word.italic || word.bold) &&
    (texts.some(isSign) ? /^(?!.*\p{L}{3})/u : /^[^\p{L}]*\p{L}{1,2}[^\p{L}]*$/u).test(word.text)
  if (isVariable)
    return texts.map((text) => (isSign(text) ? "math" : marks.test(text) || /\p{L}/u.test(text) ? "neutral" : "text"))
  const isTex = texRoman.test(page.fonts[page.glyphs.font[from] ?? 0]?.name ?? "")
  const kinds: Array<Kind> = []
  let letters = ""
  for (const text of texts) {
    // most glyphs
    const isLatin = text.length === 1 && latin.test(text)
    kinds.push(
      isLatin ? "text" : greek.test(text) ? (isTex ? "math" : "neutral") : marks.test(text) ? "neutral" : "text"
    )
    letters += isLatin || /^\p{L}$/u.test(text) ? text : "\0"
  }
  for (const match of letters.matchAll(/\p{L}+/gu)) {
    const name = match[0]
    if (functions.has(name) || limited.test(name)) kinds.fill("neutral", match.index, match.index + name.length)
  }
  return kinds
}

export const isExtension = (page: RawPage, word: Word): boolean =>
  extensionGlyph(page.glyphs.text[word.glyphs?.[0] ?? 0] ?? "") !== null

/** The size of most of a line's letters. A browser sets formulas larger than the text around them. */
export const usual = ({ words }: Line): number => {
  const counts = new Map<number, number>()
  for (const { size, text } of words) counts.set(size, (counts.get(size) ?? 0) + text.length)
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/** The size of the largest letters. Delimiters, which exponents may have of the text's size, say it where there is nothing else. */
export const letterSize = (words: ReadonlyArray<Word>): number => {
  const sizes = words.filter(({ text }) => !/^[()[\]{}|‖]+$/u.test(text)).map(({ size }) => size)
  return Math.max(0, greatest(sizes.length > 0 ? sizes : words.map(({ size }) => size)))
}

/** A stretch of a word as a word. */
export const part = (page: RawPage, word: Word, from: number, to: number): Word => {
  const { glyphs } = page
  const last = to - 1
  return {
    ...word,
    text: glyphs.text.slice(from, to).join("").normalize("NFC"),
    box: { ...word.box, x0: glyphs.x[from] ?? 0, x1: (glyphs.x[last] ?? 0) + (glyphs.w[last] ?? 0) },
    glyphs: [from, to],
    spaced: from === word.glyphs?.[0] ? word.spaced : false
  }
}
