import { assert, describe, it } from "@effect/vitest"
import { facing } from "../../../src/convert/lines/Mirror.ts"
import { column, convert, rawPage, rule, type Text, wordsOf } from "../../support/RawPages.ts"

/** Hebrew as its glyphs stand, from left to right, ending at `right`. */
const line = (text: string, right: number, y: number): Text => {
  const seen = [...text].reverse().join("")
  return { text: seen, x: right - 5 * seen.length, y }
}

const paragraph = (first: string, right: number, y: number): ReadonlyArray<Text> =>
  Array.from({ length: 6 }, (_, i) =>
    line(i === 0 ? `${first} שם עמד בית גדול ליד העיר` : "והאור נפל על הספרים של הבית", right, y + 12 * i)
  )

describe("a page that is read from right to left", () => {
  it("begins with the column on the right", () => {
    const texts = [...paragraph("שני", 280, 100), ...paragraph("ראשון", 560, 100)]
    const [first = "", second = ""] = convert([{ texts }]).split("\n\n")
    assert.match(first, /^ראשון/)
    assert.match(second, /^שני/)
  })

  it("begins with the rightmost of three columns", () => {
    const texts = [180, 380, 580].flatMap((right, i) => paragraph(["שלישי", "שני", "ראשון"][i] ?? "", right, 100))
    assert.deepStrictEqual(
      convert([{ texts }])
        .trim()
        .split("\n\n")
        .map((each) => each.split(" ")[0]),
      ["ראשון", "שני", "שלישי"]
    )
  })

  it("has tables whose first column is on the right, figures in them too", () => {
    const row = (y: number, ...cells: ReadonlyArray<string>) => [
      line(cells[0] ?? "", 490, y),
      { text: cells[1] ?? "", x: 350, y },
      { text: cells[2] ?? "", x: 250, y }
    ]
    const texts = [
      ...row(115, "עיר", "2019", "2020"),
      ...row(135, "בית", "1.5", "2.5"),
      ...row(155, "ספר", "3.5", "4.5")
    ]
    const segments = [
      ...[100, 120, 140, 160].map((y) => rule(200, y, 500, y)),
      ...[200, 300, 400, 500].map((x) => rule(x, 100, x, 160))
    ]
    assert.strictEqual(
      convert([{ texts, segments }]),
      "| עיר | 2019 | 2020 |\n| --- | --- | --- |\n| בית | 1.5 | 2.5 |\n| ספר | 3.5 | 4.5 |\n"
    )
  })

  it("has items whose bullets stand on the right", () => {
    const disc = (y: number) => ({ x0: 565, x1: 568, y0: y - 5, y1: y - 2 })
    const texts = [line("פריט ראשון", 560, 100), line("פריט שני", 560, 120)]
    assert.strictEqual(convert([{ texts, drawings: [disc(100), disc(120)] }]), "- פריט ראשון\n- פריט שני\n")
  })

  it("keeps its left-to-right paragraphs", () => {
    const hebrew = paragraph("ראשון", 560, 100)
    const english = column(["An English paragraph of two lines that", "ends here."], { x: 60, y: 200 })
    const blocks = convert([{ texts: [...hebrew, ...english] }]).split("\n\n")
    assert.strictEqual(blocks[1], "An English paragraph of two lines that ends here.\n")
  })

  it("sets dates and amounts as they are seen, in words of their own", () => {
    const sheet = {
      texts: [line("שלום עולם", 560, 100), { text: "-5", x: 300, y: 100 }, { text: "12/05", x: 200, y: 100 }]
    }
    const { page, words } = facing(rawPage(sheet), wordsOf(sheet))
    const read = words.toSorted((a, b) => a.box.x0 - b.box.x0).map(({ text }) => text)
    assert.isTrue(page.mirrored)
    assert.deepStrictEqual(read.join("").replace(/\s/g, ""), "שלוםעולם-512/05")
  })

  it("is not one that has a few such words", () => {
    const sheet = { texts: [{ text: "The Hebrew word", x: 50, y: 100 }, line("שלום", 200, 100)] }
    assert.isUndefined(facing(rawPage(sheet), wordsOf(sheet)).page.mirrored)
  })
})
