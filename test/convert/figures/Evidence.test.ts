import { assert, describe, it } from "@effect/vitest"
import { evidenceOf } from "../../../src/convert/figures/Evidence.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import type { Segment } from "../../../src/convert/model/Page.ts"
import { rawPage, rule } from "../../support/RawPages.ts"

const box: Box = { x0: 50, y0: 100, x1: 550, y1: 200 }
const body = { size: 10, family: "Body" }

const crossed = (...segments: ReadonlyArray<Segment>): number =>
  evidenceOf(rawPage({ texts: [], segments }), box, [], [], [], 20, body).crossed

describe("what is drawn in the head of a table", () => {
  it("is crossed by rules that lead on through the cells below", () => {
    assert.strictEqual(crossed(rule(200, 100, 200, 400), rule(400, 100, 400, 400)), 1)
    assert.strictEqual(crossed(rule(200, 100, 200, 400)), 0.5)
    assert.strictEqual(crossed(rule(400, 150, 590, 150), rule(400, 170, 590, 170)), 1)
  })

  it("is not crossed by its own lines, by a frame around it, or by the rule at the foot of the page", () => {
    assert.strictEqual(crossed(rule(200, 100, 200, 200), rule(400, 120, 400, 180)), 0)
    assert.strictEqual(crossed(rule(50, 100, 50, 400), rule(550, 100, 550, 400)), 0)
    assert.strictEqual(crossed(rule(30, 150, 590, 150), rule(30, 170, 590, 170)), 0)
  })
})
