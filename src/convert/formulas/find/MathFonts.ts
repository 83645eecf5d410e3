/** What a font's name says of the glyphs it draws in formulas. */
import type { Alphabet } from "../Tree.ts"

export interface MathFont {
  /** It is made for formulas: what it draws is part of one, but for a few signs that prose borrows. */
  readonly isMath: boolean
  /** It has signs of formulas, whatever else it is used for. */
  readonly hasSigns: boolean
  readonly isItalic: boolean
  readonly alphabet: Alphabet
  /** Capital letters in it are of this alphabet, whatever its other glyphs are. */
  readonly capitals: Alphabet | null
}

const mathItalic =
  /^(?:CMMI|M?LMMathItalic|LMMI|r?[pt]xb?mi|New[PT]XB?MI|ntxmi|zptmcm7m|StandardSymL-Slant|KaTeX_Math|MathJax_Math|MJX.*-I|TeXCMMath.*I|MTMI|RMTMI|Fourier-Math-Letters|EURM|rpzcmi|HFBRM[BI]|lcmmi|coch.*MI|Kp-.*M-.*Ital)|MathB?MI\d*$|MathItalic|^STIXMath-Ital/i
const symbols =
  /^(?:CM(?:SY|BSY|EX)|YHCMEX|LMSY|[pt]xb?(?:ex|sy)|NewTX(?:SY|BSY)|NewPXsy|MSAM|MSBM|stmary|esint|wasy|M[dn]Symbol|FdSymbol|mathabx|TeX-math[abcux]|rsfs|EUSM|EUFM|EUEX|MTSY|MTEX|MT-?Extra|MathematicalPi|MathPi|KaTeX_(?:Main|AMS|Size|Caligraphic|Script|Fraktur|SansSerif|Typewriter)|MathJax_|MJX|bbm|bbold|dsrom|zptmcmr|zptmcmrm|HFBR(?:SY|BS)|lcm(?:sy|ex)|lmsbm|cochB?MRM|Kp-.*-M-)/i
/** What is called so and goes on with another word. */
const called = /Math(?![a-z])|^STIX(?:General|Size|Int|Var|NonUni)|^OpenSymbol/
const italicBold = /^(?:CMMIB|M?LMMathItalic.*-Bold|New[PT]XBMI|[pt]xbmi|EURB|HFBRMB)|BoldItalic|Bold-?Ital/i
const bold = /^CMB|^LMRoman.*Bold|Bold|Black|^CMSSBX|-Medi|^EUFB|^HFBRBX|^SF(?:B[ILX]|S[OX])\d|^Lin[BL]\w+[OT][BZ]I?$/i
const sans = /^CMSS|LMSans|Sans|Helvet|Arial/i
const mono = /^CMTT|LMMono|Mono|Courier|Typewriter/i
const script = /^(?:rsfs|EUSM|EUSB)|KaTeX_Script/i
const calligraphic =
  /^(?:CMSY|CMBSY|M?LMMathSymbols|LMSY|[pt]xb?sy|New[PT]XSY|MTSY|HFBRSY|lcmsy|Kp-.*-M-Sy-|MathDesign-.*-Symbol)|Call?igraph|-Cal$/i
const blackboard =
  /^(?:MSBM|[pt]xb?syb|bbm|bbold|dsrom|HFBRBS|lmsbm|Kp-.*-M-Syb|MathDesign-.*SymbolA|(?:KaTeX|MathJax)_AMS)|Blackboard/i
const signs = /^(?:Symbol|StandardSym)/i
const fraktur = /^(?:EUFM|EUFB)|Fraktur/i
const italic = /^CM(?:TI|MI|SL|SSI)|^SF(?:TI|SL|SI)\d|Ital|Obli|Slant|It$|-I$|MI\d*$|^Lin[BL]\w+[OT]I$/i

/** The alphabet that a name tells of, the first that it fits. */
const alphabets: ReadonlyArray<readonly [name: RegExp, alphabet: Alphabet]> = [
  [italicBold, "boldItalic"],
  [mathItalic, "normal"],
  [fraktur, "fraktur"],
  [bold, "bold"],
  [italic, "normal"],
  [sans, "sans"],
  [mono, "mono"]
]
const capitals: ReadonlyArray<readonly [name: RegExp, alphabet: Alphabet]> = [
  [blackboard, "blackboard"],
  [script, "script"],
  [calligraphic, "script"]
]

const told = (name: string, by: typeof alphabets): Alphabet | undefined =>
  by.find(([pattern]) => pattern.test(name))?.[1]

const known = new Map<string, MathFont>()
/** Names of this many fonts are remembered. */
const mostKnown = 2000

export const mathFont = (name: string): MathFont => {
  const before = known.get(name)
  if (before !== undefined) return before
  const font = toldBy(name)
  if (known.size >= mostKnown) known.clear()
  known.set(name, font)
  return font
}

const toldBy = (name: string): MathFont => {
  const isMath = mathItalic.test(name) || symbols.test(name) || called.test(name)
  return {
    isMath,
    hasSigns: isMath || signs.test(name),
    isItalic: mathItalic.test(name) || italic.test(name),
    alphabet: told(name, alphabets) ?? "roman",
    capitals: told(name, capitals) ?? null
  }
}
