import { assert, describe, it } from "@effect/vitest"
import * as PdfReader from "../../../layers/pdf/PdfReader.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { makePdf, type PdfSource } from "../../support/Pdf.ts"

/** What a reader sees of a page with these operators: each text is one line of Helvetica, 10 points. */
const seen = async (operators: string, more: Omit<PdfSource, "pages"> = {}): Promise<string> => {
  const document = await PdfReader.source.open(makePdf({ pages: [{ operators }], ...more }))
  try {
    return clean(await document.page(1)).glyphs.text.join("")
  } finally {
    await document.close()
  }
}
const at = (x: number, y: number, text: string, state = "") => `BT ${state} /F0 10 Tf ${x} ${y} Td (${text}) Tj ET`

/** Text that a machine reads and a person does not is how instructions are smuggled into a document. */
describe("hidden text", () => {
  it("is dropped when it is not painted", async () => {
    assert.strictEqual(await seen(at(50, 700, "a", "3 Tr") + at(50, 600, "b", "0 Tr")), "b")
    assert.strictEqual(await seen(at(50, 700, "a", "7 Tr")), "")
  })

  it("is kept where it is painted through: text of many colours covers nothing", async () => {
    const through = (mode: number, paint: string) =>
      seen(`${at(50, 500, "above")} q ${at(50, 700, "a", `${mode} Tr`)} ${paint} Q ${at(50, 600, "b")}`)
    const area = "0 0 1 rg 0 0 600 800 re f"
    assert.strictEqual(await through(7, area), "aboveab")
    assert.strictEqual(await through(4, area), "aboveab")
    // nothing is painted, or in white; without a clip an area covers what is under it
    assert.strictEqual(await through(7, ""), "aboveb")
    assert.strictEqual(await through(7, "1 g 0 0 600 800 re f"), "aboveb")
    assert.strictEqual(await through(3, area), "b")
    // text that is hidden between the letters stays hidden
    assert.strictEqual(await through(7, `${at(50, 650, "x", "3 Tr")} ${area}`), "aboveab")
  })

  it("is dropped in or near the colour of the paper, and kept in a pale one", async () => {
    const grey = (value: number) => seen(at(50, 700, "a", `${value} g`))
    assert.deepStrictEqual(await Promise.all([1, 0.98, 0.9, 0].map(grey)), ["", "", "a", "a"])
  })

  it("is dropped in the colour of the area under it, word by word", async () => {
    const area = "0.2 0.2 0.5 rg 40 690 50 30 re f"
    assert.strictEqual(await seen(`${area} ${at(50, 700, "a b c d e f g h", "0.2 0.2 0.5 rg")}`), "f g h")
    assert.strictEqual(await seen(`${area} ${at(50, 700, "seen", "1 g")}`), "seen")
  })

  it("is dropped off the page and outside a clip", async () => {
    assert.strictEqual(await seen(at(700, 700, "a") + at(50, -20, "b") + at(50, 700, "c")), "c")
    const clip = "q 40 690 60 30 re W n"
    assert.strictEqual(
      await seen(`${clip} ${at(50, 700, "in")} ${at(50, 600, "out")} Q ${at(50, 500, "after")}`),
      "inafter"
    )
    assert.strictEqual(await seen(`q 0 0 0 0 re W n ${at(50, 700, "none")} Q`), "")
  })

  it("is kept where a clip cuts a letter, and in what two clips leave", async () => {
    assert.strictEqual(await seen(`q 52 700 60 3 re W n ${at(50, 700, "ab")} Q`), "ab")
    const both = "q 40 600 100 200 re W n 60 690 200 30 re W n"
    assert.strictEqual(await seen(`${both} ${at(70, 700, "in")} ${at(200, 700, "a")} ${at(70, 620, "b")} Q`), "in")
  })

  it("is dropped under an opaque area, and kept under what shows it", async () => {
    const text = at(50, 700, "text")
    const box = "40 690 60 30 re f"
    const states = "/ExtGState << /Half << /ca 0.5 >> /Times << /BM /Multiply >> >>"
    assert.strictEqual(await seen(`${text} 0 g ${box}`), "")
    assert.strictEqual(await seen(`${text} 1 g ${box}`), "")
    assert.strictEqual(await seen(`${text} q /Half gs 1 1 0 rg ${box} Q`, { resources: states }), "text")
    assert.strictEqual(await seen(`${text} q /Times gs 1 1 0 rg ${box} Q`, { resources: states }), "text")
    assert.strictEqual(await seen(`${text} q 300 300 50 50 re W n 1 g 0 0 595 842 re f Q`), "text")
    assert.strictEqual(await seen(`${text} 40 690 m 100 690 l 40 720 l f`), "text")
    assert.strictEqual(await seen(`0 g ${box} ${at(50, 700, "over", "1 g")}`), "over")
  })

  it("is dropped in a group that shows next to nothing of what is in it", async () => {
    const text = at(50, 700, "a")
    const group = (alpha: number): Omit<PdfSource, "pages"> => ({
      resources: `/XObject << /Group 9 0 R >> /ExtGState << /Faint << /ca ${alpha} >> >>`,
      objects: [
        `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> /Resources << /Font << /F0 4 0 R >> /ExtGState << /Full << /ca 1 >> >> >> /Length ${text.length + 9} >>\nstream\n/Full gs ${text}\nendstream`
      ]
    })
    const drawn = `/Faint gs /Group Do`
    assert.strictEqual(await seen(drawn, group(0.01)), "")
    assert.strictEqual(await seen(drawn, group(0.6)), "a")
  })

  it("is dropped when it is too small to read", async () => {
    assert.strictEqual(await seen("BT /F0 0.5 Tf 50 700 Td (a) Tj ET"), "")
    assert.strictEqual(await seen("BT /F0 10 Tf 0.05 0 0 0.05 50 700 Tm (a) Tj ET"), "")
    assert.strictEqual(await seen("BT /F0 10 Tf 0.01 0 0 1 50 700 Tm (a) Tj ET"), "")
    assert.strictEqual(await seen("BT /F0 1 Tf 10 0 0 10 50 700 Tm (a) Tj ET"), "a")
  })

  it("is dropped in optional content that is switched off", async () => {
    const groups: Omit<PdfSource, "pages"> = {
      catalog: "/OCProperties << /OCGs [9 0 R 10 0 R] /D << /ON [10 0 R] /OFF [9 0 R] >> >>",
      resources: "/Properties << /Off 9 0 R /On 10 0 R >>",
      objects: ["<< /Type /OCG /Name (Off) >>", "<< /Type /OCG /Name (On) >>"]
    }
    const marked = (name: string, text: string, y: number) => `/OC /${name} BDC ${at(50, y, text)} EMC`
    assert.strictEqual(
      await seen(`${marked("Off", "a", 700)} ${marked("On", "b", 600)} ${at(50, 500, "c")}`, groups),
      "bc"
    )
  })
})
