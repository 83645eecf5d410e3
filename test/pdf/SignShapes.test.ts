import { assert, describe, it } from "@effect/vitest"
import { type Contour, signOf } from "../../layers/pdf/SignShapes.ts"

type Points = ReadonlyArray<readonly [number, number]>
const straight = (...points: Points): Contour => ({ points, isCurved: false })
const bar = (x0: number, y0: number, x1: number, y1: number) => straight([x0, y0], [x1, y0], [x1, y1], [x0, y1])

const cross = straight(
  ...([
    [200, 0],
    [240, 0],
    [240, 200],
    [440, 200],
    [440, 240],
    [240, 240]
  ] as const),
  ...([
    [240, 440],
    [200, 440],
    [200, 240],
    [0, 240],
    [0, 200],
    [200, 200]
  ] as const)
)
const wedge = straight([0, 200], [400, 0], [400, 45], [60, 220], [400, 395], [400, 440], [0, 240])
const mirrored = straight(...wedge.points.map(([x, y]) => [400 - x, y] as const))

describe("an outline", () => {
  it("is the sign that it looks like", () => {
    assert.strictEqual(signOf([bar(50, 230, 700, 270)]), "−")
    assert.strictEqual(signOf([bar(50, 130, 700, 170), bar(50, 330, 700, 370)]), "=")
    assert.strictEqual(signOf([cross]), "+")
    assert.strictEqual(signOf([wedge]), "<")
    assert.strictEqual(signOf([mirrored]), ">")
    assert.strictEqual(signOf([wedge, bar(0, -90, 400, -50)]), "≤")
    assert.strictEqual(signOf([bar(0, -90, 440, -50), cross]), "±")
  })

  it("is the same though its points are repeated, or lie within its edges", () => {
    const { points } = wedge
    assert.strictEqual(signOf([straight(...points, points[0] ?? [0, 0])]), "<")
    assert.strictEqual(signOf([straight([50, 230], [300, 230], [700, 230], [700, 270], [50, 270])]), "−")
  })

  it("of a letter is none", () => {
    const upright = bar(100, 0, 180, 700)
    assert.isNull(signOf([upright]))
    assert.isNull(signOf([bar(100, 0, 180, 500), bar(100, 620, 180, 700)]))
    const L = straight([80, 0], [500, 0], [500, 80], [160, 80], [160, 700], [80, 700])
    const E = straight(
      ...([
        [80, 0],
        [500, 0],
        [500, 80],
        [160, 80],
        [160, 310],
        [450, 310]
      ] as const),
      ...([
        [450, 390],
        [160, 390],
        [160, 620],
        [500, 620],
        [500, 700],
        [80, 700]
      ] as const)
    )
    const H = straight(
      ...([
        [80, 0],
        [160, 0],
        [160, 310],
        [440, 310],
        [440, 0],
        [520, 0]
      ] as const),
      ...([
        [520, 700],
        [440, 700],
        [440, 390],
        [160, 390],
        [160, 700],
        [80, 700]
      ] as const)
    )
    const V = straight([200, 0], [280, 0], [480, 700], [400, 700], [240, 120], [80, 700], [0, 700])
    const Z = straight(
      [20, 0],
      [500, 0],
      [500, 80],
      [140, 80],
      [500, 620],
      [500, 700],
      [40, 700],
      [40, 620],
      [380, 620],
      [20, 80]
    )
    for (const letter of [L, E, H, V, Z]) assert.isNull(signOf([letter]))
    assert.isNull(signOf([{ ...bar(50, 230, 700, 270), isCurved: true }]))
    assert.isNull(signOf([]))
  })
})
