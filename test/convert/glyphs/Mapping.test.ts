import { assert, describe, it } from "@effect/vitest"
import * as Convert from "../../../src/convert/Convert.ts"
import { mapping } from "../../../src/convert/glyphs/Mapping.ts"
import { convert, rawPage } from "../../support/RawPages.ts"

/** Letters of one size, each right behind the one before it. */
const of = (text: string) => {
  const ones = (one: number) => new Float64Array(text.length).fill(one)
  const x = Float64Array.from(text, (_, i) => 5 * i)
  return mapping({
    length: text.length,
    text: [...text],
    x,
    y: ones(50),
    w: ones(5),
    size: Float32Array.from(ones(10))
  })
}

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

  it("only tells of signs that stand alone, however many: they are icons, and no letters can be recognised in them", () => {
    assert.strictEqual(of(`${"word ".repeat(5)}${"\ufffd ".repeat(100)}`), "patchy")
    assert.strictEqual(of(`${"word ".repeat(5)}${"\ufffd\ufffd ".repeat(100)}`), "implausible")
  })

  it("does not take a font of consonants for a language", () =>
    assert.strictEqual(of("xkh txlfn qrzqk rpx mxpsv ".repeat(30)), "implausible"))

  it("does not take a pattern of few letters for a font that hides its characters", () => {
    assert.strictEqual(of("aaaa ".repeat(100)), "mapped")
    assert.strictEqual(of("bcdfghjkl ".repeat(60)), "mapped")
    assert.strictEqual(of("bcdfghjklm ".repeat(60)), "implausible")
  })

  it("does not take letters for a language that go from small ones to capitals within words", () => {
    assert.strictEqual(of("ðQøX æŢéK ðPłÖ jÊáÓ žÓőË fiĆæJ ".repeat(10)), "implausible")
    assert.strictEqual(of(`${"An ordinary sentence. ".repeat(30)}ðQøX æŢéK ðPłÖ jÊáÓ žÓőË iĆæJ`), "patchy")
    for (const text of [
      "Übergrößen für Äpfel und Öle. ",
      "ПРИВЕТ, мир и Наука. ",
      "10 μF, 4 kΩ, 3 μΩ, 2 μH. ",
      "toUpperCase of aTeX "
    ])
      assert.strictEqual(of(text.repeat(20)), "mapped")
  })

  it("is reported with the page", () => {
    const page = Convert.page(rawPage({ texts: [{ text: "a\ue123b", x: 10, y: 50 }] }))
    assert.deepStrictEqual(page.warnings, ["unmapped_fonts"])
    assert.strictEqual(convert([{ texts: [{ text: "a\ue123b", x: 10, y: 50 }] }]), "a\ufffdb\n")
  })
})
