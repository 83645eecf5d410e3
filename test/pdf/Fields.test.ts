import { assert, describe, it } from "@effect/vitest"
import { shownIn, type Widget, withFields } from "../../layers/pdf/Fields.ts"
import { rawPage } from "../support/RawPages.ts"

const field = (over: Partial<Widget>): Widget => ({
  rect: [100, 700, 300, 716],
  fieldType: "Tx",
  ...over
})

describe("fields of a form", () => {
  it("show what was typed or chosen, by the name of the choice", () => {
    assert.strictEqual(shownIn(field({ fieldValue: " Rei Sato " })), "Rei Sato")
    const options = [{ exportValue: "de", displayValue: "German" }]
    assert.strictEqual(shownIn(field({ fieldType: "Ch", fieldValue: ["de", "other"], options })), "German, other")
  })

  it("show whether a box is ticked, and which of several buttons", () => {
    const box = field({ fieldType: "Btn", checkBox: true, exportValue: "Yes" })
    assert.deepStrictEqual([shownIn({ ...box, fieldValue: "Yes" }), shownIn({ ...box, fieldValue: "Off" })], ["☒", "☐"])
    const button = field({ fieldType: "Btn", radioButton: true, fieldValue: "b" })
    assert.deepStrictEqual(
      ["a", "b"].map((buttonValue) => shownIn({ ...button, buttonValue })),
      ["☐", "☒"]
    )
  })

  it("show no passwords, no hidden values and no buttons to press", () => {
    assert.strictEqual(shownIn(field({ fieldValue: "secret", password: true })), "")
    assert.strictEqual(shownIn(field({ fieldValue: "secret", hidden: true })), "")
    assert.strictEqual(shownIn(field({ fieldType: "Btn", fieldValue: "Submit" })), "")
  })

  it("stand within their boxes, several lines below one another", () => {
    const { glyphs, fonts } = rawPage({ texts: [{ text: "Name", x: 50, y: 90 }] })
    const upsideDown = [1, 0, 0, -1, 0, 800] as const
    const tall = field({ rect: [100, 600, 160, 716], fieldValue: "one two three four five six" })
    const out = withFields(glyphs, fonts, [field({ fieldValue: "Sato" }), tall], upsideDown)
    const at = (i: number) => [out.glyphs.x[i] ?? 0, out.glyphs.y[i] ?? 0] as const
    assert.strictEqual(out.glyphs.text.slice(4, 8).join(""), "Sato")
    assert.isTrue(at(4)[0] >= 100 && at(4)[1] > 84 && at(4)[1] < 100)
    assert.isTrue(new Set(Array.from(out.glyphs.y.slice(8))).size > 1)
    assert.isTrue(Array.from(out.glyphs.x.slice(8)).every((x) => x >= 100 && x <= 160))
  })

  it("stand in the line of the label right before them, wherever a program sets them in their boxes", () => {
    const lineOf = (label: { readonly x: number; readonly y: number }) => {
      const { glyphs, fonts } = rawPage({ texts: [{ text: "Name", ...label }] })
      return withFields(glyphs, fonts, [field({ fieldValue: "Sato" })], [1, 0, 0, -1, 0, 800]).glyphs.y[4]
    }
    const middle = lineOf({ x: 50, y: 103 })
    assert.strictEqual(lineOf({ x: 78, y: 103 }), 103)
    assert.strictEqual(lineOf({ x: 78, y: 106 }), middle)
    assert.strictEqual(lineOf({ x: 102, y: 90 }), middle)
    assert.notStrictEqual(middle, 103)
  })
})
