import { assert, describe, it } from "@effect/vitest"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { regions } from "../../../src/convert/lines/Regions.ts"
import { led } from "../../../src/convert/lines/regions/GutterCandidates.ts"
import { rulesAcross } from "../../../src/convert/lines/Shapes.ts"
import { isText } from "../../../src/convert/model/Line.ts"
import { column, rawPage, read, rule, type Sheet, type Text, wordsOf } from "../../support/RawPages.ts"

const order = (sheet: Sheet): ReadonlyArray<string> =>
  regions(lines(wordsOf(sheet)), rulesAcross(rawPage(sheet))).flatMap((region) => region.parts.filter(isText).map(read))

/** Ten lines of running text, each beginning with its name, in small letters as a sentence goes on. */
const prose = (name: string, at: { readonly x: number; readonly y: number }): ReadonlyArray<Text> =>
  column(
    Array.from({ length: 10 }, (_, i) => `${name.toLowerCase()}${i} some words of running text here to read`),
    at
  )
const names = (read: ReadonlyArray<string>): string =>
  read.map((line) => line.split(" ")[0]?.replace(/^[a-z](?=\d)/, (name) => name.toUpperCase())).join(" ")
const ten = (name: string): string => Array.from({ length: 10 }, (_, i) => `${name}${i}`).join(" ")

describe("regions", () => {
  it("reads the left column before the right one", () =>
    assert.strictEqual(
      names(order({ texts: [...prose("R", { x: 310, y: 100 }), ...prose("L", { x: 50, y: 100 })] })),
      `${ten("L")} ${ten("R")}`
    ))

  it("reads a column with a table under its text before one that begins with another table", () => {
    const cells = (name: string, x: number, y: number) =>
      Array.from({ length: 20 }, (_, i) =>
        [0, 80, 160].map((by) => ({ text: `${name}${i} cell`, x: x + by, y: y + 13 * i }))
      )
    const texts = [
      ...prose("A", { x: 50, y: 100 }),
      ...cells("b", 50, 225).flat(),
      ...cells("c", 280, 104).flat(),
      ...prose("D", { x: 280, y: 370 })
    ]
    const found = order({ texts }).map((line) => line[0])
    assert.strictEqual([...new Set(found)].join(""), "abcd")
    assert.deepStrictEqual(found, found.toSorted())
  })

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

  it("reads authors side by side under a title before the columns, unless they start where those do", () => {
    const page = (x: number, size = 10, below: ReadonlyArray<Text> = []) =>
      names(
        order({
          texts: [
            { text: `Title ${"word ".repeat(9)}`, x: 150, y: 60, size: 16 },
            { text: "Sato of Kobe", x: 50 + x, y: 90, size },
            { text: "Brunn of Bern", x: 310 + x, y: 90, size },
            ...prose("L", { x: 50, y: 130 }),
            ...prose("R", { x: 310, y: 130 }),
            ...below
          ]
        })
      )
    assert.strictEqual(page(70), `Title Sato ${ten("L")} ${ten("R")}`)
    assert.strictEqual(page(0), `Title Sato ${ten("L")} Brunn ${ten("R")}`)
    // the headings of the columns, each over its middle
    assert.strictEqual(page(70, 13), `Title Sato ${ten("L")} Brunn ${ten("R")}`)
    // no headings where those of the text are larger
    const section = { text: "Section", x: 50, y: 275, size: 14 }
    assert.strictEqual(page(70, 12, [section]), `Title Sato ${ten("L")} Section ${ten("R")}`)
  })

  it("reads markers that stand apart with the text that hangs behind them", () => {
    const items = Array.from(
      { length: 5 },
      (_, i): ReadonlyArray<Text> => [
        { text: `${i + 1})`, x: 310, y: 100 + i * 24 },
        ...column([`R${i} some words of running text here`, "and what hangs below its beginning"], {
          x: 333,
          y: 100 + i * 24
        })
      ]
    ).flat()
    assert.strictEqual(
      names(order({ texts: [...prose("L", { x: 50, y: 100 }), ...items] })),
      `${ten("L")} 1) and 2) and 3) and 4) and 5) and`
    )
  })

  it("parts the two lines of columns whose baselines meet, although the gutter is as narrow as a space", () => {
    const at = (name: string, x: number, leading: number) =>
      Array.from({ length: 12 }, (_, i) => ({
        text: `${name}${String(i).padStart(2, "0")} some words of running text here to`,
        x,
        y: 100 + leading * i
      }))
    const left = at("L", 50, 14)
    const start = Math.max(...lines(wordsOf({ texts: left })).map(({ box }) => box.x1)) + 7
    const read = names(order({ texts: [...left, ...at("R", start, 14.9)] }))
    const twelve = (name: string) =>
      Array.from({ length: 12 }, (_, i) => `${name}${String(i).padStart(2, "0")}`).join(" ")
    assert.strictEqual(read, `${twelve("L")} ${twelve("R")}`)
  })

  it("reads a title before the column of notes that begins beside the text below it", () => {
    const texts = [
      { text: "Title of the paper", x: 200, y: 60, size: 18 },
      { text: "Ada and Bo", x: 200, y: 84 },
      { text: "Institute of Things", x: 200, y: 104 },
      ...column(
        Array.from({ length: 10 }, (_, i) => `N${i} a note`),
        { x: 40, y: 180 }
      ),
      ...prose("T", { x: 200, y: 175 })
    ]
    assert.strictEqual(names(order({ texts })), `Title Ada Institute ${ten("N")} ${ten("T")}`)
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

  /** Rows of two columns set so close that each row is one line: `gap` points apart, each ten letters and more. */
  const close = (rows: number, gap: number): ReadonlyArray<Text> =>
    Array.from({ length: rows }, (_, i) => [
      { text: `l${i} some words of running text here`, x: 50, y: 100 + i * 12 },
      { text: `r${i} other words of running text`, x: 50 + 34 * 5 + gap, y: 100 + i * 12 }
    ]).flat()

  it("finds a gutter no wider than the spaces of justified text", () =>
    assert.strictEqual(names(order({ texts: close(10, 9) })), `${ten("L")} ${ten("R")}`))

  it("takes gaps that stand below one another in few lines for chance", () =>
    assert.strictEqual(names(order({ texts: close(3, 9) })), "L0 L1 L2"))

  it("reads a note beside the text apart from it, though their lines are not level", () => {
    const note = column(["N0 a note", "N1 in a box", "N2 beside it"], { x: 50, y: 130, leading: 17 })
    assert.strictEqual(names(order({ texts: [...note, ...prose("T", { x: 200, y: 100 })] })), `N0 N1 N2 ${ten("T")}`)
  })

  it("raises no piece of a row by a larger piece beside it", () => {
    const texts = [
      { text: "label", x: 50, y: 98, size: 6 },
      { text: "value", x: 200, y: 100, size: 10 }
    ]
    const [row] = regions(lines(wordsOf({ texts }))).flatMap((region) => region.parts.filter(isText))
    assert.deepStrictEqual(
      row?.words.map((word) => word.baselineShift),
      [0, 0]
    )
  })

  it("reads a smaller name in the margin before the line that it stands beside, above columns too", () => {
    const left = Array.from({ length: 6 }, (_, i) => `L${i} a line of the left column that`)
    const texts = [
      { text: "name", x: 70, y: 112, size: 9 },
      { text: "What it does in one line of larger text, and more of it after", x: 100, y: 112, size: 12 },
      { text: "that.", x: 100, y: 126, size: 12 },
      ...column(left, { x: 100, y: 150 }).map((each) => ({ ...each, size: 9 })),
      ...column(left, { x: 310, y: 150 }).map((each) => ({ ...each, size: 12 }))
    ]
    assert.strictEqual(order({ texts })[0]?.slice(0, 9), "name What")
  })

  it("reads three columns from left to right", () => {
    const narrow = (name: string, x: number) =>
      column(
        Array.from({ length: 10 }, (_, i) => `${name.toLowerCase()}${i} few words of text`),
        { x, y: 100 }
      )
    assert.strictEqual(
      names(order({ texts: [...narrow("C", 420), ...narrow("A", 50), ...narrow("B", 235)] })),
      `${ten("A")} ${ten("B")} ${ten("C")}`
    )
  })

  it("reads a heading beside the text before it, of whatever size, and names of its lines each in its row", () => {
    const beside = (size: number) => [
      { text: "Herons", x: 50, y: 100, size },
      { text: "Nesting", x: 50, y: 112 + size / 2, size },
      ...prose("R", { x: 310, y: 100 })
    ]
    assert.strictEqual(names(order({ texts: beside(16) })), `Herons Nesting ${ten("R")}`)
    assert.strictEqual(names(order({ texts: beside(11) })), `Herons Nesting ${ten("R")}`)
    const rows = Array.from({ length: 10 }, (_, i) => ({ text: "Row", x: 50, y: 100 + 12 * i }))
    assert.match(names(order({ texts: [...rows, ...prose("R", { x: 310, y: 100 })] })), /^Row(?: Row){9}$/)
  })

  it("reads cards one after the other, each a title with smaller text, and level cells of one size as rows", () => {
    const card = (name: string, x: number, size: number) => [
      { text: `${name}1 title`, x, y: 100, size: 15 },
      ...["2 some text", "3 more text", "4 the end"].map((text, i) => ({ text: name + text, x, y: 120 + i * 12, size }))
    ]
    const cards = (size: number, by: number) =>
      names(
        order({
          texts: [
            ...card("A", 50, size),
            ...card("B", 250, size).map((each, i) => ({ ...each, y: each.y + (i === 0 ? 0 : by) }))
          ]
        })
      )
    assert.strictEqual(cards(10, 5), "A1 A2 A3 A4 B1 B2 B3 B4")
    assert.strictEqual(cards(10, 0), "A1 A2 A3 A4 B1 B2 B3 B4")
    assert.strictEqual(cards(15, 0), "A1 A2 A3 A4")
  })

  it("reads a box as a column though a title over it runs on into the gutter", () => {
    const inner = lines(
      wordsOf({ texts: prose("B", { x: 60, y: 110 }).map(({ text, ...at }) => ({ text: text.slice(0, 30), ...at })) })
    )
    const box = { kind: "box" as const, pieces: inner, box: { x0: 50, y0: 95, x1: 250, y1: 250 }, size: 10 }
    const texts = [
      { text: "Name of a person", x: 50, y: 60, size: 26 },
      { text: "Trade", x: 50, y: 76 },
      { text: "Town", x: 50, y: 89 },
      { text: "Rhead", x: 262, y: 100, size: 13 },
      ...prose("R", { x: 262, y: 120 })
    ]
    const found = regions([...lines(wordsOf({ texts })), box]).flatMap(({ parts }) => parts.filter(isText).map(read))
    assert.strictEqual(names(found), `Name Trade Town ${ten("B")} Rhead ${ten("R")}`)
  })

  it("reads cards in a row one after the other though their lines are level, and rows where they have no titles", () => {
    const card = (name: string, x: number, lines: ReadonlyArray<string>, size: number) => [
      { text: `${name} title`, x, y: 100, size },
      ...lines.map((text, i) => ({ text, x, y: 120 + i * 12 }))
    ]
    const cards = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, size = 15) =>
      order({ texts: [...card("A", 50, a, size), ...card("B", 250, b, size)] })
    const [a, b] = [
      ["Chair", "She leads it,", "and speaks for", "all of them."],
      ["Clerk", "He writes down", "what is said", "and sends it."]
    ]
    assert.deepStrictEqual(cards(a, b), ["A title", ...a, "B title", ...b])
    const [colours, trades] = [
      ["Red", "Green", "Blue", "Grey"],
      ["Clerk", "Smith", "Baker", "Tailor"]
    ]
    assert.deepStrictEqual(cards(colours, trades), ["A title", ...colours, "B title", ...trades])
    assert.include(cards(colours, trades, 10), "Red Clerk")
  })

  it("leaves the end of a title that spans the cards above them", () => {
    const title = { text: "T1 a title that spans all of the cards below", x: 50, y: 40, size: 20 }
    const cards = [50, 250].flatMap((x, i) => [
      { text: `${"AB"[i]}1 title`, x, y: 100, size: 15 },
      { text: `${"AB"[i]}2 some text`, x, y: 120 + 4 * i, size: 10 },
      { text: `${"AB"[i]}3 more text`, x, y: 132 + 4 * i, size: 10 }
    ])
    assert.strictEqual(
      names(order({ texts: [title, { ...title, text: "T2 its end is here", y: 64 }, ...cards] })),
      "T1 T2 A1 A2 A3 B1 B2 B3"
    )
  })

  it("keeps the numbers of a list's items with their texts, whose edge is no column's", () => {
    const items = [0, 1, 2, 3].flatMap((i) => [
      { text: `${i + 1}.`, x: 310, y: 100 + 42 * i },
      ...column([`A${i} some words of running text`, `B${i} some more of its words`, `C${i} and the last words`], {
        x: 327,
        y: 100 + 42 * i
      })
    ])
    const found = order({ texts: [...prose("L", { x: 50, y: 100 }), ...items] })
    assert.include(found, "1. A0 some words of running text")
    assert.strictEqual(
      found.findIndex((line) => line.startsWith("1.")),
      10
    )
  })

  it("takes two large texts at both ends of a row for two, and a title with its number for one", () => {
    const page = (first: string, x: number) =>
      order({
        texts: [
          { text: first, x: 50, y: 50, size: 18 },
          { text: "Bill", x, y: 50, size: 18 },
          ...prose("A", { x: 50, y: 100 })
        ]
      }).slice(0, 2)
    assert.deepStrictEqual(page("Acme", 170)[0], "Acme")
    assert.deepStrictEqual(page("Acme", 170)[1], "Bill")
    assert.deepStrictEqual(page("12", 90)[0], "12 Bill")
  })

  it("ends columns where one side goes on below the other after a void, and not where it goes on without one", () => {
    const page = (lines: number) =>
      names(
        order({
          texts: [
            ...prose("L", { x: 50, y: 100 }).slice(0, lines),
            ...prose("R", { x: 310, y: 100 }),
            ...prose("T", { x: 50, y: 238 }).slice(0, 2)
          ]
        })
      ).replace(/ [LR][1-9]/g, "")
    assert.strictEqual(page(4), "L0 R0 T0 T1")
    assert.strictEqual(page(10), "L0 T0 T1 R0")
  })

  it("reads the headings of text across the page after both columns above them, as after contents in two columns", () => {
    const across = { text: `Text ${"word ".repeat(18)}`, x: 50, y: 290 }
    const texts = [
      ...prose("A", { x: 50, y: 100 }),
      ...prose("B", { x: 310, y: 100 }),
      { text: "First", x: 50, y: 250, size: 14 },
      { text: "Second", x: 50, y: 270, size: 12 }
    ]
    assert.strictEqual(names(order({ texts: [...texts, across] })), `${ten("A")} ${ten("B")} First Second Text`)
    // at the foot of a column the text that goes on is the next one's
    const far = { ...across, y: 400 }
    assert.strictEqual(names(order({ texts: [...texts, far] })), `${ten("A")} First Second ${ten("B")} Text`)
  })

  it("reads columns above a rule that runs across both before what is below it, and a heading that stands on it last of all", () => {
    const page = (to: number, size = 10) =>
      names(
        order({
          texts: [
            ...prose("L", { x: 50, y: 100 }),
            ...prose("R", { x: 310, y: 100 }),
            { text: "Head of it", x: 50, y: 240, size },
            ...prose("A", { x: 50, y: 270 }),
            ...prose("B", { x: 310, y: 270 })
          ],
          segments: [rule(50, 246, to, 246)]
        })
      ).replace(/ [LRAB][1-9]/g, "")
    assert.strictEqual(page(550, 14), "L0 R0 Head A0 B0")
    assert.strictEqual(page(550), "L0 Head R0 A0 B0")
    assert.strictEqual(page(290, 14), "L0 Head A0 R0 B0")
  })

  it("reads texts beside pictures below the headings that they stand under, on whichever side", () => {
    const page = (lines: number) =>
      names(
        order({
          texts: [
            { text: "One", x: 50, y: 80, size: 14 },
            ...prose("R", { x: 310, y: 110 }),
            { text: "Two", x: 50, y: 260, size: 14 },
            ...prose("L", { x: 50, y: 290 }),
            ...prose("B", { x: 310, y: 290 }).slice(0, lines),
            { text: "Three", x: 50, y: 440, size: 14 },
            ...prose("S", { x: 310, y: 470 })
          ]
        })
      ).replace(/ [LRBS][1-9]/g, "")
    assert.strictEqual(page(0), "One R0 Two L0 Three S0")
    assert.strictEqual(page(3), "One Two L0 Three R0 B0 S0")
  })

  it("reads two columns apart where a title's number hangs into the gutter beside a line, and a page number stands in it", () => {
    const figure = Array.from({ length: 30 }, (_, i) => ({
      text: `g${i}`,
      x: 330 + (i % 3) * 40,
      y: 222 + 7 * i,
      size: 7
    }))
    const left = [...prose("L", { x: 50, y: 100 }), ...prose("M", { x: 50, y: 220 }), ...prose("N", { x: 50, y: 340 })]
    const right = [
      ...prose("R", { x: 290, y: 100 }).slice(0, 4),
      { text: "2.2 Format of the whole tree", x: 269, y: 160, size: 14 },
      ...figure
    ]
    const found = order({ texts: [...left, ...right, { text: "7", x: 262, y: 480 }] })
    assert.strictEqual(names(found.slice(0, 30)), `${ten("L")} ${ten("M")} ${ten("N")}`)
    assert.include(found, "2.2 Format of the whole tree")
  })

  it("joins a text, the dots that lead on from it and what they lead to, but neither other signs nor a dot or two", () => {
    const pieces = (sign: string, count: number) =>
      led(
        lines(
          wordsOf({
            texts: [
              { text: "Wages of a form", x: 50, y: 100 },
              ...Array.from({ length: count }, (_, i) => ({ text: sign, x: 140 + 20 * i, y: 100 })),
              { text: "7", x: 140 + 20 * count, y: 100 }
            ]
          })
        )
      ).length
    assert.strictEqual(pieces(".", 3), 1)
    assert.isAbove(pieces(".", 2), 1)
    assert.isAbove(pieces("x", 3), 1)
  })

  it("reads a typed text as one column though the spaces of its lines stand below one another, but not over two of them or one of ideographs", () => {
    // the letters of a typewriter are as wide as the narrowest gutter
    const typed = (rows: ReadonlyArray<string>, scale = 1.25) => {
      const texts = column(rows, { x: 50, y: 100 }).map((text) => ({ ...text, isEven: true }))
      const words = wordsOf({ texts }).map((word) => {
        const { x0, x1 } = word.box
        return { ...word, box: { ...word.box, x0: x0 * scale, x1: x1 * scale } }
      })
      return regions(lines(words)).length
    }
    const rows = (space: string) =>
      Array.from({ length: 8 }, (_, i) => `every guest who stays here${space}must sign the book ${i}`)
    assert.strictEqual(typed(rows(" ")), 1)
    assert.strictEqual(typed(rows("  ")), 2)
    assert.isAbove(typed(rows(" "), 2), 1)
  })

  it("reads columns of entries whose first lines hang out, each to its end", () => {
    const entries = (name: string, x: number, starts: ReadonlyArray<number>): ReadonlyArray<Text> =>
      Array.from({ length: 24 }, (_, i) => ({
        text: `${name.toLowerCase()}${i} some words of running`,
        x: starts.includes(i) ? x : x + 10,
        y: 100 + 12 * i
      }))
    const texts = [...entries("A", 40, [9, 19]), ...entries("B", 240, [4, 14]), ...entries("C", 440, [7])]
    const found = order({ texts }).map((line) => line[0])
    assert.strictEqual(found.join(""), "a".repeat(24) + "b".repeat(24) + "c".repeat(24))
  })

  it("reads a list and what stands beside it each under its own heading", () => {
    const list = column(["30 g one", "40 g two", "50 g three", "60 g four"], { x: 50, y: 130, leading: 15 })
    const heads = [
      { text: "L", x: 50, y: 100, size: 14 },
      { text: "M", x: 220, y: 100, size: 14 }
    ]
    const texts = [...heads, ...list, ...prose("N", { x: 220, y: 130 })]
    assert.strictEqual(names(order({ texts })), `L 30 40 50 60 M ${ten("N")}`)
  })
})
