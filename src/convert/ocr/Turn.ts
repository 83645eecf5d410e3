/** Pictures turned, straightened, made smaller and larger. */
import type { Picture } from "./Recognised.ts"

/** Counter-clockwise turns of a quarter. */
export type Quarters = 0 | 1 | 2 | 3

/** Turned counter-clockwise by quarters. */
export const turned = (picture: Picture, quarters: Quarters): Picture => {
  if (quarters === 0) return picture
  const { width, height, pixels, scale } = picture
  const out = new Uint8Array(pixels.length)
  const [w, h] = quarters === 2 ? [width, height] : [height, width]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to =
        quarters === 1
          ? (width - 1 - x) * w + y
          : quarters === 2
            ? (height - 1 - y) * w + width - 1 - x
            : x * w + height - 1 - y
      out[to] = pixels[y * width + x] ?? 0
    }
  }
  return { width: w, height: h, scale, pixels: out }
}

/** Half as wide and high: each pixel is the mean of four. */
export const halved = ({ width, height, pixels, scale }: Picture): Picture => {
  const w = Math.max(1, width >> 1)
  const h = Math.max(1, height >> 1)
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      const below = at + (height > 1 ? width : 0)
      const right = width > 1 ? 1 : 0
      out[y * w + x] =
        ((pixels[at] ?? 0) + (pixels[at + right] ?? 0) + (pixels[below] ?? 0) + (pixels[below + right] ?? 0)) >> 2
    }
  }
  return { width: w, height: h, scale: scale / 2, pixels: out }
}

/** Turned about its middle so that what rose to the right by `slope` radians is level; white comes in at the corners. */
export const straightened = ({ width, height, pixels, scale }: Picture, slope: number): Picture => {
  const out = new Uint8Array(pixels.length).fill(255)
  const cos = Math.cos(slope)
  const sin = Math.sin(slope)
  const cx = (width - 1) / 2
  const cy = (height - 1) / 2
  for (let y = 0; y < height; y++) {
    let sx = cx - cos * cx + sin * (y - cy)
    let sy = cy + sin * cx + cos * (y - cy)
    for (let x = 0; x < width; x++, sx += cos, sy -= sin) {
      const x0 = Math.floor(sx)
      const y0 = Math.floor(sy)
      if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) continue
      const at = y0 * width + x0
      const fx = sx - x0
      const fy = sy - y0
      const top = (pixels[at] ?? 0) * (1 - fx) + (pixels[at + 1] ?? 0) * fx
      const bottom = (pixels[at + width] ?? 0) * (1 - fx) + (pixels[at + width + 1] ?? 0) * fx
      out[y * width + x] = top * (1 - fy) + bottom * fy + 0.5
    }
  }
  return { width, height, scale, pixels: out }
}

/** So many times as wide and high, shades between pixels running evenly from one to the next. */
export const enlarged = ({ width, height, pixels, scale }: Picture, times: number): Picture => {
  const w = Math.max(1, Math.round(width * times))
  const h = Math.max(1, Math.round(height * times))
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    const v = Math.min(height - 1, Math.max(0, (y + 0.5) / times - 0.5))
    const y0 = Math.floor(v)
    const fy = v - y0
    const below = y0 + 1 < height ? width : 0
    for (let x = 0; x < w; x++) {
      const u = Math.min(width - 1, Math.max(0, (x + 0.5) / times - 0.5))
      const x0 = Math.floor(u)
      const fx = u - x0
      const right = x0 + 1 < width ? 1 : 0
      const at = y0 * width + x0
      const top = (pixels[at] ?? 0) * (1 - fx) + (pixels[at + right] ?? 0) * fx
      const bottom = (pixels[at + below] ?? 0) * (1 - fx) + (pixels[at + below + right] ?? 0) * fx
      out[y * w + x] = top * (1 - fy) + bottom * fy + 0.5
    }
  }
  return { width: w, height: h, scale: scale * times, pixels: out }
}
