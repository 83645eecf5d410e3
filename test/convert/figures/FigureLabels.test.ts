import { assert, describe, it } from "@effect/vitest"
import { labelsOf } from "../../../src/convert/figures/FigureLabels.ts"
import { bodySetting, textsOf } from "../../../src/convert/figures/Texts.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { column, type Text, wordsOf } from "../../support/RawPages.ts"

const body = [
  "This is the running text of the page, set as all of it is,",
  "and it goes on for three lines so that nobody takes it for",
  "anything else than a paragraph of the text."
]
/** A hundred points wide and high; the text stands far below it. */
const drawing: Box = { x0: 200, y0: 100, x1: 300, y1: 200 }

const labels = (own: ReadonlyArray<Text>, others: ReadonlyArray<Box> = [], isDrawn = true): ReadonlyArray<string> => {
  const texts = textsOf(lines(wordsOf({ texts: [...own, ...column(body, { x: 50, y: 600 })] })))
  const ofNone = { ofCaptions: new Set<never>(), apart: new Set<never>() }
  const around = { ...ofNone, texts, isDrawn, body: bodySetting(texts), others }
  return labelsOf(drawing, around).labels.map(({ text }) => text)
}
/** Small texts whose top is so far under the drawing: their size is 8. */
const under = (text: string, gap: number, more: Partial<Text> = {}): Text => ({
  text,
  x: 220,
  y: 200 + gap + 0.8 * 8,
  size: 8,
  ...more
})

describe("a label", () => {
  it("is whatever stands in its drawing, a paragraph apart", () =>
    assert.deepStrictEqual(labels([{ text: "Oak", x: 240, y: 150 }]), ["Oak"]))

  it("is not the last line of a paragraph beside a picture's margin", () => {
    const lines = (x: number) => column([...body.slice(0, 2), "of it."], { x, y: 120 })
    assert.deepStrictEqual(labels(lines(285)), [])
    assert.deepStrictEqual(labels([{ text: "of it.", x: 285 - 30, y: 144 }]), ["of it."])
  })

  it("is no line of a paragraph or a listing that stands in the drawing, unless that is set as labels are", () => {
    const within = (lines: ReadonlyArray<string>, size: number, font = "Body") =>
      column(lines, { x: 250 - 15 * size, y: 120 }).map((each) => ({ ...each, size, font }))
    const prose = body.slice(0, 2)
    const code = ["plot(matrix, columns=annotations, rows=a", "plot(matrix, columns=annotations, rows=b"]
    assert.deepStrictEqual(labels(within(prose, 10)), [])
    assert.deepStrictEqual(labels(within(prose, 8)), prose)
    assert.deepStrictEqual(labels(within(prose.slice(0, 1), 10)), prose.slice(0, 1))
    assert.deepStrictEqual(labels(within(code, 8, "Courier")), [])
    assert.deepStrictEqual(labels(within(code.slice(1), 8, "Courier")), code.slice(1))
    assert.deepStrictEqual(labels(within(code, 8)), code)
  })

  it("is smaller than the text and stands within its size of the drawing's edge, beside or above it", () => {
    assert.deepStrictEqual(labels([under("Trees", 5)]), ["Trees"])
    assert.deepStrictEqual(labels([under("Trees", 12)]), [])
    assert.deepStrictEqual(labels([under("Trees", 5, { size: 10 })]), [])
    assert.deepStrictEqual(labels([under("Trees", 5, { x: 295 })]), [])
  })

  it("stands further off where it is set as those in the drawing are, and the text is not", () => {
    const inside = (font: string): Text => ({ text: "Oak", x: 240, y: 150, size: 8, font })
    assert.deepStrictEqual(labels([inside("Chart"), under("Trees", 15, { font: "Chart" })]), ["Oak", "Trees"])
    assert.deepStrictEqual(labels([inside("Chart"), under("Trees", 15)]), ["Oak"])
    assert.deepStrictEqual(labels([inside("Chart"), under("Trees", 24, { font: "Chart" })]), ["Oak"])
  })

  it("is a number of any size at its edge, with its unit", () => {
    for (const text of ["1990", "10 km", "50 %"]) assert.deepStrictEqual(labels([under(text, 5, { size: 10 })]), [text])
    assert.deepStrictEqual(labels([under("1990 trees", 5, { size: 10 })]), [])
  })

  it("has no more than eight words, and is no remark on where the figure is from", () => {
    const words = (count: number) => Array.from({ length: count }, () => "a").join(" ")
    assert.lengthOf(labels([under(words(8), 5)]), 1)
    assert.lengthOf(labels([under(words(9), 5)]), 0)
    assert.lengthOf(labels([under("Source: Trees", 5)]), 0)
  })

  it("is no part of a fraction at the end of a line of text over its drawing", () => {
    const line = { text: "It is so as we all see by it in the", x: 50, y: 93 }
    const part = (x: number) => ({ text: "5", x, y: 97, size: 8 })
    assert.deepStrictEqual(labels([line, part(228)]), [])
    assert.deepStrictEqual(labels([line, part(240)]), ["5"])
  })

  it("is that of the drawing it is nearest to", () => {
    const other = { x0: 200, y0: 218, x1: 300, y1: 320 }
    assert.deepStrictEqual(labels([under("Trees", 3)], [other]), ["Trees"])
    assert.deepStrictEqual(labels([under("Trees", 8)], [other]), [])
  })

  it("is what a line at a drawing's side leads to, as large as the text, if it is alone and the last in its row", () => {
    const name = { text: "Stack top", x: 305, y: 150 }
    assert.deepStrictEqual(labels([name]), ["Stack top"])
    assert.deepStrictEqual(labels([name], [], false), [])
    assert.deepStrictEqual(labels([name, { text: "grows", x: 305, y: 162 }]), [])
    assert.deepStrictEqual(labels([name, { text: "downwards", x: 420, y: 150 }]), [])
    assert.deepStrictEqual(labels([name], [{ x0: 420, y0: 100, x1: 500, y1: 200 }]), [])
    assert.deepStrictEqual(labels([{ ...name, y: 96 }]), [])
  })

  it("is set in any font of the labels in the drawing: a formula has several", () => {
    const formula = [
      { text: "x", x: 240, y: 150, size: 8, font: "Letters" },
      { text: "25", x: 244, y: 150, size: 8, font: "Digits" }
    ]
    assert.deepStrictEqual(labels([...formula, under("(0, 1, a)", 15, { font: "Digits" })]), ["x 25", "(0, 1, a)"])
    assert.deepStrictEqual(labels([...formula, under("(0, 1, a)", 15, { font: "Others" })]), ["x 25"])
  })

  it("is no line of code over what it draws, whose labels are set otherwise", () => {
    const code = { text: "plot(matrix,columns=annotations)", x: 200, y: 110, size: 6, font: "Courier" }
    const names = ["Oak", "Elm", "Fir"].map((text, i): Text => ({ text, x: 210 + 25 * i, y: 150, size: 8 }))
    assert.deepStrictEqual(labels([code, ...names]), ["Oak", "Elm", "Fir"])
    assert.deepStrictEqual(labels([code]), [code.text])
  })

  describe("that names a chart or its axis", () => {
    const inside: Text = { text: "Oak", x: 240, y: 150, size: 8, font: "Chart" }
    /** In the middle under the drawing, and as much further to the right. */
    const middle = (text: string, more: Partial<Text> = {}, right = 0): Text => {
      const size = more.size ?? 9
      return { text, x: 250 - (text.length * size) / 4 + right, y: 228 + 0.8 * size, size, font: "Chart", ...more }
    }
    const isNamed = (name: Text, ...more: ReadonlyArray<Text>) => labels([inside, name, ...more]).includes(name.text)

    it("stands in the middle of a side, further off than others, and may be larger than they are", () => {
      assert.isTrue(isNamed(middle("Trees by age")))
      assert.isTrue(isNamed(middle("Trees by age", { size: 12 })))
      assert.isTrue(isNamed(middle("τ", { font: "Signs" })))
      assert.isTrue(isNamed({ text: "Trees", x: 178, y: 161, size: 9, font: "Chart", angle: 90 }))
      assert.isFalse(isNamed(middle("Trees by age", {}, 20)))
    })

    it("is not set as the text or a heading is", () => {
      assert.isFalse(isNamed(middle("Trees by age", { font: "Body" })))
      assert.isFalse(isNamed(middle("Trees by age", { size: 14 })))
      assert.isFalse(isNamed(middle("Trees by age", { size: 12, font: "Title" })))
    })

    it("is alone in its row, no line of a paragraph, and no caption, whose word nobody need know", () => {
      assert.isFalse(isNamed(middle("Trees"), { text: "and bushes", x: 275, y: 235, size: 9 }))
      assert.isFalse(isNamed(middle("Trees by age"), middle("and by height", { y: 247 })))
      assert.isTrue(isNamed(middle("Trees by age"), middle("Figure 3: Trees", { y: 247, font: "Body", size: 10 })))
      assert.isFalse(isNamed(middle("Kuva 3. Puut")))
    })
  })
})
