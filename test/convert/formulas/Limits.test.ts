import { assert, describe, it } from "@effect/vitest"
import type { Item } from "../../../src/convert/formulas/parse/Item.ts"
import { withLimits } from "../../../src/convert/formulas/parse/Limits.ts"
import type { Row } from "../../../src/convert/formulas/Tree.ts"

const item = (character: string, x: number, y: number, size = 10): Item => ({
  box: { x0: x, x1: x + 0.6 * size, y0: y - 0.7 * size, y1: y },
  baseline: y,
  size,
  character,
  alphabet: "normal",
  isExact: false,
  node: null
})

const words = (inner: ReadonlyArray<Item>): Row =>
  inner.map(({ character }) => ({ kind: "words", text: character, role: "text" }))

const read = (items: ReadonlyArray<Item>) => withLimits(items, words, 10)

describe("Limits", () => {
  it("belong to the nearer of two operators in a row", () => {
    const [first, second] = [item("∑", 100, 100), item("∑", 116, 100)]
    const [i, j] = [item("i", 101, 107, 6), item("j", 117, 107, 6)]
    const below = read([first, second, i, j]).map(({ node }) => (node?.kind === "scripts" ? node.below : null))
    assert.deepStrictEqual(below, [words([i]), words([j])])
  })

  it("are looked for on a page of thousands of relations as on any other: each was asked of all others for each sign", () => {
    const signs = Array.from({ length: 2000 }, (_, i) => item("=", 50, 20 + 12 * i))
    assert.strictEqual(read(signs).length, signs.length)
  })
})
