import { minSeries } from "../../src/convert/model/Measures.ts"
import { Flag, type GlyphTable, type Ink } from "../../src/convert/model/Page.ts"
import { round } from "./Matrix.ts"

/** Far above the densest real page (about 20,000). */
const most = 200_000

/** Room for this many glyphs. */
const roomFor = (capacity: number) => ({
  capacity,
  x: new Float64Array(capacity),
  y: new Float64Array(capacity),
  w: new Float64Array(capacity),
  size: new Float32Array(capacity),
  angle: new Int16Array(capacity),
  font: new Uint16Array(capacity),
  colour: new Uint32Array(capacity),
  mcid: new Int32Array(capacity),
  flags: new Uint8Array(capacity)
})

/** Kept from one page to the next, each of which is interpreted in one go and takes away a copy. */
let room = roomFor(4096)

/** A glyph stands for no more characters than this: a font may say that each stands for thousands. */
const longestGlyph = 16
/** A page has no more characters than this, forty times those of a full one: what follows is cut off. */
const mostCharacters = 200_000

/** Beyond ASCII no encoding of two bytes but Unicode's own has characters at their codes in Unicode. */
const firstWideCode = 0x80

/** The glyphs of a font whose codes are of two bytes: codes of other characters, codes that are their characters, and the glyphs of these beyond ASCII. */
interface Wide {
  readonly named: Set<number>
  readonly same: Set<number>
  readonly unnamed: Set<number>
  readonly at: Array<number>
}

/** A glyph table that grows. Only one is filled at a time. */
export class Glyphs {
  #length = 0
  #characters = 0
  #isCut = false
  readonly #text: Array<string> = []
  readonly #inks = new Map<number, Ink>()
  readonly #wide = new Map<number, Wide>()

  /** The page has more than was taken of it. */
  get isCut(): boolean {
    return this.#isCut
  }

  get length(): number {
    return this.#length
  }

  add(
    text: string,
    x: number,
    y: number,
    w: number,
    size: number,
    angle: number,
    font: number,
    colour: number,
    mcid: number,
    flags: number,
    ink: Ink | null
  ): void {
    const short =
      text.length > longestGlyph ? [...text.slice(0, 2 * longestGlyph)].slice(0, longestGlyph).join("") : text
    this.#characters += short.length
    if (this.#characters > mostCharacters) {
      this.#isCut = true
      return
    }
    if (this.#length === room.capacity) grow()
    const i = this.#length++
    this.#text.push(short)
    if (ink !== null) this.#inks.set(i, ink)
    room.x[i] = round(x)
    room.y[i] = round(y)
    room.w[i] = round(w)
    room.size[i] = round(size)
    room.angle[i] = angle
    room.font[i] = font
    room.colour[i] = colour
    room.mcid[i] = mcid
    room.flags[i] = flags
  }

  /** The code, of two bytes, of the glyph added last: pdf.js takes it for the character where the file has none for it. */
  wide(code: number): void {
    const i = this.#length - 1
    if (i < 0 || this.#isCut) return
    const font = room.font[i] ?? 0
    const tally = this.#wide.get(font) ?? { named: new Set(), same: new Set(), unnamed: new Set(), at: [] }
    this.#wide.set(font, tally)
    if (this.#text[i]?.codePointAt(0) !== code) tally.named.add(code)
    else tally.same.add(code)
    if (code < firstWideCode || !tally.same.has(code)) return
    tally.unnamed.add(code)
    tally.at.push(i)
  }

  /** Glyphs that were only to be painted through have been, in this colour. */
  reveal(from: number, to: number, colour: number): void {
    for (let i = from; i < to; i++) {
      room.flags[i] = (room.flags[i] ?? 0) & ~Flag.invisible
      room.colour[i] = colour
    }
  }

  table(): GlyphTable {
    const n = this.#length
    // where most have other characters the codes are no Unicode; a few are at their codes by chance
    for (const { named, same, unnamed, at } of this.#wide.values())
      if (unnamed.size >= minSeries && named.size > same.size) for (const i of at) this.#text[i] = "\ufffd"
    return {
      length: n,
      text: this.#text,
      x: room.x.slice(0, n),
      y: room.y.slice(0, n),
      w: room.w.slice(0, n),
      size: room.size.slice(0, n),
      angle: room.angle.slice(0, n),
      font: room.font.slice(0, n),
      colour: room.colour.slice(0, n),
      mcid: room.mcid.slice(0, n),
      flags: room.flags.slice(0, n),
      inks: this.#inks.size === 0 ? undefined : this.#inks
    }
  }
}

const grow = (): void => {
  if (room.capacity >= most) throw new Error(`more than ${most} glyphs on a page`)
  const before = room
  room = roomFor(Math.min(most, before.capacity * 2))
  room.x.set(before.x)
  room.y.set(before.y)
  room.w.set(before.w)
  room.size.set(before.size)
  room.angle.set(before.angle)
  room.font.set(before.font)
  room.colour.set(before.colour)
  room.mcid.set(before.mcid)
  room.flags.set(before.flags)
}
