/** How far the glyphs of a font program reach: tall delimiters, roots and operators say by nothing else what they enclose. */
import type { Ink } from "../../src/convert/model/Page.ts"
import { dictionary, glyphsOf, indexAt, tablesOf } from "./OpenType.ts"
import { type Contour, signOf } from "./SignShapes.ts"

/** The ink of the glyph that pdf.js draws for a character; null where the program does not say. */
export type Inked = (code: number) => Ink | null

/** What a glyph looks like, by the character that pdf.js draws for it, where that is a sign of straight strokes. */
export type Shaped = (code: number) => string | null

/** `unit` is what one unit of the program's charstrings is in em. */
export const inked = (data: Uint8Array, unit: number): Inked => {
  const read = drawn(data, unit)
  return (code) => read(code)?.ink ?? null
}

export const shaped = (data: Uint8Array): Shaped => {
  const read = drawn(data, 1)
  return (code) => signOf(read(code)?.contours ?? [])
}

interface Drawn {
  readonly ink: Ink
  /** None where the program is of another kind than CFF. */
  readonly contours: ReadonlyArray<Contour>
}

const nothing = () => null

const drawn = (data: Uint8Array, unit: number): ((code: number) => Drawn | null) => {
  try {
    const tables = tablesOf(data)
    const cmap = tables.get("cmap")
    if (cmap === undefined) return nothing
    const glyphs = glyphsOf(cmap)
    const read = outlines(tables, unit)
    return (code) => {
      try {
        return read(glyphs(code))
      } catch {
        return null
      }
    }
  } catch {
    return nothing
  }
}

type Outline = (glyph: number) => Drawn | null

const outlines = (tables: ReadonlyMap<string, DataView>, unit: number): Outline => {
  const cff = tables.get("CFF ")
  if (cff !== undefined) return compact(cff, unit)
  const [glyf, loca, head] = [tables.get("glyf"), tables.get("loca"), tables.get("head")]
  if (glyf === undefined || loca === undefined || head === undefined) return nothing
  const isLong = head.getInt16(50) === 1
  const em = head.getUint16(18)
  const at = (glyph: number) => (isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2)
  return (glyph) => {
    const from = at(glyph)
    if (at(glyph + 1) === from) return null
    const [x0, y0, x1, y1] = [2, 4, 6, 8].map((k) => glyf.getInt16(from + k) / em) as [number, number, number, number]
    return { ink: { x0, x1, above: y1, below: -y0 }, contours: [] }
  }
}

interface Subroutines {
  readonly offsets: ReadonlyArray<number>
}

const compact = (cff: DataView, unit: number): Outline => {
  const tops = indexAt(cff, indexAt(cff, cff.getUint8(2)).end)
  const global = indexAt(cff, indexAt(cff, tops.end).end)
  const top = dictionary(cff, tops.offsets[0] ?? 0, tops.offsets[1] ?? 0)
  const chars = indexAt(cff, top.get(17)?.at(-1) ?? 0)
  const localOf = (dict: ReadonlyMap<number, ReadonlyArray<number>>): Subroutines => {
    const [size = 0, at = 0] = dict.get(18) ?? []
    const local =
      size === 0
        ? undefined
        : dictionary(cff, at, at + size)
            .get(19)
            ?.at(-1)
    return local === undefined ? { offsets: [] } : indexAt(cff, at + local)
  }
  const fonts = top.has(1236) ? indexAt(cff, top.get(1236)?.at(-1) ?? 0).offsets : []
  const locals = new Map<number, Subroutines>()
  const localAt = (own: number): Subroutines => {
    const known = locals.get(own)
    if (known !== undefined) return known
    const [from, to] = [fonts[own], fonts[own + 1]]
    const local = localOf(from === undefined || to === undefined ? top : dictionary(cff, from, to))
    locals.set(own, local)
    return local
  }
  const select = top.get(1237)?.at(-1)
  return (glyph) => {
    const from = chars.offsets[glyph]
    const to = chars.offsets[glyph + 1]
    if (from === undefined || to === undefined) return null
    const local = localAt(select === undefined ? 0 : selected(cff, select, glyph))
    return traced(cff, from, to, [local, global], unit)
  }
}

/** Which of a font's dictionaries a glyph goes by. */
const selected = (cff: DataView, at: number, glyph: number): number => {
  if (cff.getUint8(at) === 0) return cff.getUint8(at + 1 + glyph)
  let own = 0
  for (let i = 0, n = cff.getUint16(at + 1); i < n && cff.getUint16(at + 3 + i * 3) <= glyph; i++)
    own = cff.getUint8(at + 5 + i * 3)
  return own
}

/** Type 2 charstrings nest ten deep at most; a sign takes a few hundred bytes. */
const deepest = 10
const mostBytes = 20_000

/** The box of all points of a charstring (Adobe Technical Note 5177), control points included. */
const traced = (
  cff: DataView,
  start: number,
  stop: number,
  [local, global]: readonly [Subroutines, Subroutines],
  unit: number
): Drawn | null => {
  const stack: Array<number> = []
  let [x, y, hints, read] = [0, 0, 0, 0]
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  const contours: Array<{ points: Array<readonly [number, number]>; isCurved: boolean }> = []
  const go = (dx = 0, dy = 0) => {
    x += dx
    y += dy
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
    contours.at(-1)?.points.push([x, y])
  }
  const begin = (dx = 0, dy = 0) => {
    contours.push({ points: [], isCurved: false })
    go(dx, dy)
  }
  const curve = (a = 0, b = 0, c = 0, d = 0, e = 0, f = 0) => {
    const contour = contours.at(-1)
    if (contour !== undefined) contour.isCurved = true
    go(a, b)
    go(c, d)
    go(e, f)
  }
  const call = ({ offsets }: Subroutines, depth: number): boolean => {
    const count = offsets.length - 1
    const own = (stack.pop() ?? 0) + (count < 1240 ? 107 : count < 33900 ? 1131 : 32768)
    const [from, to] = [offsets[own], offsets[own + 1]]
    return from !== undefined && to !== undefined && depth < deepest && run(from, to, depth + 1)
  }
  /** Whether the glyph goes on behind it. */
  const run = (from: number, to: number, depth: number): boolean => {
    for (let i = from; i < to; ) {
      if (read++ > mostBytes) return false
      const b = cff.getUint8(i++)
      if (b === 28) {
        stack.push(cff.getInt16(i))
        i += 2
        continue
      }
      if (b >= 32) {
        if (b <= 246) stack.push(b - 139)
        else if (b === 255) {
          stack.push(cff.getInt32(i) / 65536)
          i += 4
        } else stack.push((b <= 250 ? 1 : -1) * (((b - (b <= 250 ? 247 : 251)) << 8) + cff.getUint8(i++) + 108))
        continue
      }
      if (b === 10 || b === 29) {
        if (!call(b === 10 ? local : global, depth)) return false
        continue
      }
      if (b === 11) return true
      if (b === 14) return false
      const s = stack.splice(0)
      if (b === 1 || b === 3 || b === 18 || b === 23) hints += s.length >> 1
      else if (b === 19 || b === 20) {
        hints += s.length >> 1
        i += (hints + 7) >> 3
      } else if (b === 21) begin(...s.slice(-2))
      else if (b === 22) begin(s.at(-1))
      else if (b === 4) begin(0, s.at(-1))
      else if (b === 12) flex(cff.getUint8(i++), s)
      else lines(b, s)
    }
    return true
  }
  const lines = (b: number, s: ReadonlyArray<number>) => {
    let k = 0
    if (b === 5) for (; k + 1 < s.length; k += 2) go(s[k], s[k + 1])
    else if (b === 6 || b === 7) for (; k < s.length; k++) (k % 2 === 0) === (b === 6) ? go(s[k]) : go(0, s[k])
    else if (b === 8) for (; k + 5 < s.length; k += 6) curve(...s.slice(k, k + 6))
    else if (b === 24) {
      for (; k + 7 < s.length; k += 6) curve(...s.slice(k, k + 6))
      go(s[k], s[k + 1])
    } else if (b === 25) {
      for (; k + 7 < s.length; k += 2) go(s[k], s[k + 1])
      curve(...s.slice(k, k + 6))
    } else if (b === 26 || b === 27) {
      let first = s.length % 4 === 1 ? s[k++] : 0
      for (; k + 3 < s.length; k += 4, first = 0)
        b === 26
          ? curve(first, s[k], s[k + 1], s[k + 2], 0, s[k + 3])
          : curve(s[k], first, s[k + 1], s[k + 2], s[k + 3], 0)
    } else if (b === 30 || b === 31) {
      for (let isAcross = b === 31; k + 3 < s.length; k += 4, isAcross = !isAcross) {
        const last = s.length - k === 5 ? s[k + 4] : 0
        if (isAcross) curve(s[k], 0, s[k + 1], s[k + 2], last, s[k + 3])
        else curve(0, s[k], s[k + 1], s[k + 2], s[k + 3], last)
      }
    }
  }
  const flex = (b: number, s: ReadonlyArray<number>) => {
    if (b === 35) {
      curve(...s.slice(0, 6))
      curve(...s.slice(6, 12))
    } else if (b === 34) {
      const [a, c, d, e, f, g, h] = s
      curve(a, 0, c, d, e, 0)
      curve(f, 0, g, -(d ?? 0), h, 0)
    } else if (b === 36) {
      const [a, c, d, e, f, g, h, j, k] = s
      curve(a, c, d, e, f, 0)
      curve(g, 0, h, j, k, -((c ?? 0) + (e ?? 0) + (j ?? 0)))
    } else if (b === 37) {
      curve(...s.slice(0, 6))
      go(s[6], s[7])
      go(s[8], s[9])
    }
  }
  run(start, stop, 0)
  return x1 < x0 ? null : { ink: { x0: x0 * unit, x1: x1 * unit, above: y1 * unit, below: -y0 * unit }, contours }
}
