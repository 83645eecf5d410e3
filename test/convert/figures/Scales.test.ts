import { assert, describe, it } from "@effect/vitest"
import { hasScale } from "../../../src/convert/figures/Scales.ts"

type Word = Parameters<typeof hasScale>[0][number]
/** Ten points wide around `x`, eight high around `y`. */
const word = (text: string, x: number, y: number): Word => ({
  text,
  box: { x0: x - 5, x1: x + 5, y0: y - 4, y1: y + 4 }
})
const upwards = (texts: ReadonlyArray<string>, step = 30) => texts.map((text, i) => word(text, 50, 300 - step * i))
const across = (texts: ReadonlyArray<string>, step = 40) => texts.map((text, i) => word(text, 60 + step * i, 320))

describe("the scale of an axis", () => {
  it("is three numbers or more that grow evenly upwards, or four to the right", () => {
    assert.isTrue(hasScale(upwards(["0", "10", "20"])))
    assert.isFalse(hasScale(upwards(["0", "10"])))
    assert.isTrue(hasScale(across(["0", "10", "20", "30"])))
    assert.isFalse(hasScale(across(["0", "10", "20"])))
  })

  it("grows upwards and to the right, and not the other way", () => {
    assert.isFalse(hasScale(upwards(["20", "10", "0"])))
    assert.isFalse(hasScale(across(["30", "20", "10", "0"])))
    assert.isFalse(hasScale(upwards(["10", "10", "10"])))
  })

  it("has steps that are the same but for a twelfth", () => {
    assert.isTrue(hasScale(upwards(["0", "10", "20.7"])))
    assert.isFalse(hasScale(upwards(["0", "10", "24"])))
    assert.isFalse(hasScale(upwards(["1", "10", "100"])))
  })

  it("has signs, currencies, shares, and thousands parted as in any language", () => {
    for (const texts of [
      ["-10", "0", "10"],
      ["−10", "0", "10"],
      ["$5", "$10", "$15"],
      ["0%", "50%", "100%"],
      ["0", "1,000", "2,000"],
      ["0", "1.000", "2.000"],
      ["0,5", "1,0", "1,5"],
      ["0.5", "1.0", "1.5"]
    ])
      assert.isTrue(hasScale(upwards(texts)), texts.join(" "))
    assert.isFalse(hasScale(upwards(["a", "b", "c"])))
  })

  it("has its minus in another font, as TeX takes it", () => {
    const minus = (x: number) => ({ text: "−", box: { x0: x - 10, x1: x - 6, y0: 316, y1: 324 } })
    const [a, b, ...rest] = across(["50", "25", "0", "25", "50"]) as [Word, Word, ...Array<Word>]
    assert.isTrue(hasScale([minus(60), a, minus(100), b, ...rest]))
    assert.isFalse(hasScale([a, b, ...rest]))
  })

  it("stands alone: numbers beside which texts stand are those of a table", () => {
    const ticks = upwards(["0", "10", "20", "30", "40"])
    const beside = (count: number) => Array.from({ length: count }, (_, i) => word("text", 150, 300 - 30 * i))
    assert.isTrue(hasScale([...ticks, ...beside(2)]))
    assert.isFalse(hasScale([...ticks, ...beside(3)]))
    const years = across(["2019", "2020", "2021", "2022", "2023"])
    const under = (x: number) => years.map((_, i) => word("12", x + 40 * i, 340))
    assert.isFalse(hasScale([...years, ...under(60)]))
    assert.isTrue(hasScale([...years, ...under(75).slice(0, 4)]))
  })

  it("is aligned: at its left, its right or its middle", () => {
    const shifted = (by: number) =>
      upwards(["0", "10", "20"]).map((tick, i) => word(tick.text, 50 + by * i, 300 - 30 * i))
    assert.isTrue(hasScale(shifted(3)))
    assert.isFalse(hasScale(shifted(4)))
  })
})
