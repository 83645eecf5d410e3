import { assert, describe, it } from "@effect/vitest"
import * as PdfReader from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { makePdf } from "../support/Pdf.ts"

/** A page of 842 points with one line, and a mark over "old piers" in it that strikes it out. */
const read = async (mark: string): Promise<string> => {
  const opened = await PdfReader.source.open(
    makePdf({
      pages: [{ items: [{ text: "The old piers are to be built anew.", x: 50, y: 100, size: 10, font: "Courier" }] }],
      page: "/Annots [9 0 R]",
      objects: [`<< /Type /Annot /Rect [74 738 128 750] /QuadPoints [74 750 128 750 74 739 128 739] ${mark} >>`]
    })
  )
  try {
    return document(opened.info, [page(await opened.page(1))], defaults).trim()
  } finally {
    await opened.close()
  }
}

describe("a mark that strikes text out", () => {
  it("strikes out the words it lies over", async () =>
    assert.strictEqual(await read("/Subtype /StrikeOut"), "The ~~old piers~~ are to be built anew."))

  it("says nothing where it is hidden, nor does one that highlights or underlines", async () => {
    const plain = "The old piers are to be built anew."
    assert.strictEqual(await read("/Subtype /StrikeOut /F 2"), plain)
    assert.strictEqual(await read("/Subtype /Highlight"), plain)
    assert.strictEqual(await read("/Subtype /Underline"), plain)
  })
})

describe("a link within a document", () => {
  it("says the place that it leads to, by its name or by itself", async () => {
    const pages = [{ items: [{ text: "Go there, or there.", x: 50, y: 100 }] }, { items: [] }]
    const link = (x0: number, rest: string) =>
      `<< /Type /Annot /Subtype /Link /Rect [${x0} 738 ${x0 + 20} 750] ${rest} >>`
    const opened = await PdfReader.source.open(
      makePdf({
        pages,
        page: "/Annots [9 0 R 10 0 R 11 0 R]",
        catalog: "/Dests << /second [1 /FitH 700] >>",
        objects: [
          link(50, "/Dest [1 /XYZ 72 600 0]"),
          link(80, "/A << /S /GoTo /D /second >>"),
          link(110, "/Dest /missing")
        ]
      })
    )
    const { links } = await opened.page(1)
    await opened.close()
    assert.deepStrictEqual(
      links.map(({ url }) => url),
      ["#2,72,600", "#2,,700"]
    )
  })
})
