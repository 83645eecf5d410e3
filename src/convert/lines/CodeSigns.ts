/**
 * LineWord[] → LineWord[]: signs within code that its face has not, or that were set in another, are code. TeX takes braces, backslashes
 * and the brackets of tags from its fonts for formulas.
 */

import type { LineWord } from "../model/Line.ts"

/** Signs that text seldom sets between two pieces of code; it does set commas, full stops, slashes, dashes and the bars of a grammar. */
const sign = /^[<>{}\\~^_=+*#$&@%'’"]+$/u

export const withSignsOfCode = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  // most lines
  if (!words.some(({ mono }) => mono) || words.every(({ mono }) => mono)) return words
  const signs = new Set([...between(words), ...beforeNames(words), ...bracketsIn(words)])
  for (const word of [...partnersOf(words, signs), ...closing(words, signs)]) signs.add(word)
  return signs.size === 0
    ? words
    : words.map((word) => (signs.has(word) ? { ...word, mono: true, isSignOfCode: true as const } : word))
}

/** Signs that touch code on both sides. */
const between = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> =>
  words.filter((word, i) => {
    const [before, next] = [words[i - 1], words[i + 1]]
    return isSign(word) && before?.mono === true && word.noSpaceBefore && next?.mono === true && next.noSpaceBefore
  })

/** A backslash that touches the name behind it, which text never has. */
const beforeNames = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> =>
  words.filter((word, i) => {
    const next = words[i + 1]
    return word.text.endsWith("\\") && isSign(word) && next?.mono === true && next.noSpaceBefore
  })

/** Braces that touch the code before them, in which as many are open. */
const closing = (words: ReadonlyArray<LineWord>, signs: ReadonlySet<LineWord>): ReadonlyArray<LineWord> => {
  const out: Array<LineWord> = []
  let open = 0
  for (const word of words) {
    const isCode = word.mono || signs.has(word)
    const isClosing = isSign(word) && word.noSpaceBefore && /^\}+$/.test(word.text) && word.text.length <= open
    if (!isCode && !isClosing) {
      open = 0
      continue
    }
    if (!isCode) out.push(word)
    for (const each of word.text) open = each === "{" ? open + 1 : each === "}" ? Math.max(0, open - 1) : open
  }
  return out
}

const quote = /^['’"]$/u

/** The quotes at the other end of code between quotes of which one is within code. */
const partnersOf = (words: ReadonlyArray<LineWord>, signs: ReadonlySet<LineWord>): ReadonlyArray<LineWord> => {
  const out: Array<LineWord> = []
  let open: LineWord | undefined
  words.forEach((word, i) => {
    if (word.mono) return
    if (!isSign(word) || !quote.test(word.text)) open = undefined
    else if (open?.text === word.text && word.noSpaceBefore) {
      if (signs.has(open) || signs.has(word)) out.push(open, word)
      open = undefined
    } else open = words[i + 1]?.noSpaceBefore === true ? word : undefined
  })
  return out
}

/** The brackets of a tag, which both touch the code between them. Braces say in grammars how often code may come. */
const bracketsIn = (words: ReadonlyArray<LineWord>): ReadonlyArray<LineWord> => {
  const out: Array<LineWord> = []
  let open: LineWord | undefined
  words.forEach((word, i) => {
    if (word.mono) {
      if (open !== undefined && words[i - 1] === open && !word.noSpaceBefore) open = undefined
    } else {
      const isClosed = open !== undefined && word.text === ">" && words[i - 1] !== open
      if (open !== undefined && isClosed && isSign(word) && word.noSpaceBefore) out.push(open, word)
      open = word.text === "<" && isSign(word) ? word : undefined
    }
  })
  return out
}

const isSign = ({ text, mono, baselineShift, formula }: LineWord): boolean =>
  !mono && baselineShift === 0 && formula === undefined && sign.test(text)
