import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isPdf } from "../../src/jobs/intake/PdfHeader.ts"
import { cleanName, contentDisposition, markdownName } from "../../src/jobs/intake/Source.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("A PDF", () => {
  it("has its header within the first 1,024 bytes", () => {
    assert.isTrue(isPdf(bytes("%PDF-1.7")))
    assert.isTrue(isPdf(bytes(`${" ".repeat(1_019)}%PDF-`)))
    assert.isFalse(isPdf(bytes(`${" ".repeat(1_020)}%PDF-`)))
    assert.isFalse(isPdf(bytes("%PDF")))
    assert.isFalse(isPdf(bytes("%pdf-1.7")))
    assert.isFalse(isPdf(new Uint8Array(0)))
  })
})

describe("A file name", () => {
  it("loses folders, control characters and tricks with direction", () => {
    for (const [name, clean] of [
      ["a.pdf", "a.pdf"],
      ["../../etc/passwd", "passwd"],
      ["C:\\Users\\me\\a.pdf", "a.pdf"],
      ["a\r\nSet-Cookie: b.pdf", "aSet-Cookie: b.pdf"],
      ["\u202efdp.exe", "fdp.exe"],
      ["  a.pdf ", "a.pdf"],
      ["", "document.pdf"],
      ["..", "document.pdf"],
      ["/", "document.pdf"],
      ["报告 🎉.pdf", "报告 🎉.pdf"]
    ] as const) {
      assert.strictEqual(cleanName(name), clean, JSON.stringify(name))
    }
  })

  it("is cut to 255 characters, never through the middle of one", () => {
    assert.strictEqual(cleanName("x".repeat(300)).length, 255)
    const cut = cleanName(`${"x".repeat(254)}🎉🎉`)
    assert.strictEqual(cut, `${"x".repeat(254)}🎉`, "half a character was kept as \ufffd")
    assert.strictEqual(cleanName("🎉".repeat(300)), "🎉".repeat(255))
  })

  it("ends in .md for its Markdown", () => {
    assert.strictEqual(markdownName("a.pdf"), "a.md")
    assert.strictEqual(markdownName("A.PDF"), "A.md")
    assert.strictEqual(markdownName("a.pdf.zip"), "a.pdf.zip.md")
    assert.strictEqual(markdownName("document"), "document.md")
    assert.strictEqual(markdownName(".pdf"), "document.md", "a name that is an ending alone would be hidden")
  })

  it("stands in Content-Disposition as RFC 6266 has it", () =>
    assert.strictEqual(
      contentDisposition(`a "b" (c)'; é.md`),
      `attachment; filename="a _b_ (c)'; _.md"; filename*=UTF-8''a%20%22b%22%20%28c%29%27%3B%20%C3%A9.md`
    ))

  it("makes one printable header line, from which the name can be read again, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (input) => {
        const name = markdownName(cleanName(input))
        const header = contentDisposition(name)
        assert.match(header, /^[\x20-\x7e]+$/)
        assert.strictEqual(decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? ""), name)
        assert.match(header.split("; filename*=")[0] ?? "", /^attachment; filename="[^"\\]*"$/)
      })
    )
  })
})
