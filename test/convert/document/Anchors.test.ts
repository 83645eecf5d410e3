import { assert, describe, it } from "@effect/vitest"
import { convert, type Sheet, type Text } from "../../support/RawPages.ts"

/** Points from the foot of a page of 800. */
const to = (page: number, y: number) => `#${page},50,${800 - y}`

const body = (y: number): ReadonlyArray<Text> => [
  { text: "Text of a section that is as long as others are, with", x: 50, y },
  { text: "more than one line of it below its own heading.", x: 50, y: y + 12 }
]

/** Two headings of one name, at 100 and 200, and a line at 300 with a link on the words from `x0` to `x1`. */
const sheet = (line: string, [x0, x1]: readonly [number, number], url: string): Sheet => ({
  texts: [
    { text: "Results, again", x: 50, y: 100, size: 18 },
    ...body(130),
    { text: "Results, again", x: 50, y: 200, size: 18 },
    ...body(230),
    { text: line, x: 50, y: 300 }
  ],
  links: [{ box: { x0, y0: 290, x1, y1: 303 }, url }]
})

const last = (markdown: string): string => markdown.trim().split("\n\n").at(-1) ?? ""

describe("a link within the document", () => {
  it("leads to the heading that stands at its place, numbered where another is called so", () => {
    const line = "The figures are given in section 2 below."
    const two = [50 + 25 * 5, 50 + 34 * 5] as const
    assert.strictEqual(
      last(convert([sheet(line, two, to(1, 86))])),
      "The figures are given in [section 2](#results-again) below."
    )
    assert.strictEqual(
      last(convert([sheet(line, two, to(1, 186))])),
      "The figures are given in [section 2](#results-again-1) below."
    )
  })

  it("leaves the brackets of its sentence out", () =>
    assert.strictEqual(
      last(convert([sheet("They are given there (see 2).", [50 + 26 * 5, 50 + 29 * 5], to(1, 86))])),
      "They are given there (see [2](#results-again))."
    ))

  it("is text where no heading stands at its place, or the page is not at hand", () => {
    const line = "The figures are given in section 2 below."
    for (const url of [to(1, 128), to(1, 20), to(7, 86), "#1,,"])
      assert.strictEqual(last(convert([sheet(line, [50, 90], url)])), line)
  })

  it("is text in what is nothing but links, such as contents", () =>
    assert.strictEqual(last(convert([sheet("Results again", [50, 400], to(1, 86))])), "Results again"))
})
