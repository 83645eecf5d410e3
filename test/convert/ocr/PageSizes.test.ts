import { assert, describe, it } from "@effect/vitest"
import type { FinishedPage } from "../../../src/convert/model/Document.ts"
import { evenSizes } from "../../../src/convert/ocr/PageSizes.ts"

const page = (method: FinishedPage["method"], ...sizes: ReadonlyArray<readonly [size: number, letters: number]>) => {
  const blocks = sizes.map(([size, letters]) => ({
    kind: "paragraph",
    lines: [{ runs: [{ text: "x".repeat(letters) }] }],
    style: { size }
  }))
  return { method, blocks } as unknown as FinishedPage
}

const sizes = (pages: ReadonlyArray<FinishedPage>) =>
  evenSizes(pages).map(({ blocks }) => blocks.map((block) => ("style" in block ? block.style.size : 0)))

describe("Sizes of recognised pages", () => {
  it("are those of most letters where they differ by less than a pixel does", () => {
    const pages = [page("ocr", [10, 900], [13, 30]), page("ocr", [10.5, 700], [12.5, 20], [16, 9])]
    assert.deepStrictEqual(sizes(pages), [
      [10, 13],
      [10, 13, 16]
    ])
  })

  it("stay apart where they differ by more, in steps as well", () => {
    const pages = [page("ocr", [10, 900], [11, 30]), page("ocr", [10.5, 40], [11.5, 20])]
    assert.deepStrictEqual(sizes(pages), [
      [10, 11],
      [10, 11]
    ])
  })

  it("stay as they are on a page with text, and where one alone was recognised", () => {
    assert.deepStrictEqual(sizes([page("ocr", [10, 900]), page("text", [10.5, 90])]), [[10], [10.5]])
    assert.deepStrictEqual(sizes([page("ocr", [10, 9]), page("text", [10.2, 9]), page("ocr", [9.8, 90])]), [
      [9.8],
      [10.2],
      [9.8]
    ])
  })
})
