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

const encodings: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:CMMIB?\d|LMMathItalic)/, italics],
  [/^(?:CMB?SY\d|LMMathSymbols)/, symbols],
  [/^MSAM\d/, relations],
  [/^MSBM\d/, negations]
]

/** Suits of cards and marks of notes are what a wrong map says of a bar and of braces. */
const isTrusted = /^[^\p{L}\p{N}♣♢♡♠§¶†‡®¥]$|^\p{Script=Greek}$|^[a-zA-Z]$/u
const variants: Readonly<Record<string, string>> = { ϕ: "φ", φ: "ϕ", ϵ: "ε", ε: "ϵ", "∅": "∅" }

/** The character of a glyph by its code and what the file maps it to; null for fonts whose codes are not known. */
export const texEncoding = (font: string): ((code: number, mapped: string) => string) | null => {
  const found = encodings.find(([name]) => name.test(font))?.[1]
  if (found === undefined) return null
  const characters = [...found]
  return (code, mapped) => {
    const own = (characters[placeOf(code)] ?? "").trim()
    if (own === "" || variants[own] === mapped) return own || mapped
    // another of the font's characters: its codes have been changed
    return isTrusted.test(mapped) && characters.includes(mapped) ? mapped : own
  }
}

/** Fonts cut down by older programs have the first places a second time, from 161 on. */
export const placeOf = (code: number): number => (code < 161 ? code : code < 173 ? code - 161 : code - 163) & 127
