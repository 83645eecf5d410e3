import { assert, describe, it } from "@effect/vitest"
import { blocks } from "../../../src/convert/blocks/Blocks.ts"
import { lines } from "../../../src/convert/lines/Lines.ts"
import type { Line, LineWord } from "../../../src/convert/model/Line.ts"
import { convert, rawPage, rule, type Text, wordsOf } from "../../support/RawPages.ts"
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

describe("a page of tens of thousands of lines", () => {
  const [word] = lines(wordsOf({ texts: [{ text: "Word", x: 50, y: 100 }] })).flatMap((each) => each.words)
  /** Lines of one word each, as wide as `widths` has it in turn. */
  const blocksOf = (widths: ReadonlyArray<number>) => {
    const parts = Array.from({ length: 60_000 }, (_, i): Line => {
      const half = (widths[i % widths.length] ?? 0) / 2
      const box = { x0: 300 - half, x1: 300 + half, y0: 12 * i, y1: 12 * i + 10 }
      return { kind: "text", words: [{ ...(word as LineWord), box }], box, baseline: box.y1, size: 10, angle: 0 }
    })
    const box = { x0: 50, x1: 550, y0: 0, y1: 12 * parts.length }
    return blocks(rawPage({ texts: [] }), [{ parts, box }])
  }

  it("is read in seconds, whether each is centred or they are one paragraph: each was compared with all others", () => {
    const started = process.cpuUsage()
    assert.lengthOf(blocksOf([100, 140, 60]), 1)
    assert.lengthOf(blocksOf([500]), 1)
    assert.isBelow(process.cpuUsage(started).user / 1_000, 10_000)
  })
})
