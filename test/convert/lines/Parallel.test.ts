import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { regions } from "../../../src/convert/lines/Regions.ts"
import { isText } from "../../../src/convert/model/Line.ts"
import { column, read, type Text, wordsOf } from "../../support/RawPages.ts"

const prose = (name: string, x: number, y: number): ReadonlyArray<Text> =>
  column(
    Array.from({ length: 5 }, (_, i) => `${name}${i} some words of running text here to read`),
    { x, y }
  )
const head = (text: string, x: number, y: number): Text => ({ text, x, y, size: 13 })
const order = (texts: ReadonlyArray<Text>): string =>
  regions(lines(wordsOf({ texts })))
    .flatMap(({ parts }) => parts.filter(isText).map((part) => read(part).split(" ")[0] ?? ""))
    .filter((name) => !/[1-4]$/.test(name))
    .join(" ")

describe("two columns", () => {
  const page = (down: number) => [
    head("A", 50, 80),
    ...prose("a", 50, 100),
    head("B", 50, 200),
    ...prose("b", 50, 220),
    head("C", 310, 80),
    ...prose("c", 310, 100),
    head("D", 310, 200 + down),
    ...prose("d", 310, 220 + down)
  ]

  it("whose headings stand level are read section by section", () =>
    assert.strictEqual(order(page(0)), "A a0 C c0 B b0 D d0"))

  it("whose headings stand level are read so also below a title that is no wider than one of them", () =>
    assert.strictEqual(order([{ ...head("T", 50, 50), size: 20 }, ...page(0)]), "T A a0 C c0 B b0 D d0"))

  it("are read one after the other where one heading stands elsewhere, and where they share but one", () => {
    assert.strictEqual(order(page(9)), "A a0 B b0 C c0 D d0")
    assert.strictEqual(order(page(0).filter(({ size, y }) => size === undefined || y < 100)), "A a0 b0 C c0 d0")
  })

  it("of which one begins with a table that goes down beside the headings of the other are read one after the other", () => {
    const table = {
      kind: "table" as const,
      rows: [],
      box: { x0: 310, y0: 60, x1: 530, y1: 330 },
      size: 10,
      colour: 0
    }
    const texts = [
      ...[head("A", 50, 80), ...prose("a", 50, 100)],
      ...[head("B", 50, 200), ...prose("b", 50, 220), head("C", 50, 300), ...prose("c", 50, 320)],
      ...prose("d", 310, 350)
    ]
    const read = regions([...lines(wordsOf({ texts })), table]).map(({ parts }) =>
      parts.map((part) => (isText(part) ? part.words[0]?.text : part.kind))
    )
    const column = (name: string) => [0, 1, 2, 3, 4].map((i) => `${name}${i}`)
    assert.deepStrictEqual(read.flat(), [
      ...["A", "B", "C"].flatMap((name) => [name, ...column(name.toLowerCase())]),
      "table",
      ...column("d")
    ])
  })

  it("of which one has labels, such as dates, level with what they stand beside are read label by label", () => {
    const dated = (down: number) => [
      { text: "2016–2018 in the north", x: 50, y: 100 },
      ...prose("a", 190, 100),
      { text: "2012–2016 in the east", x: 50, y: 180 + down },
      ...prose("b", 190, 180),
      { text: "Schools and more of it", x: 50, y: 260 },
      { text: "2008–2010 in the west", x: 50, y: 290 },
      ...prose("c", 190, 290)
    ]
    assert.strictEqual(order(dated(0)), "2016–2018 a0 2012–2016 b0 Schools 2008–2010 c0")
    // a column of its own, whose lines stand where they happen to
    assert.strictEqual(order(dated(24)), "2016–2018 2012–2016 Schools 2008–2010 a0 b0 c0")
  })
})
