import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { defaults, FrozenSettingsPatch, OcrLanguage, Settings } from "../../schema/Settings.ts"
import { defaults as engineDefaults, ocrLanguages } from "../../src/convert/model/Options.ts"
import { pagesOf } from "../../src/convert/model/PageRange.ts"

const isPatch = Schema.is(FrozenSettingsPatch)

describe("Settings", () => {
  it("have the defaults of the engine", () => assert.deepStrictEqual<unknown>(defaults, engineDefaults))

  it("name the languages of the engine", () => assert.deepStrictEqual<unknown>(OcrLanguage.literals, ocrLanguages))

  it("accept no page range that the engine cannot read", () => {
    const part = fc.oneof(fc.integer({ min: 0, max: 30 }).map(String), fc.stringMatching(/^[0-9]{0,2}-[0-9]{0,2}$/))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const page_range = parts.join(",")
        if (isPatch({ page_range })) assert.isNotNull(pagesOf(page_range, 100), page_range)
      })
    )
  })

  it("accept every whole that they give out", () => {
    assert.isTrue(isPatch(defaults))
    assert.deepStrictEqual(Schema.decodeUnknownSync(Settings)(defaults), defaults)
  })
})
