import { assert, describe, it } from "@effect/vitest"
import { flow } from "../../../src/convert/document/Flow.ts"
import type { Block, Provenance } from "../../../src/convert/model/Block.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { paragraph, place } from "../../support/Blocks.ts"
import { column, convert } from "../../support/RawPages.ts"

describe("a paragraph that a page's edge cuts", () => {
  const half = "a line of the column that is as wide as all the others are"
  const small = "print that is smaller than what stands above it on the page"
  const page = (y: number, text: string) => ({
    texts: [...column([half, text], { x: 50, y, size: 12 }), ...column([small, small], { x: 50, y: 400, size: 9 })]
  })

  it("is one again, and what stands at the heads of two pages is not", () => {
    const foot = convert([
      { texts: column([half, half, half], { x: 50, y: 700 }) },
      { texts: column(["goes on here to its end.", half], { x: 50, y: 50 }) }
    ])
    assert.include(foot, `${half} goes on here`)
    const heads = convert([page(50, half), page(50, half)])
    assert.notMatch(heads, /are a line[^\n]*are a line/)
  })

  it("is no line larger than the body's text, which stands between it and the next such line", () => {
    const at = (page: number, y0: number, size: number) => ({ page, box: { y0, y1: y0 + 12 }, style: { size } })
    const pages = (size: number) => [
      [paragraph("names of a bird", at(1, 640, 12)), paragraph("It is told here.", at(1, 660, size))],
      [paragraph("And here.", at(2, 60, size)), paragraph("kinds of a nest", at(2, 90, 12))]
    ]
    const joined = (size: number, body: number) => flow(pages(size), { size: body }).length < 4
    // what is smaller than both is a note, or a picture's caption
    assert.deepStrictEqual([joined(10, 10), joined(9, 12)], [false, true])
  })

  it("is no line of code that is shown by itself before another on the next page", () => {
    const command = "python -m archive.server --directory <from> <to> -b latex"
    const sheet = (y: number, at: number) => ({
      texts: [...column([half, half, half], { x: 50, y }), { text: command, x: 50, y: at, font: "Courier" }]
    })
    assert.notInclude(convert([sheet(650, 720), sheet(90, 50)]), `${command} ${command}`)
  })

  it("does not begin with a raised mark, as notes under a table do", () => {
    const at = (page: number, y0: number) => ({ page, box: { y0, y1: y0 + 10 } })
    const next = paragraph("behind all of them", at(2, 60))
    const marked = {
      ...next,
      lines: next.lines.map((line) => ({ ...line, runs: [{ text: "a", baselineShift: 1 as const }, ...line.runs] }))
    }
    const joined = (second: typeof next) =>
      flow([[paragraph("what is known and", at(1, 640))], [second]], { size: 10 }).length === 1
    assert.deepStrictEqual([joined(next), joined(marked)], [true, false])
  })

  it("is not what stands at the end of a row of boxes to tick", () => {
    const boxes = ["☐ Accra", "☐ Berlin", "☐ Cairo"].map((text, i) => ({ text, x: 50 + 110 * i, y: 720 }))
    const sheet = { texts: [...column([half, half], { x: 50, y: 650 }), ...boxes] }
    assert.match(convert([sheet, { texts: column([`For this test ${half}`, half], { x: 50, y: 50 }) }]), /Cairo$/m)
  })

  it("is one again where a column begins beside it, and no other paragraph is", () => {
    const wide = `${half} and ${half}`.slice(0, 96)
    const narrow = half.slice(0, 48)
    const read = (end: string, next: string) =>
      convert([
        {
          texts: [
            ...column([wide, wide, wide.slice(0, -end.length) + end], { x: 50, y: 100 }),
            ...column([`${next} it goes on`, ...[1, 2, 3, 4, 5, 6].map(() => narrow)], { x: 50, y: 136 }),
            ...column(Array(7).fill(narrow), { x: 310, y: 139 })
          ]
        }
      ])
    assert.include(read(" given", "where"), "given where it goes on")
    assert.notInclude(read(" given", "Where"), "given Where it goes on")
    assert.notInclude(read(" given.", "where"), "given. where it goes on")
  })

  it("is a listing that ends a page and goes on in the next, unless a name in the margin stands at what the next begins with", () => {
    const code = (page: number, y0: number): Block => ({
      kind: "code",
      lines: ["let a = b", "let c = d"],
      place: place({ page, box: { y0, y1: y0 + 24 } })
    })
    const blocks = (y0: number, page = 2) =>
      flow([[code(1, 640)], [code(2, 60)]], { size: 10 }, [paragraph("\\name", { page, box: { y0, y1: y0 + 10 } })])
        .length
    assert.strictEqual(blocks(60), 2)
    assert.strictEqual(blocks(45), 2)
    assert.strictEqual(blocks(74), 1)
    assert.strictEqual(blocks(60, 1), 1)
  })

  describe("beside which something else stands", () => {
    const from = paragraph("whatever is shown, and so we write", { page: 1, box: { y0: 640, y1: 650 } })
    const to = paragraph("where the first of them is the last", { page: 2, box: { y0: 60, y1: 70 } })
    const isOneWith = (...between: ReadonlyArray<Block>) =>
      flow(
        [
          [from, ...between.filter((each) => each.place.page === 1)],
          [...between.filter((each) => each.place.page === 2), to]
        ],
        { size: 10 }
      ).some((block) => textOf(block) === `${textOf(from)} ${textOf(to)}`)
    const at = (page: number, box: Partial<Box> = {}) => place({ page, box: { y0: page === 1 ? 660 : 40, ...box } })
    const listing = (where: Provenance): Block => ({ kind: "code", lines: ["let a = b"], place: where })
    const formula = (where: Provenance): Block => ({ kind: "formula", latex: "a = b", text: "a = b", place: where })
    const table = (where: Provenance): Block => ({ kind: "table", rows: [], place: where })

    it("is not joined over a listing, a formula or a line of code, which its text leads to and goes on behind", () => {
      assert.isTrue(isOneWith())
      for (const page of [1, 2]) {
        assert.isFalse(isOneWith(listing(at(page))))
        assert.isFalse(isOneWith(formula(at(page))))
      }
      const line = paragraph("make", { page: 1, box: { y0: 660 }, style: { size: 9, mono: true } })
      const lines = line.lines.map((each) => ({ ...each, runs: [{ text: "make", mono: true as const }] }))
      assert.isFalse(isOneWith({ ...line, lines }))
    })

    it("is joined over what has a caption, and over what stands in the margin", () => {
      assert.isTrue(isOneWith(listing(at(2)), paragraph("Listing 3: A copy", { page: 2, style: { size: 9 } })))
      assert.isTrue(isOneWith(listing(at(1, { x0: 5, x1: 40 }))))
    })

    it("is not joined with the caption of a table, but with what goes on behind both", () => {
      assert.isTrue(isOneWith(paragraph("Table 2: Their sizes", { page: 2 }), table(at(2))))
      assert.isTrue(isOneWith(table(at(2)), paragraph("Table 2: Their sizes", { page: 2 })))
    })
  })
})
