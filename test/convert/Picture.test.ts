import { assert, describe, it } from "@effect/vitest"
import { open } from "../../layers/pdf/Picture.ts"
import { makePdf } from "../support/Pdf.ts"

/** Lines from one side of the page to the other. */
const hatched = (count: number) =>
  makePdf({
    pages: [
      { operators: Array.from({ length: count }, (_, i) => `${i % 600} 0 m ${(7 * i) % 600} 790 l S`).join("\n") }
    ]
  })

describe("A page is drawn", () => {
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
