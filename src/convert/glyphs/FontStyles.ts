/** What the fonts of a page look like: their family, and whether they are bold, italic or typewriter. */
import type { FontInfo, RawPage } from "../model/Page.ts"

export interface FontStyle {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
}

/** In the order of the page's fonts. */
export const stylesOf = (page: RawPage): ReadonlyArray<FontStyle> => {
  const told = letteredFonts(page)
  const even = evenFonts(page)
  const squares = squareFonts(page, even)
  return page.fonts.map((font, i) => styleOf(font, told.has(i) && !squares.has(i), even.has(i) && !squares.has(i)))
}

/** The font's name says more reliably than its flags what it is. */
const styleOf = (font: FontInfo, isTold: boolean, even: boolean): FontStyle => ({
  family: family(font.name),
  bold:
    font.bold ||
    /bold|black|heavy|demi|[-,](?:bd|blk)|^CMB|^CMSSBX|BX\d|^SF(?:B[IL]|RB|S[OX])\d|\.B\b|-B$|Medi$|^Lin[BL]\w+[OT][BZ]I?$/i.test(
      font.name
    ),
  italic:
    font.italic ||
    /ital|obli|slant|^CM(?:BX)?(?:TI|SL|MI|SSI)|^SF(?:TI|SL|B[IL]|S[IO])\d|[-,]It\b|-I$|-BI$|^Lin[BL]\w+[OT][BZ]?I$/i.test(
      font.name
    ),
  mono:
    (font.mono && isTold) ||
    even ||
    /mono|courier|consol|(?<!American)typewriter|^CM\w*TT|^SFTT|^NimbusMon|inconsolata|menlo|code(?!x)/i.test(font.name)
})

/** Letters that are as wide as one another in a typewriter face alone. */
const narrow = "il.,:;'|!"
const wide = "mwMW@%"
/** Of ASCII's characters by their codes, as what they are looked for. */
const sought = Array.from({ length: 0x80 }, (_, code) => {
  const text = String.fromCharCode(code)
  return narrow.includes(text) ? "narrow" : wide.includes(text) ? "wide" : null
})
/** Advances that differ by less than this, in em, are one. */
const sameAdvance = 0.01

/** Fonts whose narrow letters are as wide as their wide ones, whatever they are called. */
const evenFonts = ({ glyphs, fonts }: RawPage): ReadonlySet<number> => {
  const seen = fonts.map(() => ({ narrow: new Set<string>(), wide: 0, least: Infinity, most: 0 }))
  for (let i = 0; i < glyphs.length; i++) {
    const text = glyphs.text[i] ?? ""
    const kind = text.length === 1 ? sought[text.charCodeAt(0)] : null
    const font = seen[glyphs.font[i] ?? 0]
    if (font === undefined || !kind) continue
    if (kind === "narrow") font.narrow.add(text)
    else font.wide++
    const advance = (glyphs.w[i] ?? 0) / (glyphs.size[i] ?? 1)
    font.least = Math.min(font.least, advance)
    font.most = Math.max(font.most, advance)
  }
  const even = seen.flatMap(({ wide, least, most }, i) => (wide > 0 && most - least < sameAdvance ? [i] : []))
  const found = new Set(even.filter((i) => (seen[i]?.narrow.size ?? 0) > 1))
  // one narrow letter is enough in the italics of such a face
  const families = new Set([...found].map((i) => family(fonts[i]?.name ?? "")))
  const others = even.filter((i) => seen[i]?.narrow.size === 1 && families.has(family(fonts[i]?.name ?? "")))
  return new Set([...found, ...others])
}

/**
 * Fonts said to be typewriter that show several letters: in one with a ligature or a sign alone all glyphs are as wide. Figures
 * are so in nearly all faces, and the marks beside them narrower than these in all others.
 */
const letteredFonts = ({ glyphs, fonts }: RawPage): ReadonlySet<number> => {
  const out = new Set<number>()
  if (!fonts.some(({ mono }) => mono)) return out
  const first = new Map<number, string>()
  for (let i = 0; i < glyphs.length; i++) {
    const font = glyphs.font[i] ?? 0
    if (fonts[font]?.mono !== true) continue
    const text = alike(glyphs.text[i] ?? "")
    if (text === null) continue
    if ((first.get(font) ?? text) !== text) out.add(font)
    first.set(font, text)
  }
  return out
}

/** One of the characters that are as wide as this one in most faces; null for one that says nothing of its font. */
const alike = (text: string): string | null => {
  if (/^\p{N}$/u.test(text)) return "0"
  if (/^[.,:;]$/.test(text)) return "."
  return /^[^\P{L}ﬀ-ﬆ]$/u.test(text) ? text : null
}

/** Fonts with ideographs: all of these are as wide as high, so that an even width says nothing of a typewriter. */
const squareFonts = (page: RawPage, even: ReadonlySet<number>): ReadonlySet<number> => {
  const out = new Set<number>()
  const isEven = page.fonts.map(({ mono }, i) => mono || even.has(i))
  if (!isEven.includes(true)) return out
  const { glyphs } = page
  for (let i = 0; i < glyphs.length; i++) {
    const font = glyphs.font[i] ?? 0
    if (isEven[font] === true && !out.has(font) && isSquare(glyphs.text[i] ?? "")) out.add(font)
  }
  return out
}

export const isSquare = (text: string): boolean => {
  const code = text.charCodeAt(0)
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff)
}

/** A name without its style, and without the size that it is made for; a number that has figures before it is part of the name. */
const family = (name: string): string => name.replace(/[-,].*$|(?<=^\D{2,})\d+$/g, "")
