import { assert, describe, it } from "@effect/vitest"
import { inPrintingOrder } from "../../../src/convert/markdown/Order.ts"
import type { Block } from "../../../src/convert/model/Block.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { heading, note, paragraph } from "../../support/Blocks.ts"

const at = (page: number, y0: number) => ({ page, box: { y0, y1: y0 + 10 } })
const order = (blocks: ReadonlyArray<Block>, page_breaks: "none" | "rule" = "none") =>
  inPrintingOrder(blocks, { page_breaks }).map(textOf)

const chapter = [heading("One", at(1, 50)), paragraph("text", at(1, 100)), note("1", at(1, 700))]

describe("a note", () => {
  it("is printed at the end of its chapter, so that it parts no text", () =>
    assert.deepStrictEqual(order([...chapter, paragraph("more", at(2, 50)), heading("Two", at(2, 200))]), [
      "One",
      "text",
      "more",
      "Note 1",
      "Two"
    ]))

  it("stays where only the foot of its page is under it", () => {
    const foot = [note("2", at(1, 715)), paragraph("what stands at the foot", at(1, 740))]
    assert.deepStrictEqual(order([...chapter, ...foot]), ["One", "text", "Note 1", "Note 2", "what stands at the foot"])
    const above = paragraph("what stands above", at(1, 699))
    assert.deepStrictEqual(order([...chapter, above]), ["One", "text", "what stands above", "Note 1"])
  })

  it("keeps its page where pages are told apart", () => {
    const blocks = [...chapter, paragraph("more", at(2, 50))]
    assert.deepStrictEqual(order(blocks, "rule"), blocks.map(textOf))
  })

  it("of a section is printed at the end of the chapter that the section is in", () => {
    const section = { ...heading("Section", at(2, 50)), level: 2 }
    assert.deepStrictEqual(order([...chapter, section]), ["One", "text", "Section", "Note 1"])
  })
})
