import { assert, it } from "@effect/vitest"
import { greatest, smallest } from "../../../src/convert/model/Geometry.ts"

it("The greatest and the smallest of 200,000 values are found: a page of so many words failed", () => {
  const values = Array.from({ length: 200_000 }, (_, i) => i)
  assert.deepStrictEqual([greatest(values), smallest(values)], [199_999, 0])
})
