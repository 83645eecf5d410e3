/**
 * What a glyph's name says of its character: the Adobe Glyph List's rules (https://github.com/adobe-type-tools/agl-specification,
 * section 2) over the names that text needs. `a.smcp` is an a, `f_i` are two letters, `uni2003` and `u1F600` are codes.
 */
import { texSymbol } from "./TexEncodings.ts"

/** The standard strings of CFF from number 1 on, as far as they are single characters; a space stands for itself first. */
export const standard =
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~' +
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©" +
  "ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž"

const accents: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circumflex: "\u0302",
  tilde: "\u0303",
  macron: "\u0304",
  breve: "\u0306",
  dotaccent: "\u0307",
  dieresis: "\u0308",
  ring: "\u030a",
  hungarumlaut: "\u030b",
  caron: "\u030c",
  cedilla: "\u0327",
  ogonek: "\u0328"
}

const pairs = (names: string, characters: string): ReadonlyArray<readonly [string, string]> =>
  names.split(" ").map((name, i) => [name, [...characters][i] ?? ""])

const greek =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"

const names: ReadonlyMap<string, string> = new Map([
  ...pairs("zero one two three four five six seven eight nine", "0123456789"),
  ...pairs(
    "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash colon semicolon less equal greater question at bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde",
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
  ),
  ...pairs(
    "quoteleft quoteright quotedblleft quotedblright endash emdash bullet ellipsis dagger daggerdbl section paragraph degree minus multiply divide plusminus periodcentered copyright registered trademark Euro sterling yen cent germandbls ae AE oe OE oslash Oslash lslash Lslash dotlessi fi fl mu onehalf onequarter threequarters",
    "‘’“”–—•…†‡§¶°−×÷±·©®™€£¥¢ßæÆœŒøØłŁıﬁﬂµ½¼¾"
  ),
  ...pairs(
    "notequal lessequal greaterequal approxequal infinity partialdiff summation product integral radical arrowleft arrowup arrowright arrowdown element intersection union logicaland logicalor universal existential gradient similar equivalence",
    "≠≤≥≈∞∂∑∏∫√←↑→↓∈∩∪∧∨∀∃∇∼≡"
  ),
  ...pairs(greek, "αβγδεζηθικλμνξοπρστυφχψω"),
  ...pairs(
    greek.replace(/\b[a-z]/g, (c) => c.toUpperCase()),
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
  )
])

/** Text that no glyph shows: a control character, U+FFFD, or private use but for the characters of symbol fonts. */
export const isUnknown = (text: string): boolean => {
  if (text.length !== 1) return false
  const code = text.charCodeAt(0)
  if (code < 0xe000) return code < 0x20 || (code >= 0x7f && code <= 0x9f)
  return code === 0xfffd || (code <= 0xf8ff && (code < 0xf000 || code > 0xf0ff))
}

/** Empty when the name says nothing. */
export const characterOf = (name: string): string => {
  const [base = ""] = name.split(".")
  return base.split("_").map(component).join("")
}

const component = (name: string): string => {
  if (name.length === 1) return name
  const known = names.get(name)
  if (known !== undefined) return known
  // fonts made from TeX's symbols name them by their codes there
  const tex = /^C(\d{1,3})$/.exec(name)?.[1]
  if (tex !== undefined && Number(tex) < 256) return Number(tex) === 138 ? "]" : texSymbol(Number(tex))
  // some fonts call their glyphs by nothing but the code
  const hex = /^(?:uni|u|(?=.{4}$))([0-9A-F]{4,6})$/.exec(name)?.[1]
  if (hex !== undefined) {
    const code = Number.parseInt(hex, 16)
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "" : String.fromCodePoint(code)
  }
  const accent = accents[name.slice(1)]
  if (accent !== undefined) return (name.charAt(0) + accent).normalize("NFC")
  return ""
}
