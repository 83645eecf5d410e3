/**
 * Recognised words → RawPage: each word becomes a run of glyphs, so that columns, headings, lists and tables of a scan
 * come from the same stages as those of any page.
 */
import type { FontInfo, GlyphTable, RawPage } from "../model/Page.ts"
import { unspaced } from "../model/Text.ts"
import type { Recognised, RecognisedLine, RecognisedWord } from "./Recognised.ts"
import { type Look, looks } from "./Sizes.ts"
import type { Grid } from "./Typewriter.ts"

/** All that is known of a page but its glyphs, as the recogniser is told of it. */
export type PageGraphics = Omit<RawPage, "glyphs" | "fonts">

export const graphicsOf = ({ glyphs: _, fonts: __, ...graphics }: RawPage): PageGraphics => graphics

/** Words read with less confidence than this are specks, hatching and leaves of trees. */
const minWordConfidence = 0.25
/** The same of a line, as the mean of its words by their letters. */
const minLineConfidence = 0.4
/** Words further apart than this, in em, have no space between them but a gap, which may be a column's. */
const widestSpace = 1

/** Fewer letters may be seen in specks and hatching. */
const shortestSaid = 3
/** In a word most signs are read at least as surely as this; in what is none hardly one is. */
const surely = 0.95
/** A word of such signs is at least as likely as this. */
const likely = 0.5

const font = (name: string, bold: boolean, mono: boolean): FontInfo => ({
  name,
  bold,
  italic: false,
  mono,
  vertical: false
})

const fonts: ReadonlyArray<FontInfo> = [
  font("Recognised", false, false),
  font("Recognised-Bold", true, false),
  font("Recognised-Mono", false, true),
  font("Recognised-Mono-Bold", true, true)
]

const letters = (word: RecognisedWord) => word.text.length

/**
 * Confidence in a word, given what the recogniser says of it and of each of its signs. It says 0 of a word for a single
 * mark at its end, or for no reason at all, where every letter was read well.
 */
export const confidenceIn = (text: string, said: number, signs: ReadonlyArray<number>): number => {
  if (said >= likely || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < shortestSaid) return said
  const middle = signs.toSorted((a, b) => a - b)[signs.length >> 1] ?? 0
  return middle >= surely ? likely : said
}

/** Mean confidence of words, by their letters; 0 of none. */
export const confidenceOf = (words: ReadonlyArray<RecognisedWord>): number => {
  let sum = 0
  let count = 0
  for (const word of words) {
    sum += word.confidence * letters(word)
    count += letters(word)
  }
  return count === 0 ? 0 : sum / count
}

/** One or two signs alone on a line, none of them a letter or a box to tick, are specks. */
const isSpeck = ({ words }: RecognisedLine) => {
  const text = words.map((word) => word.text).join("")
  return text.length < 3 && !/[\p{L}\p{N}☐☒]/u.test(text)
}

/** Where there are no spaces, what stands within a line is a letter of it, however badly it was read. */
const isWord = ({ text, confidence }: RecognisedWord) =>
  text !== "" && (confidence >= minWordConfidence || unspaced.test(text))

/** A recogniser may say of a word that it ends where one of those after it does. */
const endingBefore = (word: RecognisedWord, next: RecognisedWord | undefined): RecognisedWord =>
  next !== undefined && word.x0 < next.x0 && next.x0 < word.x1 ? { ...word, x1: next.x0 } : word

/** The lines that were read rather than guessed. */
export const confidentLines = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<RecognisedLine> =>
  lines
    .map((line) => {
      const words = line.words.filter(isWord)
      return { ...line, words: words.map((word, i) => endingBefore(word, words[i + 1])) }
    })
    .filter((line) => line.words.length > 0 && !isSpeck(line) && confidenceOf(line.words) >= minLineConfidence)

/** The page as if its recognised text had been set on it. */
export const scanned = (graphics: PageGraphics, recognised: Recognised): RawPage => {
  const lines = confidentLines(recognised.lines)
  const { asDrawn, segments, areas, width, height } = recognised
  const drawn = asDrawn && graphics.segments.length > 0 ? graphics.segments : segments
  return {
    ...graphics,
    width,
    height,
    turned: recognised.turned,
    segments: drawn,
    fills: [],
    images: asDrawn ? graphics.images : [],
    drawings: [],
    links: asDrawn ? graphics.links : [],
    ...(areas.length > 0 ? { areas } : {}),
    glyphs: glyphsOf(lines),
    fonts
  }
}

/** A character along its line: where it begins, and how far the next is. */
interface Advance {
  readonly text: string
  readonly at: number
  readonly wide: number
  readonly bold: boolean
}

/** Every character of a word is given the same share of its width, so that only words are apart, or its place in typewriter. */
const advancesOf = (line: RecognisedLine, { size, bold: isBold, grid }: Look): ReadonlyArray<Advance> => {
  const words = grid === null ? line.words : onGrid(line.words, grid)
  const out: Array<Advance> = []
  let end = Number.NaN
  for (const [index, word] of words.entries()) {
    const characters = [...word.text]
    const bold = isBold[index] ?? false
    const last = out.at(-1)
    const gap = word.x0 - end
    // in typewriter nothing is narrower than a space
    const isSpace = gap < widestSpace * size && (grid === null || gap > grid.pitch / 2)
    if (last !== undefined && isSpace) {
      const wide = Math.max(0, gap)
      if (unspaced.test(last.text) && unspaced.test(characters[0] ?? ""))
        out[out.length - 1] = { ...last, wide: last.wide + wide }
      else out.push({ text: " ", at: end, wide, bold: bold && last.bold })
    }
    const wide = (word.x1 - word.x0) / characters.length
    out.push(...characters.map((text, i) => ({ text, at: word.x0 + i * wide, wide, bold })))
    end = word.x1
  }
  return out
}

const onGrid = (words: ReadonlyArray<RecognisedWord>, { pitch, starts }: Grid): ReadonlyArray<RecognisedWord> =>
  words.map((word, i) => {
    const x0 = starts[i] ?? word.x0
    return { ...word, x0, x1: x0 + pitch * [...word.text].length }
  })

const glyphsOf = (lines: ReadonlyArray<RecognisedLine>): GlyphTable => {
  const look = looks(lines)
  const all = lines.flatMap((line, index) => {
    const own = look[index] ?? { size: 10, bold: [], grid: null }
    const mono = own.grid !== null && own.grid.isTyped !== true
    return advancesOf(line, own).map((advance) => ({ ...advance, size: own.size, mono, line }))
  })
  const { length } = all
  return {
    length,
    text: all.map(({ text }) => text),
    x: Float64Array.from(all, ({ line, at }) =>
      line.angle === 0 ? at : line.angle === 90 ? line.baseline : -line.baseline
    ),
    y: Float64Array.from(all, ({ line, at }) => (line.angle === 0 ? line.baseline : line.angle === 90 ? -at : at)),
    w: Float64Array.from(all, ({ wide }) => wide),
    size: Float32Array.from(all, ({ size }) => size),
    angle: Int16Array.from(all, ({ line }) => line.angle),
    font: Uint16Array.from(all, ({ bold, mono }) => (bold ? 1 : 0) + (mono ? 2 : 0)),
    colour: new Uint32Array(length),
    mcid: new Int32Array(length).fill(-1),
    flags: new Uint8Array(length),
    inks: undefined
  }
}
