/** Uneven light on photographed or badly lit paper, which would pass for ink where it is darkest. */
import type { Picture } from "./Recognised.ts"

/** Side of the squares within which the light is taken as even, in points: a few lines of text. */
const lightSquarePt = 24
/** Minimum share of each square that is paper, even between lines of bold print. */
const paperShare = 0.1
/** Light that differs less than this from place to place troubles no recogniser. */
const even = 0.8
/** From one square to the next light falls off gently; the edge of a photograph or of a dark bar does not. */
const gentle = 0.8
/** Paper in less light than this, in shades, is not told from what is printed on it. */
const darkest = 40

interface Tiles {
  readonly columns: number
  readonly rows: number
  readonly size: number
  readonly light: Float32Array
}

/** How light the paper is in each square. */
const lightOf = ({ width, height, scale, pixels }: Picture): Tiles => {
  const size = Math.max(8, Math.round(lightSquarePt * scale))
  const columns = Math.max(1, Math.floor(width / size))
  const rows = Math.max(1, Math.floor(height / size))
  const light = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      const right = column === columns - 1 ? width : (column + 1) * size
      const bottom = row === rows - 1 ? height : (row + 1) * size
      for (let y = row * size; y < bottom; y++) {
        for (let at = y * width + column * size; at < y * width + right; at++) {
          const shade = pixels[at] ?? 0
          counts[shade] = (counts[shade] ?? 0) + 1
        }
      }
      let left = paperShare * (right - column * size) * (bottom - row * size)
      let shade = 255
      for (; shade > 0; shade--) {
        left -= counts[shade] ?? 0
        if (left <= 0) break
      }
      light[row * columns + column] = shade
    }
  }
  return { columns, rows, size, light }
}

/** Whether light falls off, and does so gently all over the page. */
const isUneven = ({ columns, rows, light }: Tiles): boolean => {
  // of a large sheet there are more squares than a call takes arguments
  const least = light.reduce((a, b) => Math.min(a, b))
  const most = light.reduce((a, b) => Math.max(a, b))
  if (least < darkest || least > even * most) return false
  const differs = (a: number, b: number) =>
    Math.min(light[a] ?? 0, light[b] ?? 0) < gentle * Math.max(light[a] ?? 0, light[b] ?? 0)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      if (column > 0 && differs(at, at - 1)) return false
      if (row > 0 && differs(at, at - columns)) return false
    }
  }
  return true
}

/** The picture as if the light had been the same all over it; itself where it was, or where that cannot be told. */
export const evened = (picture: Picture): Picture => {
  const tiles = lightOf(picture)
  if (!isUneven(tiles)) return picture
  const { width, height, pixels } = picture
  const { columns, rows, size, light } = tiles
  const out = new Uint8Array(pixels.length)
  // between the middles of squares the light changes evenly
  const near = (place: number, count: number) => Math.min(count - 1, Math.max(0, (place + 0.5) / size - 0.5))
  for (let y = 0; y < height; y++) {
    const v = near(y, rows)
    const above = Math.floor(v)
    const below = Math.min(rows - 1, above + 1)
    for (let x = 0; x < width; x++) {
      const u = near(x, columns)
      const left = Math.floor(u)
      const right = Math.min(columns - 1, left + 1)
      const mix = (row: number) =>
        (light[row * columns + left] ?? 0) * (1 - u + left) + (light[row * columns + right] ?? 0) * (u - left)
      const here = mix(above) * (1 - v + above) + mix(below) * (v - above)
      out[y * width + x] = Math.min(255, (255 * (pixels[y * width + x] ?? 0)) / here)
    }
  }
  return { ...picture, pixels: out }
}
