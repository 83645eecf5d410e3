/** What a picture shows besides words: which of its shades are ink, and how thick strokes are. */
import type { Box } from "../model/Geometry.ts"
import type { Segment } from "../model/Page.ts"
import type { Picture } from "./Recognised.ts"

/** Ink is at most this share as light as the paper. */
export const inkShare = 0.65

/** The lightest shade that is ink. Paper is the commonest light shade. */
export const threshold = ({ pixels }: Picture): number => {
  const counts = new Uint32Array(256)
  for (let i = 0; i < pixels.length; i++) counts[pixels[i] ?? 0] = (counts[pixels[i] ?? 0] ?? 0) + 1
  let paper = 255
  for (let shade = 255; shade >= 96; shade--) if ((counts[shade] ?? 0) > (counts[paper] ?? 0)) paper = shade
  return Math.round(paper * inkShare)
}

/** What hangs together in ink: its first and last pixels along and down. */
export interface Blob {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** What hangs together in ink with a pixel, all of which is then `seen`; null where the pixel is paper, or was seen before. */
export const blobAt = (
  { width, height, pixels }: Picture,
  ink: number,
  seen: Uint8Array,
  start: number
): Blob | null => {
  if ((pixels[start] ?? 255) > ink || seen[start] === 1) return null
  const found = [start]
  seen[start] = 1
  let [x0, y0, x1, y1] = [width, height, 0, 0]
  for (let at = found.pop(); at !== undefined; at = found.pop()) {
    const x = at % width
    const y = (at - x) / width
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let beside = v * width + Math.max(0, x - 1); beside <= v * width + Math.min(width - 1, x + 1); beside++) {
        if (seen[beside] === 1 || (pixels[beside] ?? 255) > ink) continue
        seen[beside] = 1
        found.push(beside)
      }
  }
  return { x0, y0, x1, y1 }
}

/** What hangs together in ink and is no larger than `side` pixels. */
export const blobsOf = (picture: Picture, ink: number, side: number): ReadonlyArray<Blob> => {
  const seen = new Uint8Array(picture.pixels.length)
  const blobs: Array<Blob> = []
  for (let start = 0; start < seen.length; start++) {
    const blob = blobAt(picture, ink, seen, start)
    if (blob !== null && blob.x1 - blob.x0 + 1 <= side && blob.y1 - blob.y0 + 1 <= side) blobs.push(blob)
  }
  return blobs
}

/** Share of ink along a row of pixels. */
export const inkAlong = (
  { width, height, pixels }: Picture,
  ink: number,
  y: number,
  x0: number,
  x1: number
): number => {
  if (y < 0 || y >= height) return 0
  let count = 0
  for (let at = y * width + x0; at < y * width + x1; at++) if ((pixels[at] ?? 255) <= ink) count++
  return count / Math.max(1, x1 - x0)
}

/** Share of ink in a box, which is in points. */
export const inkIn = (picture: Picture) => {
  const { width, height, scale } = picture
  const ink = threshold(picture)
  return (box: Box): number => {
    const x0 = Math.max(0, Math.round(box.x0 * scale))
    const x1 = Math.min(width, Math.round(box.x1 * scale))
    const y0 = Math.max(0, Math.round(box.y0 * scale))
    const y1 = Math.min(height, Math.round(box.y1 * scale))
    let sum = 0
    for (let y = y0; y < y1; y++) sum += inkAlong(picture, ink, y, x0, x1)
    return y1 > y0 ? sum / (y1 - y0) : 0
  }
}

/** Strokes looked at in one word. */
const maxStrokes = 400

/** What is lighter than this share of ink is paper. */
const leastDark = 0.08

/** How thick the strokes of a word are, in pixels: the median way across ink, along a row or down from its middle, whichever is shorter, by its darkness. 0 is unknown. */
export const strokeOf = ({ width, height, pixels }: Picture, box: Box, ink: number): number => {
  const widths: Array<number> = []
  const [x0, x1] = [Math.max(0, box.x0), Math.min(width, box.x1)]
  const [y0, y1] = [Math.max(0, box.y0), Math.min(height, box.y1)]
  const paper = ink / inkShare
  const darkAt = (x: number, y: number) => Math.max(0, 1 - (pixels[y * width + x] ?? 255) / paper)
  /** How much ink there is through a place, up and down, until it is more than `most`. */
  const down = (x: number, y: number, most: number): number => {
    let sum = 0
    for (const step of [-1, 1])
      for (let at = step < 0 ? y - 1 : y; at >= y0 && at < y1 && sum < most; at += step) {
        const dark = darkAt(x, at)
        if (dark <= leastDark) break
        sum += dark
      }
    return sum
  }
  for (let y = y0; y < y1 && widths.length < maxStrokes; y++) {
    let [from, dark, isInk] = [x0, 0, false]
    const end = (x: number) => {
      if (isInk) widths.push(Math.min(dark, down((from + x) >> 1, y, dark)))
      ;[from, dark, isInk] = [x + 1, 0, false]
    }
    for (let x = x0; x < x1; x++) {
      const share = darkAt(x, y)
      if (share > leastDark) {
        dark += share
        isInk ||= (pixels[y * width + x] ?? 255) <= ink
      } else end(x)
    }
    end(x1)
  }
  widths.sort((a, b) => a - b)
  return widths[widths.length >> 1] ?? 0
}

/** Points beside a rule or a box that are its blurred edge. */
const edgePt = 0.7

/** The picture with paper where these rules and boxes are: a recogniser takes them for letters, or letters beside them for none. */
export const without = (picture: Picture, rules: ReadonlyArray<Segment>, boxes: ReadonlyArray<Box> = []): Picture => {
  if (rules.length + boxes.length === 0) return picture
  const { width, height, scale } = picture
  const pixels = picture.pixels.slice()
  const paper = Math.min(255, Math.round(threshold(picture) / inkShare))
  const ruled = rules.map(({ x0, y0, x1, y1, thickness }) => {
    const half = thickness / 2
    return { x0: x0 - half, y0: y0 - half, x1: x1 + half, y1: y1 + half }
  })
  for (const { x0, y0, x1, y1 } of [...ruled, ...boxes]) {
    const from = Math.max(0, Math.floor((x0 - edgePt) * scale))
    const to = Math.min(width, Math.ceil((x1 + edgePt) * scale))
    const bottom = Math.min(height, Math.ceil((y1 + edgePt) * scale))
    for (let y = Math.max(0, Math.floor((y0 - edgePt) * scale)); y < bottom; y++)
      if (to > from) pixels.fill(paper, y * width + from, y * width + to)
  }
  return { ...picture, pixels }
}
