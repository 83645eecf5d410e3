/** What TeX's extension font calls its glyphs, by their places in it: fonts that were cut down have them at others. */
const names = [
  "parenleftbig parenrightbig bracketleftbig bracketrightbig floorleftbig floorrightbig ceilingleftbig",
  "ceilingrightbig braceleftbig bracerightbig angbracketleftbig angbracketrightbig vextendsingle vextenddouble",
  "slashbig backslashbig parenleftBig parenrightBig parenleftbigg parenrightbigg bracketleftbigg",
  "bracketrightbigg floorleftbigg floorrightbigg ceilingleftbigg ceilingrightbigg braceleftbigg bracerightbigg",
  "angbracketleftbigg angbracketrightbigg slashbigg backslashbigg parenleftBigg parenrightBigg bracketleftBigg",
  "bracketrightBigg floorleftBigg floorrightBigg ceilingleftBigg ceilingrightBigg braceleftBigg bracerightBigg",
  "angbracketleftBigg angbracketrightBigg slashBigg backslashBigg slashBig backslashBig parenlefttp",
  "parenrighttp bracketlefttp bracketrighttp bracketleftbt bracketrightbt bracketleftex bracketrightex",
  "bracelefttp bracerighttp braceleftbt bracerightbt braceleftmid bracerightmid braceex arrowvertex parenleftbt",
  "parenrightbt parenleftex parenrightex angbracketleftBig angbracketrightBig unionsqtext unionsqdisplay",
  "contintegraltext contintegraldisplay circledottext circledotdisplay circleplustext circleplusdisplay",
  "circlemultiplytext circlemultiplydisplay summationtext producttext integraltext uniontext intersectiontext",
  "unionmultitext logicalandtext logicalortext summationdisplay productdisplay integraldisplay uniondisplay",
  "intersectiondisplay unionmultidisplay logicalanddisplay logicalordisplay coproducttext coproductdisplay",
  "hatwide hatwider hatwidest tildewide tildewider tildewidest bracketleftBig bracketrightBig floorleftBig",
  "floorrightBig ceilingleftBig ceilingrightBig braceleftBig bracerightBig radicalbig radicalBig radicalbigg",
  "radicalBigg radicalbt radicalvertex radicaltp arrowvertexdbl arrowtp arrowbt bracehtipdownleft",
  "bracehtipdownright bracehtipupleft bracehtipupright arrowdbltp arrowdblbt"
]
  .join(" ")
  .split(" ")

const places = new Map(names.map((name, place) => [name, place] as const))

/** What other fonts of its kind call some of them; they number sizes and forms. */
const otherNames: Readonly<Record<string, string>> = {
  barex: "vextendsingle",
  uni222B: "integraltext",
  "uni222B.up": "integraltext",
  "uni222B.dsp": "integraldisplay",
  "uni222B.updsp": "integraldisplay"
}
const sizes = ["big", "Big", "bigg", "Bigg"]
const unnumbered = (name: string): string =>
  name.replace(/\.\d+$/, "").replace(/big(\d)$/, (_, size) => sizes[Math.min(size, sizes.length) - 1] ?? "")

/** The place of a glyph; null where the name is none of the font's. */
export const placeOf = (name: string): number | null =>
  places.get(name) ?? places.get(otherNames[name] ?? unnumbered(name)) ?? null

/** What it calls big operators. */
const operators: Readonly<Record<string, string>> = {
  "∑": "summationtext",
  "∏": "producttext",
  "∫": "integraltext",
  "⋃": "uniontext",
  "⋂": "intersectiontext",
  "⨄": "unionmultitext",
  "⋀": "logicalandtext",
  "⋁": "logicalortext"
}

/** The place of what a file says that a glyph is: such fonts have their own glyphs beyond TeX's codes. */
export const placeOfSign = (code: number, text: string): number | null =>
  code < 128 ? null : placeOf(operators[text[0] ?? ""] ?? "")

/** Fonts for Times have a second form of big operators, from this code to that, in TeX's order; pdf.js loses the name of a font's last glyph. */
const [firstOperator, lastOperator, firstPlace] = [195, 222, 70]
export const placeOfOperator = (code: number): number | null =>
  code >= firstOperator && code <= lastOperator ? firstPlace + code - firstOperator : null

/** A font of more sizes has them beyond TeX's places: where those of each sign begin, and the largest that TeX has of it. */
const moreSizes: ReadonlyArray<readonly [code: number, place: number]> = [
  ...[128, 138, 148, 151, 154, 157, 160, 163, 166, 169, 172, 182, 192, 196].map((code, i) => [code, 32 + i] as const),
  [200, -1],
  [210, 100],
  [220, 103],
  [230, -1]
]

/** The place of a code beyond TeX's own; null where it has none there. */
export const placeOfSize = (code: number): number | null => {
  const place = moreSizes.findLast(([from]) => code >= from)?.[1] ?? -1
  return place < 0 ? null : place
}
