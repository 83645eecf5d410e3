/** Which recognised lines are set in typewriter: every character of theirs, spaces too, is as wide as every other. */

import { usualLeadingEm } from "../model/Measures.ts"
import { isFigure, isPlainWord, unspaced } from "../model/Text.ts"
import type { RecognisedLine, RecognisedWord } from "./Recognised.ts"

/** Where the characters of a line stand. */
export interface Grid {
  /** How far each is from the next, in points. */
  readonly pitch: number
  /** Where each word begins. */
  readonly starts: ReadonlyArray<number>
  /** Of a page that was typed, such as a letter or a transcript: it says nothing of the text. */
  readonly isTyped?: true
}

/** What is free beside the ink of a character, as a share of the pitch: points and brackets are narrow. */
const bearing = 0.08
const bearingOfNarrow = 0.3
const narrow = /[.,:;'`!|()[\]{}-]/
/** How far the words of a line are from the pitch that they say themselves, as a share of it, in the mean of squares. */
const surely = 0.3
/** How far a word may be from the pitch of the lines beside its own, and the share of the characters whose words are on it. */
const near = 0.4
const most = 0.6
/** Pitches that differ by less than this share are the same. */
const samePitch = 0.02
/** Fewer characters, or more figures among them, which are as wide as each other in any type, tell nothing. */
const fewest = 10
const mostFigures = 0.3
/** So many of the words on a page that was typed are plain: of programs and what they print less are. */
const leastPlain = 0.9
/** Lines one below the other are at most so far from one another, in heights of their capitals. */
const below = 3 * usualLeadingEm

/**
 * For each line its grid, or null. Two lines one below the other that say the same pitch are typewriter, and make it known on the page: so are
 * others that say it, the lines above and below them whose words are on it, and those between two such lines.
 */
export const grids = (lines: ReadonlyArray<RecognisedLine>): ReadonlyArray<Grid | null> => {
  const own = lines.map(ownPitch)
  const out: Array<Grid | null> = lines.map(() => null)
  const isFollowed = (i: number) => follows(lines[i], lines[i + 1])
  const known = own.filter((pitch, i) => pitch > 0 && areAlike(pitch, own[i + 1] ?? 0) && isFollowed(i))
  const take = (i: number, pitch: number, isSure = false): boolean => {
    const line = lines[i]
    if (line === undefined || out[i] !== null || !(isSure || shareOn(line, pitch) >= most)) return false
    out[i] = gridOf(line, pitch)
    return true
  }
  for (const [i, said] of own.entries()) {
    const pitch = middleOf(known.filter((each) => areAlike(each, said)))
    if (pitch === undefined || !take(i, pitch, true)) continue
    for (let k = i - 1; isFollowed(k) && take(k, pitch); ) k--
    for (let k = i + 1; isFollowed(k - 1) && take(k, pitch); ) k++
  }
  for (const i of lines.keys()) {
    const [last, next] = [out[i - 1], out[i + 1]]
    if (last != null && next != null && isFollowed(i - 1) && isFollowed(i)) take(i, last.pitch, true)
  }
  return isTyped(lines, out) ? out.map((grid) => (grid === null ? null : { ...grid, isTyped: true })) : out
}

/** Whether most of a page is typewriter, and nearly all of that plain words. */
const isTyped = (lines: ReadonlyArray<RecognisedLine>, found: ReadonlyArray<Grid | null>): boolean => {
  const typed = lines.flatMap(({ words }, i) => (found[i] === null ? [] : words))
  const isMost = 2 * charactersIn(typed) > charactersIn(lines.flatMap(({ words }) => words))
  const worded = typed.filter(({ text }) => !isFigure(text))
  return isMost && worded.filter(({ text }) => isPlainWord(text)).length >= leastPlain * worded.length
}

const areAlike = (a: number, b: number): boolean => Math.abs(a - b) <= samePitch * Math.max(a, b)

const middleOf = (values: ReadonlyArray<number>): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1]

const follows = (line: RecognisedLine | undefined, next: RecognisedLine | undefined): boolean => {
  if (line?.angle !== 0 || next?.angle !== 0) return false
  const step = next.baseline - line.baseline
  return step > 0 && step < below * Math.max(line.rise, next.rise)
}

/** The pitch that a line's words are on, with one space between them or as many as there is room for; 0 where they are on none. */
const ownPitch = (line: RecognisedLine): number => {
  const { words, angle } = line
  const text = words.map((word) => word.text).join(" ")
  const figures = text.match(/\p{N}/gu)?.length ?? 0
  if (angle !== 0 || words.length < 2 || text.length < fewest || figures > mostFigures * text.length) return 0
  if (unspaced.test(text)) return 0
  const first = fitted(words, () => 1).pitch
  const { pitch, error } = fitted(words, (gap) => Math.max(1, Math.round(gap / first)))
  return error <= surely ? pitch : 0
}

/** From where to where a word's characters reach on a pitch, beyond its ink. */
const reach = ({ text, x0, x1 }: RecognisedWord, pitch: number): readonly [number, number] => [
  x0 - pitch * bearingOf(text.charAt(0)),
  x1 + pitch * bearingOf(text.charAt(text.length - 1))
]

const bearingOf = (sign: string): number => (narrow.test(sign) ? bearingOfNarrow : bearing)

const countOf = ({ text }: RecognisedWord): number => [...text].length

const charactersIn = (words: ReadonlyArray<RecognisedWord>): number =>
  words.reduce((sum, word) => sum + countOf(word), 0)

/** The pitch that words are on by least squares, and how far they are from it, by their lengths. */
const fitted = (words: ReadonlyArray<RecognisedWord>, spacesIn: (gap: number) => number) => {
  let before = 0
  const places = words.map((word, i) => {
    const count = countOf(word)
    if (i > 0) before += spacesIn(word.x0 - (words[i - 1]?.x1 ?? 0))
    const at = before + count / 2
    before += count
    return { at, middle: (word.x0 + word.x1) / 2, count }
  })
  const all = charactersIn(words)
  const mean = (of: (place: (typeof places)[number], i: number) => number) =>
    places.reduce((sum, place, i) => sum + place.count * of(place, i), 0) / all
  const [at, middle] = [mean((place) => place.at), mean((place) => place.middle)]
  const pitch = mean((place) => (place.at - at) * (place.middle - middle)) / mean((place) => (place.at - at) ** 2)
  const apart = mean((place) => ((place.middle - middle) / pitch - place.at + at) ** 2)
  const wide = mean(({ count }, i) => {
    const [x0, x1] = reach(words[i] as RecognisedWord, pitch)
    return ((x1 - x0) / pitch - count) ** 2
  })
  return { pitch, error: Math.sqrt(Math.max(apart, wide)) }
}

/** Where on the pitch a line begins: the middle of what its words say. */
const phaseOf = (words: ReadonlyArray<RecognisedWord>, pitch: number): number => {
  let [x, y] = [0, 0]
  for (const word of words) {
    const turn = (2 * Math.PI * reach(word, pitch)[0]) / pitch
    x += countOf(word) * Math.cos(turn)
    y += countOf(word) * Math.sin(turn)
  }
  return (Math.atan2(y, x) / (2 * Math.PI)) * pitch
}

/** The share of a line's characters whose words begin on the pitch and are as wide as they are long. */
const shareOn = ({ words }: RecognisedLine, pitch: number): number => {
  const phase = phaseOf(words, pitch)
  const on = words.filter((word) => {
    const [x0, x1] = reach(word, pitch)
    const at = (x0 - phase) / pitch
    return Math.abs(at - Math.round(at)) <= near && Math.abs((x1 - x0) / pitch - countOf(word)) <= near
  })
  return charactersIn(on) / Math.max(1, charactersIn(words))
}

const gridOf = ({ words }: RecognisedLine, pitch: number): Grid => {
  const phase = phaseOf(words, pitch)
  return { pitch, starts: words.map((word) => phase + pitch * Math.round((reach(word, pitch)[0] - phase) / pitch)) }
}
