/**
 * The names that a font program has for its glyphs, by the characters pdf.js gave them in the program it hands out. Asked
 * only where a file's own tables fail: the last witness of what a glyph is.
 */
import { characterOf, standard } from "../../src/convert/glyphs/CharacterNames.ts"
import { ascii, dictionary, glyphsOf, indexAt, slice, tablesOf } from "./OpenType.ts"

/** The character of the glyph that pdf.js draws for `code`; empty when nothing is known. */
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
