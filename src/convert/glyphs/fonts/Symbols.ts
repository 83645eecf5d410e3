/** The characters of fonts that have an encoding of their own: Symbol, Wingdings and Zapf Dingbats; TeX's are in `TexEncodings.ts`. */

/** Adobe's Symbol encoding from 0x21 on, as Unicode's mapping table has it; a space stands for no character. */
const symbols =
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼" +
  " ".repeat(33) +
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"

/** What Wingdings draws at these codes; its bullets of every shape are bullets. */
const wingdings: Readonly<Record<number, string>> = {
  40: "☎",
  42: "✉",
  74: "☺",
  76: "☹",
  108: "•",
  110: "•",
  111: "☐",
  113: "•",
  115: "•",
  117: "•",
  118: "•",
  119: "•",
  158: "•",
  159: "•",
  160: "•",
  167: "•",
  168: "☐",
  171: "★",
  183: "•",
  216: "•",
  223: "←",
  224: "→",
  225: "↑",
  226: "↓",
  232: "→",
  240: "→",
  251: "✗",
  252: "✓",
  253: "☒",
  254: "☑"
}

/** Zapf Dingbats' bullets, marks and numerals; what it has beyond them is ornament. */
const dingbats: Readonly<Record<number, string>> = {
  ...Object.fromEntries([..."①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→"].map((sign, i) => [172 + i, sign])),
  42: "•",
  43: "•",
  51: "✓",
  52: "✓",
  53: "✗",
  54: "✗",
  55: "✗",
  56: "✗",
  108: "•",
  109: "•",
  110: "•",
  111: "•",
  112: "•",
  113: "•",
  114: "•",
  117: "•",
  118: "•",
  226: "•",
  228: "•"
}

/** TIPA's encoding of the International Phonetic Alphabet (T3) from 0x22 on, where it differs from ASCII; a space stands for what does not. */
const phonetic = "ˈ             ʉɨʌɜɥɐɒɤɵɘːˑ    əɑβɕðɛɸɣɦɪʝʁʎɱŋɔʔʕɾʃθʊʋɯχʏʒ"

/** Fonts of pictures, which may say that those are the letters of their codes. */
export const hasNoLetters = (font: string): boolean => /wingdings|webdings/i.test(font)

/** The character a symbol font draws for this code; null when the font is none, empty when it draws an ornament. */
export const symbol = (font: string, code: number): string | null => {
  if (hasNoLetters(font)) return wingdings[code] ?? ""
  if (/dingbats/i.test(font)) return dingbats[code] ?? ""
  if (/^symbol/i.test(font)) return (symbols[code - 0x21] ?? "").trim()
  if (/^(?:TeX-)?[tx]ipa/.test(font)) return (phonetic[code - 0x22] ?? "").trim() || String.fromCharCode(code)
  // every sign of these fonts is the euro
  if (/^(?:TeX-)?fey[bm]/.test(font)) return "€"
  return null
}

/** Whether any of a font's codes stands for something else than it does in other fonts, as `symbol` has it. */
export const isSymbolic = (font: string): boolean => symbol(font, 0x21) !== null

/**
 * Publishers' mathematical fonts keep operators at the codes of Latin letters and fractions, and their /ToUnicode repeats
 * the letters: the text of many a journal reads "a ¼ b þ c".
 */
const operators: Readonly<Record<string, string>> = {
  "¼": "=",
  þ: "+",
  À: "−",
  Â: "×",
  Á: "·",
  ð: "(",
  Þ: ")",
  "½": "[",
  "": "]"
}
export const isMathSymbols = (font: string): boolean =>
  /^AdvP4C4|^AdvMathSymb|TeXCMMath.*Symb|^MathematicalPi|^Univers.*MathPi/i.test(font)
export const operator = (text: string): string => operators[text] ?? text

/** Fonts of such publishers under names that are numbers, which may have signs at the codes of any letters. */
export const hidesSigns = (font: string): boolean => /^Adv(?:PS|P|TT)[0-9A-Fa-f]/.test(font)

/**
 * Glyphs of TeX's extension font, big operators and tall delimiters, have no characters. The reader hands on their places in
 * it from here on, in a plane for private use; `formulas/Extension.ts` knows what they draw.
 */
export const extensionCharacter = 0x10f800
export const isTexExtension = (font: string): boolean =>
  /^(?:(?:YH)?CMEX|M?LMMathExtension|LMEX|[pt]xb?ex|New[PT]XEX|EUEX|MTEX|lcmex|Kp-.*-M-Ex|MathDesign-.*-Extension|Fourier-Math-Extension)/i.test(
    font
  )
