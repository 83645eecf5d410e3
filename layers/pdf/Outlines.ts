/**
 * Font programs without their outlines. Reading needs what a font calls its glyphs and nothing of how they look, and pdf.js
 * checks and repairs every outline of every font. Fonts for formulas keep theirs, since how high their signs are says what
 * stands between them. Bytes are changed in place, and only where the whole structure
 * is as it should be: what is no font, or a damaged one, stays as it is.
 */

import { mathFont } from "../../src/convert/formulas/find/MathFonts.ts"
import { hidesSigns } from "../../src/convert/glyphs/fonts/Symbols.ts"

/** A TrueType collection holds several fonts, of which the file's name decides: left alone. */
const trueType = [0x00010000, 0x74727565]
const openType = 0x4f54544f

/** Takes the outlines out of a TrueType, OpenType or bare CFF font; any other bytes are left alone. */
export const withoutOutlines = (bytes: Uint8Array): void => {
  if (bytes.length < minFontBytes) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(0)
  try {
    if (trueType.includes(version)) flatten(view, tablesOf(view))
    else if (version === openType) empty(tablesOf(view)?.get(tag("CFF "))?.data)
    else if (version >>> 16 === 0x0100) empty(view)
  } catch (error) {
    // It says that something lies beyond its end: no font, or a damaged one.
    if (!(error instanceof RangeError)) throw error
  }
}

/** No font is smaller. */
const minFontBytes = 64

const tag = (name: string): number =>
  [...name].reduce((sum, character) => ((sum << 8) | character.charCodeAt(0)) >>> 0, 0)

interface Table {
  /** Where its length stands in the directory. */
  readonly lengthAt: number
  readonly data: DataView
}

/** The tables by tag; null when the directory is none, or points outside the file. */
const tablesOf = (font: DataView): ReadonlyMap<number, Table> | null => {
  const count = font.getUint16(4)
  if (count === 0 || 12 + count * 16 > font.byteLength) return null
  const tables = new Map<number, Table>()
  for (let i = 0; i < count; i++) {
    const at = 12 + i * 16
    const offset = font.getUint32(at + 8)
    const length = font.getUint32(at + 12)
    if (offset + length > font.byteLength) return null
    tables.set(font.getUint32(at), {
      lengthAt: at + 12,
      data: new DataView(font.buffer, font.byteOffset + offset, length)
    })
  }
  return tables
}

const required = ["head", "hhea", "hmtx", "maxp", "loca", "glyf"].map(tag)
/** What only says how glyphs look, or which character has which. */
const dropped = ["glyf", "cmap", "post", "fpgm", "prep", "cvt "].map(tag)

/** Leaves the first glyph of a TrueType font, and that blank. */
const flatten = (font: DataView, tables: ReadonlyMap<number, Table> | null): void => {
  if (tables === null || tables.has(tag("CFF ")) || required.some((name) => !tables.get(name)?.data.byteLength)) return
  if (isForFormulas(postScriptName(tables.get(tag("name"))?.data))) return
  const head = tables.get(tag("head"))?.data
  const maxp = tables.get(tag("maxp"))?.data
  if (head === undefined || maxp === undefined || head.byteLength < 54 || maxp.byteLength < 6) return
  const size = head.getUint16(50) === 0 ? 2 : 4
  if (maxp.getUint16(4) === 0) return
  maxp.setUint16(4, 1)
  const cut = (name: number, length: number) => {
    const table = tables.get(name)
    if (table !== undefined && table.data.byteLength > length) font.setUint32(table.lengthAt, length)
  }
  for (const name of dropped) cut(name, 0)
  cut(tag("loca"), 2 * size)
  cut(tag("hmtx"), 8)
}

const isForFormulas = (name: string): boolean => {
  const own = name.replace(/^[A-Z]{6}\+/, "")
  return mathFont(own).hasSigns || hidesSigns(own)
}

/** The name that a file calls a TrueType font by; empty where the font has lost it. */
const postScriptName = (table: DataView | undefined): string => {
  if (table === undefined || table.byteLength < 6) return ""
  for (let i = 0, n = table.getUint16(2); i < n; i++) {
    const at = 6 + i * 12
    if (table.getUint16(at + 6) !== 6) continue
    return textOf(table, table.getUint16(4) + table.getUint16(at + 10), table.getUint16(at + 8)).replaceAll("\0", "")
  }
  return ""
}

const textOf = (view: DataView, from: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(from + i)))

/** The operator that ends a charstring. */
const endchar = 14
/** Operators of CFF's top DICT. Those of two bytes begin with 12. */
const charStrings = 17
const registry = 0xc1e
const fdSelect = 0xc25

/** Makes each charstring of a CFF font nothing but its end; of a font keyed by CID, whose glyphs have no names, leaves the first. */
const empty = (cff: DataView | undefined): void => {
  if (cff === undefined || cff.byteLength < minFontBytes || cff.getUint8(0) !== 1 || cff.getUint8(2) < 4) return
  const names = indexAt(cff, cff.getUint8(2))
  const tops = names && indexAt(cff, names.end)
  const strings = tops && indexAt(cff, tops.end)
  const subroutines = strings && indexAt(cff, strings.end)
  if (!names || !tops || !subroutines || tops.count !== 1) return
  if (isForFormulas(textOf(cff, names.offsetOf(0), names.offsetOf(1) - names.offsetOf(0)))) return
  const top = integersOf(cff, tops.offsetOf(0), tops.offsetOf(1))
  const within = (at: number | undefined): at is number =>
    at !== undefined && at >= subroutines.end && at + 6 <= cff.byteLength
  const at = top.get(charStrings)
  const glyphs = within(at) && indexAt(cff, at)
  if (!glyphs || glyphs.count === 0) return
  const selects = top.get(fdSelect)
  if (!top.has(registry)) shorten(cff, glyphs, glyphs.count)
  else if (within(selects) && selectFirst(cff, selects)) shorten(cff, glyphs, 1)
}

/** Leaves the first charstrings, of one byte each; those that had none keep none. */
const shorten = (cff: DataView, { at, size, offsetOf }: Index, count: number): void => {
  const filled = Array.from({ length: count }, (_, i) => offsetOf(i + 1) > offsetOf(i))
  const before = at + 2 + (count + 1) * size
  let offset = 1
  const write = (i: number) => {
    for (let k = 0; k < size; k++) cff.setUint8(at + 3 + i * size + k, (offset >>> (8 * (size - 1 - k))) & 0xff)
  }
  cff.setUint16(at, count)
  write(0)
  for (let i = 0; i < count; i++) {
    if (filled[i]) cff.setUint8(before + offset++, endchar)
    write(i + 1)
  }
}

/** Makes a font's choice of dictionaries that of its first glyph alone. */
const selectFirst = (cff: DataView, at: number): boolean => {
  const format = cff.getUint8(at)
  if (format !== 0 && format !== 3) return false
  cff.setUint8(at + 1, cff.getUint8(format === 0 ? at + 1 : at + 5))
  cff.setUint8(at, 0)
  return true
}

interface Index {
  readonly at: number
  readonly count: number
  /** Bytes of an offset. */
  readonly size: number
  readonly end: number
  readonly offsetOf: (i: number) => number
}

/** An INDEX of CFF whose offsets ascend and stay in the font; null otherwise. */
const indexAt = (cff: DataView, at: number): Index | null => {
  if (at + 3 > cff.byteLength) return null
  const count = cff.getUint16(at)
  const size = cff.getUint8(at + 2)
  if (count === 0) return { at, count, size: 0, end: at + 2, offsetOf: () => at + 2 }
  const before = at + 2 + (count + 1) * size
  if (size < 1 || size > 4 || before >= cff.byteLength) return null
  const offsetOf = (i: number): number => {
    let value = before
    for (let k = 0, unit = 1; k < size; k++, unit *= 256) value += cff.getUint8(at + 2 + (i + 1) * size - k) * unit
    return value
  }
  for (let i = 0, last = before + 1; i <= count; i++) {
    const offset = offsetOf(i)
    if (offset < last || offset > cff.byteLength || (i === 0 && offset !== last)) return null
    last = offset
  }
  return { at, count, size, end: offsetOf(count), offsetOf }
}

/** The last operand of each operator of a DICT, where it is an integer. */
const integersOf = (cff: DataView, from: number, to: number): ReadonlyMap<number, number> => {
  const out = new Map<number, number>()
  let operand = 0
  for (let i = from; i < to; ) {
    const b = cff.getUint8(i++)
    if (b === 12) out.set(0xc00 | cff.getUint8(i++), operand)
    else if (b <= 21) out.set(b, operand)
    else if (b === 28) {
      operand = cff.getInt16(i)
      i += 2
    } else if (b === 29) {
      operand = cff.getInt32(i)
      i += 4
    } else if (b === 30) {
      while (i < to && (cff.getUint8(i++) & 0xf) !== 0xf);
    } else if (b <= 246) operand = b - 139
    else operand = (b <= 250 ? 1 : -1) * (((b - (b <= 250 ? 247 : 251)) << 8) + cff.getUint8(i++) + 108)
  }
  return out
}
