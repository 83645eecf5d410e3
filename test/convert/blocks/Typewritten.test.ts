import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Text } from "../../support/RawPages.ts"

const prose = [
  "The matter came on for oral argument before the court of",
  "appeal on the second Tuesday of the month, and the parties",
  "were heard at some length by their counsel, who had filed",
  "briefs in time; the court then rose to consider what had",
  "been said, and gave its decision on the following morning."
]
const program = prose.map((_, i) => `  if (total[${i}] > limit) { return sum(total, ${i}) * rate; } // ${i}`)
const typed = (lines: ReadonlyArray<string>, y = 60): ReadonlyArray<Text> =>
  column(lines, { x: 50, y }).map((text) => ({ ...text, font: "Courier" }))
const set = (count: number) =>
  column(
    Array.from({ length: count }, () => "text in the face that the rest of the page is set in"),
    { x: 50, y: 300 }
  )

describe("a typewriter face", () => {
  it("is no sign of code on a page that was typed", () => {
    const markdown = convert([{ texts: typed(prose) }])
    assert.notInclude(markdown, "`")
    assert.include(markdown, "court of appeal on the second")
  })

  it("is one beside text in another face", () =>
    assert.include(convert([{ texts: [...typed(prose), ...set(8)] }]), "```"))

  it("is one where a listing with some signs takes up most of a page", () => {
    const listing = [...prose.map((text) => `  $ also <${text}>`), ...prose]
    assert.include(convert([{ texts: [...typed(listing), ...set(1)] }]), "```")
    assert.notInclude(convert([{ texts: [...typed([...prose, ...prose]), ...set(1)] }]), "```")
  })

  it("is one where what it sets is full of the signs of a program", () =>
    assert.include(convert([{ texts: typed(program) }]), "```"))

  it("is one on a page of what a program printed", () => {
    const printed = prose.map((_, i) => `zn.${i} chas_${i}  statistic  ${i}.9714743  p.value  7.112214e-0${i}`)
    assert.include(convert([{ texts: typed(printed) }]), "```")
  })

  it("is one on a page with too little to tell", () =>
    assert.include(convert([{ texts: typed(prose.slice(0, 3)) }]), "```"))

  it("is no sign of code on a receipt, whose amounts stand at the paper's edge and not on the face's grid", () => {
    const amounts = [
      ["Wholemeal loaf", "1.20"],
      ["Cheddar mature", "13.75"],
      ["Free range eggs", "3.10"],
      ["To pay", "18.05"]
    ] as const
    const receipt = (right: number) =>
      convert([
        {
          texts: amounts.flatMap(([item, amount], i) => [
            { text: item, x: 50, y: 100 + 12 * i, font: "Courier" },
            { text: amount, x: right - amount.length * 5, y: 100 + 12 * i, font: "Courier" }
          ])
        }
      ])
    assert.include(receipt(227), "| Cheddar mature | 13.75 |")
    // as a program may have printed it
    assert.include(receipt(225), "```")
  })

  it("is one where a program with columns off its grid has the signs of one", () => {
    const texts = program.flatMap((text, i) => [
      { text, x: 50, y: 100 + 12 * i, font: "Courier" },
      { text: `// of step ${i}`, x: 448, y: 100 + 12 * i, font: "Courier" }
    ])
    assert.include(convert([{ texts }]), "```")
  })
})
