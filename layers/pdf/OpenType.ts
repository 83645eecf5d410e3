/** The tables of an OpenType font, as far as glyphs are looked up in them, and the names of its glyphs. What is damaged throws. */
import { characterOf, standard } from "../../src/convert/glyphs/fonts/CharacterNames.ts"

export const slice = (view: DataView, offset: number, length: number): DataView =>
  new DataView(view.buffer, view.byteOffset + offset, length)

export const ascii = (view: DataView): string => {
  let out = ""
  for (let i = 0; i < view.byteLength; i++) out += String.fromCharCode(view.getUint8(i))
  return out
}

export const tablesOf = (data: Uint8Array): ReadonlyMap<string, DataView> => {
  const font = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const out = new Map<string, DataView>()
  for (let i = 0, n = font.getUint16(4); i < n; i++) {
    const at = 12 + i * 16
    out.set(ascii(slice(font, at, 4)), slice(font, font.getUint32(at + 8), font.getUint32(at + 12)))
  }
  return out
}

/** Character → glyph, from a subtable of format 4: all private-use characters lie in the basic plane. */
export const glyphsOf = (cmap: DataView): ((code: number) => number) => {
  for (let i = 0, n = cmap.getUint16(2); i < n; i++) {
    const at = cmap.getUint32(4 + i * 8 + 4)
    if (cmap.getUint16(at) !== 4) continue
    const segments = cmap.getUint16(at + 6) / 2
    return (code) => {
      for (let k = 0; k < segments; k++) {
        const ends = at + 14 + k * 2
        if (cmap.getUint16(ends) < code) continue
        const starts = ends + 2 + segments * 2
        const start = cmap.getUint16(starts)
        if (start > code) return 0
        const delta = cmap.getUint16(starts + segments * 2)
        const ranges = starts + segments * 4
        const range = cmap.getUint16(ranges)
        if (range === 0) return (code + delta) & 0xffff
        return cmap.getUint16(ranges + range + (code - start) * 2)
      }
      return 0
    }
  }
  return () => 0
}

/** An INDEX of CFF: where each of its objects begins, and where the whole ends. */
export interface Index {
  readonly offsets: ReadonlyArray<number>
  readonly end: number
}

export const indexAt = (cff: DataView, at: number): Index => {
  const count = cff.getUint16(at)
  if (count === 0) return { offsets: [], end: at + 2 }
  const size = cff.getUint8(at + 2)
  const base = at + 2 + (count + 1) * size
  const offsets = Array.from({ length: count + 1 }, (_, i) => {
    let value = 0
    for (let k = 0; k < size; k++) value = value * 256 + cff.getUint8(at + 3 + i * size + k)
    return base + value
  })
  return { offsets, end: offsets[count] ?? base }
}

/** A DICT of CFF: operands by operator, those of two bytes from 1200 on. Real numbers are left out. */
export const dictionary = (cff: DataView, from: number, to: number): ReadonlyMap<number, ReadonlyArray<number>> => {
  const out = new Map<number, ReadonlyArray<number>>()
  let operands: Array<number> = []
  for (let i = from; i < to; ) {
    const b = cff.getUint8(i++)
    if (b <= 21) {
      out.set(b === 12 ? 1200 + cff.getUint8(i++) : b, operands)
      operands = []
    } else if (b === 28) {
      operands.push(cff.getInt16(i))
      i += 2
    } else if (b === 29) {
      operands.push(cff.getInt32(i))
      i += 4
    } else if (b === 30) {
      while (i < to && (cff.getUint8(i++) & 0xf) !== 0xf);
    } else if (b <= 246) operands.push(b - 139)
    else operands.push((b <= 250 ? 1 : -1) * (((b - (b <= 250 ? 247 : 251)) << 8) + cff.getUint8(i++) + 108))
  }
  return out
}

/**
 * The character of the glyph that pdf.js draws for `code`, by the name that the font program has for it; empty when nothing is
 * known. Asked only where a file's own tables fail: the last witness of what a glyph is.
 */
export type Named = (code: number) => string

const nothing: Named = () => ""

/** Reads an OpenType font with a CFF table. Anything it does not understand, or that is damaged, names nothing. */
export const glyphNames = (data: Uint8Array, read: (name: string) => string = characterOf): Named => {
  try {
    const tables = tablesOf(data)
    const cff = tables.get("CFF ")
    const cmap = tables.get("cmap")
    const maxp = tables.get("maxp")
    if (cff === undefined || cmap === undefined || maxp === undefined) return nothing
    const characters = charactersOf(cff, maxp.getUint16(4), read)
    const glyphs = glyphsOf(cmap)
    return (code) => {
      try {
        return characters[glyphs(code)] ?? ""
      } catch {
        return ""
      }
    }
  } catch {
    return nothing
  }
}

/** The offset of the charset (operator 15) in a top DICT; null for fonts keyed by CID (operator 12 30), which have no names. */
const charsetIn = (cff: DataView, from: number, to: number): number | null => {
  const top = dictionary(cff, from, to)
  return top.has(1230) ? null : (top.get(15)?.at(-1) ?? null)
}

/** Glyph → character. pdf.js writes a charset of format 0, one place late: its first entry is again .notdef. */
const charactersOf = (cff: DataView, glyphs: number, read: (name: string) => string): ReadonlyArray<string> => {
  const tops = indexAt(cff, indexAt(cff, cff.getUint8(2)).end)
  const strings = indexAt(cff, tops.end)
  const charset = charsetIn(cff, tops.offsets[0] ?? 0, tops.offsets[1] ?? 0)
  const own = strings.offsets
  if (charset === null || charset < 3 || cff.getUint8(charset) !== 0) return []
  const first = cff.getUint16(charset + 1) === 0 ? 3 : 1
  const out = [""]
  for (let at = charset + first; out.length < glyphs - (first === 3 ? 1 : 0); at += 2) {
    const sid = cff.getUint16(at)
    const from = own[sid - 391]
    const to = own[sid - 390]
    if (from !== undefined && to !== undefined) out.push(read(ascii(slice(cff, from, to - from))))
    else out.push(sid === 0 ? "" : (standard[sid - 1] ?? ""))
  }
  return out
}
