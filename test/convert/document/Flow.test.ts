import { assert, describe, it } from "@effect/vitest"
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

  it("is not what stands at the end of a row of boxes to tick", () => {
    const boxes = ["☐ Accra", "☐ Berlin", "☐ Cairo"].map((text, i) => ({ text, x: 50 + 110 * i, y: 720 }))
    const sheet = { texts: [...column([half, half], { x: 50, y: 650 }), ...boxes] }
    assert.match(convert([sheet, { texts: column([`For this test ${half}`, half], { x: 50, y: 50 }) }]), /Cairo$/m)
  })
})
