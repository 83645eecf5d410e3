import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isPageRange, pagesOf } from "../../../src/convert/model/PageRange.ts"

describe("pagesOf", () => {
  it("lists each page once and in order", () => assert.deepStrictEqual(pagesOf("7,1-3,2", 10), [1, 2, 3, 7]))
  it("leaves out what the document does not have", () => assert.deepStrictEqual(pagesOf("2-5", 3), [2, 3]))
  it("runs an open range to the end", () => assert.deepStrictEqual(pagesOf("3-", 5), [3, 4, 5]))
  it("takes spaces around the commas", () => assert.deepStrictEqual(pagesOf("1, 3", 5), [1, 3]))
  it("is all pages when there is no range", () => assert.deepStrictEqual(pagesOf(null, 3), [1, 2, 3]))
  it("answers null for what is no range", () => {
    for (const wrong of ["", "0", "a", "3-1", "1,,2", "-2", "1-2-3", "1.5", "1;2", "9".repeat(7), "1,".repeat(600)])
      assert.isNull(pagesOf(wrong, 10), wrong)
  })
  it("is bounded by the document, not by the range", () => assert.deepStrictEqual(pagesOf("1-999999", 2), [1, 2]))
  it("yields pages of the document, rising, for any text", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[\d,\- ]{0,12}$/), fc.nat(50), (range, total) => {
        const pages = pagesOf(range, total)
        assert.strictEqual(pages !== null, isPageRange(range))
        for (const [i, page] of (pages ?? []).entries()) {
          assert.isTrue(page >= 1 && page <= total)
          if (i > 0) assert.isTrue(page > (pages?.[i - 1] ?? 0))
        }
      })
    ))
})
