import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { column, read, type Sheet, wordsOf } from "../../support/RawPages.ts"

const linesOf = (sheet: Sheet) => lines(wordsOf(sheet))

describe("lines", () => {
  it("keeps a superscript with the word it belongs to", () => {
    const [line, ...rest] = linesOf({
      texts: [
        { text: "mc", x: 10, y: 100 },
        { text: "2", x: 20.2, y: 96, size: 7 },
        { text: "is", x: 30, y: 100 }
      ]
    })
    assert.deepStrictEqual(rest, [])
    assert.strictEqual(line && read(line), "mc2 is")
    assert.deepStrictEqual(
      line?.words.map((word) => word.baselineShift),
      [0, 1, 0]
    )
  })

  it("is as large as its text is, whatever letter it begins with; small capitals are as large as theirs", () => {
    const sizeOf = (rest: string, x = 58) =>
      linesOf({
        texts: [
          { text: "I", x: 50, y: 100, size: 16 },
          { text: rest, x, y: 100, size: 10 }
        ]
      })[0]?.size
    assert.strictEqual(sizeOf("f it were so"), 10)
    assert.strictEqual(sizeOf("f it were so", 64), 16)
    assert.strictEqual(sizeOf("F IT WERE SO"), 16)
    assert.strictEqual(sizeOf("2 of them"), 16)
  })

  it("raises no letter that is pushed under the one before it, as TeX's A is", () => {
    const logo = (x: number) => [
      { text: "L", x: 50, y: 100 },
      { text: "A", x, y: 97.5, size: 7 },
      { text: "TEX", x: 55.2, y: 100 }
    ]
    const shifts = (x: number) => linesOf({ texts: logo(x) })[0]?.words.map((word) => word.baselineShift)
    assert.deepStrictEqual(shifts(52), [0, 0, 0])
    assert.deepStrictEqual(shifts(54.5), [0, 1, 0])
  })

  it("raises no text beside a bullet that is larger", () => {
    const item = (marker: string) =>
      linesOf({
        texts: [
          { text: marker, x: 10, y: 102, size: 18 },
          { text: "faster", x: 24, y: 100, size: 9 }
        ]
      }).map(({ size, words }) => [size, words.at(-1)?.baselineShift])
    assert.deepStrictEqual(item("•"), [[9, 0]])
    assert.notDeepEqual(item("Q"), [[9, 0]])
  })

  it("raises no code beside a larger asterisk, and lowers no asterisk of a typewriter face", () => {
    const [code, text] = [
      [
        { text: "step{#1", x: 10, y: 100, font: "Courier" },
        { text: "*", x: 45, y: 104.4, size: 13, font: "Courier" },
        { text: "#1}", x: 51.5, y: 100, font: "Courier" }
      ],
      [
        { text: "the sign “", x: 10, y: 100, size: 11 },
        { text: "*", x: 65, y: 101.8, size: 8.7, font: "Courier" },
        { text: "” of it", x: 69.4, y: 100, size: 11 }
      ]
    ].map((texts) => linesOf({ texts })[0])
    assert.deepStrictEqual(
      code?.words.map((word) => word.baselineShift),
      [0, 0, 0]
    )
    assert.strictEqual(code?.baseline, 100)
    assert.strictEqual(text?.words.find((word) => word.text === "*")?.baselineShift, 0)
  })

  it("raises no small words apart from those before them, and reads a label's two lines one after the other", () => {
    const beside = (...small: ReadonlyArray<readonly [string, number, number]>) =>
      linesOf({
        texts: [{ text: "Box 12", x: 10, y: 100, size: 12 }, ...small.map(([text, x, y]) => ({ text, x, y, size: 6 }))]
      }).map((line) => [read(line), line.words.some((word) => word.baselineShift !== 0)])
    assert.deepStrictEqual(beside(["the ship", 51, 96]), [["Box 12 the ship", false]])
    assert.deepStrictEqual(beside(["Make sure", 51, 95], ["and that", 51, 102]), [["Box 12 Make sure and that", false]])
    assert.deepStrictEqual(beside(["max", 46, 102]), [["Box 12max", true]])
  })

  it("takes a mark with it that is raised high above the word it touches, and nothing else that is", () => {
    const beside = (text: string, x: number, y: number) =>
      linesOf({
        texts: [
          { text: "sapiens.", x: 10, y: 100 },
          { text, x, y, size: 6.5 },
          { text: "and", x: 58, y: 100 }
        ]
      }).map(read)
    assert.deepStrictEqual(beside("12", 50, 93), ["sapiens.12 and"])
    assert.deepStrictEqual(beside("12", 50, 92), ["12", "sapiens. and"])
    assert.deepStrictEqual(beside("12", 53, 93), ["12", "sapiens. and"])
    assert.deepStrictEqual(beside("no", 50, 93), ["no", "sapiens. and"])
  })

  it("reads the figure of a formula with its letters though it is as large, and a figure of the next row apart", () => {
    const formula = (text: string, y: number, x = 20) =>
      linesOf({
        texts: [
          { text: "on", x: 0, y: 100 },
          { text: "H", x: 15, y: 100 },
          { text, x, y, size: 9.5 },
          { text: "O", x: 25, y: 100 }
        ]
      })
        .map(read)
        .join(" / ")
    assert.strictEqual(formula("2", 104), "on H2O")
    assert.strictEqual(formula("2", 106), "on H O / 2")
    assert.strictEqual(formula("a", 104), "on H O / a")
  })

  it("takes a note with its mark, a tab before it", () => {
    const note = (x: number) =>
      linesOf({
        texts: [
          { text: "8", x: 10, y: 97, size: 5 },
          { text: "Filipino", x, y: 100 }
        ]
      }).map(read)
    assert.deepStrictEqual(note(30), ["8 Filipino"])
    assert.deepStrictEqual(note(34), ["8", "Filipino"])
  })

  it("keeps two columns on one baseline apart", () =>
    assert.deepStrictEqual(
      linesOf({
        texts: [
          { text: "left", x: 10, y: 100 },
          { text: "right", x: 60, y: 100 }
        ]
      }).map(read),
      ["left", "right"]
    ))

  it("keeps two columns apart by less than a usual gap where every space between words is written", () => {
    const text = "a b c d e f g h i j k l m n o p q r s t u"
    const beside = (gap: number, texts: ReadonlyArray<string>) =>
      linesOf({
        texts: [{ text: "beside", x: 30 + gap, y: 90 }, ...column(["left", ...texts], { x: 10, y: 90 })]
      }).map(read)
    const spaced = Array.from({ length: 12 }, () => text)
    assert.deepStrictEqual(beside(6.5, spaced).slice(0, 2), ["left", "beside"])
    assert.deepStrictEqual(beside(5.5, spaced)[0], "left beside")
    assert.deepStrictEqual(beside(6.5, spaced.slice(3))[0], "left beside")
    assert.deepStrictEqual(beside(6.5, [...spaced.map((line) => line.replaceAll(" ", ""))])[0], "left beside")
  })

  it("keeps lines apart that stand close", () =>
    assert.deepStrictEqual(
      linesOf({
        texts: [
          { text: "one", x: 10, y: 100 },
          { text: "two", x: 10, y: 110 }
        ]
      }).map(read),
      ["one", "two"]
    ))

  it("sorts words that were painted out of order", () =>
    assert.deepStrictEqual(
      linesOf({
        texts: [
          { text: "b", x: 22, y: 100 },
          { text: "a", x: 14, y: 100 }
        ]
      }).map(read),
      ["a b"]
    ))

  it("leaves a drop cap to itself", () =>
    assert.deepStrictEqual(
      linesOf({
        texts: [
          { text: "O", x: 10, y: 112, size: 30 },
          { text: "nce", x: 26, y: 100 }
        ]
      }).map(read),
      ["nce", "O"]
    ))

  it("reads Hebrew from right to left, and numbers in it from left to right", () =>
    assert.deepStrictEqual(
      linesOf({
        texts: [
          { text: "\u05d2\u05d1\u05d0", x: 40, y: 100 },
          { text: "12", x: 25, y: 100 }
        ]
      }).map(read),
      ["\u05d0\u05d1\u05d2 12"]
    ))
})
