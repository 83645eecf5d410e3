import { assert, describe, it } from "@effect/vitest"
import { besideText } from "../../../src/convert/document/running/SideBars.ts"
import type { Block, Provenance } from "../../../src/convert/model/Block.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { paragraph } from "../../support/Blocks.ts"

const wide: Partial<Provenance> = { width: 800, height: 600 }
const set = (text: string, x0: number, x1: number, y0: number, place: Partial<Provenance> = wide): Block => {
  const block = paragraph(text, { box: { x0, x1, y0, y1: y0 + 10 } })
  return { ...block, place: { ...block.place, ...place } }
}
/** Pages with the names of two parts at their left, and a text of their own. */
const pages = (count: number, textAt: number, place?: Partial<Provenance>): ReadonlyArray<ReadonlyArray<Block>> =>
  Array.from({ length: count }, (_, i) => [
    set("First part", 10, 90, 200, place),
    set("Second part", 10, 90, 220, place),
    set(`What slide ${i} says`, textAt, 500, 300, place)
  ])
const gone = (all: ReadonlyArray<ReadonlyArray<Block>>) => new Set(besideText(all).map(textOf))

describe("a bar at the side of slides", () => {
  it("is what stands in one place of most of them, left or right of their text", () => {
    assert.deepStrictEqual(gone(pages(4, 120)), new Set(["First part", "Second part"]))
    assert.deepStrictEqual(
      gone([...pages(3, 120), [set("The end", 120, 200, 300)]]),
      new Set(["First part", "Second part"])
    )
  })

  it("is not what comes back on few of them, or elsewhere", () => {
    assert.deepStrictEqual(gone(pages(2, 120)), new Set())
    const moved = pages(4, 120).map((blocks, i) => blocks.map((block) => set(textOf(block), 10 + 20 * i, 90, 200)))
    assert.deepStrictEqual(gone(moved), new Set())
  })

  it("does not stand over the text, as what each slide says anew does", () =>
    assert.deepStrictEqual(gone(pages(4, 60)), new Set()))

  it("does not lose a line of the text with it that comes back on copies of one slide", () => {
    const copies = [0, 1, 2].map(() => [set("the last words of a line", 120, 250, 320)])
    const all = pages(6, 120).map((blocks, i) => [...blocks, ...(copies[i] ?? [])])
    assert.deepStrictEqual(gone(all), new Set(["First part", "Second part"]))
  })

  it("is none where pages are upright, as forms are, with their labels at the left", () =>
    assert.deepStrictEqual(gone(pages(4, 120, { width: 600, height: 800 })), new Set()))
})
