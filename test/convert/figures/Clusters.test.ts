import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { clusters, merged } from "../../../src/convert/figures/Clusters.ts"
import { type Box, union } from "../../../src/convert/model/Geometry.ts"

const box = (x0: number, y0: number, wide = 20, high = 20): Box => ({ x0, y0, x1: x0 + wide, y1: y0 + high })
/** The members of each group, on a page of 600 by 800. */
const groups = (boxes: ReadonlyArray<Box>, gap = 8) =>
  clusters(boxes, 600, 800, gap)
    .map(({ members }) => members.toSorted((a, b) => a - b).join(" "))
    .toSorted()

describe("a cluster", () => {
  it("is what is no further apart than the gap, one through the other", () => {
    assert.deepStrictEqual(groups([box(0, 0), box(26, 0), box(52, 0), box(200, 0)]), ["0 1 2", "3"])
    assert.deepStrictEqual(groups([box(0, 0), box(40, 0)]), ["0", "1"])
  })

  it("has what reaches into its box, though nothing of it is near", () => {
    const corner = [box(100, 100, 200, 4), box(100, 100, 4, 200)]
    assert.deepStrictEqual(groups([...corner, box(200, 200)]), ["0 1 2"])
    assert.deepStrictEqual(groups([...corner, box(320, 320)]), ["0 1", "2"])
  })

  it("is not joined by a frame around much of the page", () => {
    const frame = [box(20, 20, 560, 2), box(20, 20, 2, 760), box(20, 778, 560, 2), box(578, 20, 2, 760)]
    assert.deepStrictEqual(groups([...frame, box(100, 100), box(400, 600)]), ["0 1 2 3", "4", "5"])
  })

  it("has every box once, in a box that holds it", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(550), fc.nat(750), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })), {
          maxLength: 40
        }),
        (sizes) => {
          const boxes = sizes.map(([x, y, wide, high]) => box(x, y, wide, high))
          const found = clusters(boxes, 600, 800, 8)
          assert.deepStrictEqual(
            found.flatMap(({ members }) => members).toSorted((a, b) => a - b),
            boxes.map((_, i) => i)
          )
          for (const { box: whole, members } of found)
            assert.deepStrictEqual(members.map((i) => boxes[i] as Box).reduce(union), whole)
        }
      ),
      { numRuns: 100, seed: 7 }
    ))
})

describe("merged groups", () => {
  it("are put together until none belong together", () => {
    const row = [0, 1, 2, 3].map((i) => ({ box: box(30 * i, 0), members: [i] }))
    const near = (most: number) => (a: Box, b: Box) => Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1) <= most
    assert.lengthOf(merged(row, near(10)), 1)
    assert.lengthOf(merged(row, near(9)), 4)
  })
})
