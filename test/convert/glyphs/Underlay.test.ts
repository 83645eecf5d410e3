import { assert, describe, it } from "@effect/vitest"
import { Flag } from "../../../src/convert/model/Page.ts"
import { convert } from "../../support/RawPages.ts"

const images = [{ x0: 0, y0: 0, x1: 600, y1: 800 }]
/** Lines of the sizes given, each as wide as the others. */
const scan = (sizes: ReadonlyArray<number>, flags: number, font = "Body"): ReadonlyArray<string> =>
  convert([
    {
      images: flags === 0 ? [] : images,
      texts: sizes.map((size, i) => ({
        text: "words of a line that is as wide as the column is".padEnd(Math.round(540 / size), " too"),
        x: 50,
        y: 100 + 12 * i,
        size,
        flags,
        font
      }))
    }
  ])
    .trim()
    .split("\n\n")

const scattered = [10, 11.2, 9.3, 12.1, 10.4, 8.6, 11.7, 9.8, 12.6, 10.9]

describe("the invisible text of a scan", () => {
  it("is one paragraph though each of its lines was measured anew, as visible text is not", () => {
    assert.lengthOf(scan(scattered, Flag.invisible), 1)
    assert.isAbove(scan(scattered, 0).length, 1)
  })

  it("keeps sizes that are few, and those that differ by far", () => {
    assert.lengthOf(scan([14, 10, 10, 10, 10], Flag.invisible), 2)
    assert.lengthOf(scan([20, ...scattered], Flag.invisible), 2)
  })

  it("is no listing, whatever its font", () => {
    assert.notInclude(scan([10, 10, 10], Flag.invisible, "Courier").join("\n"), "```")
    assert.include(scan([10, 10, 10], 0, "Courier").join("\n"), "```")
  })
})
