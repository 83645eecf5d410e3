import { assert, describe, it } from "@effect/vitest"
import type { Mark } from "../../../src/convert/figures/Marks.ts"
import { shadesOf, stackOf } from "../../../src/convert/figures/Stacks.ts"

const colours = [0x4e459c, 0x0063b4, 0x003865, 0xe26800, 0xf4cd00]
const row = (edges: ReadonlyArray<number>, y: number, colour = (i: number) => colours[i] ?? 0): ReadonlyArray<Mark> =>
  edges.slice(1).map((x1, i) => ({
    kind: "tint",
    colour: colour(i),
    box: { x0: edges[i] ?? 0, x1, y0: y, y1: y + 30 }
  }))

describe("a bar in parts", () => {
  const edges = [50, 190, 290, 330, 350]
  it("has parts of their own lengths and colours, side by side", () => {
    assert.isAbove(stackOf(row(edges, 100)), 0.5)
    assert.isAbove(stackOf([...row(edges, 100), ...row([50, 120, 250, 310, 350], 200)]), 0.5)
  })
  it("has more of them than three", () => assert.strictEqual(stackOf(row(edges.slice(0, 4), 100)), 0))
  it("has no two of one colour", () => assert.strictEqual(stackOf(row(edges, 100, (i) => colours[i % 3] ?? 0)), 0))
  it("has none of them as long as another, as cards are", () =>
    assert.strictEqual(stackOf(row([50, 150, 250, 350, 450], 100)), 0))
  it("has no gaps", () =>
    assert.strictEqual(
      stackOf(row(edges, 100).map((mark, i) => ({ ...mark, box: { ...mark.box, x0: mark.box.x0 + i } }))),
      0
    ))
  it("is no row of a table, whose other rows begin their cells where it does", () =>
    assert.strictEqual(stackOf([...row(edges, 100), ...row(edges, 130, () => 0xeeeeee)]), 0))
})

describe("shades", () => {
  const cells = (colours: number) =>
    Array.from({ length: 40 }, (_, i) => ({ box: { x0: 10 * i, y0: 0, x1: 10 * i + 9, y1: 9 }, colour: i % colours }))

  it("are many colours in which nothing is written", () => {
    assert.strictEqual(
      shadesOf(cells(8), () => true),
      1
    )
    assert.isAbove(
      shadesOf(cells(4), () => true),
      0
    )
  })

  it("are none of three colours, as rows of a table have, or where a text stands in each", () => {
    assert.strictEqual(
      shadesOf(cells(3), () => true),
      0
    )
    assert.strictEqual(
      shadesOf(cells(8), () => false),
      0
    )
  })
})
