/** Dust and worn toner: specks all over a page, which a recogniser takes for points, quotation marks and dashes. */

import { inkShare, threshold } from "./Ink.ts"
import type { Picture } from "./Recognised.ts"

/** Maximum width and height of a speck, in points, which a full stop has as well ... */
const largest = 1.2
/** ... and minimum distance of other ink from it, in points: stops, the dots of letters and pieces of faint letters have some. */
const near = 2
/** Maximum distance of dots along a line, and across it, that are set in a row, in points: they lead to a page number. */
const along = 7
const across = 0.4
/** On a page with fewer, any of them may be meant. */
const fewest = 60

interface Blob {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** What hangs together in ink and is no larger than `side` pixels. */
const blobsOf = ({ width, height, pixels }: Picture, ink: number, side: number): ReadonlyArray<Blob> => {
  const isSeen = new Uint8Array(pixels.length)
  const blobs: Array<Blob> = []
  const found: Array<number> = []
  for (let start = 0; start < pixels.length; start++) {
    if ((pixels[start] ?? 255) > ink || isSeen[start] === 1) continue
    found.length = 0
    found.push(start)
    isSeen[start] = 1
    let [x0, y0, x1, y1] = [width, height, 0, 0]
    for (let next = 0; next < found.length; next++) {
      const at = found[next] ?? 0
      const x = at % width
      const y = (at - x) / width
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const beside = v * width + u
          if (isSeen[beside] === 1 || (pixels[beside] ?? 255) > ink) continue
          isSeen[beside] = 1
          found.push(beside)
        }
    }
    if (x1 - x0 + 1 <= side && y1 - y0 + 1 <= side) blobs.push({ x0, y0, x1, y1 })
  }
  return blobs
}

/** Those with no other ink near them. */
const alone = (blobs: ReadonlyArray<Blob>, { width, height, scale, pixels }: Picture, ink: number) => {
  const reach = Math.round(near * scale)
  return blobs.filter(({ x0, y0, x1, y1 }) => {
    for (let y = Math.max(0, y0 - reach); y <= Math.min(height - 1, y1 + reach); y++)
      for (let x = Math.max(0, x0 - reach); x <= Math.min(width - 1, x1 + reach); x++) {
        const isOwn = x >= x0 && x <= x1 && y >= y0 && y <= y1
        if (!isOwn && (pixels[y * width + x] ?? 255) <= ink) return false
      }
    return true
  })
}

/** Those that do not stand in a row with others. */
const strewn = (blobs: ReadonlyArray<Blob>, scale: number) => {
  const rows = new Map<number, Array<Blob>>()
  for (const blob of blobs) rows.set(blob.y1, [...(rows.get(blob.y1) ?? []), blob])
  const reach = Math.round(across * scale)
  return blobs.filter((blob) => {
    for (let y = blob.y1 - reach; y <= blob.y1 + reach; y++)
      if (rows.get(y)?.some((other) => other !== blob && Math.abs(other.x0 - blob.x0) <= along * scale)) return false
    return true
  })
}

/** The picture without specks; itself where it has few. */
export const despeckled = (picture: Picture): Picture => {
  const { width, height, scale } = picture
  const ink = threshold(picture)
  const specks = strewn(alone(blobsOf(picture, ink, largest * scale), picture, ink), scale)
  if (specks.length < fewest) return picture
  const pixels = picture.pixels.slice()
  const paper = Math.min(255, Math.round(ink / inkShare))
  // the edges of a speck are lighter than ink
  for (const { x0, y0, x1, y1 } of specks)
    for (let y = Math.max(0, y0 - 1); y <= Math.min(height - 1, y1 + 1); y++)
      pixels.fill(paper, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 2))
  return { ...picture, pixels }
}
