/** Picture → Segment[]: straight rules, level and upright, thin and grey ones too. */
import type { Segment } from "../model/Page.ts"
import { inkAlong, inkShare, threshold } from "./Ink.ts"
import type { Picture } from "./Recognised.ts"
import { turned } from "./Turn.ts"

/** A rule is at most this share as light as the paper: it may be grey, and thinner than a pixel. */
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

/** A rule in the making: rows `y0` to `y1` from `x0` to `x1`. */
interface Strip {
  x0: number
  x1: number
  readonly y0: number
  y1: number
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
