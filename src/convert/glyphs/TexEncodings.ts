/**
 * What the classic fonts of TeX draw at each of their codes, whatever a file maps them to: Ghostscript writes maps for them that are
 * wrong, and older programs none, so that φ is taken for ϕ.
 */

const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const lowerCase = "abcdefghijklmnopqrstuvwxyz"

/** A space stands for what the file's own map knows better. */
const italics =
  "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁˓˒▷◁0123456789.,</>⋆" + `∂${upperCase}♭♮♯⌣⌢ℓ${lowerCase}ıȷ℘  `

const symbols =
  "−·×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽̸ ∀∃¬∅ℜℑ⊤⊥" +
  `ℵ${upperCase}∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠`

const relations =
  "⊡⊞⊠□■⋅◊⧫↻↺⇌⇋⊟⊩⊪⊨↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷" +
  "⊏⊐⊳⊲⊵⊴★≬▼▶◀  △▲▽≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⩞∠∡∢∝⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝"

const negations =
  "≨≩≰≱≮≯⊀⊁≨≩≰≱⪇⪈⋠⋡⋨⋩⋦⋧≰≱⪵⪶⪹⪺⪉⪊≁≇╱╲⊊⊋⊈⊉⫋⫌⫋⫌⊊⊋⊈⊉∦∤∤∦⊬⊮⊭⊯⋭⋬⋪⋫↚↛⇍⇏⇎↮⋇∅" +
  `∄${upperCase}  ̂̃ Ⅎ⅁    ℧ð≂ℶℷℸ⋖⋗⋉⋊∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶`

/** Beyond them, Times for formulas has signs that it takes from its text elsewhere. */
const timesMarks: Readonly<Record<number, string>> = { 149: ".", 150: "," }
const timesSigns: Readonly<Record<number, string>> = { 184: "+", 185: "(", 186: ")" }

const encodings: ReadonlyArray<readonly [RegExp, string, Readonly<Record<number, string>>]> = [
  [/^(?:CMMIB?\d|LMMathItalic)/, italics, {}],
  [/^(?:CMB?SY\d|LMMathSymbols)/, symbols, {}],
  [/^MSAM\d/, relations, {}],
  [/^MSBM\d/, negations, {}],
  [/^txb?sys/, symbols, timesSigns],
  [/^NewTXB?MI/, "", timesMarks]
]

/** Suits of cards and marks of notes are what a wrong map says of a bar and of braces. */
const isTrusted = /^[^\p{L}\p{N}♣♢♡♠§¶†‡®¥]$|^\p{Script=Greek}$|^[a-zA-Z]$/u
const variants: Readonly<Record<string, string>> = { ϕ: "φ", φ: "ϕ", ϵ: "ε", ε: "ϵ", "∅": "∅" }

/** The character of a glyph by its code and what the file maps it to; null for fonts whose codes are not known. */
export const texEncoding = (font: string): ((code: number, mapped: string) => string) | null => {
  const [, found, more] = encodings.find(([name]) => name.test(font)) ?? []
  if (found === undefined || more === undefined) return null
  const characters = [...found]
  const isShifted = /^[CLM]M|^MS/.test(font)
  return (code, mapped) => {
    const own = more[code] ?? (characters[isShifted ? placeOf(code) : code] ?? "").trim()
    if (own === "" || variants[own] === mapped) return own || mapped
    // another of the font's characters: its codes have been changed
    return isTrusted.test(mapped) && characters.includes(mapped) ? mapped : own
  }
}

/** Some maps lose the first digit of a mathematical letter's number: the rest is that of a Korean syllable. */
export const withPlane = (mapped: string): string => {
  const code = mapped.charCodeAt(0)
  return mapped.length === 1 && code >= 0xd400 && code <= 0xd7ff ? String.fromCodePoint(0x10000 + code) : mapped
}

/** Fonts cut down by older programs have the first places a second time, from 161 on. */
export const placeOf = (code: number): number => (code < 161 ? code : code < 173 ? code - 161 : code - 163) & 127
