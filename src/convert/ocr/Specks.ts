/** Dust and worn toner: specks all over a page, which a recogniser takes for points, quotation marks and dashes. */

import { type Blob, blobsOf, inkShare, threshold } from "./Ink.ts"
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
