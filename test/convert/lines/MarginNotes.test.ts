import { assert, describe, it } from "@effect/vitest"
import { column, convert, type Text } from "../../support/RawPages.ts"

const left = 150
const harbour = [
  "The harbour was dredged in the spring of that year, and ships",
  "of a deeper draught could come in for the first time since the",
  "basin had been dug, which the merchants of the town had asked",
  "for in vain; the duties that they paid rose by half within the",
  "next two years, and with them what the town could spend then."
]
const quay = [
  "The quay was built of stone from the quarries on the other side",
  "of the bay, which the ships brought as ballast on their way in,",
  "and the cranes on it were the first of that coast to be driven",
  "by steam. All of this is told in the accounts of the council."
]
/** The text of a page from its top: paragraphs, each with a line's space before it. */
const text = [...column(harbour, { x: left, y: 60 }), ...column(quay, { x: left, y: 132 })]

/** Flush at the right, before the text's left edge, in smaller typewriter. */
const name = (said: string, y: number): Text => ({
  text: said,
  x: left - 10 - said.length * 4.5,
  y,
  size: 9,
  font: "Courier",
  isEven: true
})
const read = (...texts: ReadonlyArray<Text>) => convert([{ texts: [...text, ...texts] }])

describe("names in the margin", () => {
  it("stand together before the paragraph that the first of them is beside, and tear none of its sentences", () => {
    const markdown = read(name("\\dredge", 60), name("\\deepen", 72), name("\\draught", 84))
    assert.include(markdown, "`\\dredge \\deepen \\draught`\n\nThe harbour was dredged")
    assert.include(
      markdown.replaceAll("\n", " "),
      "and ships of a deeper draught could come in for the first time since the basin"
    )
  })

  it("stand before the paragraph that begins beside each of them", () => {
    const markdown = read(name("\\harbour", 60), name("\\dues", 72), name("\\quay", 132), name("\\steam", 144))
    assert.match(markdown, /`\\harbour \\dues`\n\nThe harbour[^`]*`\\quay \\steam`\n\nThe quay/)
  })

  it("stay where they are if nothing shows that they have no part in the lines of the text", () =>
    assert.match(read({ text: "Harbour", x: 100, y: 60 }), /Harbour\** The harbour was/))
})

describe("names before the lines of a listing", () => {
  const code = [
    "def dredge(basin, depth):",
    "    for each in basin.cells:",
    "        each.depth = depth",
    "    return basin.deepest()"
  ]
  const listing = code.map(
    (said, i): Text => ({ text: said, x: left + 20, y: 210 + 12 * i, size: 9, font: "Courier", isEven: true })
  )
  const numbers = code.map((_, i): Text => ({ text: String(i + 7), x: left + 8, y: 210 + 12 * i, size: 6 }))

  it("are no part of it, nor are its numbers", () => {
    const names = [name("\\dredge", 198), name("\\depth", 208), name("\\basin", 220), name("\\cell", 232)]
    const markdown = read(...listing, ...numbers, ...names)
    assert.include(markdown, `\`\`\`\n${code.join("\n")}\n\`\`\``)
    assert.include(markdown, "`\\dredge \\depth \\basin \\cell`\n\n```")
  })

  it("part two listings where one stands between them in a row of its own", () => {
    const lower = listing.map((each) => ({ ...each, y: each.y + 60 }))
    const markdown = read(...listing, ...lower, name("\\dredge", 60), name("\\deepen", 72), name("\\again", 258))
    assert.match(markdown, /return basin\.deepest\(\)\n```\n\n`\\again`\n\n```\ndef dredge/)
  })
})
