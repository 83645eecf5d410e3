/**
 * Characters of the private use area (U+E000 to U+F8FF) that more than one font has: figures, small capitals and ligatures. What they
 * are is told by the names of the glyphs in the fonts themselves: Adobe's, those of GUST (Latin Modern, TeX Gyre), Linux Libertine.
 */

/** What follows a code, one after another; a space is none. */
type Run = readonly [first: number, characters: string]

/** U+F720 to U+F7FF are Adobe's old-style figures and small capitals, Latin-1 + U+F700; here is what comes before those. */
const common: ReadonlyArray<Run> = [
  [0xf638, "0023456789"],
  [0xf643, "0123456789"],
  [0xf66d, "ăāąǽćčĉċď"],
  [0xf677, "ĕěėēŋęğĝģġħĥĭ"],
  [0xf685, "īįĩĵķĺľļŀńňņŏőōǿŕřŗśşŝș"],
  [0xf69d, "ťțŭűūųůũẃŵẅẁŷỳźżi"],
  [0xf6be, "ȷ"],
  [0xf6dc, "1"]
]

const libertine: ReadonlyArray<Run> = [
  [0xe00f, "00123456789€¥"],
  [0xe01d, "a"],
  [0xe020, "0123456789"],
  [0xe02c, "ÄÖÜW"],
  [0xe046, "æ"],
  [0xe04b, "hßßẞ"],
  [0xe050, "&abcdefghijklmnopqrstuvwxyz"],
  [0xe06d, "-"],
  [0xe070, "àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþÿ"],
  [0xe091, "ßß"],
  [0xe097, "đăąćčďęěğĺłńňŋőŕřśşšţŧůűźżžľťţși"],
  [0xe0bd, "&a"],
  [0xe0c0, "abcdefg"],
  [0xe0e0, "f"],
  [0xe0eb, "KRJ"],
  [0xe0f1, "w"],
  [0xe0f6, "yA"],
  [0xe108, "0123456789"],
  [0xe118, "0123456789"],
  [0xe1f6, "v"],
  [0xf6ae, "()[]{}¡¿«»‹›-"]
]

/** Ligatures of Linux Libertine from U+E030 on, which has none at U+E031 and three places after U+E03F. */
const ligatures: ReadonlyArray<readonly [first: number, letters: string]> = [
  [0xe030, "fb"],
  [0xe032, "ffh ffj ffk fft fh fj fk ft ck ch tt ct ſi ſſ"],
  [0xe043, "ſl ſſi ſs"],
  [0xe047, "ſh Qu Th tz"],
  [0xe0e1, "ff"]
]

const shared = new Map(common.flatMap(([first, characters]) => entries(first, [...characters])))
const ofLibertine = new Map([
  ...libertine.flatMap(([first, characters]) => entries(first, [...characters])),
  ...ligatures.flatMap(([first, letters]) => entries(first, letters.split(" ")))
])

function entries(first: number, texts: ReadonlyArray<string>): ReadonlyArray<readonly [number, string]> {
  return texts.map((text, i) => [first + i, text] as const)
}

/** What a character of the private use area is in a font of this name, if it is known. */
export const privateUse = (code: number, font: string): string | undefined =>
  (/libertin|biolinum/i.test(font) ? ofLibertine.get(code) : undefined) ?? shared.get(code)
