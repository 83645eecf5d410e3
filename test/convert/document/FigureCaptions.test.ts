import { assert, describe, it } from "@effect/vitest"
import { captioned, captions } from "../../../src/convert/document/FigureCaptions.ts"
import type { Block } from "../../../src/convert/model/Block.ts"
import { figure, heading, paragraph } from "../../support/Blocks.ts"

const kinds = (blocks: ReadonlyArray<Block>) => captions(blocks).map(({ kind }) => kind)

describe("a caption", () => {
  it("is a text that names what it stands at and numbers it", () => {
    for (const text of ["Figure 1: A house", "Table 2. Prices of houses", "Abbildung 3: Ein Haus"])
      assert.deepStrictEqual(kinds([paragraph(text)]), ["caption"], text)
    for (const text of ["Figure 1 shows a house and its garden.", "Figures of the year", "The table on the left"])
      assert.deepStrictEqual(kinds([paragraph(text)]), ["paragraph"], text)
  })

  it("has no more than twelve lines, and is no heading", () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => (i === 0 ? "Figure 1: A house" : "and more"))
    assert.deepStrictEqual(kinds([paragraph(lines(12)), paragraph(lines(13))]), ["caption", "paragraph"])
    assert.deepStrictEqual(kinds([heading("Figure 1: A house")]), ["heading"])
  })
})

describe("a figure", () => {
  const own = (blocks: ReadonlyArray<Block>) =>
    captioned(blocks).flatMap((block) => (block.kind === "figure" ? [block.caption ?? null] : []))
  const one = paragraph("Figure 1: A house")
  const two = paragraph("Figure 2: A garden")

  it("has the caption under it rather than the one over it", () => {
    assert.deepStrictEqual(own([one, figure(), two]), ["Figure 2: A garden"])
    assert.deepStrictEqual(own([one, figure(), paragraph("A sentence.")]), ["Figure 1: A house"])
  })

  it("has none of a table, of another page or of the column beside it, nor one that does not stand next to it", () => {
    const beside = { page: 1, box: { x0: 50, x1: 290 } }
    for (const other of [
      paragraph("Table 1: Prices"),
      paragraph("Figure 1: A house", { page: 2 }),
      paragraph("Figure 1: A house", { box: { x0: 290, x1: 550 } })
    ])
      assert.deepStrictEqual(own([figure(beside), other]), [null])
    assert.deepStrictEqual(own([figure(beside), paragraph("Figure 1: A house", { box: { x0: 289 } })]), [
      "Figure 1: A house"
    ])
    assert.deepStrictEqual(own([figure(), paragraph("A sentence."), one]), [null])
  })
})
