/** The font size and weight of recognised lines. Heights measured in a picture jitter; print has few sizes. */
import type { RecognisedLine } from "./Recognised.ts"

/** Height of capitals and ascenders over font size: text faces have 0.66 to 0.73. */
const capHeight = 0.7
/** Lines whose measured sizes differ from that of most letters by less than this share are of that size. */
const alike = 0.13
/** Among the others, which are short and so measured less well. */
const alikeOthers = 0.19
/** Strokes this much thicker than those of most text are bold. Bold faces have 1.4 to 1.8. */
const thicker = 1.3
/** Strokes thinner than this, in points, cannot be told apart in a picture. */
const finest = 0.3

export interface Look {
  readonly size: number
  readonly bold: boolean
}

const lettersOf = (line: RecognisedLine) => line.words.reduce((sum, word) => sum + word.text.length, 0)

/** The middle of values by their weights. */
const median = (values: ReadonlyArray<readonly [value: number, weight: number]>): number => {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2
  let sum = 0
  for (const [value, weight] of sorted) {
    sum += weight
    if (sum >= half) return value
  }
  return 0
}

const rounded = (size: number) => Math.max(1, Math.round(size * 2) / 2)

/**
 * One look for each line. The size that most letters have draws the sizes near it to itself; what is left is grouped from
 * the smallest to the largest.
 */
export const sizes = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<Look> => {
  const measured = lines.map((line) => line.rise / capHeight)
  const weights = lines.map(lettersOf)
  const body = median(measured.map((size, i) => [size, weights[i] ?? 0]))
  const settled = measured.map((size) => (Math.abs(size - body) <= alike * body ? body : 0))
  const others = measured.map((_, i) => i).filter((i) => settled[i] === 0)
  others.sort((a, b) => (measured[a] ?? 0) - (measured[b] ?? 0) || a - b)
  for (let from = 0; from < others.length; ) {
    const least = measured[others[from] ?? 0] ?? 0
    let to = from
    while (to < others.length && (measured[others[to] ?? 0] ?? 0) <= least * (1 + alikeOthers)) to++
    const group = others.slice(from, to)
    const size = median(group.map((i) => [measured[i] ?? 0, weights[i] ?? 0]))
    for (const i of group) settled[i] = size
    from = to
  }
  const strokes = lines.map((line) =>
    median(line.words.filter((w) => w.stroke > 0).map((w) => [w.stroke, w.text.length]))
  )
  const usual = median(
    strokes.flatMap((stroke, i) => (settled[i] === body && stroke > 0 ? [[stroke, weights[i] ?? 0]] : []))
  )
  return lines.map((_, i) => {
    const size = settled[i] ?? body
    const expected = (usual * size) / body
    const stroke = strokes[i] ?? 0
    return { size: rounded(size), bold: usual > finest && stroke > thicker * expected }
  })
}
