import { assert, describe, it } from "@effect/vitest"
import { isCaption, isFigureCaption } from "../../../src/convert/lines/Captions.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

const body = [
  "The first line of a paragraph that is as wide as the column is,",
  "the second line of the same paragraph, which goes on for as long,",
  "and a last one."
]
const list = (texts: ReadonlyArray<string>) => texts.flatMap((text, i) => column([text], { x: 50, y: 150 + 30 * i }))

describe("lists", () => {
  it("keep a numbered item whose siblings are elsewhere", () =>
    assert.include(
      convert([{ texts: [...column(body, { x: 50, y: 50 }), ...list(["10. A note on what was said."])] }]),
      "\n10. A note"
    ))

  it("have items behind the rings that TeX draws with a font for symbols", () =>
    assert.include(
      convert([{ texts: [...column(body, { x: 50, y: 50 }), ...list(["∘ Of salt", "∘ Of wood"])] }]),
      "\n- Of salt\n- Of wood"
    ))

  it("go on at their depth on the next page, unless that has other margins", () => {
    const items = (xs: ReadonlyArray<number>) =>
      xs.map((x, i): Text => ({ text: `• item that stands at ${x}`, x, y: 100 + 30 * i }))
    const second = (shift: number) => convert([{ texts: items([50, 80]) }, { texts: items([80 + shift, 50 + shift]) }])
    assert.match(second(0), /- item that stands at 50\n {4}- item[^\n]*80\n {4}- item[^\n]*80\n- item[^\n]*50/)
    assert.match(second(15), /^- item that stands at 95\n- item that stands at 65/m)
  })

  it("count on at one depth, wherever their items begin", () => {
    const texts = ["1. One", "2. Two", "3. Three"].map(
      (text, i): Text => ({ text, x: i === 1 ? 62 : 50, y: 100 + 30 * i })
    )
    assert.include(convert([{ texts }]), "1. One\n2. Two\n3. Three")
  })

  it("of numbered sections keep their depth on a page with other margins, whose first item is set in", () => {
    const entries = (texts: ReadonlyArray<readonly [string, number]>) =>
      texts.map(([title, x], i): Text => ({ text: `${title} ........ ${i + 23}`, x, y: 100 + 30 * i }))
    const found = convert([
      {
        texts: entries([
          ["1 One", 50],
          ["1.1 Two", 80],
          ["1.1.1 Three", 110],
          ["1.2 Four", 80]
        ])
      },
      {
        texts: entries([
          ["1.2.1 Five", 140],
          ["1.3 Six", 110],
          ["2 Seven", 80]
        ])
      },
      {
        texts: entries([
          ["2.1 Eight", 95],
          ["3 Nine", 65]
        ])
      }
    ])
    assert.match(found, / {8}- 1\.2\.1 Five[^\n]*\n {4}- 1\.3 Six[^\n]*\n- 2 Seven[^\n]*\n {4}- 2\.1 Eight/)
  })

  it("do not begin with a lone letter, dash or year", () => {
    for (const text of ["a) A note on what was said.", "– A note on what was said.", "1990. A year of notes."])
      assert.notMatch(convert([{ texts: [...column(body, { x: 50, y: 50 }), ...list([text])] }]), /^(?:- |\d+\. )/m)
  })

  it("do not begin with a day, as languages that count with full stops write it", () => {
    const found = (text: string) => convert([{ texts: [...column(body, { x: 50, y: 50 }), ...list([text])] }])
    assert.include(found("12. Mai 2013"), "\n12\\. Mai 2013")
    assert.include(found("12. Mai ist Markt"), "\n12. Mai ist Markt")
    assert.include(found("12. Mai 2013 in Ulm"), "\n12. Mai 2013 in Ulm")
  })

  it("do not begin with a rule that was typed in dashes", () => {
    assert.notMatch(
      convert([{ texts: column([...body, "- - - - - -", ...body, "- - - - - -"], { x: 50, y: 50 }) }]),
      /^- /m
    )
  })

  it("have minus signs as bullets only before words, where none is a sign of a formula", () => {
    const read = (...texts: ReadonlyArray<string>) =>
      convert([{ texts: [...column(body, { x: 50, y: 50 }), ...list(texts)] }])
    assert.include(
      read("− Depths are left as they are.", "− Palettes are reduced in part."),
      "\n- Depths are left as they are.\n- Palettes are"
    )
    for (const text of ["− 2 is the least of all", "− a and b of the net", "− front end <− general"])
      assert.notInclude(read(text, text), "\n- ")
  })

  it("have rings as bullets only where they are set in a font of their own", () => {
    const ring = (font: string) => [
      { text: "o ", x: 50, y: 150, font },
      { text: "A note on what was said.", x: 60, y: 150 }
    ]
    const second = (font: string) => ring(font).map((text) => ({ ...text, y: 180 }))
    const page = (font: string) =>
      convert([{ texts: [...column(body, { x: 50, y: 50 }), ...ring(font), ...second(font)] }])
    assert.match(page("CourierNew"), /^- A note/m)
    assert.notMatch(page("Body"), /^- /m)
  })

  it("say whether their boxes are ticked", () =>
    assert.strictEqual(
      convert([{ texts: [...column(["☐ a fuse", "☑ a door", "⊠ a lamp"], { x: 50, y: 50 })] }]),
      "- [ ] a fuse\n- [x] a door\n- [x] a lamp\n"
    ))

  it("begin with any mark of the shapes that are made to be bullets", () => {
    for (const mark of "▷♦◻⬩✱➣⋆")
      assert.strictEqual(
        convert([{ texts: column([`${mark} a fuse`, `${mark} a door`], { x: 50, y: 50 }) }]),
        "- a fuse\n- a door\n"
      )
  })

  it("have letters in brackets that touch their texts", () =>
    assert.strictEqual(
      convert([{ texts: column(["(a)The fuse is new;", "(b)the door is not."], { x: 50, y: 50 }) }]),
      "- (a) The fuse is new;\n- (b) the door is not.\n"
    ))

  it("do not begin at an icon within a line of names", () => {
    const icon = (x0: number) => ({ x0, x1: x0 + 7, y0: 43, y1: 50 })
    const texts = [
      { text: "Ada Lovelace,", x: 50, y: 50 },
      { text: "Mary Somerville,", x: 127, y: 50 },
      { text: "and others", x: 219, y: 50 }
    ]
    assert.strictEqual(
      convert([{ texts, drawings: [icon(118), icon(210)] }]),
      "Ada Lovelace, Mary Somerville, and others\n"
    )
  })

  it("are made of clauses whose numbers stand apart, and not of headings", () => {
    const page = (x: number, font = "Body") =>
      convert([
        {
          texts: ["2.1", "2.2"].flatMap(
            (number, i): ReadonlyArray<Text> => [
              { text: number, x: 50, y: 100 + 30 * i, font },
              { text: "The supplier gives access to its piers.", x, y: 100 + 30 * i, font }
            ]
          )
        }
      ])
    assert.strictEqual(
      page(90),
      "- 2.1 The supplier gives access to its piers.\n- 2.2 The supplier gives access to its piers.\n"
    )
    assert.notMatch(page(70), /^- /m)
    assert.notMatch(page(90, "Body-Bold"), /^- /m)
  })

  it("begin again in the next column", () => {
    const items = (x: number, y: number) => column(["• one thing of them", "• and another one"], { x, y })
    const page = (y: number) => convert([{ texts: [...items(50, 100), ...items(320, y)] }])
    assert.notMatch(page(100), /^ +- /m)
    assert.match(page(124), /^ +- /m)
  })
})

describe("lists in Arabic", () => {
  const right = 500
  /** A line as it is seen, its first letter at this place on the right. */
  const line = (text: string, at: number, y: number): Text => ({
    text: [...text].reverse().join(""),
    x: at - text.length * 5,
    y
  })

  it("are nested by where they begin on the right", () => {
    const page = (second: number) =>
      convert([
        { texts: [line("• استعارة", right, 100), line("• قاعة للمطالعة", second, 130), line("• دروس", right, 160)] }
      ])
    assert.notMatch(page(right), /^ +- /m)
    assert.match(page(right - 20), /^ +- /m)
  })

  it("are numbered by numerals with the full stop behind", () =>
    assert.match(
      convert([{ texts: [line("1. استعارة الكتب", right, 100), line("2. قاعة للمطالعة", right, 130)] }]),
      /^1\. .*\n2\. /
    ))
})

describe("captions", () => {
  it("are known in many languages", () => {
    for (const text of [
      "Figure 2",
      "Fig. 3a",
      "Table IV",
      "Tab.II",
      "Abbildung 1.2: x",
      "图 4.1. x",
      "表 2",
      "Tabla 3",
      "Рис. 1",
      "Exemple 10.15. Un extrait",
      "例 2.3: x"
    ])
      assert.isTrue(isCaption(text), text)
  })

  it("need a number", () => {
    for (const text of [
      "Figures of speech",
      "Table manners",
      "Note that",
      "Tables",
      "图书馆",
      "Example 3.1 (Bounds)",
      "Example 3.7.2 (Bounds)",
      "Example 1: Sums"
    ])
      assert.isFalse(isCaption(text), text)
  })

  it("of tables are not those of pictures", () => {
    assert.isTrue(isFigureCaption("図 1"))
    assert.isTrue(isFigureCaption("Plate X"))
    assert.isFalse(isFigureCaption("pLATEX 2ε"))
    assert.isFalse(isFigureCaption("Table 1"))
  })
})
