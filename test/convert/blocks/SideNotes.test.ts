import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Text } from "../../support/RawPages.ts"

const body = [
  "The harbour was dredged in the spring of that year, and ships",
  "of a deeper draught could come in for the first time since the",
  "basin had been dug, which the merchants of the town had asked",
  "for in vain; the duties that they paid rose by half within the",
  "next two years, and with them what the town could spend on the",
  "quay and on the cranes. All of this is told in the accounts."
]
const page = (...notes: ReadonlyArray<Text>) =>
  convert([{ texts: [...column(body, { x: 150, y: 60 }), ...notes] }]).replaceAll("\n", " ")
const beside = (text: string, line: number): Text => ({ text, x: 60, y: 60 + 12 * line })

describe("a note in the margin", () => {
  it("is read after the paragraph that it stands beside", () => {
    const markdown = page(beside("Of the new", 2), beside("basin", 3))
    assert.include(markdown, "since the basin had been dug, which")
    assert.include(markdown, "had asked for in vain")
    assert.match(markdown, /in the accounts\.\s+Of the new basin/)
  })

  it("is none where the line that it stands beside begins a sentence", () =>
    assert.match(page(beside("Harbour", 0)), /Harbour\**\s+The harbour was dredged/))

  it("is none where it is a number", () => assert.notMatch(page(beside("15", 2)), /accounts\.\s+15/))

  it("is none where it is the last word of a line that reaches further than those of an abstract", () => {
    const abstract = Array.from({ length: 18 }, (_, i) => ({
      text: `${"told in the ".repeat(3)}${i % 10}2 a`,
      x: 180,
      y: 60 + 12 * i
    }))
    const wide = column(body, { x: 150, y: 300 })
    const [above, below] = [
      "of a deeper draught could come in for the first time since the",
      "basin had been dug, which the merchants of it."
    ]
    const line = [
      { text: above, x: 150, y: 372 },
      { text: below, x: 150, y: 384 },
      { text: "This", x: 387, y: 384 }
    ]
    const end = [{ text: "town had asked for in vain; the duties that they paid rose.", x: 150, y: 396 }]
    const markdown = convert([{ texts: [...abstract, ...wide, ...line, ...end] }]).replaceAll("\n", " ")
    assert.include(markdown, "the merchants of it. This town had asked")
  })
})
