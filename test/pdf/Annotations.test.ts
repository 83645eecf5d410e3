import { assert, describe, it } from "@effect/vitest"
import * as PdfReader from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { Flag } from "../../src/convert/model/Page.ts"
import { makePdf, type PdfPage } from "../support/Pdf.ts"

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

/** A page of 842 points with or without a line of its own, and an annotation that object 10 says the looks of. */
const laidOver = async (annotation: string, content: PdfPage = { items: [] }) => {
  const looks = "BT /F1 10 Tf 2 5 Td (Received on Monday) Tj ET"
  const opened = await PdfReader.source.open(
    makePdf({
      pages: [content],
      page: "/Annots [9 0 R]",
      objects: [
        `<< /Type /Annot /Rect [50 600 250 620] /DA (/F1 10 Tf) /Contents (Received on Monday) ${annotation} >>`,
        `<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 11 0 R >> >> /Length ${looks.length} >>\nstream\n${looks}\nendstream`,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
      ]
    })
  )
  try {
    const raw = await opened.page(1)
    return { raw, markdown: document(opened.info, [page(raw)], defaults).trim() }
  } finally {
    await opened.close()
  }
}

const looks = "/AP << /N 10 0 R >>"

describe("what somebody typed on a page", () => {
  it("is read, where nothing else is on the page too: it came out empty, and nobody was told", async () => {
    for (const annotation of [`/Subtype /FreeText ${looks}`, "/Subtype /FreeText", `/Subtype /Stamp ${looks}`])
      assert.strictEqual((await laidOver(annotation)).markdown, "Received on Monday", annotation)
  })

  it("stands where it was typed, whatever the page's own content did to its space", async () => {
    const { raw, markdown } = await laidOver(`/Subtype /FreeText ${looks}`, {
      items: [{ text: "A line above.", x: 50, y: 100, size: 10 }],
      operators: "2 0 0 2 30 40 cm q"
    })
    assert.strictEqual(markdown, "A line above.\n\nReceived on Monday")
    const first = raw.glyphs.text.indexOf("R")
    assert.deepStrictEqual([raw.glyphs.x[first], raw.glyphs.y[first]], [52, 842 - 605])
    assert.deepStrictEqual([raw.glyphs.flags[0], raw.glyphs.flags[first]], [0, Flag.overlaid])
  })

  it("is not where it is hidden, and notes, links and fields say nothing by their looks", async () => {
    for (const annotation of ["/Subtype /FreeText /F 2", "/Subtype /Text", "/Subtype /Link", "/Subtype /Highlight"])
      assert.strictEqual((await laidOver(`${annotation} ${looks}`)).markdown, "", annotation)
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
