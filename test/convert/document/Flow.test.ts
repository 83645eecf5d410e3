import { assert, describe, it } from "@effect/vitest"
import { flow } from "../../../src/convert/document/Flow.ts"
import { paragraph } from "../../support/Blocks.ts"
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
})
