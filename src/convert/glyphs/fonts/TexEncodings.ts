/**
 * What the classic fonts of TeX draw at each of their codes, whatever a file maps them to: Ghostscript writes maps for them that are
 * wrong, and older programs none, so that φ is taken for ϕ.
 */

import { extensionCharacter } from "./Symbols.ts"

/** Accents over more than a letter, which the extension font has smaller ones of, at these places. */
const wideHat = String.fromCodePoint(extensionCharacter + 100)
const wideTilde = String.fromCodePoint(extensionCharacter + 103)

const upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const lowerCase = "abcdefghijklmnopqrstuvwxyz"

/** A space stands for what the file's own map knows better. */
const italics = `ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁˓˒▷◁0123456789.,</>⋆∂${upperCase}♭♮♯⌣⌢ℓ${lowerCase}ıȷ℘  `

const symbols =
  "−·×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽̸ ∀∃¬∅ℜℑ⊤⊥" +
  `ℵ${upperCase}∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠`

/** The character at this code of TeX's symbol font. */
export const texSymbol = (code: number): string => ([...symbols][code] ?? "").trim()

const relations =
  "⊡⊞⊠□■⋅◊⧫↻↺⇌⇋⊟⊩⊪⊨↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷" +
  "⊏⊐⊳⊲⊵⊴★≬▼▶◀  △▲▽≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⩞∠∡∢∝⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝"

const negations =
  "≨≩≰≱≮≯⊀⊁≨≩≰≱⪇⪈⋠⋡⋨⋩⋦⋧≰≱⪵⪶⪹⪺⪉⪊≁≇╱╲⊊⊋⊈⊉⫋⫌⫋⫌⊊⊋⊈⊉∦∤∤∦⊬⊮⊭⊯⋭⋬⋪⋫↚↛⇍⇏⇎↮⋇∅" +
  `∄${upperCase}${wideHat.repeat(2)}${wideTilde.repeat(2)} Ⅎ⅁    ℧ð≂ℶℷℸ⋖⋗⋉⋊∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶`

/** Beyond them, Times for formulas has signs that it takes from its text elsewhere. */
const timesMarks: Readonly<Record<number, string>> = { 149: ".", 150: "," }
const timesSigns: Readonly<Record<number, string>> = { 164: "˙", 174: "⃗", 184: "+", 185: "(", 186: ")" }

/** Their third font of signs, of which TeX has these by name. */
const moreTimesSigns: Readonly<Record<number, string>> = {
  17: "≐",
  27: "≅",
  44: "≠",
  46: "≢",
  47: "≁",
  48: "≉",
  49: "⊄",
  50: "⊅",
  59: "≄",
  60: "∉",
  61: "∌",
  66: "≔",
  67: "≕"
}

/** What the programs of these fonts call their glyphs (AMS's Type 1 fonts), in the same order. */
const italicNames =
  "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta epsilon1 zeta eta theta iota kappa lambda mu nu xi pi rho " +
  "sigma tau upsilon phi chi psi omega epsilon theta1 pi1 rho1 sigma1 phi1 arrowlefttophalf arrowleftbothalf arrowrighttophalf " +
  "arrowrightbothalf arrowhookleft arrowhookright triangleright triangleleft zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle " +
  "fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle period comma less slash greater star partialdiff " +
  `${[...upperCase].join(" ")} flat natural sharp slurbelow slurabove lscript ${[...lowerCase].join(" ")} dotlessi dotlessj weierstrass`

const symbolNames =
  "minus periodcentered multiply asteriskmath divide diamondmath plusminus minusplus circleplus circleminus circlemultiply circledivide " +
  "circledot circlecopyrt openbullet bullet equivasymptotic equivalence reflexsubset reflexsuperset lessequal greaterequal precedesequal " +
  "followsequal similar approxequal propersubset propersuperset lessmuch greatermuch precedes follows arrowleft arrowright arrowup arrowdown " +
  "arrowboth arrownortheast arrowsoutheast similarequal arrowdblleft arrowdblright arrowdblup arrowdbldown arrowdblboth arrownorthwest " +
  "arrowsouthwest proportional prime infinity element owner triangle triangleinv negationslash mapsto universal existential logicalnot emptyset " +
  `Rfractur Ifractur latticetop perpendicular aleph ${[...upperCase].join(" ")} union intersection unionmulti logicaland logicalor turnstileleft ` +
  "turnstileright floorleft floorright ceilingleft ceilingright braceleft braceright angbracketleft angbracketright bar bardbl arrowbothv " +
  "arrowdblbothv backslash wreathproduct radical coproduct nabla integral unionsq intersectionsq subsetsqequal supersetsqequal section dagger " +
  "daggerdbl paragraph club diamond heart spade"

const encodings: ReadonlyArray<readonly [RegExp, string, Readonly<Record<number, string>>, string]> = [
  [/^(?:CMMIB?\d|M?LMMathItalic|(?:Italic-)?TeXCMMathsItalic|HFBRMI|lcmmi)/, italics, {}, italicNames],
  [/^(?:CMB?SY\d|M?LMMathSymbols|HFBRSY|lcmsy|MathDesign-.*-Symbol-)/, symbols, {}, symbolNames],
  [/^MSAM\d/, relations, {}, ""],
  [/^MSBM\d/, negations, {}, ""],
  [/^[pt]xb?sys/i, symbols, timesSigns, ""],
  [/^[pt]xb?sy$/i, symbols, {}, ""],
  [/^r?[pt]xb?mi$/i, italics, {}, italicNames],
  [/^(?:[pt]xb?|Kp-.*-M-)syc/i, "", moreTimesSigns, ""],
  [/^Fourier-Math-Symbols/, "", { 112: "√" }, ""],
  [/^NewTXB?MI/, "", timesMarks, ""]
]

/** Suits of cards and marks of notes are what a wrong map says of a bar and of braces. */
const isTrusted = /^[^\p{L}\p{N}♣♢♡♠§¶†‡®¥]$|^\p{Script=Greek}$|^[a-zA-Z]$/u
const variants: Readonly<Record<string, string>> = { ϕ: "φ", φ: "ϕ", ϵ: "ε", ε: "ϵ", "∅": "∅" }

/** The character of a glyph by its code, what the file maps it to, and what the font program calls it where that is known. */
export type TexEncoding = (code: number, mapped: string, name?: () => string) => string

/** Null for fonts whose codes are not known. */
export const texEncoding = (font: string): TexEncoding | null => {
  const [, found, more, names] = encodings.find(([name]) => name.test(font)) ?? []
  if (found === undefined || more === undefined || names === undefined) return null
  const characters = [...found]
  const byName = new Map((names.match(/\S+/g) ?? []).map((name, i) => [name, characters[i] ?? ""] as const))
  const isShifted = /^[CLM]M|^M?LMM|^MS/.test(font)
  return (code, mapped, name = () => "") => {
    const own = more[code] ?? (characters[isShifted ? placeOf(code) : code] ?? "").trim()
    if (own === "" || variants[own] === mapped) return own || mapped
    // its codes have been changed where the program calls the glyph another of the font's, or the file maps it to one
    const called = name()
    // names that every font has come as their characters
    const named = byName.get(called) ?? (called !== "" && characters.includes(called) ? called : undefined)
    if (named !== undefined) return named
    return isTrusted.test(mapped) && characters.includes(mapped) ? mapped : own
  }
}

/** Some maps lose the first digit of a mathematical letter's number: the rest is that of a Korean syllable. */
export const withPlane = (mapped: string): string => {
  if (mapped === "µ") return "μ"
  const code = mapped.charCodeAt(0)
  return mapped.length === 1 && code >= 0xd400 && code <= 0xd7ff ? String.fromCodePoint(0x10000 + code) : mapped
}

/** Fonts cut down by older programs have the first places a second time, from 161 on. */
export const placeOf = (code: number): number => (code < 161 ? code : code < 173 ? code - 161 : code - 163) & 127
