/** The streams of a document as pdf.js reads them: inflated at once, without what nobody asks for. */
import { inflateSync } from "node:zlib"
import { withActualText } from "../Marks.ts"
import { withoutOutlines } from "../Outlines.ts"
import { withWeights } from "../Weights.ts"

/** XMP is never asked for, and pdf.js would parse it with the document: nested, 10 kB of it take half a minute. */
const xmpKey = Buffer.from("/Metadata")

/** Renames, where they stand, the keys by which XMP would be found. */
export const withoutXmp = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = buffer.indexOf(xmpKey); at >= 0; at = buffer.indexOf(xmpKey, at + xmpKey.length)) buffer[at + 1] = 0x6d
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
