import { assert, describe, it } from "@effect/vitest"
import { page } from "../../../src/convert/Convert.ts"
import { inRows } from "../../../src/convert/figures/Rows.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { besideFigures, column, rawPage, rule, type Sheet } from "../../support/RawPages.ts"

const box = (x0: number, y0: number, wide = 150, high = 100): Box => ({ x0, y0, x1: x0 + wide, y1: y0 + high })
const drawing = (at: Box) => ({ box: at, marks: [{ kind: "path" as const, box: at }], labels: [] })
const picture = (at: Box) => ({ box: at, marks: [{ kind: "picture" as const, box: at }], labels: [] })
/** How many figures some things are where nothing is written. */
const count = (...found: ReadonlyArray<ReturnType<typeof drawing> | ReturnType<typeof picture>>) =>
  inRows(found, []).length

describe("drawings side by side", () => {
  it("are one, also with the row below them", () => {
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(250, 50))), 1)
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(250, 50)), drawing(box(50, 200))), 1)
  })

  it("are each one if they are far apart, in other rows, or pictures", () => {
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(261, 50))), 2)
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(250, 101))), 2)
    assert.strictEqual(count(picture(box(50, 50)), picture(box(250, 50))), 2)
  })

  it("are each one where they stand one below the other, or past the row", () => {
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(50, 200))), 2)
    assert.strictEqual(count(drawing(box(50, 50)), drawing(box(250, 50)), drawing(box(440, 200, 300))), 2)
  })
})

describe("what stands between rows of drawings", () => {
  const curve = (x: number, y: number) =>
    Array.from({ length: 12 }, (_, i) => ({ x0: x + 12 * i, x1: x + 12 * i + 12, y0: y + 8 * i, y1: y + 8 * i + 8 }))
  const sheet = (size: number): Sheet => ({
    texts: [
      ...column(
        Array.from(
          { length: 6 },
          (_, i) => `line ${i} of a paragraph that is as wide as the column in which it is set`
        ),
        { x: 50, y: 500 }
      ),
      { text: "The lower ones", x: 150, y: 227, size }
    ],
    segments: [50, 250].flatMap((x) => [100, 240].map((y) => rule(x, y + 100, x + 150, y + 100))),
    drawings: [50, 250].flatMap((x) => [...curve(x, 100), ...curve(x, 240)])
  })
  const figures = (size: number) => page(rawPage(sheet(size))).asides.filter(({ kind }) => kind === "figure")

  it("is a label of them if it is set as labels are", () => assert.lengthOf(figures(7), 1))
  it("stays in none of the text", () => assert.notMatch(besideFigures([sheet(7)]), /lower ones/))
  it("is text that parts them if it is set as the text is", () => assert.isAbove(figures(10).length, 1))
})
