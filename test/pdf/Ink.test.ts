import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { inked, shaped } from "../../layers/pdf/Ink.ts"
import { ascii, font, index, u16, u32 } from "../support/OpenType.ts"

const n = (value: number) => [28, ...u16(value & 0xffff)]

/** An OpenType font with a CFF table, whose glyph 1 is drawn for U+E000 by `outline`, with one global subroutine. */
const program = (outline: ReadonlyArray<number>, subroutine: ReadonlyArray<number> = [11]): Uint8Array => {
  const head = [1, 0, 4, 1, ...index(ascii("Test"))]
  const before = head.length + index([...n(0), 17]).length + index().length + index(subroutine).length
  const cff = [...head, ...index([...n(before), 17]), ...index(), ...index(subroutine), ...index([14], outline)]
  const cmap = [
    ...[...u16(0, 1, 3, 1), ...u32(12)],
    ...u16(4, 32, 0, 4, 4, 1, 0),
    ...[...u16(0xe000, 0xffff, 0), ...u16(0xe000, 0xffff), ...u16(0x2001, 1), ...u16(0, 0)]
  ]
  return font([
    ["CFF ", cff],
    ["cmap", cmap]
  ])
}

/** 100 to the right and 50 down, 300 up, then a curve to the left; with a width in front. */
const outline = [...n(7), ...n(100), ...n(-50), 21, ...n(300), 7, ...n(-20), ...n(30), ...n(-40), ...n(50), 31, 14]

describe("inked", () => {
  it("says how far the outlines of a CFF font reach", () =>
    assert.deepStrictEqual(inked(program(outline), 0.01)(0xe000), { x0: 0.8, x1: 1.1, above: 2.6, below: 0.5 }))

  it("follows subroutines", () => {
    const called = program([...n(100), ...n(-50), 21, ...n(-107), 29, 14], [...n(300), 7, 11])
    assert.deepStrictEqual(inked(called, 0.01)(0xe000), { x0: 1, x1: 1, above: 2.5, below: 0.5 })
  })

  it("ends where a subroutine calls itself over and over", () => {
    const call = [...n(-107), 29]
    const looping = program([...call, 14], [...Array.from({ length: 40 }, () => call).flat(), 11])
    assert.strictEqual(inked(looping, 0.001)(0xe000), null)
  })

  it("says how far those of a TrueType font reach", () => {
    const styles = createRequire(import.meta.url).resolve("katex/package.json")
    const font = readFileSync(styles.replace("package.json", "dist/fonts/KaTeX_Size4-Regular.ttf"))
    const ink = inked(new Uint8Array(font), 0.001)("(".charCodeAt(0))
    assert.closeTo((ink?.above ?? 0) + (ink?.below ?? 0), 3, 0.05)
  })

  it("says which sign straight outlines draw", () => {
    const bar = (x: number, y: number) => [...n(x), ...n(y), 21, ...n(600), 6, ...n(40), 7, ...n(-600), 6]
    assert.strictEqual(shaped(program([...bar(50, 100), 14]))(0xe000), "−")
    assert.strictEqual(shaped(program([...bar(50, 100), ...bar(0, 120), 14]))(0xe000), "=")
    assert.strictEqual(shaped(program(outline))(0xe000), null)
  })

  it("survives any damage", () => {
    const whole = program(outline)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
        const damaged = whole.slice(0, length)
        damaged[at] = value
        const ink = inked(damaged, 0.001)(0xe000)
        assert.isTrue(ink === null || Number.isFinite(ink.above + ink.below))
      }),
      { numRuns: 2000, seed: 5 }
    )
  })
})
