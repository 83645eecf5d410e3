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
  /^(?:CMMI|LMMathItalic|LMMI|rtxmi|NewTXB?MI|LibertineMathMI|ntxmi|txb?mi|pxmi|NewPXMI|zptmcm7m|StandardSymL-Slant|KaTeX_Math|MathJax_Math|MJX.*-I|TeXCMMath.*I|MTMI|RMTMI|Fourier-Math-Letters|EURM|rpzcmi)/i
const symbols =
  /^(?:CM(?:SY|BSY|EX)|YHCMEX|LMMathSymbols|LMMathExt|LMSY|txb?sy|txb?ex|LibertineMathRM|NewTX(?:SY|BSY)|pxsy|pxex|NewPXsy|MSAM|MSBM|stmary|esint|wasy|MnSymbol|FdSymbol|mathabx|rsfs|EUSM|EUFM|EUEX|MTSY|MTEX|MT-?Extra|MathematicalPi|MathPi|KaTeX_(?:Main|AMS|Size|Caligraphic|Script|Fraktur|SansSerif|Typewriter)|MathJax_|MJX|bbm|bbold|dsrom|zptmcmr|zptmcmrm)/i
const openType =
  /Math(?![a-z])|Math-?(?:Regular|Bold|Book|Light|Semibold)|^STIX(?:General|Size|Int|Var|NonUni|Two?Math)|^OpenSymbol/i
const italicBold = /^(?:CMMIB|LMMathItalic.*-Bold|NewTXBMI|txbmi|EURB)|BoldItalic|Bold-?Ital/i
const bold = /^CMB|^LMRoman.*Bold|Bold|Black|^CMSSBX|-Medi|^EUFB/i
const sans = /^CMSS|LMSans|Sans|Helvet|Arial/i
const mono = /^CMTT|LMMono|Mono|Courier|Typewriter/i
const script = /^(?:rsfs|EUSM|EUSB)|KaTeX_Script/i
const calligraphic = /^(?:CMSY|CMBSY|LMMathSymbols|LMSY|txsy|NewTXSY|pxsy|NewPXsy|MTSY)|Call?igraphic/i
const blackboard = /^(?:MSBM|bbm|bbold|dsrom|(?:KaTeX|MathJax)_AMS)|Blackboard/i
const signs = /^(?:Symbol|StandardSym)/i
const fraktur = /^(?:EUFM|EUFB)|Fraktur/i
const italic = /^CM(?:TI|MI|SL|SSI)|Ital|Obli|Slant|It$|-I$|MI\d*$/i

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
  [script, "script"],
  [calligraphic, "script"],
  [blackboard, "blackboard"]
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
  const isMath = mathItalic.test(name) || symbols.test(name) || openType.test(name)
  return {
    isMath,
    hasSigns: isMath || signs.test(name),
    isItalic: mathItalic.test(name) || italic.test(name),
    alphabet: told(name, alphabets) ?? "roman",
    capitals: told(name, capitals) ?? null
  }
}
