import { assert, describe, it } from "@effect/vitest"
import { footnotes } from "../../../src/convert/document/Footnotes.ts"
import { unraised } from "../../../src/convert/document/NoteMarks.ts"
import type { Block, Run, TextLine } from "../../../src/convert/model/Block.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { type At, paragraph } from "../../support/Blocks.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

const body = (y: number): ReadonlyArray<Text> =>
  column(
    Array.from({ length: 8 }, () => "running text of the body that fills the line quite well to its end"),
    { x: 50, y }
  )
/** A line of the body that ends in a raised mark. */
const marked = (y: number, mark: string): ReadonlyArray<Text> => [
  { text: "The measured value was", x: 50, y },
  { text: mark, x: 160, y: y - 3, size: 6 }
]
/** A note at the foot of the page, its label raised. */
const note = (y: number, mark: string, text: string): ReadonlyArray<Text> => [
  { text: mark, x: 50, y: y - 3, size: 5 },
  { text, x: 50 + 3 * mark.length, y, size: 8 }
]

describe("footnotes", () => {
  it("links a note at the foot with the mark that refers to it", () => {
    const out = convert([{ texts: [...body(100), ...marked(250, "1"), ...note(700, "1", "A note of its own.")] }])
    assert.include(out, "The measured value was[^1]")
    assert.include(out, "\n[^1]: A note of its own.\n")
  })

  it("tells notes apart that stand one below the other", () => {
    const notes = [...note(700, "1", "The first note here"), ...note(709, "2", "and the second note")]
    const out = convert([{ texts: [...body(100), ...marked(250, "1"), ...marked(280, "2"), ...notes] }])
    assert.include(out, "[^1]: The first note here\n\n[^2]: and the second note")
  })

  it("leaves a note nothing refers to, and a mark without a note, as they are", () => {
    const out = convert([{ texts: [...body(100), ...marked(250, "2"), ...note(700, "1", "A note of its own.")] }])
    assert.include(out, "<sup>2</sup>")
    assert.include(out, "<sup>1</sup>A note of its own.")
    assert.notInclude(out, "[^")
  })

  it("leaves an affiliation that several names of one line refer to where it stands", () => {
    const names = [...marked(250, "1"), { text: "and by", x: 170, y: 250 }, { text: "1", x: 200, y: 247, size: 6 }]
    const out = convert([{ texts: [...body(100), ...names, ...note(700, "1", "The institute of both.")] }])
    assert.include(out, "<sup>1</sup>The institute of both.")
    assert.notInclude(out, "[^")
  })

  it("takes no figure within a formula for a mark: the formula would stand on both sides of it", () => {
    const figures = { text: "the operators5" }
    assert.strictEqual(unraised(figures, undefined).length, 1)
    assert.strictEqual(unraised({ ...figures, latex: "S_t^5" }, undefined).length, 0)
  })

  it("takes no exponent for a mark", () => {
    const exponent = [
      { text: "an area of 10 m", x: 50, y: 250 },
      { text: "2", x: 125, y: 247, size: 6 }
    ]
    const out = convert([{ texts: [...body(100), ...exponent, ...note(700, "2", "A note of its own.")] }])
    assert.include(out, "m<sup>2</sup>")
  })

  it("takes what is raised behind a long numeral or a word for a mark, and behind others and units for an exponent", () => {
    const power = (text: string, label = "7") =>
      convert([
        {
          texts: [
            ...body(100),
            { text, x: 50, y: 250 },
            { text: label, x: 50 + 5 * text.length, y: 247, size: 6 },
            ...note(700, label, "A note of its own.")
          ]
        }
      ])
    assert.include(power("the count of 2022"), "2022[^7]")
    assert.include(power("the standard 60559"), "60559[^7]")
    assert.include(power("the count of 999"), "999[^7]")
    assert.include(power("the count of 10"), "10<sup>7</sup>")
    assert.include(power("something like one of"), "of[^7]")
    assert.include(power("something like 9 cm", "2"), "cm<sup>2</sup>")
    assert.include(power("something like x"), "x<sup>7</sup>")
    assert.include(power("the count of 20,022"), "20,022[^7]")
  })

  it("takes what is raised behind a numeral or a lone letter for a mark where but one such answers a note's raised label", () => {
    const behind = (texts: ReadonlyArray<Text>): string =>
      convert([{ texts: [...body(100), ...texts, ...note(700, "4", "A note of its own.")] }])
    const version = (y: number): ReadonlyArray<Text> => [
      { text: "since release 1.40", x: 50, y },
      { text: "4", x: 140, y: y - 3, size: 6 }
    ]
    assert.include(behind(version(250)), "since release 1.40[^4]")
    assert.notInclude(behind([...version(250), ...version(280)]), "[^")
    assert.notInclude(behind([{ text: "since release 1.40", x: 50, y: 250 }]), "[^")
    const apart = [
      { text: "since release", x: 50, y: 250 },
      { text: "4 is a box", x: 125, y: 247, size: 6 }
    ]
    assert.notInclude(behind(apart), "[^")
  })

  it("are called by an asterisk with a numeral, and by signs of any font, in brackets too", () => {
    const out = (mark: string): string =>
      convert([{ texts: [...body(100), ...marked(250, mark), ...note(700, mark, "A note of its own.")] }])
    assert.include(out("*1"), "was[^1]")
    assert.include(out("∗"), "was[^a]")
    assert.include(out("‖"), "was[^f]")
    assert.include(out("∗∗)"), "was[^aa]")
    assert.include(out("٣"), "was[^٣]")
    assert.notInclude(out("q"), "[^")
  })

  it("are no listings where they are set in typewriter", () => {
    const link = note(700, "1", "example.org/one").map((text, i) => (i === 0 ? text : { ...text, font: "Courier" }))
    const next = note(709, "2", "example.org/two").map((text, i) => (i === 0 ? text : { ...text, font: "Courier" }))
    const out = convert([{ texts: [...body(100), ...marked(250, "1"), ...marked(280, "2"), ...link, ...next] }])
    assert.match(out, /\[\^1\]: `example\.org\/one`.*\n\n\[\^2\]: `example\.org\/two`/)
  })

  it("finds a note that begins in italics or with a link behind its label", () => {
    const noted = (title: string) => [
      { text: "The measured value.7 It was", x: 50, y: 250 },
      { text: "7 ", x: 50, y: 700, size: 8 },
      ...(title === ""
        ? []
        : [
            { text: title, x: 60, y: 700, size: 8, font: "Body-Italic" },
            { text: ", in two parts.", x: 60 + 4 * title.length, y: 700, size: 8 }
          ])
    ]
    assert.include(convert([{ texts: [...body(100), ...noted("All Piers")] }]), "[^7]: *All Piers*, in two parts.")
    assert.notInclude(convert([{ texts: [...body(100), ...noted("")] }]), "[^")
  })

  it("finds a mark that nothing raises behind a sentence that ends in a figure in brackets", () => {
    const said = (text: string) =>
      convert([
        {
          texts: [...body(100), { text, x: 50, y: 250 }, { text: "7 A note of its own.", x: 50, y: 700, size: 8 }]
        }
      ])
    assert.include(said("It was so (fig. 4.5).7"), "4.5).[^7]")
    assert.notInclude(said("It was so (fig. 4.5)7"), "[^7]")
  })

  it("finds the mark of a font that raises its own figures, and none that no note answers", () => {
    const texts = [
      ...body(100),
      { text: "The word.7 And COVID19 was", x: 50, y: 250 },
      { text: "7 A note of its own.", x: 50, y: 700, size: 8 }
    ]
    assert.include(convert([{ texts }]), "The word.[^7] And COVID19 was")
  })

  it("finds such a mark behind a space that ends the text before it, where the mark is in a font of its own", () => {
    const read = (mark: string) =>
      convert([
        {
          texts: [
            ...body(100),
            { text: "It was counted here. ", x: 50, y: 250, font: "Body-Italic" },
            { text: mark, x: 155, y: 250 },
            { text: `${mark}A note of its own.`, x: 50, y: 700, size: 8 }
          ]
        }
      ])
    assert.match(read("1⁶"), /here\.\*? ?\[\^16\]/)
  })

  it("finds a mark that nothing raises behind a sentence or code, where a note answers it", () => {
    const said = (text: string) =>
      convert([
        { texts: [...body(100), { text, x: 50, y: 250 }, { text: "3A note of its own.", x: 50, y: 700, size: 8 }] }
      ])
    assert.include(said("It is out of date. 3 The rest is not."), "of date.[^3] The rest")
    assert.include(said("It is out of date. 3"), "of date.[^3]\n")
    for (const text of [
      "It is out of date. 3 of them are not.",
      "It is out of date. 4 The rest is not.",
      "Of all, 3 The"
    ])
      assert.notInclude(said(text), "[^")
  })

  it("keeps the second paragraph of a note with the first only where its sentence goes on", () => {
    const page = (text: string, y = 715) =>
      convert([
        {
          texts: [
            ...body(100),
            ...marked(250, "1"),
            ...note(700, "1", "A note that is as wide as the column and has not ended, so that it goes on"),
            { text, x: 130, y, size: 8 }
          ]
        }
      ])
    assert.include(page("with what it says."), "goes on with what it says.\n")
    assert.notInclude(page("Printed in Oslo."), "goes on Printed")
    assert.notInclude(page("with what it says.", 740), "goes on with")
  })

  it("stand at the end of their chapter, unless pages are told apart", () => {
    const sheet = {
      texts: [
        { text: "Of things", x: 50, y: 50, size: 20 },
        ...marked(80, "1"),
        ...body(100),
        ...note(700, "1", "A note of its own.")
      ]
    }
    const sheets = [sheet, { texts: [...body(100), { text: "More things", x: 50, y: 300, size: 20 }, ...body(350)] }]
    assert.match(convert(sheets), /to its end\n\n\[\^1\]: A note of its own\.\n\n# More things/)
    assert.match(convert(sheets, { page_breaks: "rule" }), /\[\^1\]: A note of its own\.\n\n---/)
  })

  it("have marks behind a Japanese sentence, and no space before their text", () => {
    const text = "本文は行の端まで続く文章であり、次の行へ続いていく文章でもある"
    const page = (end: string) =>
      convert([
        {
          texts: [
            ...column([text, text, `文書である。${end}`, text, text], { x: 50, y: 100 }),
            { text: "1文中の注釈である。", x: 50, y: 700, size: 8 }
          ]
        }
      ])
    assert.include(page("1"), "である。[^1]")
    assert.include(page("1"), "[^1]: 文中の注釈である。")
    assert.notInclude(page("1年の話である"), "[^1]")
  })

  it("stay before the foot of their page where nothing else follows", () => {
    const foot = { text: "Of the things that are, page", x: 50, y: 760, size: 8 }
    const left = body(100).map((text) => ({ ...text, text: text.text.slice(0, 44) }))
    const right = left.map((text) => ({ ...text, x: 320 }))
    const out = (texts: ReadonlyArray<Text>) =>
      convert([{ texts: [...left, ...marked(250, "1"), ...note(700, "1", "A note of its own."), ...texts] }])
    assert.match(out([foot]), /\[\^1\]: A note of its own\.\n\nOf the things/)
    assert.match(out(right), /fills the line\n\n\[\^1\]: A note of its own\.\n$/)
  })

  it("stay a numbered list on the only page, and are notes where numbers may come again", () => {
    const sheet = {
      texts: [...body(100), ...marked(250, "1"), { text: "1. A note of its own.", x: 50, y: 700, size: 8 }]
    }
    assert.include(convert([sheet]), "\n1. A note of its own.")
    assert.include(convert([sheet, { texts: body(100) }]), "\n[^1]: A note of its own.")
  })

  it("hang from their marks, and a paragraph that is indented otherwise is another", () => {
    const page = (x: number) =>
      convert([
        {
          texts: [
            ...body(100),
            ...marked(250, "1"),
            { text: "1", x: 50, y: 697, size: 5 },
            { text: "A note that says what it says and goes", x: 62, y: 700, size: 8 },
            { text: "On the next line of it, to its end.", x, y: 710, size: 8 }
          ]
        }
      ])
    assert.include(page(62), "goes On the next")
    assert.notInclude(page(80), "goes On the next")
  })

  it("gives labels that come again on a later page names of their own", () => {
    const sheet = { texts: [...body(100), ...marked(250, "*"), ...note(700, "*", "A note of its own.")] }
    const out = convert([sheet, { texts: [...sheet.texts, ...body(400)] }])
    assert.include(out, "[^a]: A note")
    assert.include(out, "[^a-2]: A note")
  })

  it("joins a sentence that a note at the foot of its page cuts in two", () => {
    const first = [...body(100), ...marked(250, "1"), ...body(300), ...note(700, "1", "A note of its own.")]
    const out = convert([{ texts: first }, { texts: body(100) }])
    assert.include(out, "well to its end running text")
    assert.match(out, /its end\n\n\[\^1\]: A note of its own\.\n$/)
  })

  it("does not take a page number into a sentence that goes on in the next column", () => {
    const left = body(100).map((text) => ({ ...text, text: text.text.slice(0, 44) }))
    const right = left.map((text) => ({ ...text, x: 320 }))
    const out = convert([{ texts: [...left, ...right, { text: "73", x: 530, y: 40 }] }])
    assert.notMatch(out, /\w 73|73 \w/)
  })

  it("finds the notes of a document that has more text in them than above them", () => {
    const long = column(
      Array.from(
        { length: 20 },
        () => "more of what the note has to say of the line above, set as small as notes are set"
      ),
      { x: 50, y: 509, size: 8, leading: 9 }
    )
    const out = convert([{ texts: [...body(100), ...marked(250, "1"), ...note(500, "1", "A long note,"), ...long] }])
    assert.include(out, "The measured value was[^1]")
    assert.include(out, "\n[^1]: A long note, more of what")
  })

  it("finds a note that has no room on its own page on the next one, and the rest of one that goes on there", () => {
    const first = [...body(100), ...marked(250, "1"), ...marked(280, "2"), ...note(700, "1", "A note that goes on and")]
    const rest = [{ text: "on, up to here.", x: 50, y: 691, size: 8 }, ...note(700, "2", "The second note.")]
    const out = convert([{ texts: first }, { texts: [...body(100), ...rest] }])
    assert.include(out, "[^1]: A note that goes on and on, up to here.")
    assert.include(out, "The measured value was[^2]")
    assert.include(out, "[^2]: The second note.")
  })

  it("leaves an affiliation without a note when a later page has a note of its number", () => {
    const names = [...body(100), ...marked(250, "1")]
    const out = convert([{ texts: names }, { texts: [...body(100), ...note(700, "1", "Some other note.")] }])
    assert.notInclude(out, "[^")
  })

  it("are each meant by a sign of its own in one place, as under a title", () => {
    const notes = [...note(700, "*", "The first note here"), ...note(709, "†", "and the second note")]
    const out = convert([{ texts: [...body(100), ...marked(250, "*†"), ...notes] }])
    assert.include(out, "The measured value was[^a][^b]")
    assert.include(out, "[^a]: The first note here\n\n[^b]: and the second note")
  })

  it("are called by letters before a bracket, beside the numbers of affiliations", () => {
    const notes = [...note(700, "a)", "The first note here"), ...note(709, "b)", "and the second note")]
    const out = convert([{ texts: [...body(100), ...marked(250, "1, a)"), ...marked(280, "b)"), ...notes] }])
    assert.include(out, "The measured value was<sup>1</sup>[^a]")
    assert.include(out, "The measured value was[^b]")
    assert.include(out, "[^a]: The first note here\n\n[^b]: and the second note")
  })

  it("belong to small text as well, if they are smaller still", () => {
    const abstract = [
      ...column(["the text of an abstract that is set in smaller letters", "than the body's, and it ends so"], {
        x: 80,
        y: 250,
        size: 9
      }),
      { text: "1", x: 80 + 31 * 4.5, y: 258, size: 5 }
    ]
    const out = convert([
      { texts: [...body(100), ...abstract, ...body(300), { text: "1 A note of its own.", x: 50, y: 700, size: 8 }] }
    ])
    assert.include(out, "it ends so[^1]")
    assert.include(out, "[^1]: A note of its own.")
  })

  it("are below what has the same label over the text, which only what stands over that refers to", () => {
    const names = [
      { text: "By Ann Smith", x: 50, y: 250 },
      { text: "1", x: 111, y: 247, size: 6 },
      ...note(280, "1", "The institute of hers")
    ]
    const out = convert([
      { texts: [...body(100), ...names, ...body(320), ...marked(450, "1"), ...note(700, "1", "A note of its own.")] }
    ])
    assert.include(out, "Smith <sup>1</sup>")
    assert.include(out, "The measured value was[^1]")
    assert.include(out, "[^1]: A note of its own.")
  })
})

describe("a numeral that leads to its note", () => {
  it("is its mark right behind a word, and in raised figures behind anything", () => {
    const mark = { text: "1", href: "#3,70,120" }
    const found = (before: string, run: Run = mark) => unraised(run, { text: before }).map(({ text }) => text)
    assert.deepStrictEqual(found("of the ABC"), ["1"])
    assert.deepStrictEqual(found("{abc} ", { ...mark, text: "³." }), ["3"])
    // of a section, of a source, and in a script without spaces
    for (const before of ["in section ", "[", "表"]) assert.deepStrictEqual(found(before), [])
  })
})

describe("a note in two blocks", () => {
  const at = (y0: number, x0 = 50, x1 = 550): At => ({ box: { x0, x1, y0, y1: y0 + 8 }, style: { size: 8 } })
  const text = paragraph("The measured value was")
  const [first] = text.lines as [TextLine]
  const called = { ...text, lines: [{ ...first, runs: [...first.runs, { text: "1", baselineShift: 1 as const }] }] }
  const found = (...blocks: ReadonlyArray<Block>) =>
    footnotes([[called, ...blocks], []], { size: 10 })
      .flat()
      .flatMap((block) => (block.kind === "note" ? [[block.label, textOf(block)]] : []))

  it("may have its label apart, raised before its first line", () => {
    const label = (x1: number) => paragraph("1", at(697, x1 - 4, x1))
    const rest = paragraph("A note of its own.", at(700, 60))
    assert.deepStrictEqual(found(label(55), rest), [["1", "A note of its own."]])
    assert.deepStrictEqual(found(label(200), rest), [])
    assert.deepStrictEqual(found(label(55), paragraph("4", at(700, 60))), [])
  })

  it("may go on in typewriter behind a full line that ends no sentence", () => {
    const rest = paragraph("reader is one.", at(709))
    const typed = {
      ...rest,
      lines: rest.lines.map((line) => ({ ...line, runs: [{ text: "Reader", mono: true as const }] }))
    }
    assert.deepStrictEqual(found(paragraph("1 It is so because", at(700)), typed), [["1", "It is so because Reader"]])
    assert.deepStrictEqual(found(paragraph("1 It is so.", at(700)), typed), [["1", "It is so."]])
    assert.deepStrictEqual(found(paragraph("1 It is so because", at(700, 50, 300)), typed), [["1", "It is so because"]])
  })
})
