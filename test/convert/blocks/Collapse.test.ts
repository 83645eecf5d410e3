import { assert, describe, it } from "@effect/vitest"
import { isCollapsed } from "../../../src/convert/blocks/Collapse.ts"
import type { Block } from "../../../src/convert/model/Block.ts"
import { column, wordsOf } from "../../support/RawPages.ts"

const words = wordsOf({
  texts: column(
    Array.from({ length: 12 }, () => "a line of some words that stand there"),
    { x: 50, y: 50 }
  )
})
const place = { page: 1, box: { x0: 0, y0: 0, x1: 1, y1: 1 }, width: 600, height: 800, left: 0, right: 600 }
const style = { size: 10, font: "Body", bold: false, italic: false, mono: false, caps: false, colour: 0 }
const paragraph = (text: string): Block => ({
  kind: "paragraph",
  lines: [{ runs: [{ text }], page: 1, box: place.box }],
  style,
  place
})
describe("a reading", () => {
  it("is none when most of the page's words vanish", () => {
    const whole = words.map((word) => word.text).join(" ")
    assert.isFalse(isCollapsed([paragraph(whole)], words))
    assert.isTrue(isCollapsed([paragraph(whole.slice(0, whole.length / 2))], words))
  })

  it("is whole where nothing but the blanks and signs of formulas are not told", () => {
    const [first] = words
    assert.isDefined(first)
    const spaced = Array.from({ length: 80 }, () => ({ ...first, text: "a = b + c" }))
    assert.isFalse(isCollapsed([paragraph("abc".repeat(80))], spaced))
    assert.isTrue(isCollapsed([paragraph("a=b+".repeat(80))], spaced))
  })

  it("is whole where nothing but the dots is not told that lead to the pages of a table of contents", () => {
    const [first] = words
    assert.isDefined(first)
    const entries = Array.from({ length: 20 }, () => ({ ...first, text: `What is told${" .".repeat(60)} 12` }))
    assert.isFalse(isCollapsed([paragraph("What is told 12".repeat(20))], entries))
    assert.isTrue(isCollapsed([paragraph("What is told 12".repeat(15))], entries))
  })

  it("is whole where half of what it says are formulas on lines of their own", () => {
    const whole = words.map((word) => word.text).join(" ")
    const half = whole.slice(0, whole.length / 2)
    const formula: Block = { kind: "formula", latex: "x", text: half, place }
    assert.isFalse(isCollapsed([paragraph(half), formula], words))
    assert.isTrue(isCollapsed([paragraph(half), { ...formula, text: "x" }], words))
  })
})
