import { assert, describe, it } from "@effect/vitest"
import type { RecognisedLine } from "../../../src/convert/ocr/Recognised.ts"
import { grids } from "../../../src/convert/ocr/Typewriter.ts"

/** How wide the ink of a letter is, and what is free on its left, as shares of how far it is from the next. */
type Face = (sign: string) => { readonly advance: number; readonly free: number }

const typewriter: Face = (sign) => ({ advance: 6, free: /[.,:;()[\]]/.test(sign) ? 1.8 : 0.5 })
const proportional: Face = (sign) => ({
  advance: /[fijlrt.,:;()[\] ]/.test(sign) ? 3 : /[mwMW]/.test(sign) ? 8.5 : 5.5,
  free: 0.3
})

const line = (text: string, baseline: number, face: Face, x = 50): RecognisedLine => {
  const words: Array<RecognisedLine["words"][number]> = []
  let at = x + face(" ").advance * (text.length - text.trimStart().length)
  for (const word of text.trim().split(/( +)/)) {
    const end = [...word].reduce((sum, sign) => sum + face(sign).advance, at)
    if (word.trim() !== "")
      words.push({
        text: word,
        confidence: 0.9,
        x0: at + face(word.charAt(0)).free,
        x1: end - face(word.charAt(word.length - 1)).free,
        stroke: 1
      })
    at = end
  }
  return { words, baseline, angle: 0, rise: 7 }
}

const program = [
  "def mean(values, least=0):",
  "    kept = [each for each in values]",
  "    if not kept:  # nothing is left",
  "        return 0",
  "    return sum(kept) / len(kept)"
]

const set = (texts: ReadonlyArray<string>, face: Face, step = 12) =>
  texts.map((text, i) => line(text, 100 + step * i, face))

const pitches = (lines: ReadonlyArray<RecognisedLine>) =>
  grids(lines).map((grid) => (grid === null ? null : Math.round(10 * grid.pitch) / 10))

describe("Typewriter in a picture", () => {
  it("is told by words that begin and end where characters of one width would", () => {
    assert.deepStrictEqual(pitches(set(program, typewriter)), [6, 6, 6, 6, 6])
    assert.deepStrictEqual(pitches(set(program, proportional)), [null, null, null, null, null])
  })

  it("has its indents and spaces in whole characters", () => {
    const starts = grids(set(program, typewriter)).map((grid) => grid?.starts.map((x) => Math.round((x - 50) / 6)))
    assert.deepStrictEqual(starts[0], [0, 4, 17])
    assert.deepStrictEqual(starts[2], [4, 7, 11, 18, 20, 28, 31])
    assert.deepStrictEqual(starts[3], [8, 15])
  })

  it("is none in one line alone, or in lines far from one another", () => {
    assert.deepStrictEqual(pitches(set(program.slice(0, 1), typewriter)), [null])
    assert.deepStrictEqual(pitches(set(program.slice(0, 2), typewriter, 26)), [null, null])
    assert.deepStrictEqual(pitches(set(program.slice(0, 2), typewriter, 25)), [6, 6])
  })

  it("is known on a page once it was seen there, and ends where other text begins", () => {
    const text = ["All of it is explained in what follows.", "Nobody has to read any more."]
    const lines = [...set(program.slice(0, 2), typewriter), ...set(text, proportional)].map((each, i) => ({
      ...each,
      baseline: 100 + 12 * i
    }))
    const alone = line("import statistics as own", 300, typewriter)
    assert.deepStrictEqual(pitches([...lines, alone]), [6, 6, null, null, 6])
  })

  it("says nothing on a page that was typed, unless that is a program", () => {
    const letter = [
      "Thank you for what you sent us",
      "in the last days of the year.",
      "All of it has come, and we",
      "are glad to have it at last."
    ]
    const areTyped = (lines: ReadonlyArray<RecognisedLine>) => grids(lines).map((grid) => grid?.isTyped === true)
    assert.deepStrictEqual(areTyped(set(letter, typewriter)), [true, true, true, true])
    assert.deepStrictEqual(areTyped(set(program, typewriter)), [false, false, false, false, false])
    const beside = set(
      ["Nobody has read so many of them as we have.", "They came by the dozen, day for day, and went."],
      proportional
    )
    const listing = [...set(letter.slice(0, 2), typewriter), ...beside]
    assert.deepStrictEqual(pitches(listing), [6, 6, null, null])
    assert.deepStrictEqual(areTyped(listing), [false, false, false, false])
  })

  it("goes on through a line that was misread between two others", () => {
    const torn = (lines: ReadonlyArray<RecognisedLine>) =>
      lines.map((each, i) =>
        i === 2 ? { ...each, words: each.words.map((word) => ({ ...word, text: word.text.slice(0, 1) })) } : each
      )
    const lines = set([...program.slice(0, 3), program[4] as string], typewriter)
    assert.deepStrictEqual(pitches(torn(lines)), [6, 6, 6, 6])
    assert.deepStrictEqual(pitches(torn(lines.slice(0, 3))), [6, 6, null])
  })

  it("is not what figures are, nor signs of scripts without spaces: in any type they are as wide as each other", () => {
    assert.deepStrictEqual(pitches(set(["2017 2018 2019 2020", "1204 1388 1750 1922"], typewriter)), [null, null])
    assert.deepStrictEqual(pitches(set(["東京都 千代田区 丸の内", "大阪府 大阪市北区 梅田一"], typewriter)), [
      null,
      null
    ])
  })
})
