import type { PDFPageProxy } from "pdfjs-dist"
import { OPS } from "pdfjs-dist/build/pdf.min.mjs"
import { mathFont } from "../../src/convert/formulas/find/MathFonts.ts"
import { bitmapFont } from "../../src/convert/glyphs/BitmapFonts.ts"
import { characterOf } from "../../src/convert/glyphs/CharacterNames.ts"
import { placeOf } from "../../src/convert/glyphs/ExtensionNames.ts"
import { isTexExtension } from "../../src/convert/glyphs/Symbols.ts"
import { placeOf as placeOfCode, texEncoding, withPlane } from "../../src/convert/glyphs/TexEncodings.ts"
import type { FontInfo } from "../../src/convert/model/Page.ts"
import { glyphNames, type Named } from "./GlyphNames.ts"
import { type Inked, inked } from "./Ink.ts"

/** A font as the pen needs it. */
export interface Font extends FontInfo {
  readonly matrix: ArrayLike<number>
  /** How much taller than its font size a drawn (Type 3) font looks; 1 for all others. */
  readonly scale: number
  /** Its glyphs are known by their places in TeX's extension font: what that is by its code, and by the character pdf.js draws. Null for all other fonts. */
  readonly place: ((code: number, drawn: number) => number) | null
  /** What the font program calls the glyph that pdf.js draws for this character. Its tables are read when first asked. */
  readonly named: Named
  /** What the font's encoding calls the glyph of this code. */
  readonly encoded: Named
  /** The character of a glyph of TeX's own fonts, by its code, what the file maps it to and what pdf.js draws. Null for all other fonts. */
  readonly tex: ((code: number, mapped: string, drawn: number) => string) | null
  /** How far its glyphs reach; null where nobody asks, as of fonts for text. */
  readonly inked: Inked | null
  /** Its codes are of more than one byte. */
  readonly composite: boolean
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
  readonly composite?: boolean
  /** Names of glyphs by code: those of the file, and those of the encoding that it changes. */
  readonly differences?: ReadonlyArray<string | undefined>
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
  list: { readonly fnArray: ReadonlyArray<number>; readonly argsArray: ReadonlyArray<unknown> }
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
      faces.push(describe(await loaded(page, name), faces.length))
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
const loaded = (page: PDFPageProxy, name: string): Promise<LoadedFont> =>
  new Promise((resolve) => {
    page.commonObjs.get(name, (font: unknown) => resolve(typeof font === "object" && font !== null ? font : {}))
  })

const describe = (font: LoadedFont, index: number): Font => {
  const matrix = font.fontMatrix ?? thousandth
  const drawn = font.isType3Font === true
  const tall = drawn && font.bbox ? ((font.bbox[3] ?? 0) - (font.bbox[1] ?? 0)) * Math.abs(matrix[3] ?? 0.001) : 0
  const isNominal = tall >= lowest && tall <= highest
  const name = (font.name ?? "").replace(/^[A-Z]{6}\+/, "")
  return {
    // drawn fonts have no name of their own, but two of them are two
    name: drawn ? `Type3 no. ${index}.` : name,
    bold: font.bold === true || font.black === true,
    italic: font.italic === true,
    mono: font.isMonospace === true,
    vertical: font.vertical === true,
    isType3: drawn,
    matrix,
    place: isTexExtension(name) && font.composite !== true ? placed(font) : null,
    named: named(font),
    tex: drawn ? bitmapFont(font.differences ?? []) : font.composite === true ? null : formulaFont(name, font),
    encoded: (code) =>
      font.composite === true ? "" : characterOf(font.differences?.[code] ?? font.defaultEncoding?.[code] ?? ""),
    inked: drawn || !mathFont(name).hasSigns ? null : inksOf(font, Math.abs(matrix[0] ?? 0.001)),
    composite: font.composite === true,
    scale: tall > 0 && !isNominal && Math.abs(Math.abs(matrix[0] ?? 0.001) - 0.001) > 1e-5 ? tall : 1
  }
}

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

/** By its name in the file or in the font program. */
const placed = (font: LoadedFont) => {
  const isTimes = /txex/.test(font.name ?? "")
  let names: Named | null = null
  return (code: number, drawn: number): number => {
    const own = placeOf(font.differences?.[code] ?? "")
    if (own !== null) return own
    names ??= glyphNamesOf(font)
    return placeOf(names(drawn)) ?? (code === timesIntegral && isTimes ? integral : placeOfCode(code))
  }
}

/** Of fonts that were read before, on other pages. */
const known = new WeakMap<LoadedFont, Inked>()

const inksOf = (font: LoadedFont, unit: number): Inked => {
  const before = known.get(font)
  if (before !== undefined) return before
  let own: Inked | null = null
  const all = new Map<number, ReturnType<Inked>>()
  const read: Inked = (code) => {
    own ??= font.data instanceof Uint8Array ? inked(font.data, unit) : () => null
    const ink = all.get(code) ?? own(code)
    all.set(code, ink)
    return ink
  }
  known.set(font, read)
  return read
}

const named = (font: LoadedFont): Named => {
  let names: Named | null = null
  return (code) => {
    names ??= font.data instanceof Uint8Array ? glyphNames(font.data) : () => ""
    return names(code)
  }
}
