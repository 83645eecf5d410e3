import { assert, describe, it } from "@effect/vitest"
import { levels } from "../../../src/convert/document/headings/Levels.ts"
import type { Block, Heading } from "../../../src/convert/model/Block.ts"
import type { OutlineEntry } from "../../../src/convert/model/Document.ts"
import { heading } from "../../support/Blocks.ts"

const sized = (...sizes: ReadonlyArray<number>) =>
  sizes.map((size, i) => heading(`Heading ${"abcdefgh"[i]}`, at(size, i)))
/** One below the other on a page, from its upper half on. */
const at = (size: number, i: number) => ({ style: { size }, box: { y0: 100 + 40 * i, y1: 100 + size + 40 * i } })
const named = (...names: ReadonlyArray<string>) => names.map((name, i) => heading(name, at(12, i)))

const found = (blocks: ReadonlyArray<Block>, outline: ReadonlyArray<OutlineEntry> = []) =>
  levels([blocks], outline)
    .flat()
    .flatMap((block) => (block.kind === "heading" ? [block.level] : []))

describe("a level", () => {
  it("is the first of the title, which is larger than all others and stands in the upper half of its page", () => {
    assert.deepStrictEqual(found(sized(20, 14, 14)), [1, 2, 2])
    assert.deepStrictEqual(found(sized(14, 14, 14)), [1, 1, 1])
    assert.deepStrictEqual(found(sized(20)), [1])
    const low = [heading("Low", { style: { size: 20 }, box: { y0: 401, y1: 421 } }), ...sized(14, 14)]
    assert.deepStrictEqual(found(low), [1, 2, 2])
  })

  it("goes by size, and among equals by weight", () => {
    assert.deepStrictEqual(found(sized(20, 16, 13, 16, 13)), [1, 2, 3, 2, 3])
    const bold = heading("Bold", { style: { size: 14, bold: true } })
    assert.deepStrictEqual(found([bold, heading("Light", { style: { size: 14 } }), bold]), [1, 2, 1])
  })

  it("is one deeper than the one it stands under, and never deeper than six", () => {
    assert.deepStrictEqual(found(sized(30, 10, 26, 24, 22, 20, 18, 16)), [1, 6, 2, 3, 4, 5, 6, 6])
  })

  it("is that of its number, where one goes deeper than a single numeral", () => {
    assert.deepStrictEqual(found(named("1 One", "1.1 Two", "1.1.1 Three", "2 Four")), [1, 2, 3, 1])
    assert.deepStrictEqual(found(named("1 One", "2 Two", "3 Three")), [1, 1, 1])
  })

  it("is that of the outline, whatever its size, letters and digits compared", () => {
    const outline = [
      { title: "One:", level: 1, page: null },
      { title: "TWO", level: 2, page: null },
      { title: "Three", level: 1, page: 1 }
    ]
    assert.deepStrictEqual(found(named("One", "Two", "Three"), outline), [1, 2, 1])
  })

  it("is left as the document tells it", () => {
    const told: Heading = { ...heading("Told"), level: 4, tagged: true }
    assert.deepStrictEqual(found([...sized(20, 14), told]), [1, 2, 4])
  })
})
