/**
 * Words left to right → words in reading order. Glyphs come as they are seen, so what the Unicode bidirectional algorithm
 * (UAX #9) did is undone: right-to-left stretches are turned round and their brackets mirrored, numbers and Latin stay.
 */
import type { LineWord } from "../model/Line.ts"

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Letters of all other scripts. */
const leftToRight = /(?![\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}])\p{L}/u
const allRight = new RegExp(rightToLeft, "gu")
const allLeft = new RegExp(leftToRight, "gu")
const digit = /\p{N}/u
const mark = /\p{M}/u
const arabic = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
/** What stays inside a number between two digits, and beside one; after Arabic letters signs do not (rules W2, W4, W5). */
const separator = /^[.,:/٫٬]$/u
const sign = /^[-+−]$/u
const unit = /^[%$€£¥₪#°]$/u
/** What may stand between a name and its number, such as the hyphen in `COVID-19`. */
const joins = /^[\s._/:-]*$/u

const mirrored: Readonly<Record<string, string>> = Object.fromEntries(
  ["()", "[]", "{}", "<>", "«»", "‹›", "≤≥", "⟨⟩"].flatMap(([a = "", b = ""]) => [
    [a, b],
    [b, a]
  ])
)

type Kind = "right" | "left" | "number" | "neutral"

/** A stretch of one word that goes one way, or the space between two words. */
interface Piece {
  readonly text: string
  readonly kind: Kind
  readonly word: LineWord | null
  /** Its share of the word, from and to. */
  readonly from: number
  readonly to: number
}

/** Every right-to-left script lies beyond this. */
const firstRightToLeft = 0x590

/** Most words: looked at before the costlier question. */
const isLow = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= firstRightToLeft) return false
  return true
}

/** `otherwise` is the direction of lines that have no letters. */
export const ordered = (words: ReadonlyArray<LineWord>, otherwise?: "right"): ReadonlyArray<LineWord> => {
  if (words[0]?.mirrored) return words
  const isRight = words.some((word) => !isLow(word.text) && rightToLeft.test(word.text))
  if (!isRight && (otherwise === undefined || words.some((word) => leftToRight.test(word.text)))) return words
  const pieces: Array<Piece> = []
  const signed = !words.some((word) => arabic.test(word.text))
  words.forEach((word, i) => {
    if (i > 0 && !word.noSpaceBefore) pieces.push({ text: " ", kind: "neutral", word: null, from: 0, to: 0 })
    pieces.push(...piecesOf(word))
  })
  let right = 0
  let left = 0
  for (const { kind, text } of pieces) {
    if (kind === "right") right += text.length
    else if (kind === "left") left += text.length
  }
  const base = right < left ? "left" : "right"
  return inOrder(pieces, resolved(pieces, base, signed), base)
}

/** Whether most of the letters that have a direction go from right to left. */
export const isRightToLeft = (text: string): boolean => {
  if (isLow(text)) return false
  const right = text.match(allRight)?.length ?? 0
  return right > 0 && right >= (text.match(allLeft)?.length ?? 0)
}

/** Whether words in reading order are read against the direction of their page. */
export const runsAgainst = (words: ReadonlyArray<LineWord>): boolean => {
  if (!words.some((word) => word.turned || word.mirrored)) return false
  const text = words.map((word) => word.text).join("")
  return words[0]?.mirrored ? leftToRight.test(text) && !isRightToLeft(text) : isRightToLeft(text)
}

/** Digits first: those of Arabic are of its script, and go from left to right as all do. */
const kindOf = (character: string): Kind =>
  digit.test(character)
    ? "number"
    : rightToLeft.test(character)
      ? "right"
      : leftToRight.test(character)
        ? "left"
        : "neutral"

/** A word cut where its direction changes. A word that was turned already stays whole, and so does a formula, which goes as numbers do. */
const piecesOf = (word: LineWord): ReadonlyArray<Piece> => {
  if (word.formula !== undefined) return [{ text: word.text, kind: "number", word, from: 0, to: 1 }]
  const characters = [...word.text]
  if (word.turned) {
    const kinds = characters.map(kindOf)
    const kind = (["right", "left", "number"] as const).find((each) => kinds.includes(each)) ?? "neutral"
    return [{ text: word.text, kind, word, from: 0, to: 1 }]
  }
  const kinds: Array<Kind> = characters.map(kindOf)
  for (let i = 0; i < kinds.length; i++) {
    const character = characters[i] ?? ""
    if (mark.test(character) && i > 0) kinds[i] = kinds[i - 1] ?? "neutral"
  }
  const out: Array<Piece> = []
  let start = 0
  for (let i = 1; i <= characters.length; i++) {
    if (i < characters.length && kinds[i] === kinds[start]) continue
    out.push({
      text: characters.slice(start, i).join(""),
      kind: kinds[start] ?? "neutral",
      word,
      from: start / characters.length,
      to: i / characters.length
    })
    start = i
  }
  return out
}

/** Which way each piece goes: neutral ones as both neighbours do, and as the line does between unlike ones. */
const resolved = (
  found: ReadonlyArray<Piece>,
  base: "left" | "right",
  signed: boolean
): ReadonlyArray<"left" | "right"> => {
  const ways: Array<"left" | "right"> = found.map(() => base)
  const pieces = found.map((each, i) => (isOfNumber(found, i, signed) ? { ...each, kind: "number" as const } : each))
  for (let i = 0; i < pieces.length; ) {
    const kind = pieces[i]?.kind
    if (kind !== "neutral") {
      ways[i] = kind === "right" ? "right" : "left"
      i++
      continue
    }
    let end = i
    while (end < pieces.length && pieces[end]?.kind === "neutral") end++
    const before = pieces[i - 1]?.kind
    const after = pieces[end]?.kind
    // a number belongs to the name beside it, but not across a bracket; two numbers side by side are two
    const named = (before === "left" && after === "number") || (before === "number" && after === "left")
    const both =
      before === "right" && after === "right"
        ? "right"
        : (before === "left" && after === "left") ||
            (named && pieces.slice(i, end).every((piece) => joins.test(piece.text)))
          ? "left"
          : base
    for (let k = i; k < end; k++) ways[k] = both
    i = end
  }
  return ways
}

/** What belongs to the number it touches: what stands inside one, a sign before it, its unit. */
const isOfNumber = (pieces: ReadonlyArray<Piece>, i: number, signed: boolean): boolean => {
  const { text = "", kind } = pieces[i] ?? {}
  const [before, after] = [pieces[i - 1], pieces[i + 1]].map((each) => each?.kind === "number")
  if (kind !== "neutral" || !(before || after)) return false
  if (before && after) return separator.test(text) || (signed && sign.test(text))
  return signed && (unit.test(text) || (sign.test(text) && after === true && (pieces[i - 1]?.text ?? " ") === " "))
}

const inOrder = (
  pieces: ReadonlyArray<Piece>,
  ways: ReadonlyArray<"left" | "right">,
  base: "left" | "right"
): ReadonlyArray<LineWord> => {
  const order: Array<number> = []
  const across = base === "right" ? pieces.map((_, i) => pieces.length - 1 - i) : pieces.map((_, i) => i)
  let stretch: Array<number> = []
  for (const i of across) {
    if (ways[i] === base) {
      for (const each of stretch.reverse()) order.push(each)
      order.push(i)
      stretch = []
    } else stretch.push(i)
  }
  for (const each of stretch.reverse()) order.push(each)
  const out: Array<LineWord> = []
  let glued = true
  for (const i of order) {
    const piece = pieces[i]
    if (piece === undefined) continue
    if (piece.word === null) glued = false
    else {
      out.push(placed(piece, piece.word, ways[i] === "right", glued && out.length > 0))
      glued = true
    }
  }
  return out
}

const placed = (piece: Piece, word: LineWord, turned: boolean, glued: boolean): LineWord => {
  const { x0, x1 } = word.box
  const whole = piece.from === 0 && piece.to === 1
  return {
    ...word,
    noSpaceBefore: glued,
    ...(whole
      ? {}
      : {
          box: { ...word.box, x0: x0 + piece.from * (x1 - x0), x1: x0 + piece.to * (x1 - x0) },
          spaced: piece.from === 0 && word.spaced
        }),
    text: turned && !word.turned ? mirror(piece.text) : piece.text,
    turned: true
  }
}

const cluster = /\P{M}\p{M}*|\p{M}+/gu

/** A letter keeps its marks. */
const mirror = (text: string): string =>
  (text.match(cluster) ?? [])
    .reverse()
    .map((each) => mirrored[each] ?? each)
    .join("")
