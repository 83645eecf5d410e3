/** Colours as WCAG 2 measures them. */

export const channels = (colour: number): readonly [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 0xff,
  colour & 0xff
]

/** Contrast ratio: 1 for two of one lightness, 21 for black on white. */
export const contrast = (a: number, b: number): number => {
  const [own, other] = [luminance(a), luminance(b)]
  return (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05)
}

/** The light of each value of a channel. */
const light = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Relative luminance (WCAG 2, 1.4.3). */
const luminance = (colour: number): number => {
  const [r, g, b] = channels(colour)
  return 0.2126 * (light[r] ?? 0) + 0.7152 * (light[g] ?? 0) + 0.0722 * (light[b] ?? 0)
}
