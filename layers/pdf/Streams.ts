/** What is changed in the bytes of a document, and how its streams are inflated, before pdf.js reads them. */
import { inflateSync } from "node:zlib"
import { withActualText } from "./Marks.ts"
import { withoutOutlines } from "./Outlines.ts"

/** XMP is never asked for, and pdf.js would parse it with the document: nested, 10 kB of it take half a minute. */
const xmpKey = Buffer.from("/Metadata")

/** Renames, where they stand, the keys by which XMP would be found. */
export const withoutXmp = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = buffer.indexOf(xmpKey); at >= 0; at = buffer.indexOf(xmpKey, at + xmpKey.length)) buffer[at + 1] = 0x6d
}

const weightKey = Buffer.from("/FontWeight")
/** A descriptor lies within so many bytes of its weight; no document has more fonts than this. */
const reach = 1_000
const mostFonts = 10_000
/** From this weight on type is bold. */
const semiBold = 600

const named = /\/FontName\s*\/([A-Z]{6}\+)[^\s/<>()[\]]+/
const angled = /\/ItalicAngle\s+(-?\d+(?:\.\d+)?)/

/**
 * Names, where they stand, the weights and slants of fonts. Some say how heavy and how slanted they are in their descriptor (ISO 32000-1, 9.8.1) and not by name, as a browser
 * prints those that vary. pdf.js hands on the name alone; so it is told there, in place of the tag of the subset.
 */
export const withWeights = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = buffer.indexOf(weightKey)
  for (let count = 0; at >= 0 && count < mostFonts; count++, at = buffer.indexOf(weightKey, at + weightKey.length)) {
    const start = Math.max(0, at - reach)
    const window = buffer.toString("latin1", start, at + reach)
    const from = window.lastIndexOf("<<", at - start)
    const to = window.indexOf(">>", at - start)
    const descriptor = from < 0 || to < 0 ? "" : window.slice(from, to)
    const name = named.exec(descriptor)
    if (name === null) continue
    const isBold = Number.parseInt(window.slice(at - start + weightKey.length), 10) >= semiBold
    const isItalic = Number(angled.exec(descriptor)?.[1] ?? 0) !== 0
    if (!isBold && !isItalic) continue
    const tag = isBold && isItalic ? "Ital-Bd" : isBold ? "--Bold-" : "Italic-"
    buffer.write(tag, start + from + name.index + name[0].indexOf(name[1] as string), "latin1")
  }
}

/** A stream that inflates to more than this many bytes is read by pdf.js's own means, piece by piece. */
const mostInflated = 64 * 1024 ** 2

/** It is inflated in pieces: in one, if it grows no more than streams usually do. */
const usualGrowth = 5
const leastPiece = 1024
const mostPiece = 1024 ** 2

/**
 * Bytes that begin where their buffer does. pdf.js cuts the data of inline images out of the buffer and not out of the bytes:
 * of what Node keeps somewhere in its pool it would read what stands there by chance.
 */
const fromStart = (bytes: Buffer): Uint8Array =>
  bytes.byteOffset === 0 ? new Uint8Array(bytes.buffer, 0, bytes.byteLength) : new Uint8Array(bytes)

/** What pdf.js uses of a `DecompressionStream`: one write, then reads until done. It makes do when a read fails. */
export class Inflation {
  #bytes: Uint8Array | null = null
  readonly writable = {
    getWriter: () => ({
      write: async (bytes: Uint8Array) => {
        this.#bytes = bytes
      },
      close: async () => {}
    })
  }
  readonly readable = {
    getReader: () => ({
      read: async (): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> => {
        const bytes = this.#bytes
        if (bytes === null) return { done: true }
        this.#bytes = null
        const inflated = inflateSync(bytes, {
          maxOutputLength: mostInflated,
          chunkSize: Math.max(leastPiece, Math.min(mostPiece, bytes.length * usualGrowth))
        })
        const value = fromStart(inflated)
        withoutOutlines(value)
        withoutXmp(value)
        withWeights(value)
        return { done: false, value: withActualText(value) }
      }
    })
  }

  constructor(format: string) {
    if (format !== "deflate") throw new TypeError(`${format} is not inflated here`)
  }
}
