import { assert, describe, it } from "@effect/vitest"
import { isCandidate, standOf } from "../../../src/convert/document/headings/Candidates.ts"
import { statistics } from "../../../src/convert/document/Statistics.ts"
import { figure, heading, item, note, paragraph } from "../../support/Blocks.ts"

describe("what may be a heading", () => {
  it("is a paragraph or an item, and no entry of a table of contents", () => {
    assert.isTrue(isCandidate(paragraph("A title")))
    assert.isTrue(isCandidate(item("A title")))
    assert.isFalse(isCandidate({ ...item("A title"), entry: true }))
    for (const other of [heading("A title"), note("1"), figure()]) assert.isFalse(isCandidate(other), other.kind)
  })

  it("has no more than four lines and two hundred characters, a marker's among them", () => {
    assert.isTrue(isCandidate(paragraph(["one", "two", "three", "four"])))
    assert.isFalse(isCandidate(paragraph(["one", "two", "three", "four", "five"])))
    assert.isFalse(isCandidate(paragraph([])))
    assert.isTrue(isCandidate(paragraph("a".repeat(200))))
    assert.isFalse(isCandidate(paragraph("a".repeat(201))))
    assert.isTrue(isCandidate(item("a".repeat(198))))
    assert.isFalse(isCandidate(item("a".repeat(199))))
  })

  it("may have six lines if they are centred", () => {
    const found = paragraph(["one", "two", "three", "four", "five"])
    const inset = (i: number) => ({ ...found.place.box, x0: 50 + 10 * (i % 2), x1: 550 - 10 * (i % 2) })
    const centred = { ...found, lines: found.lines.map((line, i) => ({ ...line, box: inset(i) })) }
    assert.isTrue(isCandidate(centred))
    assert.isFalse(isCandidate({ ...centred, lines: centred.lines.map((line) => ({ ...line, box: inset(0) })) }))
    assert.isFalse(isCandidate({ ...centred, lines: [...centred.lines, ...centred.lines] }))
  })

  it("has two ideographs that are spaced out, one capital behind a number, or a version with its day", () => {
    for (const text of ["目 次", "7 Q", "3.2 R", "[2011/04/09 v2.3]", "v3.0 (2019)"])
      assert.isTrue(isCandidate(paragraph(text)), text)
    for (const text of ["7 q", "目 次 1", "2011/04/09", "3.0"]) assert.isFalse(isCandidate(paragraph(text)), text)
  })

  it("has two letters, one after the other", () => {
    assert.isTrue(isCandidate(paragraph("5 km")))
    for (const text of ["5 m", "1 2 3", "a b c", "—"]) assert.isFalse(isCandidate(paragraph(text)), text)
    assert.isTrue(isCandidate(paragraph("第一")))
  })
})

describe("how far a text stands out", () => {
  const stats = statistics([[paragraph("What most of the document is like.")]])
  const stand = (style: Parameters<typeof paragraph>[1] & object) => standOf(paragraph("A title", style), stats)

  it("is nothing in the size, weight and capitals of the text, and up to a sixteenth more", () => {
    assert.strictEqual(stand({}), 0)
    assert.strictEqual(stand({ style: { size: 10.6 } }), 0)
    assert.isAbove(stand({ style: { size: 10.7 } }), 0)
  })

  it("goes by size, then weight, then capitals", () => {
    const [larger, bold, capitals] = [{ size: 12 }, { size: 10, bold: true }, { size: 10, caps: true }].map((style) =>
      stand({ style })
    ) as [number, number, number]
    assert.isTrue(larger > bold && bold > capitals && capitals > 0)
  })

  it("does not count a weight that all the text has", () => {
    const all = statistics([[paragraph("What most of the document is like.", { style: { bold: true } })]])
    assert.strictEqual(standOf(paragraph("A title", { style: { bold: true } }), all), 0)
  })
})
