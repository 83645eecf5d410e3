import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../src/convert/Lines.ts"
import { regions } from "../../src/convert/Regions.ts"
import { column, read, type Sheet, type Text, wordsOf } from "../support/RawPages.ts"

const order = (sheet: Sheet): ReadonlyArray<string> =>
  regions(lines(wordsOf(sheet))).flatMap((region) => region.lines.map(read))

/** Ten lines of running text, each beginning with its name. */
const prose = (name: string, at: { readonly x: number; readonly y: number }): ReadonlyArray<Text> =>
  column(
    Array.from({ length: 10 }, (_, i) => `${name}${i} some words of running text here to read`),
    at
  )
const names = (read: ReadonlyArray<string>): string => read.map((line) => line.split(" ")[0]).join(" ")
const ten = (name: string): string => Array.from({ length: 10 }, (_, i) => `${name}${i}`).join(" ")

describe("regions", () => {
  it("reads the left column before the right one", () =>
    assert.strictEqual(
      names(order({ texts: [...prose("R", { x: 310, y: 100 }), ...prose("L", { x: 50, y: 100 })] })),
      `${ten("L")} ${ten("R")}`
    ))

  it("reads what spans both columns where it stands", () => {
    const title = { text: `Title ${"word ".repeat(18)}`, x: 50, y: 60 }
    const middle = { text: `Middle ${"word ".repeat(18)}`, x: 50, y: 260 }
    const texts = [
      ...prose("A", { x: 50, y: 100 }),
      ...prose("B", { x: 310, y: 100 }),
      title,
      middle,
      ...prose("C", { x: 50, y: 300 }),
      ...prose("D", { x: 310, y: 300 })
    ]
    assert.strictEqual(names(order({ texts })), `Title ${ten("A")} ${ten("B")} Middle ${ten("C")} ${ten("D")}`)
  })

  it("reads short cells side by side as rows", () => {
    const rows = ["one", "two", "three", "four"].flatMap((text, i) => [
      { text, x: 50, y: 100 + i * 14 },
      { text: String(i), x: 200, y: 100 + i * 14 }
    ])
    assert.deepStrictEqual(order({ texts: rows }), ["one 0", "two 1", "three 2", "four 3"])
  })

  it("lets one overfull line run into the gutter", () => {
    const left = prose("L", { x: 50, y: 100 }).map((text, i) =>
      i === 4 ? { ...text, text: `${text.text} xxxx` } : text
    )
    assert.strictEqual(names(order({ texts: [...left, ...prose("R", { x: 310, y: 100 })] })), `${ten("L")} ${ten("R")}`)
  })

  it("reads three columns from left to right", () => {
    const narrow = (name: string, x: number) =>
      column(
        Array.from({ length: 10 }, (_, i) => `${name}${i} few words of text`),
        { x, y: 100 }
      )
    assert.strictEqual(
      names(order({ texts: [...narrow("C", 420), ...narrow("A", 50), ...narrow("B", 235)] })),
      `${ten("A")} ${ten("B")} ${ten("C")}`
    )
  })
})
