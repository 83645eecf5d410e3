import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

/** A title, dots up to its page, and the page flush at `right`. */
const led = (title: string, page: string, x: number, y: number, right: number): ReadonlyArray<Text> => {
  const dots = Math.floor((right - x - 5 * (title.length + page.length + 2)) / 10)
  return [
    { text: title, x, y },
    { text: Array.from({ length: dots }, () => ".").join(" "), x: right - 5 * (2 * dots + page.length), y },
    { text: page, x: right - 5 * page.length, y }
  ]
}

const plain = (title: string, page: string, x: number, y: number, right: number): ReadonlyArray<Text> => [
  { text: title, x, y },
  { text: page, x: right - 5 * page.length, y }
]

const inOrder = (markdown: string, names: ReadonlyArray<string>) => {
  const at = names.map((name) => markdown.indexOf(name))
  assert.notInclude(at, -1)
  assert.deepStrictEqual(
    at,
    at.toSorted((a, b) => a - b)
  )
}

describe("an index of two columns", () => {
  const left = ["basechar", "boxcolor", "boxfill", "charcolor", "dashes", "height"]
  const right = ["inset", "length", "margins", "numbers", "offset", "width"]
  const pages = ["12, 3", "7", "3, 5", "10", "2", "8"]

  it("is read down each of them where leaders lead to the pages, though its rows stand level", () => {
    const texts = left.flatMap((name, i) => [
      ...led(name, pages[i] ?? "", 50, 100 + 12 * i, 285),
      ...led(right[i] ?? "", pages[5 - i] ?? "", 300, 100 + 12 * i, 535)
    ])
    const markdown = convert([{ texts }])
    inOrder(markdown, [...left, ...right])
    assert.include(markdown, "boxfill … 3, 5")
  })

  it("is read so where pages go on in rows of their own and most names are in order", () => {
    const texts = left.flatMap((name, i) => [
      ...led(name, "3, 5, 7,", 50, 100 + 24 * i, 180),
      { text: "11, 13, 15", x: 80, y: 112 + 24 * i },
      ...led(right[i] ?? "", "22", 190, 100 + 24 * i, 320),
      { text: "33, 44", x: 220, y: 112 + 24 * i }
    ])
    inOrder(convert([{ texts }]), [...left, ...right])
  })
})

describe("contents of two columns", () => {
  const left = [
    "1 Licence of this text",
    "2 Names of the birds",
    "3 Signs that are used",
    "4 Numbers and sums",
    "5 Shells"
  ]
  const right = ["6 Lists of islands", "7 Languages spoken", "Properties of sand", "References", "Index"]
  const [before, behind] = [
    ["1", "1", "2", "2", "3"],
    ["4", "5", "5", "11", "12"]
  ]
  const list = (next: number, end = 500) =>
    left.flatMap((title, i) => [
      ...plain(title, before[i] ?? "", 90, 200 + 24 * i, 290),
      ...plain(right[i] ?? "", behind[i] ?? "", next, 200 + 24 * i, end)
    ])

  it("are no table, although nothing leads to the pages and the second column is close to those of the first", () => {
    const markdown = convert([{ texts: [{ text: "Table of Contents", x: 90, y: 170, size: 14 }, ...list(299)] }])
    assert.notInclude(markdown, "|")
    inOrder(markdown, [...left, ...right])
  })

  it("are read down each column where all of them are bold, as headings are that stand level", () => {
    const texts = list(310).map((text) => ({ ...text, font: "Body-Bold" }))
    const markdown = convert([
      { texts: [...texts, { text: "What is said here in plain words is text", x: 90, y: 400 }] }
    ])
    inOrder(markdown, [...left, ...right])
  })

  it("are rows where their numbers go on from one column to the other in each row, as on a form", () => {
    const texts = left.flatMap((_, i) => [
      ...led(`Sum of line ${"abcde"[i]}`, `${2 * i + 11}`, 50, 100 + 12 * i, 285),
      ...led(`Taken from ${"abcde"[i]}`, `${2 * i + 12}`, 300, 100 + 12 * i, 535)
    ])
    inOrder(convert([{ texts }]), ["of line a", "from a", "of line b", "from b", "of line e", "from e"])
  })
})

describe("a line over both columns of contents", () => {
  it("keeps its number, which stands before it", () => {
    const names = ["alone", "below", "close", "down"]
    const column = (x: number, y: number, from: number) =>
      names.flatMap((name, i) => led(`${name}${from}`, `${from + i}`, x, y + 12 * i, x + 180))
    const texts = [
      ...column(100, 100, 11),
      ...column(300, 100, 15),
      { text: "3.2", x: 60, y: 160 },
      ...led("Sockets that are open", "19", 100, 160, 480),
      ...column(100, 184, 21),
      ...column(300, 184, 25)
    ]
    assert.include(convert([{ texts }]), "3.2 Sockets that are open … 19")
  })
})

describe("pages behind a leader", () => {
  it("all stand behind it where a comma stands by itself between them", () => {
    const texts = ["first", "second", "third", "fourth"].flatMap((name, i): ReadonlyArray<Text> => {
      const y = 100 + 12 * i
      return [
        { text: name, x: 50, y },
        { text: ". . . . . . . . . .", x: 100, y },
        { text: "12", x: 200, y, font: "Body-Italic" },
        { text: ",", x: 210, y },
        { text: "35", x: 219, y }
      ]
    })
    assert.include(convert([{ texts }]), "- second … 12, 35")
  })
})
