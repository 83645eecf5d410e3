import { assert, describe, it } from "@effect/vitest"
import { richTrial } from "../../layers/converter/trial/Trial.ts"
import { standardFonts } from "../../layers/pdf/Engine.ts"
import { source } from "../../layers/pdf/PdfReader.ts"
import { document, page } from "../../src/convert/Convert.ts"
import { defaults } from "../../src/convert/model/Options.ts"

describe("What a converter tries before it is written down", () => {
  it("has what pages usually have, fonts of its own among it", async () => {
    const opened = await source.open(richTrial(standardFonts))
    const raw = await Promise.all([1, 2, 3].map((number) => opened.page(number)))
    await opened.close()
    assert.strictEqual(opened.info.outline?.length, 1)
    assert.includeMembers(
      raw.flatMap(({ fonts }) => fonts.map(({ name }) => name)),
      ["Serif", "Sans", "Times-Roman"]
    )
    const markdown = document(opened.info, raw.map(page), defaults)
    for (const part of ["# Trial of a program\n", "\n- first of a list\n", "\n| Apples | 12 | 3.50 |\n", "\n```\n"])
      assert.include(markdown, part)
  })
})
