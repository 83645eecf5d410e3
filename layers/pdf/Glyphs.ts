import type { GlyphTable } from "../../src/convert/Page.ts"
import { round } from "./Matrix.ts"

/** Far above the densest real page (about 20,000). */
const most = 200_000

/** A glyph table that grows. */
export class Glyphs {
  #capacity = 4096
  #length = 0
  readonly #text: Array<string> = []
  #x = new Float64Array(this.#capacity)
  #y = new Float64Array(this.#capacity)
  #w = new Float64Array(this.#capacity)
  #size = new Float32Array(this.#capacity)
  #angle = new Int16Array(this.#capacity)
  #font = new Uint16Array(this.#capacity)
  #colour = new Uint32Array(this.#capacity)
  #mcid = new Int32Array(this.#capacity)
  #flags = new Uint8Array(this.#capacity)

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
    flags: number
  ): void {
    if (this.#length === this.#capacity) this.#grow()
    const i = this.#length++
    this.#text.push(text)
    this.#x[i] = round(x)
    this.#y[i] = round(y)
    this.#w[i] = round(w)
    this.#size[i] = round(size)
    this.#angle[i] = angle
    this.#font[i] = font
    this.#colour[i] = colour
    this.#mcid[i] = mcid
    this.#flags[i] = flags
  }

  table(): GlyphTable {
    const n = this.#length
    return {
      length: n,
      text: this.#text,
      x: this.#x.slice(0, n),
      y: this.#y.slice(0, n),
      w: this.#w.slice(0, n),
      size: this.#size.slice(0, n),
      angle: this.#angle.slice(0, n),
      font: this.#font.slice(0, n),
      colour: this.#colour.slice(0, n),
      mcid: this.#mcid.slice(0, n),
      flags: this.#flags.slice(0, n)
    }
  }

  #grow(): void {
    if (this.#capacity >= most) throw new Error(`more than ${most} glyphs on a page`)
    this.#capacity = Math.min(most, this.#capacity * 2)
    const larger = <T extends { set(from: T): void }>(make: new (n: number) => T, from: T): T => {
      const to = new make(this.#capacity)
      to.set(from)
      return to
    }
    this.#x = larger(Float64Array, this.#x)
    this.#y = larger(Float64Array, this.#y)
    this.#w = larger(Float64Array, this.#w)
    this.#size = larger(Float32Array, this.#size)
    this.#angle = larger(Int16Array, this.#angle)
    this.#font = larger(Uint16Array, this.#font)
    this.#colour = larger(Uint32Array, this.#colour)
    this.#mcid = larger(Int32Array, this.#mcid)
    this.#flags = larger(Uint8Array, this.#flags)
  }
}
