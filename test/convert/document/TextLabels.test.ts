import { assert, describe, it } from "@effect/vitest"
import { labelsIn } from "../../../src/convert/document/headings/TextLabels.ts"
import { statistics } from "../../../src/convert/document/Statistics.ts"
import { paragraph } from "../../support/Blocks.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

const body = [
  "The first line of a paragraph that is as wide as the column is,",
  "the second line of the same paragraph, which goes on for as long,",
  "and a last one."
]
const long = "A text that is long enough to count as running text, which has eighty characters and more."
const terms = ["oven.heat", "oven.light", "oven.clock", "oven.fan"]
/** Names in bold, each over text that is set in; some text, which begins at `edge`, comes first. */
const headings = (edge: number, names: ReadonlyArray<string> = terms) => {
  const texts = names.flatMap(
    (text, i): ReadonlyArray<Text> => [
      { text, x: 70, y: 160 + i * 70, font: "Body-Bold" },
      ...column(body, { x: 100, y: 176 + i * 70 })
    ]
  )
  return convert([{ texts: [...column([...body, ...body], { x: edge, y: 60 }), ...texts] }]).match(/^#.*$/gm) ?? []
}

describe("the terms of a definition list", () => {
  it("are no headings where text stands at their edge, or further out: they became headings", () => {
    assert.deepStrictEqual(headings(70), [])
    assert.deepStrictEqual(headings(50), [])
  })

  it("are terms also where others are called so: `Index` alone among them became a heading", () => {
    assert.deepStrictEqual(headings(70, ["oven.heat", "Index", "oven.clock", "Summary"]), [])
  })

  it("are headings where all text is set in from them, or they are numbered", () => {
    assert.lengthOf(headings(100), terms.length)
    const numbered = ["1. Heat", "2. Light", "3. Clock", "4. Fan"]
    assert.lengthOf(headings(70, numbered), numbered.length)
  })

  it("are not the parts that each section has, which are headings: each function's description lost its own", () => {
    const labels = (names: ReadonlyArray<string>) => {
      const blocks = names.flatMap((name, i) => [
        paragraph(long, { box: { x0: 50, y0: 60 * i } }),
        paragraph(name, { box: { x0: 50, y0: 60 * i + 20 }, style: { bold: true } }),
        paragraph(long, { box: { x0: 80, y0: 60 * i + 34 } })
      ])
      return labelsIn([blocks], { ...statistics([]), size: 10 }).size
    }
    assert.strictEqual(labels(terms), 4)
    assert.strictEqual(labels(["Purpose", "Result", "Purpose", "Result"]), 0)
  })
})

describe("the label of a note that is set in", () => {
  const notes = (edge: number) => {
    const texts = [0, 1, 2].flatMap(
      (i): ReadonlyArray<Text> => [
        ...column([...body, ...body, ...body], { x: 50, y: 60 + i * 200 }),
        { text: "Mind this", x: edge, y: 186 + i * 200, font: "Body-Bold" },
        ...column(body, { x: edge, y: 202 + i * 200 })
      ]
    )
    return convert([{ texts }]).match(/^#.*$/gm) ?? []
  }

  it("is no heading, as over text that is not set in", () => {
    assert.deepStrictEqual(notes(62), [])
    assert.lengthOf(notes(50), 3)
  })
})

describe("terms of tens of thousands of kinds", () => {
  it("are found in seconds: each kind was compared with all text of the document", () => {
    const page = Array.from({ length: 60_000 }, (_, i) => {
      const x0 = 3 * Math.floor(i / 3)
      return [
        paragraph(`Term ${i}`, { box: { x0, y0: 100 }, style: { bold: true } }),
        paragraph(long, { box: { x0: x0 + 20, y0: 112 } })
      ]
    })
    const stats = statistics([])
    const started = process.cpuUsage()
    assert.lengthOf([...labelsIn([page.flat()], { ...stats, size: 10 })], 0)
    assert.isBelow(process.cpuUsage(started).user / 1_000, 5_000)
  })
})
