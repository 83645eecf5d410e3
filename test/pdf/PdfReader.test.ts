import { deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import * as PdfReader from "../../layers/pdf/PdfReader.ts"
import { readPage } from "../../src/convert/Convert.ts"
import { Flag, type RawPage } from "../../src/convert/model/Page.ts"
import { Unreadable } from "../../src/convert/PageSource.ts"
import { makePdf, type PdfPage } from "../support/Pdf.ts"

const read = async (page: PdfPage): Promise<RawPage> => {
  const document = await PdfReader.source.open(makePdf({ pages: [page] }))
  try {
    return await document.page(1)
  } finally {
    await document.close()
  }
}

const text = (page: RawPage): string => page.glyphs.text.join("")

const refusal = async (bytes: Uint8Array): Promise<string> =>
  PdfReader.source.open(bytes).then(
    () => "opened",
    (error) => (error instanceof Unreadable ? error.code : "another error")
  )

describe("PdfReader", () => {
  it("puts each glyph where the page shows it, from the top left", async () => {
    const { glyphs, fonts, width, height } = await read({ items: [{ text: "Hi", x: 72, y: 100, size: 20 }] })
    assert.deepStrictEqual([width, height], [595, 842])
    assert.deepStrictEqual(glyphs.text, ["H", "i"])
    assert.deepStrictEqual([...glyphs.x], [72, 86.44])
    assert.deepStrictEqual([...glyphs.y], [100, 100])
    assert.deepStrictEqual([...glyphs.w], [14.44, 4.44])
    assert.deepStrictEqual([...glyphs.size], [20, 20])
    assert.strictEqual(fonts[glyphs.font[0] ?? -1]?.name, "Helvetica")
  })

  it("reads text whose size and width are both negative from left to right, as it is seen", async () => {
    const { glyphs } = await read({ operators: "BT /F0 -20 Tf -100 Tz 1 0 0 -1 72 700 Tm (Hi) Tj ET" })
    assert.deepStrictEqual(glyphs.text, ["H", "i"])
    assert.deepStrictEqual([...glyphs.x], [72, 86.44])
    assert.deepStrictEqual([...glyphs.angle], [0, 0])
  })

  it("reads figures that their font calls by the name of a variant as the name says, not as their codes", async () => {
    const encoding = "<< /Type /Encoding /Differences [50 /zero.oldstyle /one.oldstyle 65 /A /a.smcp] >>"
    const document = await PdfReader.source.open(
      makePdf({
        pages: [{ operators: "BT /V 10 Tf 50 700 Td (232AB) Tj ET" }],
        resources: "/Font << /V 9 0 R >>",
        objects: [`<< /Type /Font /Subtype /Type1 /BaseFont /Variants /Encoding ${encoding} >>`]
      })
    )
    onTestFinished(() => document.close())
    assert.strictEqual(text(await document.page(1)), "010Aa")
  })

  it("leaves gzip as it is to what else runs in its process", async () => {
    await read({ items: [{ text: "Hi", x: 72, y: 100 }] })
    const packed = new Blob([gzipSync("as it was")]).stream()
    assert.strictEqual(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text(), "as it was")
  })

  it("gives up a page whose forms show a form twice each, forty deep, and reads the others", async () => {
    const depth = 40
    const form = (content: string, resources: string) =>
      `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >> /Length ${content.length} >>\nstream\n${content}\nendstream`
    const objects = Array.from({ length: depth }, (_, i) => form("/X Do /X Do", `/XObject << /X ${10 + i} 0 R >>`))
    const bytes = makePdf({
      pages: [{ operators: "/X Do" }, { operators: "BT /F0 10 Tf 50 700 Td (Beside) Tj ET" }],
      resources: "/XObject << /X 9 0 R >>",
      objects: [...objects, form("0 0 9 9 re f", "")]
    })
    const document = await PdfReader.source.open(bytes)
    const failure = await document.page(1).then(
      () => null,
      (error: Error) => error.message
    )
    assert.strictEqual(failure, "The page has more operators than it may")
    assert.strictEqual(text(await document.page(2)), "Beside")
    await document.close()
  })

  it("turns a page as its /Rotate says", async () => {
    const page = await read({ rotate: 90, items: [{ text: "A", x: 100, y: 742, angle: 90 }] })
    assert.deepStrictEqual([page.width, page.height], [842, 595])
    assert.deepStrictEqual([page.glyphs.x[0], page.glyphs.y[0], page.glyphs.angle[0]], [100, 100, 0])
  })

  it("says which way text runs, its colour, and whether it is painted", async () => {
    const { glyphs } = await read({
      items: [
        { text: "a", x: 50, y: 50, angle: 90 },
        { text: "b", x: 60, y: 60, colour: [1, 0, 0] },
        { text: "c", x: 70, y: 70, mode: 3 }
      ]
    })
    assert.deepStrictEqual([...glyphs.angle], [90, 0, 0])
    assert.deepStrictEqual([...glyphs.colour], [0, 0xff0000, 0])
    assert.deepStrictEqual([...glyphs.flags], [0, 0, Flag.invisible])
  })

  it("finds rules that are drawn as inline masks of one pixel, however often it reads them", async () => {
    const rule = (y: number) => `q 200 0 0 0.5 100 ${y} cm\nBI\n/IM true\n/W 1\n/H 1\n/BPC 1\nID \0\nEI Q\n`
    const hex = deflateSync(Buffer.from([700, 650, 600].map(rule).join(""), "latin1")).toString("hex")
    const form = "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Filter [/ASCIIHexDecode /FlateDecode]"
    const pdf = makePdf({
      pages: [{ operators: "/T Do" }],
      resources: "/XObject << /T 9 0 R >>",
      objects: [`<< ${form} /Length ${hex.length + 1} >>\nstream\n${hex}>\nendstream\n`]
    })
    const found = new Set<string>()
    const { poolSize } = Buffer
    onTestFinished(() => {
      Buffer.poolSize = poolSize
    })
    Buffer.poolSize = 4 * 1024 ** 2
    for (let i = 0; i < 5; i++) {
      // inflated bytes stand somewhere in Node's pool: at its beginning there is something else
      let first = Buffer.allocUnsafe(10_000)
      while (first.byteOffset !== 0) first = Buffer.allocUnsafe(10_000)
      first.fill(0xff)
      const document = await PdfReader.source.open(new Uint8Array(pdf))
      const { segments, images } = await document.page(1)
      found.add(`${segments.length} rules, ${images.length} pictures`)
      await document.close()
    }
    assert.deepStrictEqual([...found], ["3 rules, 0 pictures"])
  })

  it("finds a scan that has the recognised text within its frame: with no picture, the text was hidden and the page empty", async () => {
    const scan =
      "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 4 >>\nstream\n0000\nendstream"
    const layer = (mode: number) => `BT /F0 0.02 Tf ${mode} Tr 0.1 0.9 Td (Recognised) Tj ET`
    const images = async (operators: string) => {
      const bytes = makePdf({ pages: [{ operators }], resources: "/XObject << /S 9 0 R >>", objects: [scan] })
      const document = await PdfReader.source.open(bytes)
      const page = await document.page(1)
      await document.close()
      return page.images.length
    }
    assert.strictEqual(await images(`q 595 0 0 842 0 0 cm /S Do q ${layer(3)} Q Q`), 1)
    assert.strictEqual(await images(`q 595 0 0 842 0 0 cm q ${layer(0)} Q Q`), 0)
    assert.strictEqual(await images("q BT /F0 10 Tf 3 Tr 50 700 Td (Hidden) Tj ET Q"), 0)
  })

  it("finds rules, filled areas and web links", async () => {
    const page = await read({
      rules: [[50, 100, 200, 100]],
      fills: [
        { box: [10, 10, 60, 40], colour: [0, 0, 1] },
        { box: [10, 50, 60, 51], colour: [0, 0, 0] }
      ],
      links: [{ box: [50, 90, 100, 110], url: "https://example.com/a" }]
    })
    assert.deepStrictEqual(page.fills, [{ box: { x0: 10, y0: 10, x1: 60, y1: 40 }, colour: 0x0000ff, at: 0 }])
    assert.deepStrictEqual(page.segments, [
      { x0: 10, y0: 50.5, x1: 60, y1: 50.5, thickness: 1 },
      { x0: 50, y0: 100, x1: 200, y1: 100, thickness: 0.5 }
    ])
    assert.deepStrictEqual(page.links, [{ box: { x0: 50, y0: 90, x1: 100, y1: 110 }, url: "https://example.com/a" }])
  })

  it("reads title, author and any page in any order", async () => {
    const bytes = makePdf({
      title: "A (b)",
      author: "Åse",
      pages: [{ items: [{ text: "one", x: 9, y: 9 }] }, { items: [{ text: "two", x: 9, y: 9 }] }]
    })
    const document = await PdfReader.source.open(bytes)
    assert.deepStrictEqual(document.info, { pages: 2, title: "A (b)", author: "Åse", outline: [] })
    assert.strictEqual(text(await document.page(2)), "two")
    assert.strictEqual(text(await document.page(1)), "one")
    await document.close()
  })

  it("reads many documents in one process", async () => {
    for (let n = 0; n < 5; n++)
      assert.strictEqual(text(await read({ items: [{ text: `no ${n}`, x: 9, y: 9 }] })), `no ${n}`)
  })

  it("refuses what is no PDF, and a PDF without pages", async () => {
    assert.strictEqual(await refusal(new TextEncoder().encode("hello")), "corrupt_pdf")
    assert.strictEqual(await refusal(makePdf({ pages: [] })), "empty_pdf")
  })
})

/** These fail when an upgrade of pdf.js takes away what `layers/pdf/Engine.ts` leans on. */
describe("pdf.js", () => {
  it("hands over an operator list longer than its own chunks complete", async () => {
    const items = Array.from({ length: 3000 }, (_, i) => ({
      text: "x",
      x: 10 + (i % 50) * 11,
      y: 20 + Math.floor(i / 50) * 12
    }))
    const { glyphs } = await read({ items })
    assert.strictEqual(glyphs.length, 3000)
    assert.strictEqual(glyphs.x[2999], 10 + 49 * 11)
  })

  /** A page with one sign of a drawn font, whose dictionary and drawing are these. */
  const drawn = async (font: string, drawing: string, size: number, descriptor = "<< >>"): Promise<RawPage> => {
    const stream = (dictionary: string, text: string) =>
      `<< ${dictionary} /Length ${text.length} >>\nstream\n${text}\nendstream\n`
    const document = await PdfReader.source.open(
      makePdf({
        pages: [{ operators: "/T Do" }],
        resources: "/XObject << /T 9 0 R >>",
        objects: [
          stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /D 10 0 R >> >>",
            `BT /D ${size} Tf 72 700 Td (=) Tj ET`
          ),
          `<< /Type /Font /Subtype /Type3 ${font} /CharProcs << /equal 11 0 R >> /Encoding << /Type /Encoding /Differences [61 /equal] >> /FirstChar 61 /LastChar 61 /Widths [50] /Resources << >> >>`,
          stream("", drawing),
          descriptor
        ]
      })
    )
    try {
      return await document.page(1)
    } finally {
      await document.close()
    }
  }

  it("takes the size of a drawn font as stated where its box fits that, else from its box", async () => {
    const sizeOf = async (scale: number, size: number) => {
      const font = `/FontBBox [0 0 50 60] /FontMatrix [${scale} 0 0 ${scale} 0 0]`
      return (await drawn(font, "50 0 0 0 50 60 d1 0 0 50 60 re f", size)).glyphs.size[0]
    }
    // boxes of 0.6, 0.3 and 6 em
    assert.strictEqual(await sizeOf(0.01, 12), 12)
    assert.strictEqual(await sizeOf(0.005, 12), 12)
    assert.strictEqual(await sizeOf(0.1, 2), 12)
  })

  it("sizes text in a drawn font by its widths where its box is empty or as large as can be", async () => {
    const sizeOf = async (box: string) => {
      const font = `/FontBBox [${box}] /FontMatrix [1 0 0 -1 0 0]`
      return (await drawn(font, "50 0 0 -1 1 0 d1 0 -60 50 60 re f", 0.12)).glyphs.size[0]
    }
    assert.strictEqual(await sizeOf("0 -1 1 0"), 12)
    assert.strictEqual(await sizeOf("0 -1000 1000 0"), 12)
    // just under and over a quarter and four times as high as the widths say: 0.12 of the box where it is believed
    assert.strictEqual(await sizeOf("0 -25 50 0"), 12)
    assert.strictEqual(await sizeOf("0 -50 50 0"), 6)
    assert.strictEqual(await sizeOf("0 -400 50 0"), 12)
    assert.strictEqual(await sizeOf("0 -375 50 0"), 45)
  })

  it("knows a drawn font by the name it has, and how far its drawings reach though the font stands on its head", async () => {
    const font = "/FontBBox [0 -80 50 40] /FontMatrix [0.01 0 0 -0.01 0 0] /FontDescriptor 12 0 R"
    const descriptor = (name: string) => `<< /Type /FontDescriptor /FontName /${name} /Flags 68 >>`
    const drawing = "50 0 10 40 45 -80 d1 10 -80 35 120 re f"
    const named = await drawn(font, drawing, 12, descriptor("BAAAAA+MathJax_Size3-Regular"))
    assert.strictEqual(named.fonts[0]?.name, "MathJax_Size3-Regular")
    const nameless = await drawn(font.replace("/FontDescriptor 12 0 R", ""), drawing, 12)
    assert.strictEqual(nameless.fonts[0]?.name, "Type3 no. 0.")
    assert.deepStrictEqual(named.glyphs.inks?.get(0), { x0: 0.1, x1: 0.45, above: 0.8, below: 0.4 })
    assert.isUndefined(nameless.glyphs.inks)
  })

  it("tells of text in a font that is none, which came out empty without a warning", async () => {
    const text = "BT /X 12 Tf 50 700 Td (Words) Tj ET"
    const warningsOf = async (font: string) => {
      const document = await PdfReader.source.open(
        makePdf({
          pages: [{ operators: "/T Do" }],
          resources: "/XObject << /T 9 0 R >>",
          objects: [
            `<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /X 10 0 R >> >> /Length ${text.length} >>\nstream\n${text}\nendstream\n`,
            `<< /Type /Font ${font} /BaseFont /Helvetica >>`
          ]
        })
      )
      try {
        const { characters, warnings } = readPage(await document.page(1), { converter: "auto" }).page
        return [characters, ...warnings]
      } finally {
        await document.close()
      }
    }
    assert.deepStrictEqual(await warningsOf(""), [1, "unmapped_fonts"])
    assert.deepStrictEqual(await warningsOf("/Subtype /Type1"), [5])
  })

  it("gives fonts by the time the page is read", async () => {
    const { fonts } = await read({
      items: [
        { text: "x", x: 9, y: 9, font: "Courier" },
        { text: "y", x: 9, y: 29, font: "Helvetica-Bold" }
      ]
    })
    assert.deepStrictEqual(
      fonts.map((font) => font.name),
      ["Courier", "Helvetica-Bold"]
    )
  })
})
