import { assert, describe, it } from "@effect/vitest"
import { withPages } from "../../../src/convert/lines/Contents.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { column, convert, read, type Text, wordsOf } from "../../support/RawPages.ts"

const dots = ". . . . . . . . ."
const page = (lines: ReadonlyArray<string>) => convert([{ texts: column(lines, { x: 50, y: 50 }) }])

describe("a table of contents", () => {
  it("is a list of titles and pages, without the dots between them", () =>
    assert.strictEqual(
      page([`1.1 Imports ${dots} 1`, "1.2 Exports .............. 12", "Preface................ix"]),
      "- 1.1 Imports … 1\n- 1.2 Exports … 12\n- Preface … ix\n"
    ))

  it("has no entry without a title: a number alone is the page's", () =>
    assert.strictEqual(
      convert([
        {
          texts: [
            ...column([`1.1 Imports ${dots} 1`, `1.2 Exports ${dots} 2`], { x: 50, y: 50 }),
            { text: "iii", x: 50 + 5 * (`1.1 Imports ${dots} 1`.length - 3), y: 700 }
          ]
        }
      ]),
      "- 1.1 Imports … 1\n- 1.2 Exports … 2\n"
    ))

  it("has no entry of the page's number and how many there are, though they end where its pages do", () => {
    const entries = column(
      [1, 2, 3, 4].map((i) => `1.${i} Imports ${dots} ${i}`),
      { x: 50, y: 50 }
    )
    const foot = { text: "2 / 22", x: 50 + 5 * (`1.1 Imports ${dots} 1`.length - 6), y: 760 }
    assert.notInclude(convert([{ texts: [...entries, foot] }]), "22")
  })

  it("nests as its lines are indented", () =>
    assert.strictEqual(
      convert([
        {
          texts: [
            { text: `Chapter ${dots} 1`, x: 50, y: 50 },
            { text: `Section ${dots} 2`, x: 70, y: 62 },
            { text: `Chapter ${dots} 3`, x: 50, y: 74 }
          ]
        }
      ]),
      "- Chapter … 1\n    - Section … 2\n- Chapter … 3\n"
    ))

  it("keeps the numbers of its entries where those make a list", () =>
    assert.strictEqual(page([`1. Imports ${dots} 1`, `2. Exports ${dots} 4`]), "1. Imports … 1\n2. Exports … 4\n"))

  it("has titles that go on over the next line", () =>
    assert.strictEqual(
      page([`Imports ${dots} 1`, "Exports to all the other systems that", `read files ${dots} 4`]),
      "- Imports … 1\n- Exports to all the other systems that read files … 4\n"
    ))

  it("has leaders that touch their pages or their titles, or stand alone below these", () => {
    const long = "A title of an entry that reaches the edge"
    const edge = (lines: ReadonlyArray<string>) => page([`Imports ${".".repeat(34)} 1`, ...lines])
    assert.include(edge([`Exports ${".".repeat(30)} .......12`]), "- Exports … 12\n")
    assert.include(edge([`${long.slice(0, 40)}..14`]), `- ${long.slice(0, 40)} … 14\n`)
    assert.include(edge([long, `${".".repeat(36)}18`]), `- ${long} … 18\n`)
  })

  it("has entries that need no dots to reach the edge, and none that end elsewhere", () => {
    const long = `Imports of things ${dots} 10`
    const full = "x".repeat(long.length - 3)
    assert.include(page([long, `${full} 12`, long]), `- ${full} … 12\n`)
    assert.notInclude(page([long, "It was 1912", long]), "… 1912")
  })

  it("has titles that leave room for two dots, whose pages stand at no edge, and none far from entries", () => {
    const entry = `Imports of things ${dots} 10`
    assert.include(
      page([entry, "Exports of things and of others . . 14", entry]),
      "- Exports of things and of others … 14\n"
    )
    assert.notInclude(page([entry, "Exports of things and of others 14", entry]), "others … 14")
    const text = ["Foo of the bar", "Foo of the baz", "Foo of the qux"]
    assert.notInclude(page([entry, ...text, "Exports of things and of others . . 14"]), "others … 14")
  })

  it("needs no dots below its title, where pages stand at one edge and in order", () => {
    const under = (title: string, pages: ReadonlyArray<number>, edge = 500, isNumbered = true) =>
      convert([
        {
          texts: [
            { text: title, x: 50, y: 50, size: 16, font: "Body-Bold" },
            ...pages.flatMap((number, i) => [
              { text: isNumbered ? `${i + 1} Foo` : "Of the Foo", x: 50, y: 80 + 20 * i, font: "Body-Bold" },
              { text: `${number}`, x: (i === 1 ? edge : 500) - 5 * `${number}`.length, y: 80 + 20 * i }
            ])
          ]
        }
      ])
    assert.strictEqual(under("Contents", [2, 5, 12]), "# Contents\n\n- 1 Foo 2\n- 2 Foo 5\n- 3 Foo 12\n")
    assert.include(under("Inhaltsverzeichnis", [2, 5, 12]), "- 1 Foo 2\n")
    assert.notInclude(under("Scores of a season", [2, 5, 12]), "- 1 Foo 2")
    assert.include(under("Contents", [12, 5, 2]), "| 1 Foo | 12 |\n")
    assert.include(under("Contents", [2, 5, 12], 495), "- 2 Foo 5\n")
    assert.include(under("Contents", [2, 5, 12], 500, false), "- Of the Foo 2\n- Of the Foo 5\n")
    assert.notInclude(under("Contents", [2, 12, 5], 500, false), "- Of the Foo 2")
  })

  it("may have two entries without dots among others", () => {
    const contents = convert([
      {
        texts: [
          { text: "Contents", x: 50, y: 50, size: 16 },
          ...["How a bread is made at home", "How a cake is made at home."].flatMap(
            (text, i): ReadonlyArray<Text> => [
              { text, x: 50, y: 90 + 14 * i },
              { text: String(i + 1), x: 225, y: 90 + 14 * i }
            ]
          ),
          { text: `1.1 Imports ${dots}... 3`, x: 50, y: 118 }
        ]
      }
    ])
    assert.include(contents, "- How a bread is made at home … 1\n- How a cake is made at home. … 2")
  })

  it("has no entry in a text that ends in the mark of a note, where pages end", () => {
    const under = (size: number) => {
      const text = "Bread that is baked with rye"
      const x = 300 - size / 2
      return convert([
        {
          texts: [
            ...[1, 2, 3].flatMap(
              (i): ReadonlyArray<Text> => [
                { text: `${i}.1 Imports ${dots}...`, x: 50, y: 60 + 14 * i },
                { text: `${i}`, x: 295, y: 60 + 14 * i }
              ]
            ),
            { text, x: x - 5 * text.length - 3, y: 116 },
            { text: "4", x, y: 116 - (10 - size), size }
          ]
        }
      ])
    }
    assert.include(under(10), "Bread that is baked with rye … 4")
    assert.notMatch(under(6), /rye.*… 4/)
  })

  it("may have two entries, which are no table, and text that ends in a word below them", () => {
    const contents = convert([
      {
        texts: [
          { text: "Contents", x: 50, y: 50, size: 16 },
          ...["Bread", "Cake"].flatMap(
            (text, i): ReadonlyArray<Text> => [
              { text: String(i + 1), x: 50, y: 80 + 14 * i },
              { text, x: 70, y: 80 + 14 * i },
              { text: String(i + 3), x: 295, y: 80 + 14 * i }
            ]
          ),
          { text: "What an oven is for, and how hot it should be in", x: 60, y: 130 },
          { text: "the morning.", x: 60, y: 142 }
        ]
      }
    ])
    assert.include(contents, "- 1 Bread 3\n- 2 Cake 4\n")
    assert.include(contents, "how hot it should be in the morning")
  })

  it("keeps each of two numbers that one title has behind it", () => {
    const contents = convert([
      {
        texts: [
          { text: "Contents", x: 50, y: 50, size: 16 },
          ...["Bread", "Cake", "Pie"].flatMap(
            (text, i): ReadonlyArray<Text> => [
              { text, x: 70, y: 80 + 14 * i },
              { text: String(i + 31), x: 245, y: 80 + 14 * i },
              { text: String(i + 51), x: 295, y: 80 + 14 * i }
            ]
          )
        ]
      }
    ])
    for (const number of [31, 32, 33, 51, 52, 53]) assert.include(contents, String(number))
  })

  it("may have several pages to an entry, as an index has", () =>
    assert.strictEqual(page([`vector ${dots} 3, 8, 12-14`, `zero ${dots} 4`]), "- vector … 3, 8, 12-14\n- zero … 4\n"))

  it("leaves dots alone that lead to no page", () => {
    assert.strictEqual(page(["f ( a , ...... , n )"]), "f ( a , ...... , n )\n")
    assert.include(page(["Wait... 3"]), "Wait... 3")
    assert.include(page([`Bread ${dots} 4.50`]), dots)
  })

  it("does not run on into the text of the next page", () =>
    assert.include(
      convert([
        { texts: column([`Imports of all that there is to be had ${dots} 1`], { x: 50, y: 50 }) },
        { texts: column(["where it is said what follows from that."], { x: 50, y: 50 }) }
      ]),
      "… 1\n\nwhere it"
    ))

  it("has its pages in a column of their own, which are those of the titles beside them", () => {
    const rows = (title: string, pages: ReadonlyArray<string>) => {
      const texts = ["1. Imports", "2. Exports", "3. All others"].flatMap((text, i) => [
        { text, x: 50, y: 74 + 16 * i },
        { text: pages[i] ?? "", x: 500, y: 74 + 16 * i }
      ])
      return withPages(lines(wordsOf({ texts: [{ text: title, x: 50, y: 50 }, ...texts] }))).map(read)
    }
    assert.deepStrictEqual(rows("Contents", ["2", "4", "7"]).slice(1), [
      "1. Imports 2",
      "2. Exports 4",
      "3. All others 7"
    ])
    assert.include(rows("Results", ["2", "4", "7"]), "1. Imports")
    assert.include(rows("Contents", ["9", "7", "2"]), "1. Imports")
  })
})

it("A leader as long as a page may have and entries in their thousands took minutes", () => {
  const texts = column(["Contents", `${".".repeat(60_000)}Z`], { x: 50, y: 50 })
  assert.include(convert([{ texts, width: 400_000 }]), "Z")
  const entries = Array.from(
    { length: 5000 },
    (_, i): ReadonlyArray<Text> => [
      { text: "Bread", x: 50, y: 80 + 14 * i },
      { text: String(1000 + i), x: 275, y: 80 + 14 * i }
    ]
  )
  const sheet = { texts: [{ text: "Contents", x: 50, y: 50 }, ...entries.flat()], height: 80_000 }
  assert.lengthOf(withPages(lines(wordsOf(sheet))), 5001)
})
