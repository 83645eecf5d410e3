import { assert, describe, it } from "@effect/vitest"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import type { Segment } from "../../../src/convert/model/Page.ts"
import { rawPage, rule } from "../../support/RawPages.ts"

const read = (x0: number, x1: number, y: number, ...others: ReadonlyArray<Segment>) =>
  words(
    clean(
      rawPage({
        texts: [
          { text: "new", x: 50, y: 50 },
          { text: "map", x: 68, y: 50 }
        ],
        segments: [rule(x0, y, x1, y), ...others]
      })
    )
  ).map((word) => word.text)

describe("rules as long as a letter", () => {
  it("between two letters, at the foot of the line, are underscores", () =>
    assert.deepStrictEqual(read(65, 68, 50.8), ["new_map"]))

  it("elsewhere are rules", () => {
    assert.deepStrictEqual(read(65, 68, 46), ["new", "map"])
    assert.deepStrictEqual(read(50, 68, 50.8), ["new", "map"])
  })

  it("that go on under the words beside them are a line under all of them", () => {
    assert.deepStrictEqual(read(65, 68, 51, rule(50, 51, 65, 51), rule(68, 51, 83, 51)), ["new", "map"])
    assert.deepStrictEqual(read(65, 68, 51, rule(50, 60, 65, 60)), ["new_map"])
  })
})
