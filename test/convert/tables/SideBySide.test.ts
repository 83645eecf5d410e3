import { assert, describe, it } from "@effect/vitest"
import { turned } from "../../../src/convert/tables/evidence/Lookalikes.ts"
import type { Spot } from "../../../src/convert/tables/evidence/Spots.ts"
import { convert, rows } from "../../support/RawPages.ts"

const xs = [50, 220, 390]
const addresses = [
  ["Harrow Ltd", "Long Lane 45", "Whitby", "+26 6782"],
  ["Mill & Sons", "High Street 7", "Ripon", "+93 5663"],
  ["Orchard plc", "Quay 93", "Selby", "+39 9107"]
]
const across = (columns: ReadonlyArray<ReadonlyArray<string>>) =>
  Array.from({ length: Math.max(...columns.map((own) => own.length)) }, (_, i) => columns.map((own) => own[i] ?? ""))
const inOrder = (text: string, parts: ReadonlyArray<string>) => {
  assert.notInclude(text, "|")
  const found = parts.map((part) => text.indexOf(part))
  assert.deepStrictEqual(
    found,
    found.toSorted((a, b) => a - b)
  )
}

describe("addresses side by side are read one after the other", () => {
  it("where all have as many lines", () =>
    inOrder(convert([{ texts: rows(across(addresses), xs, { y: 100, leading: 13 }) }]), addresses.flat()))

  it.each([0, 1, 2])("where a name goes on in a second line, that of address %i", (at) => {
    const wrapped = addresses.map((own, i) => (i === at ? [own[0] ?? "", "Holdings", ...own.slice(1)] : own))
    const text = convert([{ texts: rows(across(wrapped), xs, { y: 100, leading: 13 }) }])
    // a last line alone under the first of them is read after all
    inOrder(
      text,
      wrapped.flatMap((own) => own.slice(0, 4))
    )
  })

  it("where names over amounts stand a space below them, in columns of their own", () => {
    const texts = [
      ...rows(across(addresses), xs, { y: 100, leading: 13 }),
      ...rows(
        [
          ["Ada Heron", "Tern"],
          ["1.234,50", "1.234,50"]
        ],
        [50, 300],
        { y: 180, leading: 13 }
      )
    ]
    inOrder(convert([{ texts }]), [...addresses.flat(), "Ada Heron"])
  })
})

describe("a column of labels with their values beside others", () => {
  const measures = [
    ["x: Points", "buffer", "no"],
    ["y: Lines", "union", "yes"],
    ["z: Grid", "overlay", "no"],
    ["w: Cells", "sample", "yes"]
  ]
  const texts = rows(measures, xs, { y: 100, leading: 13 })

  it("is read by itself", () => assert.notInclude(convert([{ texts }]), "|"))

  it("is the first of a table where a caption says that it is one", () => {
    const caption = { text: "Table 2: What each class can be asked for", x: 50, y: 76 }
    assert.include(convert([{ texts: [caption, ...texts] }]), "| w: Cells | sample | yes |")
  })
})

describe("columns that say the same one after the other", () => {
  const column = (texts: ReadonlyArray<string>): ReadonlyArray<Spot> =>
    texts.map((text, row) => ({
      text,
      row,
      column: 0,
      columns: 1,
      rows: 1,
      words: [],
      box: { x0: 0, y0: 0, x1: 0, y1: 0 }
    }))
  const address = ["Harrow Ltd", "Long Lane 45", "NN1 7HG", "26"]

  it("are told by their first texts, however long a page is made", () => {
    const long = column(Array.from({ length: 200_000 }, (_, i) => address[i % 4] ?? ""))
    assert.isAbove(turned([long, long]), 0.4)
    assert.strictEqual(turned([column(["Rent", "Wood", "Pens"]), column(["12", "13", "14"])]), 0)
  })
})
