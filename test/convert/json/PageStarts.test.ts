import { assert, describe, it } from "@effect/vitest"
import { joined } from "../../../src/convert/document/Hyphens.ts"
import { pageStarts } from "../../../src/convert/json/PageStarts.ts"
import { plain } from "../../../src/convert/model/Text.ts"

const spelling = { lexicon: new Set(["together"]) }
const line = (text: string, page: number) => ({ runs: [{ text }], page, box: { x0: 0, y0: 0, x1: 100, y1: 10 } })

describe("A text over several pages", () => {
  it("tells where each page begins in it, whatever is done with hyphens at a page's end", () => {
    const lines = [
      line("It begins here and goes", 1),
      line("on to-", 1),
      line("gether with the next", 2),
      line("page, self-", 3),
      line("made, for soft\u00ad", 3),
      line("ness 漢", 4),
      line("字 at the end", 5)
    ]
    const text = plain(joined(lines, spelling)).trim()
    const starts = pageStarts(lines, spelling)
    assert.deepStrictEqual(
      starts.map(({ page, start }) => [page, text.slice(start).split(" ")[0]]),
      [
        [1, "It"],
        [2, "gether"],
        [3, "page,"],
        [4, "ness"],
        [5, "字"]
      ]
    )
  })

  it("on one page tells nothing", () => assert.deepStrictEqual(pageStarts([line("a", 1), line("b", 1)], spelling), []))
})
