import type { PDFPageProxy } from "pdfjs-dist"
import { OPS } from "pdfjs-dist/build/pdf.min.mjs"
import { mathFont } from "../../src/convert/formulas/find/MathFonts.ts"
import { type BitmapFont, bitmapFont } from "../../src/convert/glyphs/fonts/BitmapFonts.ts"
import { characterOf } from "../../src/convert/glyphs/fonts/CharacterNames.ts"
import { placeOf, placeOfOperator, placeOfSign, placeOfSize } from "../../src/convert/glyphs/fonts/ExtensionNames.ts"
import { hidesSigns, isTexExtension } from "../../src/convert/glyphs/fonts/Symbols.ts"
import { placeOf as placeOfCode, texEncoding, withPlane } from "../../src/convert/glyphs/fonts/TexEncodings.ts"
import { greatest } from "../../src/convert/model/Geometry.ts"
import type { FontInfo, Ink } from "../../src/convert/model/Page.ts"
import { type Inked, inked, type Shaped, shaped } from "./Ink.ts"
import { glyphNames, type Named } from "./OpenType.ts"

/** A font as the pen needs it. */
export interface Font extends FontInfo {
  /** The file's own is no font: of text in it pdf.js says nothing but that there is some. */
  readonly isBroken: boolean
  readonly matrix: ArrayLike<number>
  /** How much taller than its font size a drawn (Type 3) font looks; 1 for all others. */
  readonly scale: number
  /** Its glyphs are known by their places in TeX's extension font: what that is by its code, by the character pdf.js draws, and by what the file says it is. Null for all other fonts. */
  readonly place: ((code: number, drawn: number, text: string) => number) | null
  /** What the font program calls the glyph that pdf.js draws for this character. Its tables are read when first asked. */
  readonly named: Named
  /** What the font's encoding calls the glyph of this code. */
  readonly encoded: Named
  /** The same of codes whose glyph is a variant, like `one.oldstyle`: pdf.js knows no such name and takes the code for the character. */
  readonly variant: Named
  /** The character of a glyph of TeX's own fonts, by its code, what the file maps it to and what pdf.js draws. Null for all other fonts. */
  readonly tex: ((code: number, mapped: string, drawn: number) => string) | null
  /** How far its glyphs reach; null where nobody asks, as of fonts for text. */
  readonly inked: InkOf | null
  /** What its glyphs look like; null for fonts whose characters are believed. */
  readonly shaped: Shaped | null
  /** Its codes are of more than one byte. */
  readonly composite: boolean
  /** It is part of the file and says how wide its glyphs are. */
  readonly isSpaced: boolean
}

interface OperatorList {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<unknown>
}

/** What pdf.js keeps of a font, as far as it is used here. */
interface LoadedFont {
  readonly name?: string
  readonly isMonospace?: boolean
  readonly bold?: boolean
  readonly black?: boolean
  readonly italic?: boolean
  readonly vertical?: boolean
  readonly isType3Font?: boolean
  readonly fontMatrix?: ReadonlyArray<number>
  readonly bbox?: ReadonlyArray<number>
  readonly data?: Uint8Array
  /** The drawings of a drawn font, by the names of its glyphs. */
  readonly charProcOperatorList?: ReadonlyMap<string, OperatorList>
  readonly composite?: boolean
  readonly widths?: Readonly<Record<number, number>>
  /** Names of glyphs by code: those of the file, and those of the encoding that it changes. */
  readonly differences?: ReadonlyMap<number, string>
  readonly defaultEncoding?: ReadonlyArray<string | undefined>
}

/**
 * A drawn font whose box is so many em high is as large as its font size says: the box is that of the letters in use, from
 * a few small ones to brackets. Any other box is the better witness.
 */
const lowest = 0.25
const highest = 1.6

const thousandth = [0.001, 0, 0, 0.001, 0, 0]

/** The fonts an operator list sets, in the order it sets them, and each one's index by pdf.js's name for it. */
export const faceOf = async (
  page: PDFPageProxy,
  list: OperatorList
): Promise<{ readonly faces: ReadonlyArray<Font>; readonly indices: ReadonlyMap<string, number> }> => {
  const faces: Array<Font> = []
  const indices = new Map<string, number>()
  for (let i = 0; i < list.fnArray.length; i++) {
    const fn = list.fnArray[i]
    if (fn !== OPS.setFont && fn !== OPS.setGState) continue
    const args = list.argsArray[i] as ReadonlyArray<unknown>
    for (const name of fn === OPS.setFont ? [args[0]] : namesIn(args[0])) {
      if (typeof name !== "string" || indices.has(name)) continue
      indices.set(name, faces.length)
      faces.push(described(await loaded(page, name), faces.length))
    }
  }
  return { faces, indices }
}

const namesIn = (states: unknown): ReadonlyArray<unknown> =>
  Array.isArray(states)
    ? states.flatMap((state) =>
        Array.isArray(state) && state[0] === "Font" && Array.isArray(state[1]) ? [state[1][0]] : []
      )
    : []

/** pdf.js binds a font some microtasks after it sent the operator list. */
const loaded = (page: PDFPageProxy, name: string): Promise<LoadedFont | null> =>
  new Promise((resolve) => {
    page.commonObjs.get(name, (font: unknown) => resolve(typeof font === "object" ? font : null))
  })

/** Fonts that were met before, on other pages. Those that are drawn are called by their place on a page. */
const known = new WeakMap<LoadedFont, Font>()

const described = (found: LoadedFont | null, index: number): Font => {
  if (found === null || found.isType3Font === true) return describe(found, index)
  const before = known.get(found)
  if (before !== undefined) return before
  const font = describe(found, index)
  known.set(found, font)
  return font
}

const describe = (found: LoadedFont | null, index: number): Font => {
  const font = found ?? {}
  const matrix = font.fontMatrix ?? thousandth
  const drawn = font.isType3Font === true
  const bitmaps = drawn ? bitmapFont(font.differences ?? [], (code) => font.widths?.[code] ?? 0, depthOf(font)) : null
  const tex = bitmaps?.font ?? null
  const tall = tex !== null ? tex.em * Math.abs(matrix[0] ?? 0.001) : drawn ? heightOf(font, matrix) : 0
  const isNominal = tall >= lowest && tall <= highest
  const own = (font.name ?? "").replace(/^[A-Z]{6}\+/, "")
  // most drawn fonts have no name of their own, but two of them are two
  const name = drawn && (own === "" || own === "Type3") ? `${tex?.name ?? "Type3"} no. ${index}.` : own
  return {
    name,
    bold: font.bold === true || font.black === true,
    italic: font.italic === true || /^CMTI/.test(tex?.name ?? ""),
    mono: font.isMonospace === true,
    vertical: font.vertical === true,
    isBroken: found === null,
    matrix,
    place: isTexExtension(name) && font.composite !== true ? placed(font) : null,
    named: named(font),
    tex: bitmaps !== null ? charactersOf(bitmaps) : drawn || font.composite === true ? null : ownCodes(name, font),
    encoded: (code) =>
      font.composite === true ? "" : characterOf(font.differences?.get(code) ?? font.defaultEncoding?.[code] ?? ""),
    variant: (code) => {
      const name = font.composite === true ? "" : (font.differences?.get(code) ?? "")
      return name.indexOf(".") > 0 ? characterOf(name) : ""
    },
    inked: mathFont(name).hasSigns ? inksOf(font) : null,
    shaped: hidesSigns(name) && font.data instanceof Uint8Array ? shapesOf(font.data) : null,
    composite: font.composite === true,
    isSpaced: font.data instanceof Uint8Array && Object.values(font.widths ?? {}).some((width) => width > 0),
    scale: tall > 0 && !isNominal && Math.abs(Math.abs(matrix[0] ?? 0.001) - 0.001) > 1e-5 ? tall : 1
  }
}

/** A font of formulas has the characters of its name, whatever the file maps them to. */
const charactersOf = ({ font, characterOf }: BitmapFont): Font["tex"] => {
  const encoding = font === null ? null : texEncoding(font.name)
  return encoding === null ? characterOf : (code) => encoding(code, "")
}

/** Where symbol fonts have their characters in Unicode's private use area: here and their code. */
const privateUse = 0xf000

/** A character of Zapf Dingbats' own. */
const isDingbat = (text: string): boolean => /^[\u2460-\u27bf]$/.test(text)

/** A font's box that is so many times higher or lower than its letters are wide is no box of letters. */
const likely = 4

/**
 * How high the letters of a drawn font are in text of size 1: as high as its box, which some printers leave empty or as
 * large as can be; letters are then twice as high as they are wide.
 */
const heightOf = (font: LoadedFont, matrix: ReadonlyArray<number>): number => {
  const [, bottom = 0, , top = 0] = font.bbox ?? []
  const stated = (top - bottom) * Math.abs(matrix[3] ?? 0.001)
  const widths = Object.values(font.widths ?? {}).filter((width) => width > 0)
  if (widths.length === 0) return stated
  const drawn = (2 * widths.reduce((sum, width) => sum + width) * Math.abs(matrix[0] ?? 0.001)) / widths.length
  return stated * likely > drawn && stated < drawn * likely ? stated : drawn
}

/**
 * How far the letters of a drawn font reach below the line, in its own units: 0 where its box is wider than any of them, or it
 * stands on its head, as writers disagree whether its box does so too.
 */
const depthOf = ({ bbox = [], widths = {}, fontMatrix = thousandth }: LoadedFont): number => {
  const [left = 0, bottom = 0, right = 0] = bbox
  const isOfLetters = right - left < likely * greatest(Object.values(widths))
  return isOfLetters && (fontMatrix[3] ?? 0) > 0 ? -bottom : 0
}

const ownCodes = (name: string, font: LoadedFont): Font["tex"] =>
  /dingbats/i.test(name)
    ? (code, mapped) => (isDingbat(mapped) ? mapped : String.fromCharCode(privateUse + code))
    : formulaFont(name, font)

const formulaFont = (name: string, font: LoadedFont): Font["tex"] => {
  const encoding = texEncoding(name)
  if (encoding === null) return mathFont(name).isMath ? (_code, mapped) => withPlane(mapped) : null
  let names: Named | null = null
  return (code, mapped, drawn) =>
    encoding(code, mapped, () => {
      names ??= glyphNamesOf(font)
      return names(drawn)
    })
}

const glyphNamesOf = (font: LoadedFont): Named =>
  font.data instanceof Uint8Array ? glyphNames(font.data, (name) => name) : () => ""

/** Where Times for formulas has its integral, and its place in TeX's font. */
const timesIntegral = 190
const integral = 90
/** From here on MathDesign has roots of more sizes, and the place of TeX's first one. */
const [designRoots, root] = [198, 112]

/** By its name in the file or in the font program. */
const placed = (font: LoadedFont) => {
  const isTimes = /txb?ex/.test(font.name ?? "")
  const isDesign = /MathDesign/.test(font.name ?? "")
  const hasMoreSizes = /yhcmex/i.test(font.name ?? "")
  let names: Named | null = null
  return (code: number, drawn: number, text: string): number => {
    if (hasMoreSizes) return placeOfSize(code) ?? placeOfCode(code)
    const own = placeOf(font.differences?.get(code) ?? "")
    if (own !== null) return own
    names ??= glyphNamesOf(font)
    return (
      placeOf(names(drawn)) ??
      placeOfSign(code, text) ??
      (isTimes ? (placeOfOperator(code) ?? (code === timesIntegral ? integral : null)) : null) ??
      (isDesign && code >= designRoots ? root : placeOfCode(code))
    )
  }
}

/** The ink of a glyph, by the character that pdf.js draws for it or, in a drawn font, by its name. */
type InkOf = (glyph: number | string) => Ink | null

/** Of drawn fonts that were read before, on other pages. */
const drawnInks = new WeakMap<LoadedFont, InkOf>()

const inksOf = (font: LoadedFont): InkOf => {
  const before = drawnInks.get(font)
  if (before !== undefined) return before
  let own: Inked | null = null
  const all = new Map<number | string, Ink | null>()
  const read: InkOf = (glyph) => {
    own ??=
      font.data instanceof Uint8Array
        ? inked(font.data, Math.abs((font.fontMatrix ?? thousandth)[0] ?? 0.001))
        : () => null
    const ink = all.get(glyph) ?? (typeof glyph === "string" ? inkDrawn(font, glyph) : own(glyph))
    all.set(glyph, ink)
    return ink
  }
  drawnInks.set(font, read)
  return read
}

const shapesOf = (data: Uint8Array): Shaped => {
  const all = new Map<number, string | null>()
  let own: Shaped | null = null
  return (code) => {
    own ??= shaped(data)
    const known = all.get(code)
    if (known !== undefined) return known
    const sign = own(code)
    all.set(code, sign)
    return sign
  }
}

/** The box that a drawing of a drawn font begins with; the font may stand on its head. */
const inkDrawn = ({ charProcOperatorList, fontMatrix = thousandth }: LoadedFont, name: string): Ink | null => {
  const drawing = charProcOperatorList?.get(name)
  if (drawing?.fnArray[0] !== OPS.setCharWidthAndBounds) return null
  const [, , x0 = 0, y0 = 0, x1 = 0, y1 = 0] = drawing.argsArray[0] as ReadonlyArray<number>
  const [across = 0.001, , , up = 0.001] = fontMatrix
  return { x0: x0 * across, x1: x1 * across, above: Math.max(y0 * up, y1 * up), below: -Math.min(y0 * up, y1 * up) }
}

const named = (font: LoadedFont): Named => {
  let names: Named | null = null
  return (code) => {
    names ??= font.data instanceof Uint8Array ? glyphNames(font.data) : () => ""
    return names(code)
  }
}
