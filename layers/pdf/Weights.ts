/**
 * Fonts that say how heavy and how slanted they are in their descriptor (ISO 32000-1, 9.8.1) and not by name, as a browser
 * prints those that vary. pdf.js hands on the name alone; so it is told there, in place of the tag of the subset.
 */

const key = Buffer.from("/FontWeight")
/** A descriptor lies within so many bytes of its weight; no document has more fonts than this. */
const reach = 1_000
const mostFonts = 10_000
/** From this weight on type is bold. */
const semiBold = 600

const named = /\/FontName\s*\/([A-Z]{6}\+)[^\s/<>()[\]]+/
const angled = /\/ItalicAngle\s+(-?\d+(?:\.\d+)?)/

/** Names, where they stand, the weights and slants of the fonts in these bytes. */
export const withWeights = (bytes: Uint8Array): void => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = buffer.indexOf(key)
  for (let count = 0; at >= 0 && count < mostFonts; count++, at = buffer.indexOf(key, at + key.length)) {
    const start = Math.max(0, at - reach)
    const window = buffer.toString("latin1", start, at + reach)
    const from = window.lastIndexOf("<<", at - start)
    const to = window.indexOf(">>", at - start)
    const descriptor = from < 0 || to < 0 ? "" : window.slice(from, to)
    const name = named.exec(descriptor)
    if (name === null) continue
    const isBold = Number.parseInt(window.slice(at - start + key.length), 10) >= semiBold
    const isItalic = Number(angled.exec(descriptor)?.[1] ?? 0) !== 0
    if (!isBold && !isItalic) continue
    const tag = isBold && isItalic ? "Ital-Bd" : isBold ? "--Bold-" : "Italic-"
    buffer.write(tag, start + from + name.index + name[0].indexOf(name[1] as string), "latin1")
  }
}
