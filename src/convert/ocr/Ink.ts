/** What a picture shows besides words: which of its shades are ink, straight rules, and how thick strokes are. */
import type { Box } from "../model/Geometry.ts"
import type { Segment } from "../model/Page.ts"
import type { Picture } from "./Recognised.ts"
import { turned } from "./Turn.ts"

/** Ink is at most this share as light as the paper. */
export const inkShare = 0.65
/** The same of a rule, which may be grey, and thinner than a pixel. */
const ruleShare = 0.86
/** Minimum length and maximum thickness of a rule, in points. */
const shortest = 24
const maxRulePt = 3
/** Pixels of paper that a worn rule may show in one place. */
const worn = 2
/** A rule is looked for in the mean shade of so many points along it: grain and worn places of thin and grey rules are lost in it. */
const alongPt = 2.5
/** At most this share of a rule is paper over more than worn places. */
const maxBare = 0.1
/** So many points of a rule may be hidden by a letter that touches it. */
const touched = 12
/** Beside a rule there is paper: at most this share of what runs along it is ink. Above the feet of letters there are letters. */
const besideShare = 0.25
/** Pixels between a rule and what is beside it: its edges are blurred. */
const blur = 2

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

/** A rule in the making: rows `y0` to `y1` from `x0` to `x1`. */
interface Strip {
  x0: number
  x1: number
  readonly y0: number
  y1: number
}

/** Share of ink along a row of pixels. */
const inkAlong = ({ width, height, pixels }: Picture, ink: number, y: number, x0: number, x1: number): number => {
  if (y < 0 || y >= height) return 0
  let count = 0
  for (let at = y * width + x0; at < y * width + x1; at++) if ((pixels[at] ?? 255) <= ink) count++
  return count / Math.max(1, x1 - x0)
}

/** Where ink is no higher than a rule is thick: not in dark areas, nor where an upright rule crosses. */
const thinInk = ({ width, height, pixels }: Picture, ink: number, most: number): Uint8Array => {
  const thin = new Uint8Array(pixels.length)
  const begun = new Int32Array(width).fill(-1)
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; x++) {
      const from = begun[x] ?? -1
      if (y < height && (pixels[y * width + x] ?? 255) <= ink) {
        if (from < 0) begun[x] = y
      } else if (from >= 0) {
        if (y - from <= most) for (let row = from; row < y; row++) thin[row * width + x] = 1
        begun[x] = -1
      }
    }
  }
  return thin
}

/** Thin ink as the mean of what is up to `reach` pixels beside it in its row; thick ink as it is, and no part of that. */
const meanAlong = (picture: Picture, ink: number, most: number, reach: number): Picture => {
  const { width, height, pixels } = picture
  const thick = thinInk(picture, ink, most)
  for (let at = 0; at < thick.length; at++) thick[at] = thick[at] === 0 && (pixels[at] ?? 255) <= ink ? 1 : 0
  const out = pixels.slice()
  for (let start = 0; start < width * height; start += width) {
    const end = start + width
    let sum = 0
    let count = 0
    for (let at = start - reach; at < end; at++) {
      const next = at + reach
      if (next < end && thick[next] === 0) {
        sum += pixels[next] ?? 0
        count++
      }
      const past = at - reach - 1
      if (past >= start && thick[past] === 0) {
        sum -= pixels[past] ?? 0
        count--
      }
      if (at >= start && thick[at] === 0) out[at] = sum / count
    }
  }
  return { ...picture, pixels: out }
}

/** Share of a strip that is paper over more than worn places: between letters, whose mean is as dark as a rule, much is. */
const bareIn = ({ width, pixels }: Picture, ink: number, { x0, x1, y0, y1 }: Strip): number => {
  let sum = 0
  let bare = 0
  for (let x = x0; x <= x1; x++) {
    let isBare = x < x1
    for (let y = y0; y <= y1 && isBare; y++) isBare = (pixels[y * width + x] ?? 255) > ink
    if (isBare) bare++
    else {
      if (bare > worn) sum += bare
      bare = 0
    }
  }
  return sum / Math.max(1, x1 - x0)
}

const levelStrips = (picture: Picture, ink: number): ReadonlyArray<Strip> => {
  const { width, height, scale } = picture
  const least = shortest * scale
  const most = maxRulePt * scale
  const reach = Math.round((alongPt * scale) / 2)
  const mean = meanAlong(picture, ink, most, reach)
  const { pixels } = mean
  const thin = thinInk(mean, ink, most)
  const done: Array<Strip> = []
  let open: Array<Strip> = []
  const put = (x0: number, x1: number, y: number) => {
    const above = open.find((strip) => strip.y1 >= y - 2 && strip.x0 < x1 && x0 < strip.x1)
    if (above === undefined) {
      open.push({ x0, x1, y0: y, y1: y })
      return
    }
    above.x0 = Math.min(above.x0, x0)
    above.x1 = Math.max(above.x1, x1)
    above.y1 = y
  }
  for (let y = 0; y < height; y++) {
    let from = -1
    let last = -1
    const start = y * width
    const keep = () => {
      if (from < 0) return
      // its own ends: the mean goes on beyond them
      for (let k = 0; k < reach && from < last && (picture.pixels[from] ?? 255) > ink; k++) from++
      for (let k = 0; k < reach && from < last && (picture.pixels[last] ?? 255) > ink; k++) last--
      if (last - from >= least) put(from - start, last + 1 - start, y)
    }
    for (let at = start, bare = 0; at < start + width; at++) {
      if (thin[at] === 1) {
        if (from < 0 || bare > worn || at - last > touched * scale) {
          keep()
          from = at
        }
        last = at
        bare = 0
      } else if ((pixels[at] ?? 255) > ink) bare++
    }
    keep()
    if (open.some((strip) => strip.y1 < y - 1)) {
      done.push(...open.filter((strip) => strip.y1 < y - 1))
      open = open.filter((strip) => strip.y1 >= y - 1)
    }
  }
  return [...done, ...open].filter(
    ({ x0, x1, y0, y1 }) =>
      y1 - y0 + 1 <= most &&
      bareIn(picture, ink, { x0, x1, y0, y1 }) <= maxBare &&
      inkAlong(picture, ink, y0 - blur - 1, x0, x1) < besideShare &&
      inkAlong(picture, ink, y1 + blur + 1, x0, x1) < besideShare
  )
}

/** Level and upright rules, in points. */
export const rulesOf = (picture: Picture): ReadonlyArray<Segment> => {
  const { width, scale } = picture
  const ink = (threshold(picture) * ruleShare) / inkShare
  const level = levelStrips(picture, ink).map(({ x0, x1, y0, y1 }) => {
    const y = (y0 + y1 + 1) / 2 / scale
    return { x0: x0 / scale, y0: y, x1: x1 / scale, y1: y, thickness: (y1 - y0 + 1) / scale }
  })
  const upright = levelStrips(turned(picture, 1), ink).map(({ x0, x1, y0, y1 }) => {
    const x = (width - (y0 + y1 + 1) / 2) / scale
    return { x0: x, y0: x0 / scale, x1: x, y1: x1 / scale, thickness: (y1 - y0 + 1) / scale }
  })
  return [...level, ...upright]
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
