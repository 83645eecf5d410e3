import { assert, describe, it } from "@effect/vitest"
import * as Convert from "../../../src/convert/Convert.ts"
import { mapping } from "../../../src/convert/glyphs/Mapping.ts"
import { convert, rawPage } from "../../support/RawPages.ts"

const of = (text: string) => mapping({ length: text.length, text: [...text] })

describe("mapping", () => {
  it("trusts ordinary text, numbers and other scripts", () => {
    assert.strictEqual(of("An ordinary sentence, and another one. ".repeat(20)), "mapped")
    assert.strictEqual(of("1234.50 ".repeat(100)), "mapped")
    assert.strictEqual(of("ユーザ空間".repeat(100)), "mapped")
    assert.strictEqual(of("rhythm BCDF"), "mapped")
  })

  it("tells of single unknown characters, and despairs of many", () => {
    assert.strictEqual(of(`${"word ".repeat(20)}\ufffd\ufffd`), "patchy")
    assert.strictEqual(of("wo\ufffd\ufffd"), "implausible")
  })

  it("does not take a font of consonants for a language", () =>
    assert.strictEqual(of("xkh txlfn qrzqk rpx mxpsv ".repeat(30)), "implausible"))

  it("does not take a pattern of few letters for a font that hides its characters", () => {
    assert.strictEqual(of("aaaa ".repeat(100)), "mapped")
    assert.strictEqual(of("bcdfghjkl ".repeat(60)), "mapped")
    assert.strictEqual(of("bcdfghjklm ".repeat(60)), "implausible")
  })

  it("is reported with the page", () => {
    const page = Convert.page(rawPage({ texts: [{ text: "a\ue123b", x: 10, y: 50 }] }))
    assert.deepStrictEqual(page.warnings, ["unmapped_fonts"])
    assert.strictEqual(convert([{ texts: [{ text: "a\ue123b", x: 10, y: 50 }] }]), "a\ufffdb\n")
  })
})
