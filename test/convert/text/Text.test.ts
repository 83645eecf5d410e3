import { assert, describe, it } from "@effect/vitest"
import type { ResultCell } from "../../../src/convert/model/Result.ts"
import { csv } from "../../../src/convert/text/Csv.ts"
import { textPrinter } from "../../../src/convert/text/Text.ts"
import { results } from "../../support/Results.ts"

const cell = (text: string, columns = 1, rows = 1): ResultCell => ({
  text,
  columns,
  rows,
  header: false,
  page: 1,
  bbox: { x: 0, y: 0, width: 0, height: 0 }
})

describe("plain text", () => {
  it("has the words of the Markdown without its marks", () => {
    const texts = [
      { text: "A Title", x: 50, y: 60, size: 20, font: "Body-Bold" },
      { text: "Some text with 1 * 2 in it.", x: 50, y: 100 },
      { text: "• one", x: 50, y: 130 },
      { text: "• two", x: 50, y: 144 }
    ]
    const print = textPrinter()
    const text = results([{ texts }]).blocks.map(print).join("")
    assert.strictEqual(text, "A Title\n\nSome text with 1 * 2 in it.\n\n• one\n• two")
  })

  it("leaves out what the settings leave out of the Markdown", () => {
    const pages = [1, 2, 3].map((page) => ({
      texts: [
        { text: `Head ${page}`, x: 50, y: 30 },
        { text: "Words", x: 50, y: 300 }
      ]
    }))
    const text = (headers_footers: "remove" | "keep") =>
      results(pages, { headers_footers }).blocks.map(textPrinter()).join("")
    assert.notInclude(text("remove"), "Head")
    assert.include(text("keep"), "Head 2")
  })
})

describe("csv", () => {
  it("quotes what needs it", () =>
    assert.strictEqual(
      csv([
        [cell("a,b"), cell('say "x"')],
        [cell("plain"), cell("")]
      ]),
      '"a,b","say ""x"""\r\nplain,\r\n'
    ))

  it("has each row as wide as the table, what spans places in the first of them", () =>
    assert.strictEqual(
      csv([
        [cell("wide", 2), cell("tall", 1, 2)],
        [cell("a"), cell("b")]
      ]),
      "wide,,tall\r\na,b,\r\n"
    ))

  it("of more places than a call takes arguments is whole", () => {
    const rows = Array.from({ length: 2_000 }, () => Array.from({ length: 100 }, () => cell("a")))
    assert.strictEqual(csv(rows), `${"a,".repeat(99)}a\r\n`.repeat(2_000))
  })

  it("of a hundred rows whose cells claim ten thousand places each is one of plain cells, and ends", () => {
    const rows = Array.from({ length: 100 }, () => Array.from({ length: 60 }, () => cell("a", 99, 99)))
    assert.strictEqual(csv(rows), `${"a,".repeat(59)}a\r\n`.repeat(100))
  })
})
