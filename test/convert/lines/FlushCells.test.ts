import { assert, describe, it } from "@effect/vitest"
import { flushCells } from "../../../src/convert/lines/FlushCells.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import { convert, type Text, wordsOf } from "../../support/RawPages.ts"

/** Texts that end at `right`, of letters five points wide. */
const flush = (text: string, right: number, y: number): Text => ({ text, x: right - text.length * 5, y })

const stock = [
  ["Bolt", "420", "Bay three", "0.12"],
  ["Washer", "1250", "Shelf", "10.03"],
  ["Belt", "16", "Store", "6.40"],
  ["Seal", "41", "Bay nine", "1.95"]
] as const

/** A spreadsheet without a grid: two points between the figures' edge and that of the texts behind them. */
const sheet = (names: ReadonlyArray<readonly [string, number]> = []) =>
  convert([
    {
      texts: [
        ...names.map(([text, x]) => ({ text, x, y: 85 })),
        ...stock.flatMap(([item, count, place, cost], i) => [
          { text: item, x: 50, y: 100 + 15 * i },
          flush(count, 150, 100 + 15 * i),
          { text: place, x: 152, y: 100 + 15 * i },
          flush(cost, 260, 100 + 15 * i)
        ])
      ]
    }
  ])
const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => rows.map((row) => `| ${row.join(" | ")} |`).join("\n")

describe("texts right behind others that end in line", () => {
  it("are cells of their own where figures of a spreadsheet touch the column behind them", () =>
    assert.include(sheet(), table(stock.slice(1))))

  it("are columns where the names over figures stand at the left of these, close behind the figures before", () => {
    const rows = [
      ["Mint", "4", "9.5", "21.0"],
      ["Sage", "16", "8.1", "119.6"],
      ["Dill", "7", "6.9", "17.3"],
      ["Chive", "12", "10.2", "22.4"]
    ]
    const names = ["Herb", "Pots", "Low", "High"].map((text, i) => ({ text, x: [50, 102, 142, 182][i] ?? 0, y: 85 }))
    const texts = rows.flatMap(([herb = "", ...figures], i) => [
      { text: herb, x: 50, y: 100 + 15 * i },
      ...figures.map((each, at) => flush(each, [140, 180, 220][at] ?? 0, 100 + 15 * i))
    ])
    assert.include(convert([{ texts: [...names, ...texts] }]), table(rows))
  })

  it("are one cell with them where a space of the page is between: days of dates and amounts of a unit", () => {
    const texts = ["8 May", "12 June", "15 July", "9 May"].flatMap((date, i) => {
      const [day = "", month = ""] = date.split(" ")
      const y = 100 + 15 * i
      return [{ text: "Sent to us", x: 50, y }, flush(day, 160, y), { text: month, x: 165, y }, flush("3 kg", 260, y)]
    })
    assert.include(convert([{ texts }]), "| 12 June |")
  })

  it("are cells behind labels that end in line, less than an em from them, where no line runs over what is between", () => {
    const amounts = [
      ["250 g", "Flour"],
      ["2 spoons", "Sugar of beets"],
      ["½ litre", "Milk"],
      ["a pinch", "Salt"],
      ["3", "Eggs of hens"],
      ["1 lemon", "Peel alone"]
    ] as const
    const recipe = (more: ReadonlyArray<Text> = []) =>
      convert([
        {
          texts: amounts
            .flatMap(([amount, what], i) => [
              flush(amount, 120, 100 + 15 * i),
              { text: what, x: 128.5, y: 100 + 15 * i }
            ])
            .concat(more)
        }
      ])
    assert.include(recipe(), table(amounts.slice(1)))
    assert.notInclude(recipe([{ text: "Stir slowly and not too long", x: 75, y: 137 }]), "|")
  })

  it("go on with the numbers of titles, as far from them as these are", () => {
    const begun = (more: ReadonlyArray<number>) =>
      flushCells(
        lines(
          wordsOf({
            texts: ["Old rope", "New sails", "Low tides"].flatMap((title, i) => [
              { text: String(13 + i), x: 50, y: 100 + 15 * i },
              { text: title, x: 63, y: 100 + 15 * i },
              ...more.map((x) => ({ text: "73", x, y: 100 + 15 * i }))
            ])
          })
        )
      ).flatMap(({ words }) => words.filter(({ begins }) => begins).map(({ text }) => text))
    assert.deepStrictEqual(begun([400]), [])
    assert.deepStrictEqual(begun([300, 400]), ["Old", "New", "Low"])
  })
})
