import { assert, describe, it } from "@effect/vitest"
import { convert, rule, type Text } from "../../support/RawPages.ts"
import { results } from "../../support/Results.ts"

const long = "The supplier gives access to all of its piers at any time of day and of the year, as it says."
const around = (texts: ReadonlyArray<Text>): ReadonlyArray<Text> => [
  { text: long, x: 50, y: 100 },
  ...texts,
  { text: long, x: 50, y: 300 }
]
const typesOf = (texts: ReadonlyArray<Text>) => results([{ texts }]).blocks.map(({ type }) => type)
const typed = (text: string, x: number, y: number): Text => ({ text, x, y, font: "Courier" })

describe("one line of typewriter", () => {
  const shown = (x: number) => typesOf(around([typed("make install all", x, 130)]))[1]

  it("is code where it is set in, by no more than a centred address is", () => {
    assert.strictEqual(shown(58), "code")
    assert.strictEqual(shown(57), "paragraph")
    assert.strictEqual(shown(110), "code")
    assert.strictEqual(shown(111), "paragraph")
  })

  it("is a term where its text hangs deeper than it does", () => {
    const under = (x: number) =>
      typesOf(around([typed("make install", 60, 130), { text: "puts all of it in its place.", x, y: 142 }]))
    assert.include(under(60), "code")
    assert.notInclude(under(70), "code")
  })

  it("is no code where it is a link, or an item behind a mark that nobody types", () => {
    const texts = around([typed("www.birds.example", 60, 130)])
    const links = [{ box: { x0: 60, y0: 120, x1: 145, y1: 134 }, url: "https://www.birds.example/" }]
    assert.notInclude(
      results([{ texts, links }]).blocks.map(({ type }) => type),
      "code"
    )
    assert.strictEqual(typesOf(around([typed("• install", 60, 130)]))[1], "list_item")
    assert.strictEqual(typesOf(around([typed("- install", 60, 130)]))[1], "code")
  })
})

describe("several lines of typewriter", () => {
  const listing = (...steps: ReadonlyArray<number>) => {
    const rest = steps.map((_, i) =>
      typed(
        "another one",
        60,
        steps.slice(0, i + 1).reduce((y, step) => y + step, 130)
      )
    )
    return convert([{ texts: around([typed("first of all", 60, 130), ...rest]) }])
  }

  it("are one listing with the blank lines between them, up to two", () => {
    assert.include(listing(12, 12), "```\nfirst of all\nanother one\nanother one\n```")
    assert.include(listing(12, 24, 12), "another one\n\nanother one\nanother one\n```")
    assert.include(listing(12, 36, 12), "another one\n\n\nanother one\nanother one\n```")
    assert.strictEqual(listing(12, 48, 12).match(/```/g)?.length, 4)
  })

  it("have no blank lines between them where all of them are set wide", () => {
    assert.include(listing(18, 18), "```\nfirst of all\nanother one\nanother one\n```")
    assert.include(listing(18, 36, 18), "another one\n\nanother one\nanother one\n```")
  })

  it("are a title where they are larger than the text", () => {
    const titled = (size: number) => {
      const large = ["1.1 measure(from, to, accuracy =", "1)"].map((text, i) => ({
        ...typed(text, 50, 130 + 16 * i),
        size
      }))
      return convert([{ texts: around(large) }])
    }
    assert.notInclude(titled(13), "```")
    assert.include(titled(10.5), "```")
  })

  it("have a line of dots for what is left out, which elsewhere is to be written on", () => {
    const of = (font: string) =>
      convert([
        {
          texts: around(
            ["<device>", "..............", "</device>"].map((text, i) => ({ text, x: 60, y: 130 + 12 * i, font }))
          )
        }
      ])
    assert.include(of("Courier"), "```\n<device>\n..............\n</device>\n```")
    assert.notInclude(of("Times"), "....")
  })

  it("are two listings where no whole number of lines parts them", () => {
    assert.include(listing(12, 30, 12), "another one\n```\n\n```\nanother one\n")
  })

  it("go on in the lines that a program answers, behind an arrow that typewriter has not", () => {
    const read = (sign: string, font: string) =>
      convert([
        {
          texts: around(
            [130, 154, 178].flatMap((y) => [
              typed("> (add 4 5)", 60, y),
              { text: sign, x: 60, y: y + 12, font: "CMSY10" },
              { text: "9", x: 75, y: y + 12, font }
            ])
          )
        }
      ])
    assert.include(read("⇒", "Courier"), "> (add 4 5)\n⇒  9\n> (add 4 5)\n⇒  9")
    assert.notInclude(read("⇒", "Times"), "\n⇒  9")
    // a sign that none calculates with is a bullet
    assert.notInclude(read("☛", "Courier"), "\n☛  9")
  })
})

describe("a table", () => {
  it("ends the paragraph over it, and another begins under it", () => {
    const cell = (text: string, x: number, y: number) => ({ text, x, y })
    const texts = [
      { text: "The paragraph over it goes on", x: 50, y: 90 },
      ...["Name", "Sort"].map((text, i) => cell(text, 55 + 100 * i, 114)),
      ...["Oak", "Tree"].map((text, i) => cell(text, 55 + 100 * i, 134)),
      { text: "under it, where it ends.", x: 50, y: 160 }
    ]
    const segments = [
      ...[100, 120, 140].map((y) => rule(50, y, 250, y)),
      ...[50, 150, 250].map((x) => rule(x, 100, x, 140))
    ]
    assert.deepStrictEqual(
      results([{ texts, segments }]).blocks.map(({ type }) => type),
      ["paragraph", "table", "paragraph"]
    )
  })
})
