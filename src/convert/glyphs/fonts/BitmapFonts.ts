/**
 * Fonts that TeX drew as bitmaps: a Type 3 font whose glyphs are named by their codes. The code is the character, in the
 * encoding of the font that was drawn: TeX's T1 (Cork, https://ctan.org/pkg/encguide), T2A for Cyrillic text (t2aenc.def,
 * https://ctan.org/pkg/latex-cyrillic), or TS1 for symbols beside text.
 */

import { greatest, smallest } from "../../model/Geometry.ts"
import { minSeries } from "../../model/Measures.ts"
import { type TexFont, texFont } from "./TexWidths.ts"

/** Cork from 0x80 to 0xBF; above that it is Latin-1 but for three letters. */
const cork = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"
const corkMarks: Readonly<Record<number, string>> = {
  13: "‚",
  14: "‹",
  15: "›",
  16: "“",
  17: "”",
  18: "„",
  19: "«",
  20: "»",
  21: "–",
  22: "—",
  25: "ı",
  127: "-",
  215: "Œ",
  223: "ẞ",
  247: "œ",
  255: "ß"
}
const companion: Readonly<Record<number, string>> = {
  132: "†",
  133: "‡",
  134: "‖",
  135: "‰",
  136: "•",
  137: "℃",
  151: "™",
  155: "№",
  191: "€",
  214: "×",
  246: "÷"
}

/** T2A from 0x80 to 0x9D, and the small letters of the same 0x20 further on; from 0xC0 on it has the letters of Unicode from А to я. */
const cyrillic = "ҐҒЂЋҺҖҘЉЇҚҠҜӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ"
const cyrillicMarks: Readonly<Record<number, string>> = {
  13: "Ӏ",
  14: "〈",
  15: "〉",
  157: "№",
  158: "¤",
  159: "§",
  189: "„",
  190: "«",
  191: "»"
}
const cyrillicOf = (code: number): string | undefined => {
  if (code >= 192) return String.fromCharCode(0x410 + code - 192)
  const letter = cyrillic[(code - 128) % 32]
  return cyrillicMarks[code] ?? (code < 128 ? undefined : code < 160 ? letter : letter?.toLowerCase())
}

/** What Ghostscript takes "a1" to "a206" for: the names of Zapf Dingbats (Adobe's zapfdingbats.txt). */
const dingbats =
  "✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→➣↔↕➙➛➜➝➞➟➠➡➢➤➥➦➧➨➩➫➭➯➲➳➵➸➺➻➼➽➾➚➪➶➹➘➴➷➬➮➱✃❐❒❮❰"

/** TeX's older encoding of text, where it differs from ASCII: from 0 on, and above that. */
const olderBelow = [..."ΓΔΘΛΞΠΣΥΦΨΩ", "ff", "fi", "fl", "ffi", "ffl", ..."ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ"]
const olderAbove = new Map([..."\"'<>\\`{|}~\x7f"].map((ascii, i) => [ascii, [..."”’¡¿“‘–—˝˜¨"][i] ?? ascii]))

/** The code that dvips names a glyph by: "a" and the number, or two digits to the base of 36, the first of which begins at "A". */
const codeOf = (name: string): number => {
  if (/^a\d+$/.test(name)) return Number(name.slice(1))
  return /^[A-H][0-9A-Z]$/.test(name) ? (name.charCodeAt(0) - 65) * 36 + Number.parseInt(name.slice(1), 36) : -1
}

/** Widths by the codes of TeX's older encoding, of a font in the Cork encoding: its ligatures, and all from the space on. */
const asOlder = (widths: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map(
    [...widths].flatMap(
      ([code, width]): Array<[number, number]> => (code < 27 ? [] : [[code < 32 ? code - 16 : code, width]])
    )
  )

/** Old Ghostscript numbers bitmaps of all fonts from 0 on as they come; this many in order are no font's own codes. */
const minNumberedGlyphs = 8

/**
 * The backslash, braces and the bar reach further below the line than any letter, and of other characters only these do. Where
 * they have their codes the older encoding has marks that hang above the line, as a few others do.
 */
const asciiMarks = [92, 123, 124, 125]
const deep = [40, 41, 47, 91, 93]
const hanging = new Set([34, 39, 96, 126, ...asciiMarks])
const lowestLetterEm = 0.23

/** A font that TeX drew: what it is called among TeX's own, if its widths tell, and the characters of a font of text. */
export interface BitmapFont {
  readonly font: TexFont | null
  /** By a glyph's code and what the file maps it to. */
  readonly characterOf: (code: number, mapped: string) => string
}

/**
 * The font with these names of glyphs and widths, by code, which reaches so far `below` the line; null when TeX drew none such. What a file maps a glyph to is
 * believed, unless it is the character of the code or of the glyph's name.
 */
export const bitmapFont = (
  names: Iterable<readonly [number, string | undefined]>,
  widthOf: (code: number) => number,
  below = 0
): BitmapFont | null => {
  const codes = new Set<number>()
  const widths = new Map<number, number>()
  let isNumbered = true
  for (const [code, name] of names) {
    if (name === undefined || name === ".notdef") continue
    if (codeOf(name) !== code) return null
    codes.add(code)
    isNumbered &&= name.startsWith("a")
    if (code < 128 && widthOf(code) > 0) widths.set(code, widthOf(code))
  }
  if (codes.size === 0) return null
  if (codes.size > minNumberedGlyphs && greatest(codes) === codes.size - 1)
    return { font: null, characterOf: () => "\ufffd" }
  const has = (...some: ReadonlyArray<number>) => some.some((code) => codes.has(code))
  const between = (from: number, to: number) => [...codes].filter((code) => code >= from && code <= to).length
  // a language in Latin letters has fewer with accents than without
  const isCyrillic = between(192, 255) >= minSeries && between(192, 255) > between(65, 122)
  const isCompanion = !isCyrillic && smallest(codes) >= 128
  const older = isCompanion ? null : texFont(widths)
  const newer = isCompanion ? null : texFont(asOlder(widths))
  const reach = has(...deep)
    ? Number.POSITIVE_INFINITY
    : codes.isSubsetOf(hanging)
      ? 0
      : lowestLetterEm * (older?.em ?? 0)
  const hasDeepMark = has(...asciiMarks) && below > reach
  // TeX's older encoding has its ligatures from 11 to 15 and accents where this has quotes and dashes; math fonts set no comma
  const isCork =
    greatest(codes) >= 128 ||
    hasDeepMark ||
    (has(44, 46) && has(16, 17, 21, 22, 27, 28, 29, 30, 31) && !has(11, 12, 13, 14, 15)) ||
    (has(27, 28, 29, 30, 31) && newer !== null && newer.cost < (older?.cost ?? Number.POSITIVE_INFINITY))
  const font = isCork ? newer : older
  const isTypewriter = new Set(widths.values()).size === 1 && widths.size > 2
  const characterOf = (code: number): string => {
    const latin = String.fromCharCode(code)
    if (isCompanion) return companion[code] ?? latin
    const letter = isCyrillic ? cyrillicOf(code) : undefined
    if (letter !== undefined) return letter
    if (isCork && code >= 27 && code <= 31) return ["ff", "fi", "fl", "ffi", "ffl"][code - 27] ?? latin
    if (isCork) return corkMarks[code] ?? (code >= 128 && code < 192 ? (cork[code - 128] ?? latin) : latin)
    return font === null || isTypewriter ? latin : (olderBelow[code] ?? olderAbove.get(latin) ?? latin)
  }
  const isOwn = (code: number, mapped: string) => mapped !== String.fromCharCode(code) && mapped !== dingbats[code - 1]
  return { font, characterOf: (code, mapped) => (isNumbered && isOwn(code, mapped) ? mapped : characterOf(code)) }
}
