/**
 * Fonts that TeX drew as bitmaps: a Type 3 font whose glyphs are called "a" and their code. The code is the character, in
 * the encoding of the font that was drawn: TeX's T1 (Cork, https://ctan.org/pkg/encguide), or TS1 for symbols beside text.
 */

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

/** What Ghostscript takes "a1" to "a206" for: the names of Zapf Dingbats (Adobe's zapfdingbats.txt). */
const dingbats =
  "✁✂✄☎✆✝✞✟✠✡☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→➣↔↕➙➛➜➝➞➟➠➡➢➤➥➦➧➨➩➫➭➯➲➳➵➸➺➻➼➽➾➚➪➶➹➘➴➷➬➮➱✃❐❒❮❰"

/**
 * The character of a glyph by its code and what the file says of it, of a font with these names of glyphs; null when the
 * font is another. What a file maps a glyph to is believed, unless it is the character of the code or of the glyph's name.
 */
export const bitmapFont = (
  names: ReadonlyArray<string | undefined>
): ((code: number, mapped: string) => string) | null => {
  const codes: Array<number> = []
  for (const [code, name] of names.entries()) {
    if (name === undefined || name === ".notdef") continue
    if (name !== `a${code}`) return null
    codes.push(code)
  }
  if (codes.length === 0) return null
  const has = (...some: ReadonlyArray<number>) => some.some((code) => codes.includes(code))
  // TeX's older encoding has its ligatures from 11 to 15 and accents where this has quotes and dashes; math fonts set no comma
  const isCork =
    codes.some((code) => code >= 128) ||
    (has(44, 46) && has(16, 17, 21, 22, 27, 28, 29, 30, 31) && !has(11, 12, 13, 14, 15))
  const isCompanion = !codes.some((code) => code < 128)
  const characterOf = (code: number): string => {
    const latin = String.fromCharCode(code)
    if (isCompanion) return companion[code] ?? latin
    if (!isCork) return latin
    if (code >= 27 && code <= 31) return ["ff", "fi", "fl", "ffi", "ffl"][code - 27] ?? latin
    return corkMarks[code] ?? (code >= 128 && code < 192 ? (cork[code - 128] ?? latin) : latin)
  }
  return (code, mapped) =>
    mapped === String.fromCharCode(code) || mapped === dingbats[code - 1] ? characterOf(code) : mapped
}
