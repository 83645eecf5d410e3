/** The tables of an OpenType font, as far as glyphs are looked up in them. What is damaged throws. */

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
