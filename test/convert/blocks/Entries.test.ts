import { assert, describe, it } from "@effect/vitest"
import { convert } from "../../support/RawPages.ts"

/** Lines at their places from the left and from the top. */
const page = (...lines: ReadonlyArray<readonly [x: number, y: number, text: string]>): ReadonlyArray<string> =>
  convert([{ texts: lines.map(([x, y, text]) => ({ text, x, y })) }])
    .trim()
    .split("\n\n")

const long = "The supplier gives access to all of its piers at any time of day and of the year,"

describe("entries that hang", () => {
  it("are each their own though most are one line and stand no further apart than lines of many a text", () => {
    const entries = ["ale, which is brewed here.", "beer, which is not.", "cider, from the north.", "mead, of old."]
    const below = (y: number, text: string) => [
      [50, y, `${text} ${long.slice(text.length + 1)}`] as const,
      [70, y + 12, "without any charge."] as const
    ]
    const found = page(
      ...entries.map((text, i) => [50, 100 + 18 * i, text] as const),
      ...below(172, "perry"),
      ...below(202, "porter"),
      ...below(232, "stout")
    )
    assert.deepStrictEqual(found.slice(0, 4), entries)
    assert.lengthOf(found, 7)
  })

  it("have several paragraphs, where one ended that had room for more", () => {
    const read = (end: string) => page([50, 100, long], [70, 112, end], [70, 124, `Birch. ${long.slice(8, -4)}`])
    assert.lengthOf(read("which the council owns."), 2)
    assert.lengthOf(read(`${long.slice(0, -5)}.`), 1)
    assert.lengthOf(read("the council of"), 1)
  })

  it("go on with Chinese or Japanese that no full stop ends, and end before what begins anew", () => {
    const line = "連接の費用は二つの語の費用である。規則の辞書で定義された費用と重みの和に近い値として定義"
    const read = (first: string) =>
      page([50, 100, first], [70, 112, "された費用の積として計算される。"], [50, 136, line], [50, 148, line])
    assert.include(read(line)[0], "定義された費用の積")
    assert.notInclude(read(`${line.slice(0, -1)}。`)[0], "費用の積")
  })
})
