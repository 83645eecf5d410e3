/** Colours as WCAG 2 measures them. */

export const channels = (colour: number): readonly [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 0xff,
  colour & 0xff
]

/** Contrast ratio: 1 for two of one lightness, 21 for black on white. */
export const contrast = (a: number, b: number): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance (WCAG 2, 1.4.3). */
const luminance = (colour: number): number => {
  const [r, g, b] = channels(colour).map((each) => {
    const share = each / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
