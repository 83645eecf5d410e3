import { assert, describe, it } from "@effect/vitest"
import { headingReasons, printed } from "../../bench/explain/Headings.ts"
import * as Convert from "../../src/convert/Convert.ts"
import { column, rawPage } from "../support/RawPages.ts"

const body = [
  "The first line of a paragraph that is as wide as the column is,",
  "the second line of the same paragraph, which goes on for as long,",
  "and a last one."
]
const pages = [
  Convert.page(
    rawPage({
      texts: [
        { text: "1 Traffic", x: 50, y: 50, size: 16, font: "Body-Bold" },
        ...column(body, { x: 50, y: 75 }),
        { text: "2 Cargo", x: 50, y: 150, size: 16, font: "Body-Bold" },
        ...column(body, { x: 50, y: 175 })
      ]
    })
  )
]
const info = { pages: 1, title: null, author: null }

describe("The reasons for headings", () => {
  const all = headingReasons(
    info,
    pages.map(({ blocks }) => blocks)
  )

  it("name as headings what the engine makes headings", () => {
    const made = Convert.structure(info, pages).blocks.filter(({ kind }) => kind === "heading")
    assert.strictEqual(made.length, 2)
    assert.deepStrictEqual(
      all.filter(({ score }) => score > 0).map(({ text }) => text),
      ["1 Traffic", "2 Cargo"]
    )
  })

  it("add up to the score, the weightiest first", () => {
    for (const { score, reasons } of all) {
      const worths = reasons.map(([, worth]) => worth)
      assert.approximately(
        worths.reduce((sum, worth) => sum + worth, 0),
        score,
        1e-9
      )
      assert.deepStrictEqual(
        worths,
        worths.toSorted((a, b) => Math.abs(b) - Math.abs(a))
      )
    }
  })

  it("are printed a block a line, for one page", () => {
    assert.match(printed(all, 1), /^\+[\d.]+ heading "1 Traffic": .*numbered \+/m)
    assert.strictEqual(printed(all, 2), "")
  })
})
