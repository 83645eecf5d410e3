import * as fs from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import type { Limits } from "../../layers/converter/Limits.ts"
import { pdf } from "../../layers/fakes/Converter.ts"
import { asText, Converter } from "../../src/convert/Converter.ts"
import { defaults } from "../../src/convert/model/Options.ts"
import { folder } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"

/** What a document comes to within these limits. */
const converted = (bytes: Uint8Array | string, limits: Partial<Limits> = {}) =>
  Effect.gen(function* () {
    const path = yield* folder
    const file = join(path, "a.pdf")
    fs.writeFileSync(file, bytes)
    const real = engine({ converters: 1, spares: 0, spool: join(path, "spool"), limits })
    const converter = yield* Converter.pipe(Effect.provideContext(yield* Layer.build(real)))
    const steps = yield* Stream.runCollect(converter.pages({ path: file }, defaults, { maxPages: 100 }))
    const pages = steps.flatMap((step) => (step._tag === "Page" ? [step.page] : []))
    const info = { pages: pages.length, title: null, author: null }
    return yield* converter.assemble(info, pages, defaults, (assembled) =>
      Effect.map(asText(assembled), (markdown) => ({ pages, kept: assembled.pages, markdown }))
    )
  })

/** A page that shows these strings in a font whose letter A stands for `meaning`: figures, since so many letters in a glyph are believed of no font. */
const page = (shown: ReadonlyArray<string>, meaning = "A") => {
  const hex = Buffer.from(meaning, "utf16le").swap16().toString("hex")
  const unicode = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfchar <41> <${hex}> endbfchar endcmap end`
  const drawing = shown.map((text, i) => `BT /F 4 Tf 20 ${780 - 5 * i} Td (${text}) Tj ET`).join("\n")
  const stream = (text: string) => `<</Length ${text.length}>>stream\n${text}\nendstream `
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>endobj
5 0 obj${stream(drawing)}endobj
6 0 obj${stream(unicode)}endobj
trailer<</Root 1 0 R>>
`
}

describe("What a hostile document comes to", () => {
  it.live("is 16 characters a glyph, whatever its font says", () =>
    Effect.gen(function* () {
      const { markdown } = yield* converted(page(["A"], "7".repeat(16_000)))
      assert.strictEqual(markdown.trim(), "7".repeat(16))
    }).pipe(Effect.scoped)
  )

  it.live("is 200,000 characters a page, and the page says that it was cut", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 150 }, () => "A".repeat(100))
      const { pages, markdown } = yield* converted(page(rows, "7".repeat(16)))
      assert.deepStrictEqual(pages[0]?.warnings, ["page_cut"])
      assert.isAtMost(pages[0]!.characters, 200_000)
      assert.isAbove(markdown.length, 100_000)
      assert.isAtMost(markdown.length, 210_000)
    }).pipe(Effect.scoped)
  )

  const texts = Array.from({ length: 20 }, (_, i) => `This is what stands on page ${i + 1}, and it is different.`)

  it.live("is so many bytes of Markdown and no more: the pages that do not fit are left out", () =>
    Effect.gen(function* () {
      const { pages, kept, markdown } = yield* converted(pdf({ pages: texts }), { markdown: 500 })
      assert.lengthOf(pages, 20)
      assert.isAtMost(markdown.length, 500)
      assert.isAbove(kept, 3)
      for (const [i, text] of texts.entries()) assert.strictEqual(markdown.includes(text), i < kept, text)
    }).pipe(Effect.scoped)
  )

  it.live("is read no further when its pages take too much room, and what was read is put together", () =>
    Effect.gen(function* () {
      const { pages, markdown } = yield* converted(pdf({ pages: texts }), { pages: 4000 })
      assert.isAbove(pages.length, 1)
      assert.isBelow(pages.length, 20)
      assert.deepStrictEqual(
        pages.map(({ page }) => page),
        pages.map((_, i) => i + 1)
      )
      assert.include(markdown, texts[pages.length - 1]!)
      assert.notInclude(markdown, texts[pages.length]!)
    }).pipe(Effect.scoped)
  )
})
