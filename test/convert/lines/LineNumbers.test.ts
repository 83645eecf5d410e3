import { assert, describe, it } from "@effect/vitest"
import { convert, type Text } from "../../support/RawPages.ts"

const code = ["if (a) {", "  return b", "}", "", "return c"]
const listing = (numbers: ReadonlyArray<string>): string =>
  convert([
    {
      texts: code.flatMap(
        (text, i): ReadonlyArray<Text> => [
          { text: numbers[i] ?? "", x: 50, y: 50 + 12 * i, size: 8, font: "Courier" },
          ...(text === ""
            ? []
            : [{ text: text.trim(), x: 80 + 5 * (text.length - text.trim().length), y: 50 + 12 * i, font: "Courier" }])
        ]
      )
    }
  ])

describe("the numbers of a listing's lines", () => {
  it("go, and the listing keeps its indents and its blank line", () =>
    assert.strictEqual(
      listing(["1", "2", "3", "4", "5"]),
      ["```", "if (a) {", "  return b", "}", "", "return c", "```", ""].join("\n")
    ))

  it("stay where they do not count its lines", () => assert.include(listing(["7", "2", "11", "4", "1"]), "11"))
})

describe("the numbers of several listings of a page", () => {
  /** Listings of one, two and one line, whose numbers count on, each before its code as close as `gap`. */
  const listings = (size: number, gap: number): string =>
    convert([
      {
        texts: ["begin()", "middle()", "more()", "finish()"].flatMap((code, i): ReadonlyArray<Text> => {
          const y = [50, 150, 162, 262][i] ?? 0
          const number: Text = { text: String(5 + i), x: 60 - size / 2, y, size }
          const prose: Text = { text: "Some text between the listings of the page", x: 50, y: y - 40 }
          const own: Text = { text: code, x: 60 + gap, y, font: "Courier" }
          return i === 2 ? [number, own] : [prose, number, own]
        })
      }
    ])

  it("go where they are small, however close to the code", () => assert.notMatch(listings(6, 2), /\d/))

  it("stay where they are as large as the code: they may be steps", () => assert.match(listings(10, 6), /\b5\b/))
})

describe("numbers that begin the lines of a listing", () => {
  const data = (x: number, first = 50): string =>
    convert([
      {
        texts: ["read data", "1 2 3", "2 3 4", "3 4 5", "draw it all"].map((text, i) => ({
          text,
          x: /^\d/.test(text) ? 50 : x,
          y: i === 0 ? first : 50 + 12 * i,
          font: "Courier"
        }))
      }
    ])

  it("are its data where the lines above and below begin below them", () =>
    assert.include(data(50), "1 2 3\n2 3 4\n3 4 5"))

  it("count its lines where these begin behind them", () => assert.notInclude(data(60, 40), "1 2 3"))

  it("are the names of rows that a program prints, under the names of columns", () =>
    assert.include(data(60), "1 2 3\n2 3 4\n3 4 5"))
})

describe("numbers of rows that a program prints, which go on from another page", () => {
  const page = (x: (value: number) => number, below: number): string =>
    convert([
      {
        texts: [
          ...[7, 8, 9, 10, 11, 12].flatMap((value, i) => [
            { text: String(value), x: x(value), y: 50 + 12 * i, font: "Courier" },
            { text: "(oak) planted", x: 80, y: 50 + 12 * i, font: "Courier" }
          ]),
          { text: "These are the trees that were planted so far.", x: 50, y: 150 },
          { text: "> trees$age", x: below, y: 180, font: "Courier" }
        ]
      }
    ])
  const flushLeft = () => 50
  const flushRight = (value: number) => (value < 10 ? 55 : 50)

  it("are names of the rows: they begin where all lines in typewriter do, whatever their width", () =>
    assert.include(page(flushLeft, 50), "9     (oak) planted\n10    (oak) planted"))

  it("count lines where they end below one another, or nothing else begins where they do", () => {
    assert.notMatch(page(flushRight, 50), /\d/)
    assert.notMatch(page(flushLeft, 80), /\d/)
  })
})

describe("numbers that count the rows of figures in typewriter", () => {
  const days = (cells: ReadonlyArray<string>, last = 6): string =>
    convert([
      {
        texts: [0, 1, 2, 3, 4, 5].slice(0, last).flatMap((day) => [
          { text: String(day + 1), x: 50, y: 50 + 12 * day, font: "Courier" },
          ...cells.map((text, i) => ({
            text: text.replace("0", String(day)),
            x: 100 + 70 * i,
            y: 50 + 12 * day,
            font: "Courier"
          }))
        ])
      }
    ])

  it("are their days: the first column of a gauge's record was empty", () =>
    assert.match(days(["2460", "e223", "3410"]), /\b6\b/))

  it("are their steps where three lines have nothing but figures, and many", () => {
    assert.match(days(["2.5e3", "0.44", "0.17", "5/8"], 3), /\b3\b/)
    assert.notMatch(days(["2.5e3", "0.44", "done", "5/8"], 3), /\b3\b/)
  })

  it("are the first column of what a program prints in columns, in which there are words", () =>
    assert.match(days(["Fri", "Jul", "14", "full"]), /\b6\b/))

  it("count the lines of a listing, in which there are words", () =>
    assert.notMatch(days(["mov", "r0,", "3410"]), /\b6\b/))
})

describe("the numbers of a manuscript's lines", () => {
  const manuscript = (size: number, ...more: ReadonlyArray<Text>): string =>
    convert([
      {
        texts: [
          ...more,
          ...Array.from(
            { length: 12 },
            (_, i): ReadonlyArray<Text> => [
              { text: String(i + 1), x: 50, y: 50 + 14 * i, size },
              { text: "A line of a manuscript with a number before it", x: 80, y: 48 + 14 * i }
            ]
          ).flat()
        ]
      }
    ])

  it("go as well beside authors as small as they are, and where a title stands far from the lines below", () => {
    const page = Array.from({ length: 14 }, (_, i): ReadonlyArray<Text> => {
      const y = 50 + 14 * i + (i > 2 ? 40 : 0)
      const isAuthor = i > 0 && i < 4
      return [
        { text: String(i + 1), x: 50, y, size: 5 },
        { text: isAuthor ? "Of some institute" : "A line of a manuscript", x: 80, y, size: isAuthor ? 5.5 : 10 }
      ]
    })
    const found = convert([{ texts: page.flat() }])
    assert.notMatch(found, /\d/)
    assert.lengthOf(found.match(/A line of a manuscript/g) ?? [], 11)
  })

  it("stay where notes far apart have them, which go on over several lines", () => {
    const notes = Array.from({ length: 11 }, (_, i): ReadonlyArray<Text> => {
      const y = 50 + 60 * i
      const lines = ["A note of several lines", "that goes on here", "and ends here."]
      return [{ text: String(i + 1), x: 50, y, size: 5 }, ...lines.map((text, k) => ({ text, x: 56, y: y + 13 * k }))]
    })
    assert.match(convert([{ texts: notes.flat() }]), /11/)
  })

  it("go, for they are small and stand before all else", () => assert.notMatch(manuscript(7), /\d/))

  it("go where they are little smaller than the text, and beside a note in the margin", () => {
    assert.notMatch(manuscript(9), /\d/)
    assert.notMatch(manuscript(7, { text: "Really?", x: 10, y: 90, size: 8 }), /\d/)
  })

  it("stay where they are as large as the text: they number the rows of a table", () =>
    assert.match(manuscript(10), /\b12\b/))
})

describe("numbers beside every fifth line", () => {
  /** Two columns of forty lines, with numbers beside every so many lines, by five, left of the first and at a place beside the second. */
  const columns = (every: number, size: number, beside = 520): string =>
    convert([
      {
        texts: Array.from({ length: 80 }, (_, i): ReadonlyArray<Text> => {
          const [isLeft, y] = [i < 40, 50 + 14 * (i % 40)]
          const text: Text = { text: "running text that fills its whole column", x: isLeft ? 60 : 300, y }
          const number: Text = { text: String((5 * (i + 1)) / every), x: isLeft ? 40 : beside, y, size }
          return (i + 1) % every === 0 ? [text, number] : [text]
        }).flat()
      }
    ])

  it("go from the margins of both columns", () => assert.notMatch(columns(5, 5), /\d/))

  it("go from the gutter, and where they are as large as the text", () => {
    assert.notMatch(columns(5, 10), /\d/)
    assert.notMatch(columns(5, 10, 276), /\d/)
  })

  it("stay where they are as large as the text and do not count its lines", () =>
    assert.match(columns(2, 10), /\b15\b/))
})

describe("the numbers of notes that are addresses of pages", () => {
  it("stay with them, which are no listing", () => {
    const addresses = ["www.one.org/first", "https://two.org/second", "http://three.org/third"]
    const notes = addresses.flatMap(
      (text, i): ReadonlyArray<Text> => [
        { text: String(i + 1), x: 48, y: 700 + 11 * i, size: 8 },
        { text, x: 62, y: 700 + 11 * i, size: 8, font: "Courier" }
      ]
    )
    const read = convert([{ texts: [{ text: "A text that has notes, in some lines.", x: 50, y: 50 }, ...notes] }])
    assert.notInclude(read, "```")
    for (const [i, address] of addresses.entries()) assert.match(read, new RegExp(`${i + 1}\\W+${address}`))
  })
})

describe("a numbered line of a listing in another font", () => {
  /** The second line of the listing in the font of the text, if it has a number. */
  const listing = (second: string, size: number): string =>
    convert([
      {
        texts: ["\\begin", "", "\\middle", "\\finish"].flatMap((code, i): ReadonlyArray<Text> => {
          const y = 50 + 12 * i
          const number: Text = { text: String(i + 7), x: 50, y, size }
          return [number, code === "" ? { text: second, x: 64, y } : { text: code, x: 64, y, font: "Courier" }]
        })
      }
    ])

  it("is a line of it like the others: its number was left, and the listing cut in two", () =>
    assert.include(listing("⟨/package⟩", 6), "```\n\\begin\n⟨/package⟩\n\\middle\n\\finish\n```"))

  it("is text where the numbers are as large as the text", () =>
    assert.include(listing("This is text", 10), "This is text"))
})

describe("numbered lines of a listing with a figure in each of their words", () => {
  const listing = (words: ReadonlyArray<string>): string =>
    convert([
      {
        texts: words.flatMap(
          (text, i): ReadonlyArray<Text> => [
            { text: String(76 + i), x: 50, y: 50 + 12 * i, size: 9 },
            { text, x: 75, y: 50 + 12 * i, font: "Courier" }
          ]
        )
      }
    ])

  it("lose their numbers where these are arguments, and keep them where they are data", () => {
    assert.notInclude(listing(["\\call{#1}", "\\set{4}{#1}", "\\put(0,{1})", "\\put(1,{0})"]), "77")
    assert.include(listing(["0.25", "1.25", "4.5", "6.25"]), "77")
  })
})
