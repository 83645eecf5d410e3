import { assert, describe, it } from "@effect/vitest"
import { open, scaleFor } from "../../layers/pdf/Picture.ts"
import { makePdf } from "../support/Pdf.ts"

/** Lines from one side of the page to the other. */
const hatched = (count: number) =>
  makePdf({
    pages: [
      { operators: Array.from({ length: count }, (_, i) => `${i % 600} 0 m ${(7 * i) % 600} 790 l S`).join("\n") }
    ]
  })

describe("A page is drawn", () => {
  it("with as many pixels as its size calls for, however odd that is", () => {
    const pixels = (width: number, height: number) => Math.round(width * height * scaleFor(width, height) ** 2)
    assert.strictEqual(scaleFor(595, 842), 200 / 72)
    assert.strictEqual(pixels(59.5, 84.2), 1_000_000)
    assert.strictEqual(pixels(1684, 2384), 8_000_000)
    assert.strictEqual(pixels(14_400, 14_400), 25_000_000)
    assert.isBelow(10_000 * scaleFor(1, 10_000), 30_000)
  })

  it("in shades of grey, at no more than 200 pixels to the inch", async () => {
    const drawable = await open(hatched(10))
    const { width, height, scale, pixels } = await drawable.page(1)
    assert.strictEqual(pixels.length, width * height)
    assert.isAtMost(scale, 200 / 72)
    assert.isTrue(pixels.includes(255) && pixels.some((shade) => shade < 128))
    await drawable.close()
  })

  it("only where that takes no longer than it may, and the next one is drawn after it", async () => {
    const drawable = await open(hatched(500))
    const error = await drawable.page(1, 0).then(
      () => null,
      (cause: unknown) => cause
    )
    assert.instanceOf(error, Error)
    assert.isAbove((await drawable.page(1)).width, 0)
    await drawable.close()
  })
})
