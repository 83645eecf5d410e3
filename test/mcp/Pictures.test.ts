import { assert, describe, it } from "@effect/vitest"
import type { ResultBlock } from "../../src/convert/model/Result.ts"
import { asContent, endOfPictures, maxPictureBytes, maxPictures, pictureOf } from "../../src/mcp/passages/Pictures.ts"

const figure = (image: string | null) => ({ type: "figure", image }) as ResultBlock
const paragraph = { type: "paragraph" } as ResultBlock

describe("The pictures of one result", () => {
  const sizes = (...bytes: ReadonlyArray<number>) => new Map(bytes.map((size, i) => [`${i}.png`, size]))
  const figures = (count: number) => Array.from({ length: count }, (_, i) => figure(`${i}.png`))

  it("are so many at most, and no more than so many bytes", () => {
    const small = figures(maxPictures + 1)
    assert.strictEqual(endOfPictures(small, sizes(...small.map(() => 1))), maxPictures)
    const half = maxPictureBytes / 2
    assert.strictEqual(endOfPictures([paragraph, ...figures(3)], sizes(half, half, 1)), 3)
    assert.strictEqual(endOfPictures([...figures(2), paragraph], sizes(half, half)), 3)
  })

  it("leave out one that is too large by itself, and figures without any", () => {
    const known = sizes(maxPictureBytes + 1, 5)
    assert.deepStrictEqual(
      [...figures(2), figure(null), figure("9.png"), paragraph].map((block) => pictureOf(block, known)),
      [null, "1.png", null, null, null]
    )
    assert.strictEqual(endOfPictures([...figures(2), figure(null)], known), 3)
  })

  it("stand after their names", () =>
    assert.deepStrictEqual(asContent("p001-1.jpg", new Uint8Array([1, 2, 255])), [
      { type: "text", text: "images/p001-1.jpg" },
      { type: "image", data: "AQL/", mimeType: "image/jpeg" }
    ]))
})
