/** Words left to right → words in reading order. In right-to-left lines glyphs come as they are seen, left to right. */
import type { Placed } from "./Page.ts"

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u
/** Share of the strong characters that makes a line right-to-left. */
const mostly = 0.5

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "«": "»",
  "»": "«"
}

export const ordered = (words: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  if (!words.some((word) => rightToLeft.test(word.text))) return words
  let right = 0
  let left = 0
  for (const { text } of words) {
    for (const character of text) {
      if (rightToLeft.test(character)) right++
      else if (leftToRight.test(character)) left++
    }
  }
  return right === 0 || right < mostly * (right + left) ? words : reversed(words)
}

/** Words from right to left, with stretches of Latin words and numbers kept as they are. */
const reversed = (words: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const out: Array<Placed> = []
  let stretch: Array<Placed> = []
  const flush = () => {
    out.push(...stretch.reverse())
    stretch = []
  }
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as Placed
    const next = words[i + 1]
    const turned: Placed = { ...word, glued: next?.glued === true }
    if (leftToRight.test(word.text) && !rightToLeft.test(word.text))
      stretch.push({
        ...word,
        text: word.text.replace(/^([.,:;!?]+)(?=.)(.*)$/, "$2$1"),
        glued: word.glued && stretch.length > 0
      })
    else {
      flush()
      out.push(turned.turned ? turned : { ...turned, text: mirror(turned.text), turned: true })
    }
  }
  flush()
  return out
}

/** A word of several right-to-left letters came as it is seen, so it is turned round. */
const mirror = (text: string): string => {
  const characters = [...text].map((character) => mirrored[character] ?? character)
  return (rightToLeft.test(text) ? characters.reverse() : characters).join("")
}
