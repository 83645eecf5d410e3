/**
 * The font size and weight of recognised lines. Heights measured in a picture jitter by a pixel, which is a fifth of small
 * print; the widths of words do so less, and say how large one line is beside another. Print has few sizes.
 */
import { isBox } from "../lines/Markers.ts"
import type { RecognisedLine } from "./Recognised.ts"
import { type Grid, grids } from "./Typewriter.ts"

/** How wide signs are, in em: the middle between Helvetica and Times, of Adobe's metrics of the standard fonts. */
const widths = new Map(
  Object.entries({
    "|'": 0.24,
    ",./:;\\ijlt": 0.28,
    "!I[]f()-`r": 0.34,
    '"{}': 0.44,
    "*J^csz": 0.48,
    "?aekvxy": 0.52,
    "+<=>FL~PSTZE": 0.62,
    ABCKRVXY: 0.72,
    "&DHNUwGOQ": 0.78,
    m: 0.84,
    "%M@W": 0.95
  }).flatMap(([signs, width]) => Array.from(signs, (sign) => [sign, width] as const))
)
const usualWidth = 0.56
const wideScript = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u
/** What lies beside the ink of a word, in em. */
const bearings = 0.1

/** How much the measure of a line is in doubt, as a share of it: its height, and its width by the number of its letters. */
const heightDoubt = 0.15
const widthDoubt = 0.05
const widthDoubtOfOne = 0.6

/** Height of capitals and ascenders over font size: text faces have 0.66 to 0.73. */
const capHeight = 0.7
/** Lines whose measured sizes differ by less than this share are of one size, the shorter they are, the more they may: by this of one letter. */
export const sameSize = 0.08
const sameSizeOfOne = 0.4
/** Bold letters are this much wider. */
const boldWidth = 1.07
/** Strokes this much thicker than those of most text are bold. Bold faces have 1.4 to 1.8. */
const thicker = 1.25
/** In a poor picture strokes differ by themselves: bold ones by so many times what a quarter of them do, for half of a page may be bold. */
const beyondNoise = 12
/** Strokes thinner than this, in points, cannot be told apart in a picture. */
const finest = 0.3

export interface Look {
  readonly size: number
  /** Of each of its words. */
  readonly bold: ReadonlyArray<boolean>
  /** Null where it is not set in typewriter. */
  readonly grid: Grid | null
}

const lettersOf = (line: RecognisedLine) => line.words.reduce((sum, word) => sum + word.text.length, 0)

/** The value below which this share of the weights lies. */
export const quantile = (share: number, values: ReadonlyArray<readonly [value: number, weight: number]>): number => {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const least = share * sorted.reduce((sum, [, weight]) => sum + weight, 0)
  let sum = 0
  for (const [value, weight] of sorted) {
    sum += weight
    if (sum >= least) return value
  }
  return 0
}

/** The middle of values by their weights. */
const median = (values: Parameters<typeof quantile>[1]): number => quantile(1 / 2, values)

const widthOf = (sign: string) => widths.get(sign) ?? (wideScript.test(sign) ? 1 : usualWidth)

/** The size at which most words of a line would be as wide as they are: leaders and what was misread are not. */
const sizeByWidth = ({ words }: RecognisedLine): number =>
  median(
    words.map(({ text, x0, x1 }) => {
      const signs = Array.from(text.normalize("NFD").replace(/\p{M}/gu, ""))
      return [(x1 - x0) / signs.reduce((sum, sign) => sum + widthOf(sign), -bearings), signs.length]
    })
  )

/** Sizes from heights and widths, which differ by how wide the document's letters are. */
const measuredSizes = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<number> => {
  const byHeight = lines.map((line) => line.rise / capHeight)
  const byWidth = lines.map(sizeByWidth)
  const weights = lines.map(lettersOf)
  const ratios = byWidth.flatMap((size, i) => (size > 0 ? [[(byHeight[i] ?? 0) / size, weights[i] ?? 0] as const] : []))
  const wide = median(ratios)
  return byHeight.map((height, i) => {
    const width = (byWidth[i] ?? 0) * wide
    const trusted = heightDoubt ** -2
    const also = width > 0 ? (widthDoubt + widthDoubtOfOne / Math.max(1, weights[i] ?? 0)) ** -2 : 0
    return Math.exp((trusted * Math.log(height) + (also > 0 ? also * Math.log(width) : 0)) / (trusted + also))
  })
}

const rounded = (size: number) => Math.max(1, Math.round(size * 2) / 2)

/**
 * The size that most letters have draws the sizes near it to itself; what is left is grouped from the smallest to the
 * largest.
 */
const settled = (measured: ReadonlyArray<number>, letters: ReadonlyArray<number>): ReadonlyArray<number> => {
  const slack = letters.map((count) => sameSize + sameSizeOfOne / Math.max(1, count))
  const body = median(measured.map((size, i) => [size, letters[i] ?? 0]))
  const isBody = measured.map((size, i) => Math.abs(size - body) <= (slack[i] ?? 0) * body)
  const out = measured.map(() => body)
  const others = measured.map((_, i) => i).filter((i) => !isBody[i])
  others.sort((a, b) => (measured[a] ?? 0) - (measured[b] ?? 0) || a - b)
  for (let from = 0; from < others.length; ) {
    const start = others[from] ?? 0
    const isAlike = (i: number) =>
      (measured[i] ?? 0) <= (measured[start] ?? 0) * (1 + (slack[start] ?? 0) + (slack[i] ?? 0))
    let to = from
    while (to < others.length && isAlike(others[to] ?? 0)) to++
    const group = others.slice(from, to)
    const size = median(group.map((i) => [measured[i] ?? 0, letters[i] ?? 0]))
    for (const i of group) out[i] = size
    from = to
  }
  return out
}

/** Fewer letters have strokes that say little. */
const shortestMeasured = 2

/** Which words are bold, at these sizes of their lines. */
const boldOf = (
  lines: ReadonlyArray<RecognisedLine>,
  size: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<boolean>> => {
  const shares = lines.map(({ words }, i) => words.map(({ stroke }) => stroke / (size[i] ?? 1)))
  const weighed = (of: (share: number) => number) =>
    lines.flatMap(({ words }, i) =>
      words.flatMap(({ text, stroke }, k) => (stroke > 0 ? [[of(shares[i]?.[k] ?? 0), text.length] as const] : []))
    )
  const usual = median(weighed((share) => share))
  const noise = quantile(
    1 / 4,
    weighed((share) => Math.abs(share / usual - 1))
  )
  const least = Math.max(thicker, 1 + beyondNoise * noise)
  return lines.map(({ words }, i) => {
    const told = words.map(({ text }, k) => {
      if (isBox(text)) return false
      const isTold = text.length >= shortestMeasured && (words[k]?.stroke ?? 0) > 0
      return isTold ? usual * (size[i] ?? 1) > finest && (shares[i]?.[k] ?? 0) > least * usual : null
    })
    const before = (k: number) => told.slice(0, k).findLast((bold) => bold !== null)
    const after = (k: number) => told.slice(k).find((bold) => bold !== null)
    // a short word goes with what is before it
    const bold = told.map((bold, k) => bold ?? before(k) ?? after(k) ?? (shares[i]?.[k] ?? 0) > least * usual)
    // of words that alone are thicker than those on both their sides nine in ten are not bold
    return bold.map((each, k) => each && !(bold[k - 1] === false && bold[k + 1] === false))
  })
}

/** How wide the characters of typewriter are, in em: Courier's, and about all others'. */
const typewriterEm = 0.6

/** One size for each line, its bold words, and where it stands in typewriter, which says its size. */
export const looks = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<Look> => {
  const letters = lines.map(lettersOf)
  const measured = measuredSizes(lines)
  const bold = boldOf(lines, settled(measured, letters))
  const isBold = (i: number) => bold[i]?.every((each) => each) === true
  const narrowed = measured.map((size, i) => (isBold(i) ? size / boldWidth : size))
  const grid = grids(lines)
  return settled(narrowed, letters).map((size, i) => {
    const own = grid[i] ?? null
    // typewriters have no bold type, but keys that are struck harder
    const thick = own?.isTyped === true ? lines[i]?.words.map(() => false) : bold[i]
    return { size: rounded(own === null ? size : own.pitch / typewriterEm), bold: thick ?? [], grid: own }
  })
}
