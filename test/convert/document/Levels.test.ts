import { assert, describe, it } from "@effect/vitest"
import { levels } from "../../../src/convert/document/headings/Levels.ts"
import type { Block, Heading } from "../../../src/convert/model/Block.ts"
import type { OutlineEntry } from "../../../src/convert/model/Document.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import { heading } from "../../support/Blocks.ts"

const sized = (...sizes: ReadonlyArray<number>) =>
  sizes.map((size, i) => heading(`Heading ${"abcdefgh"[i]}`, at(size, i)))
/** One below the other on a page, from its upper half on. */
const at = (size: number, i: number) => ({ style: { size }, box: { y0: 100 + 40 * i, y1: 100 + size + 40 * i } })
const named = (...names: ReadonlyArray<string>) => names.map((name, i) => heading(name, at(12, i)))

const found = (blocks: ReadonlyArray<Block>, outline: ReadonlyArray<OutlineEntry> = [], title: string | null = null) =>
  levels([...Map.groupBy(blocks, ({ place }) => place.page).values()], { outline, title })
    .flat()
    .flatMap((block) => (block.kind === "heading" ? [block.level] : []))
/** Headings of one size, each the first of its page. */
const slides = (first: Partial<Box>, ...names: ReadonlyArray<string>) =>
  names.map((name, i) => heading(name, { page: i + 1, style: { size: 14 }, box: i === 0 ? first : { y0: 20, y1: 34 } }))

describe("a level", () => {
  it("is the first of the title, which is larger than all others and stands in the upper half of its page", () => {
    assert.deepStrictEqual(found(sized(20, 14, 14)), [1, 2, 2])
    assert.deepStrictEqual(found(sized(14, 14, 14)), [1, 1, 1])
    assert.deepStrictEqual(found(sized(20)), [1])
    const low = [heading("Low", { style: { size: 20 }, box: { y0: 401, y1: 421 } }), ...sized(14, 14)]
    assert.deepStrictEqual(found(low), [1, 2, 2])
  })

  it("is the first of the title, though a part or a sample further on is larger still", () => {
    const [title, ...others] = sized(17, 14, 12, 14, 12, 14, 12) as [Heading, ...Array<Heading>]
    const part = heading("Part", { page: 2, style: { size: 25 } })
    assert.deepStrictEqual(found([title, ...others, part]), [1, 2, 3, 2, 3, 2, 3, 2])
    // others are set as it is, or one of its own page is larger
    assert.notStrictEqual(found([title, ...others, heading("Like", { page: 2, style: { size: 17 } }), part])[0], 1)
    assert.notStrictEqual(found([title, ...others, { ...part, place: { ...part.place, page: 1 } }])[0], 1)
  })

  it("is the first of the title, not of the larger half of a subtitle below it", () => {
    const title = (bold: boolean, i: number) => heading(`Title ${i}`, { ...at(24, i), style: { size: 24, bold } })
    const chapter = heading("Chapter", { page: 2, style: { size: 24, bold: true } })
    assert.deepStrictEqual(found([title(true, 0), title(false, 1), chapter, ...sized(12, 12)]).slice(0, 2), [1, 2])
  })

  it("is the first of a title no larger than other headings, where it alone stands in the middle of its page", () => {
    const names = ["A talk", "One", "Two", "Three"]
    assert.deepStrictEqual(found(slides({ x0: 200, y0: 300, y1: 314 }, ...names)), [1, 2, 2, 2])
    assert.deepStrictEqual(found(slides({ y0: 20, y1: 34 }, ...names)), [1, 1, 1, 1])
  })

  it("is the first of a heading that says what the document is called", () => {
    assert.deepStrictEqual(found(named("Fruit", "Apples", "Pears"), [], "fruit"), [1, 2, 2])
    assert.deepStrictEqual(found(named("Fruit", "Apples", "Pears"), [], "pears"), [1, 1, 1])
  })

  it("is one for a look, in whatever font its letters were found", () => {
    const [a, b, c, d] = sized(20, 14, 14, 14) as [Heading, Heading, Heading, Heading]
    const other = { ...c, style: { ...c.style, font: "Other" } }
    assert.deepStrictEqual(found([a, b, other, d]), [1, 2, 2, 2])
  })

  it("goes by size, and among equals by weight", () => {
    assert.deepStrictEqual(found(sized(20, 16, 13, 16, 13)), [1, 2, 3, 2, 3])
    const bold = heading("Bold", { style: { size: 14, bold: true } })
    assert.deepStrictEqual(found([bold, heading("Light", { style: { size: 14 } }), bold]), [1, 2, 1])
  })

  it("is one deeper than the one it stands under, and never deeper than six", () => {
    assert.deepStrictEqual(found(sized(30, 10, 26, 24, 22, 20, 18, 16)), [1, 2, 2, 3, 4, 5, 6, 6])
  })

  it("is that of its number, where one goes deeper than a single numeral", () => {
    assert.deepStrictEqual(found(named("1 One", "1.1 Two", "1.1.1 Three", "2 Four")), [1, 2, 3, 1])
    assert.deepStrictEqual(found(named("1 One", "2 Two", "3 Three")), [1, 1, 1])
  })

  it("is the first of what is numbered by a word and a number that others go on, in any language", () => {
    const chapters = (second: string) =>
      found([
        ...sized(30),
        heading("Capitol 1 One", at(20, 0)),
        ...named("1.1 Two", "1.2 Three"),
        heading(second, { ...at(20, 3), style: { size: 20, italic: true } }),
        ...named("2.1 Five")
      ])
    assert.deepStrictEqual(chapters("Capitol 2 Four"), [1, 2, 3, 3, 2, 3])
    assert.deepStrictEqual(chapters("Capitol 3 Four"), [1, 2, 3, 3, 3, 3])
  })

  it("is not that of steps in smaller letters than the sections that are numbered in parts", () => {
    const steps = (size: number) => found([...sized(14), ...named("3.1 Two"), heading("1. Run", at(size, 3))])
    assert.deepStrictEqual(steps(10), [1, 2, 3])
    assert.deepStrictEqual(steps(12), [1, 2, 2])
  })

  it("is found for as many headings and entries as a file may have: ten thousand on one page took minutes, and more failed", () => {
    const outline = Array.from({ length: 150_000 }, () => ({ title: "1.1 Bread", level: 2, page: 1 }))
    const all = Array.from({ length: 10_000 }, (_, i) => heading("1.1 Bread", { box: { x0: 7 * i, y0: 7 * i } }))
    assert.deepStrictEqual(
      new Set(
        levels([all], { title: null, outline })
          .flat()
          .map((each) => "level" in each && each.level)
      ),
      new Set([1])
    )
  })

  it("is that of the outline, whatever its size, letters and digits compared", () => {
    const outline = [
      { title: "One:", level: 1, page: null },
      { title: "TWO", level: 2, page: null },
      { title: "Three", level: 1, page: 1 }
    ]
    assert.deepStrictEqual(found(named("One", "Two", "Three"), outline), [1, 2, 1])
  })

  it("is that of the outline, which may leave out numbers and the words before them", () => {
    const outline = [
      { title: "Basics", level: 1, page: 1 },
      { title: "Words", level: 2, page: 1 },
      { title: "More", level: 1, page: 1 }
    ]
    assert.deepStrictEqual(found(named("Teil I. Basics", "1. Words", "Teil II. More"), outline), [1, 2, 1])
  })

  it("is that of the sections, though one is called as the document is", () => {
    const [title, ...others] = sized(20, 14, 14) as [Heading, ...Array<Heading>]
    const outline = ["Heading b", "Heading c", "Heading a"].map((name) => ({ title: name, level: 1, page: 2 }))
    assert.deepStrictEqual(found([title, ...others], outline), [1, 2, 2])
  })

  it("is that of the sections for what stands over the first of them alone, though others that are set so stand deeper", () => {
    assert.deepStrictEqual(found(sized(20, 9, 14, 9, 14, 9, 9)), [1, 2, 2, 3, 2, 3, 3])
    assert.deepStrictEqual(found(sized(20, 12, 12, 14, 12)), [1, 3, 3, 2, 3])
  })

  it("is below the title's for sections of which the first, with its number, is called as the document is", () => {
    const texts = ["Tides", "1 Tides", "2 Currents"]
    const blocks = texts.map((text, i) => heading(text, at(i === 0 ? 24 : 14, i)))
    const outline = (...titles: ReadonlyArray<string>) => titles.map((title) => ({ title, level: 1, page: 1 }))
    assert.deepStrictEqual(found(blocks, outline("Tides", "Currents")), [1, 2, 2])
    // the outline lists the title as well
    assert.deepStrictEqual(found(blocks, outline("Tides", "Tides", "Currents")), [1, 1, 1])
  })

  it("is not deeper than an outline goes for headings without a number among those that have one", () => {
    const texts = ["Summary", "Thanks", "1 One", "2 Two", "3 Three"]
    const outline = texts.slice(2).map((title) => ({ title, level: 1, page: 1 }))
    assert.deepStrictEqual(found(named(...texts), outline), [1, 1, 1, 1, 1])
  })

  it("is that of the entry for its page, where the outline has its words twice", () => {
    const outline = [
      { title: "One", level: 1, page: 1 },
      { title: "Two", level: 1, page: 1 },
      { title: "One", level: 3, page: 7 }
    ]
    assert.deepStrictEqual(found(named("One", "Two"), outline), [1, 1])
  })

  it("is that of its look where the outline has its words twice for its page, at two depths", () => {
    const twice = (level: number) => [
      { level: 1, title: "Summary", page: 1 },
      { level, title: "Aims", page: 1 },
      { level: 1, title: "Aims", page: 1 },
      { level: 1, title: "Methods", page: 1 }
    ]
    const headings = named("Summary", "Aims", "Methods")
    assert.deepStrictEqual(found(headings, twice(2)), [1, 1, 1])
    assert.deepStrictEqual(found(named("Summary", "Aims"), twice(2).slice(0, 2)), [1, 2])
  })

  it("is not that of an outline that has few headings of its look", () => {
    const outline = [{ title: "Three", level: 1, page: 4 }]
    assert.deepStrictEqual(
      found(slides({ x0: 200, y0: 300, y1: 314 }, "A talk", "One", "Two", "Three"), outline),
      [1, 2, 2, 2]
    )
  })

  it("is one deeper than the document tells under a title that it does not tag", () => {
    const told = (level: number, i: number): Heading => ({ ...heading("Told", at(12, i)), level, tagged: true })
    assert.deepStrictEqual(found([...sized(20), told(1, 1), told(2, 2), told(1, 3)]), [1, 2, 3, 2])
    assert.deepStrictEqual(found([...sized(20), told(2, 1), told(3, 2)]), [1, 2, 3])
  })

  it("is deeper than the document tells below headings that come back, are larger and not tagged", () => {
    const told = (size: number, i: number): Heading => ({ ...heading("Told", at(size, i)), level: 2, tagged: true })
    const large = (i: number) => heading("Large", at(16, i))
    assert.deepStrictEqual(found([...sized(30), large(1), told(12, 2), large(3)]), [1, 2, 3, 2])
    // only once, or not larger
    assert.deepStrictEqual(found([...sized(30), large(1), told(12, 2)]), [1, 2, 2])
    assert.deepStrictEqual(found([...sized(30), large(1), told(16, 2), large(3)]), [1, 2, 2, 2])
  })

  it("is left as the document tells it", () => {
    const told: Heading = { ...heading("Told"), level: 4, tagged: true }
    assert.deepStrictEqual(found([...sized(20, 14), told]), [1, 2, 4])
  })
})
