import { readFileSync } from "node:fs"
import { deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { withoutOutlines } from "../../layers/pdf/Outlines.ts"
import * as PdfReader from "../../layers/pdf/PdfReader.ts"

const fontFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`standard_fonts/${name}`, import.meta.resolve("pdfjs-dist/package.json"))))

const trueType = fontFile("LiberationSans-Regular.ttf")
const cff = fontFile("FoxitSerif.pfb")

/** One line set in an embedded font. Only the program of a deflated one is ever changed. */
const document = (program: Uint8Array, kind: "FontFile2" | "FontFile3", deflated: boolean): Uint8Array => {
  const stream = (bytes: Uint8Array, more: string) =>
    `<<${more}/Length ${bytes.length}>>stream\n${Buffer.from(bytes).toString("latin1")}\nendstream`
  const font = stream(
    deflated ? deflateSync(program) : program,
    `${deflated ? "/Filter/FlateDecode" : ""}${kind === "FontFile3" ? "/Subtype/Type1C" : ""}`
  )
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 99]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
    `<</Type/Font/Subtype/${kind === "FontFile2" ? "TrueType" : "Type1"}/BaseFont/ABCDEF+Own/FirstChar 32/LastChar 34/Widths[250 300 400]/FontDescriptor 6 0 R>>`,
    stream(new TextEncoder().encode("BT /F 9 Tf 9 9 Td (Words ! \\001\\344) Tj ET"), ""),
    `<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags 4/${kind} 7 0 R>>`,
    font
  ]
  let file = "%PDF-1.4\n"
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  const count = objects.length + 1
  const trailer = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}${trailer}`
  return Uint8Array.from(Buffer.from(file, "latin1"))
}

const read = async (bytes: Uint8Array) => {
  const opened = await PdfReader.source.open(bytes)
  try {
    return await opened.page(1)
  } finally {
    await opened.close()
  }
}

describe("withoutOutlines", () => {
  for (const [kind, program] of [
    ["FontFile2", trueType],
    ["FontFile3", cff]
  ] as const) {
    it(`changes nothing of what is read from a page (${kind})`, async () => {
      const whole = await read(document(program, kind, false))
      assert.isAbove(whole.glyphs.length, 5)
      assert.deepStrictEqual(await read(document(program, kind, true)), whole)
    })

    it(`takes the outlines out of a font, and leaves a damaged one as it is (${kind})`, () => {
      const changed = program.slice()
      withoutOutlines(changed)
      assert.notDeepEqual(changed, program)
      const cut = program.slice(0, program.length >> 1)
      const same = cut.slice()
      withoutOutlines(cut)
      assert.deepStrictEqual(cut, same)
    })
  }

  it("leaves alone what only begins like a font", () => {
    for (const start of [
      [0, 1, 0, 0],
      [0x4f, 0x54, 0x54, 0x4f],
      [1, 0, 4, 1]
    ]) {
      for (let fill = 0; fill < 256; fill++) {
        const bytes = new Uint8Array(200).fill(fill)
        bytes.set(start)
        const same = bytes.slice()
        withoutOutlines(bytes)
        assert.deepStrictEqual(bytes, same)
      }
    }
  })
})
