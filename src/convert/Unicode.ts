/** What a glyph's text should have been. */

const ligatures: Readonly<Record<string, string>> = {
  "\uFB00": "ff",
  "\uFB01": "fi",
  "\uFB02": "fl",
  "\uFB03": "ffi",
  "\uFB04": "ffl",
  "\uFB05": "st",
  "\uFB06": "st"
}

/** Where TeX's encodings keep ligatures, among the control characters: T1 from 0x1B, OT1 from 0x0B. */
const texLigatures = ["ff", "fi", "fl", "ffi", "ffl"]

/** Symbol and Wingdings put their characters at U+F000 + code; these are the codes used as bullets. */
const bullets = new Set([0x6c, 0x6e, 0x71, 0x73, 0x75, 0x76, 0x77, 0x9f, 0xa7, 0xa8, 0xb7, 0xd8, 0xfc, 0xfe])

const isSpace = (code: number): boolean =>
  code === 0x20 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000

const isNothing = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xfffe ||
  code === 0xffff ||
  (code >= 0x200b && code <= 0x200d) ||
  code === 0x2060 ||
  code === 0xfeff

/** Empty when the glyph stands for nothing. */
export const repaired = (text: string, font: string): string => {
  if (text.length === 1) {
    const code = text.charCodeAt(0)
    if (code > 0x20 && code < 0x7f) return /wingdings|zapfdingbats/i.test(font) && bullets.has(code) ? "•" : text
    if (isSpace(code)) return " "
    const tex = texLigatures[code >= 0x1b ? code - 0x1b : code - 0x0b]
    if (code < 0x20 && tex !== undefined && !/^CM(EX|SY|MI)|^MSAM|math|symbol/i.test(font)) return tex
    if (isNothing(code)) return ""
    if (code === 0xff && font.startsWith("Type3")) return "ß"
    if (code >= 0xf000 && code <= 0xf0ff) return bullets.has(code - 0xf000) ? "•" : symbol(code - 0xf000)
    if ((code >= 0xfb50 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)) return text.normalize("NFKC")
    return ligatures[text] ?? text.normalize("NFC")
  }
  let out = ""
  for (const character of text)
    out += repaired(character.length === 1 ? character : "", font) || (character.length > 1 ? character : "")
  return out.normalize("NFC")
}

/** Printable ASCII at U+F000 is what a symbolic TrueType font calls its plain letters. */
const symbol = (code: number): string => (code > 0x20 && code < 0x7f ? String.fromCharCode(code) : "")
