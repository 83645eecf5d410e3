import { assert, describe, it } from "@effect/vitest"
import * as Convert from "../../../src/convert/Convert.ts"
import { candidates, headings } from "../../../src/convert/document/headings/Headings.ts"
import { numbering } from "../../../src/convert/document/headings/Numbering.ts"
import { statistics } from "../../../src/convert/document/Statistics.ts"
import type { Paragraph } from "../../../src/convert/model/Block.ts"
import { defaults } from "../../../src/convert/model/Options.ts"
import { textOf } from "../../../src/convert/model/Text.ts"
import { column, convert, rawPage, type Text } from "../../support/RawPages.ts"

const body = [
  "The first line of a paragraph that is as wide as the column is,",
  "the second line of the same paragraph, which goes on for as long,",
  "and a last one."
]
/** Headings of the sizes given, each with a paragraph under it. */
const page = (heads: ReadonlyArray<readonly [string, number]>): ReadonlyArray<string> => {
  const texts = heads.flatMap(
    ([text, size], i): ReadonlyArray<Text> => [
      { text, x: 50, y: 50 + i * 80, size, font: "Body-Bold" },
      ...column(body, { x: 50, y: 50 + i * 80 + 20 })
    ]
  )
  return convert([{ texts }]).match(/^#.*$/gm) ?? []
}

describe("headings", () => {
  it("of one style have one level, also without a section between", () => {
    assert.deepStrictEqual(
      page([
        ["Title", 24],
        ["Part", 18],
        ["Section", 15],
        ["Step", 12],
        ["Other Part", 18],
        ["Other Step", 12],
        ["Last Step", 12]
      ]),
      ["# Title", "## Part", "### Section", "#### Step", "## Other Part", "#### Other Step", "#### Last Step"]
    )
  })

  it("are no lines of code that a text announces with a colon, or that have a prompt, a directive or a text in quotation marks", () => {
    const under = (before: string, code: string) =>
      convert([
        {
          texts: [
            ...column(body, { x: 50, y: 50 }),
            { text: "The Name of the Section", x: 50, y: 110, size: 12, font: "Body-Bold" },
            ...column([...body.slice(0, 2), before], { x: 50, y: 130 }),
            { text: code, x: 50, y: 185, font: "Courier-Bold" },
            ...column(body, { x: 50, y: 206 })
          ]
        }
      ]).includes(`# \`${code}\``)
    assert.isTrue(under("and a last one.", "store.listen(host, port)"))
    assert.isFalse(under("and a last one, as in this:", "store.listen(host, port)"))
    for (const code of ["$ store listen", "#include <store.h>", 'listen "a host"'])
      assert.isFalse(under("and a last one.", code))
  })

  it("leave out no level: a style is one deeper than the deepest that it stands under", () => {
    assert.deepStrictEqual(
      page([
        ["Part", 18],
        ["Step", 12],
        ["Title", 24],
        ["Subtitle", 20],
        ["Motto", 15]
      ]),
      ["## Part", "### Step", "# Title", "## Subtitle", "### Motto"]
    )
    assert.deepStrictEqual(
      page([
        ["Title", 24],
        ["Subtitle", 20],
        ["Part", 18],
        ["Step", 12]
      ]),
      ["# Title", "## Subtitle", "### Part", "#### Step"]
    )
  })

  it("begin at the first level though their numbers begin deeper", () =>
    assert.deepStrictEqual(
      page([
        ["6.2. Tools", 16],
        ["6.2.1. Install", 13],
        ["6.2.2. Remove", 13],
        ["6.2.3. Upgrade", 13]
      ]),
      ["# 6.2. Tools", "## 6.2.1. Install", "## 6.2.2. Remove", "## 6.2.3. Upgrade"]
    ))

  it("are not the line over a title", () => {
    const found = convert([
      {
        texts: [
          { text: "Recommendation", x: 50, y: 50, size: 13 },
          { text: "What a Pack Does", x: 50, y: 80, size: 20 },
          ...column([...body, ...body], { x: 50, y: 110 })
        ]
      }
    ])
    assert.match(found, /^Recommendation\n\n# What a Pack Does/)
  })

  it("are deeper than an outline goes where it leaves some of a style out, and not where it misses but one", () => {
    const names = ["Spring", "Denied", "Allowed", "Django", "Flask", "Rails"]
    const raw = rawPage({
      texts: names.flatMap(
        (text, i): ReadonlyArray<Text> => [
          { text, x: 50, y: 40 + i * 70, size: 14, font: "Body-Bold" },
          ...column(body, { x: 50, y: 60 + i * 70 })
        ]
      )
    })
    const out = (...left: ReadonlyArray<string>) => {
      const told = names.filter((title) => !left.includes(title))
      const outline = [
        { title: "Frameworks", level: 1, page: 1 },
        ...told.map((title) => ({ title, level: 2, page: 1 }))
      ]
      const info = { pages: 1, title: null, author: null, outline }
      return Convert.document(info, [Convert.page(raw)], defaults).match(/^#+ .*$/gm)
    }
    assert.deepStrictEqual(
      out("Denied", "Allowed"),
      names.map((name) => (name.endsWith("ed") ? `## ${name}` : `# ${name}`))
    )
    assert.deepStrictEqual(
      out("Denied"),
      names.map((name) => `# ${name}`)
    )
  })

  it("are not the names of authors, with marks of where they work", () => {
    const under = (marks: ReadonlyArray<string>) =>
      convert([
        {
          texts: [
            { text: "Of Things", x: 50, y: 50, size: 20 },
            { text: "Ada Byron", x: 50, y: 80, size: 12, font: "Body-Bold" },
            ...(marks[0] ? [{ text: marks[0], x: 104, y: 76, size: 7, font: "Body-Bold" }] : []),
            { text: "and Max Born", x: 115, y: 80, size: 12, font: "Body-Bold" },
            ...(marks[1] ? [{ text: marks[1], x: 187, y: 76, size: 7, font: "Body-Bold" }] : []),
            ...column([...body, ...body], { x: 50, y: 110 })
          ]
        }
      ])
    assert.notInclude(under(["a", "b"]), "## ")
    assert.notInclude(under(["a"]), "## ")
    assert.include(under([]), "## Ada Byron")
  })

  it("are no authors between the title and the first section that the outline names", () => {
    const texts: ReadonlyArray<Text> = [
      { text: "Salt of the North Sea", x: 50, y: 60, size: 20 },
      { text: "Jane Doe", x: 50, y: 100, size: 11, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 130 }),
      { text: "Salinity", x: 50, y: 230, size: 14, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 260 })
    ]
    const outline = [{ title: "Salinity", level: 1, page: 1 }]
    const info = { pages: 1, title: null, author: null, outline }
    const found = Convert.document(info, [Convert.page(rawPage({ texts }))], defaults)
    assert.deepStrictEqual(found.match(/^#.*$/gm), ["# Salt of the North Sea", "## Salinity"])
  })

  it("are no authors and dates in the middle under a title, unless others look like them", () => {
    const centred = (text: string, y: number, size: number): Text => ({
      text,
      x: 300 - (text.length * size) / 4,
      y,
      size,
      font: "Body-Bold"
    })
    const found = (under: ReadonlyArray<Text>, later: ReadonlyArray<Text> = []) =>
      convert([
        {
          texts: [
            centred("Salt of the North Sea", 60, 20),
            ...under,
            ...column([...body, ...body], { x: 50, y: 150 }),
            ...later,
            ...column([...body, ...body], { x: 50, y: 300 })
          ]
        }
      ]).match(/^#+ .*$/gm)
    const name = centred("Jane Doe", 100, 12)
    assert.deepStrictEqual(found([name]), ["# Salt of the North Sea"])
    assert.deepStrictEqual(found([{ ...name, x: 50 }]), ["# Salt of the North Sea", "## Jane Doe"])
    assert.deepStrictEqual(found([centred("1. Salinity", 100, 12)]), ["# Salt of the North Sea", "## 1. Salinity"])
    assert.deepStrictEqual(found([centred("A. Doe and K. Roe", 100, 12)]), ["# Salt of the North Sea"])
    assert.deepStrictEqual(found([centred("A. Salinity", 100, 12)], [centred("B. Tides", 275, 12)]), [
      "# Salt of the North Sea",
      "## A. Salinity",
      "## B. Tides"
    ])
    assert.deepStrictEqual(found([name], [centred("Tides", 275, 12)]), [
      "# Salt of the North Sea",
      "## Jane Doe",
      "## Tides"
    ])
  })

  it("are no word that is stamped aslant over the page, however large, and the title stays the title", () => {
    const found = (angle: number) =>
      convert([
        {
          texts: [
            { text: "Pay of April", x: 50, y: 60, size: 16, font: "Body-Bold" },
            ...column([...body, ...body], { x: 50, y: 90 }),
            { text: "COPY", x: 150, y: 600, size: 90, angle }
          ]
        }
      ]).match(/^#+ .*$/gm)
    assert.deepStrictEqual(found(45), ["# Pay of April"])
    assert.include(found(0)?.join(), "COPY")
  })

  it("are no line that begins under the title's first letter and is closer to it than to the text", () => {
    const found = (y: number, text = "Notes of a summer at sea") =>
      convert([
        {
          texts: [
            { text: "Salt of the North Sea", x: 50, y: 60, size: 20, font: "Body-Bold" },
            { text, x: 50, y, size: 13 },
            ...column([...body, ...body], { x: 50, y: 130 })
          ]
        }
      ]).match(/^#+ .*$/gm)
    assert.deepStrictEqual(found(80), ["# Salt of the North Sea"])
    assert.deepStrictEqual(found(112), ["# Salt of the North Sea", "## Notes of a summer at sea"])
    assert.deepStrictEqual(found(80, "1. Salinity"), ["# Salt of the North Sea", "## 1. Salinity"])
  })

  it("are bold lines over text, however small, where that look comes again, and no labels that end in a colon", () => {
    const over = (titles: ReadonlyArray<string>, size = 10) =>
      convert(
        titles.map((text) => ({
          texts: [
            ...column([...body, ...body], { x: 50, y: 70 }),
            { text, x: 50, y: 170, size, font: "Body-Bold" },
            ...column([...body, ...body], { x: 50, y: 190 })
          ]
        }))
      ).match(/^#+ .*$/gm)
    const titles = ["Tides", "Ebb and flood", "Salt", "Ships", "The moon"]
    assert.deepStrictEqual(
      over(titles),
      titles.map((title) => `# ${title}`)
    )
    assert.deepStrictEqual(
      over(titles, 8),
      titles.map((title) => `# ${title}`)
    )
    assert.isNull(over(titles.map((title) => `${title}:`)))
    assert.deepStrictEqual(over(["read(file)", "write(file, text)", "close()", "seek(place)", "tell()"])?.length, 5)
    assert.isNull(over(titles.map((title) => `to ${title},`)))
  })

  it("are versions over what changed in them, and no other numbers", () => {
    const over = (texts: ReadonlyArray<string>) =>
      convert(
        texts.map((text) => ({
          texts: [{ text, x: 50, y: 70, size: 14, font: "Body-Bold" }, ...column([...body, ...body], { x: 50, y: 100 })]
        }))
      ).match(/^#+ .*$/gm)
    assert.strictEqual(over(["2.1.0", "2.0.1", "2.0.0", "1.9.x"])?.length, 4)
    assert.isNull(over(["21", "2,001", "20.5", "1998"]))
  })

  it("have numbers of several parts that are counted on, up to `4.10` and whatever follows", () => {
    const over = (texts: ReadonlyArray<string>) =>
      convert(
        texts.map((text) => ({
          texts: [{ text, x: 50, y: 70, font: "Body-Bold" }, ...column([...body, ...body], { x: 50, y: 100 })]
        }))
      ).match(/^#+ .*$/gm)
    assert.strictEqual(over(["4.9 @stone/weigh", "4.10 @stone/lift", "4.11 @stone/drop"])?.length, 3)
  })

  it("say where figures come from under no table", () => {
    const under = (text: string) =>
      convert(
        Array.from({ length: 4 }, () => ({
          texts: [
            ...column([...body, ...body], { x: 50, y: 70 }),
            { text, x: 50, y: 170, font: "Body-BoldItalic" },
            ...column([...body, ...body], { x: 50, y: 190 })
          ]
        }))
      )
    assert.notMatch(under("Source: Board of Salt, 1998"), /^#/m)
    assert.match(under("Sources of salt"), /^# Sources/m)
  })

  it("are not numbered by days and initials", () => {
    const found = (text: string) =>
      convert([
        {
          texts: [
            ...column([...body, ...body], { x: 50, y: 50 }),
            { text, x: 50, y: 150, size: 10.6 },
            ...column([...body, ...body], { x: 50, y: 180 })
          ]
        }
      ]).match(/^#+ .*$/gm)
    assert.isNull(found("22 August 2012"))
    assert.isNull(found("D. P. Writer"))
    assert.deepStrictEqual(found("22 August rains"), ["# 22 August rains"])
    assert.deepStrictEqual(found("D. Writers"), ["# D. Writers"])
  })

  it("are no authors and dates on a title page, which has no text", () => {
    const cover: ReadonlyArray<Text> = [
      { text: "Salt of the North Sea", x: 150, y: 200, size: 20 },
      { text: "Jane Doe", x: 220, y: 300, size: 15, font: "Body-Bold" },
      { text: "May 2015", x: 220, y: 400, size: 14, font: "Body-Bold" }
    ]
    const texts: ReadonlyArray<Text> = [
      { text: "Salinity", x: 50, y: 60, size: 16, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 110 })
    ]
    assert.deepStrictEqual(convert([{ texts: cover }, { texts }]).match(/^#.*$/gm), [
      "# Salt of the North Sea",
      "## Salinity"
    ])
  })

  it("are no names on a page before the first that the outline names, whatever else stands there", () => {
    const texts: ReadonlyArray<Text> = [
      { text: "Salt of the North Sea", x: 150, y: 100, size: 20 },
      { text: "Jane Doe", x: 150, y: 150, size: 14, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 200 })
    ]
    const next: ReadonlyArray<Text> = [
      { text: "Salinity", x: 50, y: 60, size: 14, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 110 })
    ]
    const found = (page: number) =>
      Convert.document(
        { pages: 2, title: null, author: null, outline: [{ level: 1, title: "Salinity", page }] },
        [texts, next].map((each, i) => Convert.page(rawPage({ texts: each, number: i + 1 }))),
        defaults
      ).match(/^#.*$/gm)
    assert.deepStrictEqual(found(2), ["# Salt of the North Sea", "## Salinity"])
    assert.deepStrictEqual(found(1), ["# Salt of the North Sea", "## Jane Doe", "## Salinity"])
  })

  it("are what alone is the largest of a title page, however little larger than the text", () => {
    const cover = (size: number): ReadonlyArray<Text> => [
      { text: "Salt of the North Sea", x: 150, y: 200, size: 11 },
      { text: "Jane Doe", x: 220, y: 300, size }
    ]
    const texts: ReadonlyArray<Text> = [
      { text: "Salinity", x: 50, y: 60, size: 16, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 110 })
    ]
    const found = (size: number) => convert([{ texts: cover(size) }, { texts }]).match(/^#.*$/gm)?.length
    assert.strictEqual(found(10), 2)
    assert.strictEqual(found(11), 1)
  })

  it("of two ideographs are what the outline names", () => {
    const texts: ReadonlyArray<Text> = [
      { text: "北海的盐分", x: 50, y: 60, size: 20 },
      { text: "概述", x: 50, y: 100, size: 11, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 130 }),
      { text: "来源", x: 50, y: 230, size: 11, font: "Body-Bold" },
      ...column([...body, ...body], { x: 50, y: 260 })
    ]
    const outline = ["概述", "来源"].map((title) => ({ title, level: 1, page: 1 }))
    const info = { pages: 1, title: null, author: null, outline }
    const found = Convert.document(info, [Convert.page(rawPage({ texts }))], defaults)
    assert.deepStrictEqual(found.match(/^#.*$/gm), ["# 北海的盐分", "## 概述", "## 来源"])
  })

  it("are measured by the text they stand over: an abstract is smaller than the body, and so is its title", () => {
    const small = body.map((text) => `${text} smaller`)
    const texts: ReadonlyArray<Text> = [
      { text: "Salt of the North Sea", x: 50, y: 60, size: 20 },
      { text: "Abstract", x: 50, y: 100, size: 8, font: "Body-Bold" },
      ...column(small, { x: 50, y: 120 }).map((each) => ({ ...each, size: 8 })),
      ...column([...body, ...body, ...body], { x: 50, y: 200 })
    ]
    assert.include(convert([{ texts }]), "## Abstract")
  })

  it("are not a running head, whose texts stand at both ends of its line", () => {
    const page = (second: number, y: number) =>
      convert([
        {
          texts: [
            { text: "MOHAVE COLLEGE", x: 50, y, size: 16 },
            { text: "BIO181", x: second, y, size: 16 },
            ...column([...body, ...body], { x: 50, y: 250 })
          ]
        }
      ])
    assert.notInclude(page(320, 40), "# ")
    assert.include(page(180, 40), "# MOHAVE")
    assert.include(page(320, 140), "# MOHAVE")
  })

  it("are titles of many words when they are much larger than the text", () => {
    const title = Array.from({ length: 9 }, () => "No we")
    const page = (size: number) =>
      convert([
        {
          texts: [
            ...column([title.join(" "), title.slice(1).join(" ")], { x: 50, y: 50, size, leading: 1.2 * size }),
            ...column([...body, ...body], { x: 50, y: 150 })
          ]
        }
      ])
    assert.match(page(16), /^# No we/)
    assert.notMatch(page(10), /^#/)
  })

  it("stand over a page that is one table, by the size of its text", () => {
    const grid = (size: number) =>
      convert([
        {
          texts: [
            { text: "Of fruit", x: 50, y: 40, size },
            ...[0, 1, 2, 3, 4, 5].flatMap((row) =>
              ["Fruit", "red", "10"].map((text, i) => ({ text: `${text}${row}`, x: 50 + 150 * i, y: 100 + 20 * row }))
            )
          ],
          segments: [
            ...[0, 1, 2, 3, 4, 5, 6].map((i) => ({
              x0: 45,
              x1: 495,
              y0: 86 + 20 * i,
              y1: 86 + 20 * i,
              thickness: 0.5
            })),
            ...[0, 1, 2, 3].map((i) => ({ x0: 45 + 150 * i, x1: 45 + 150 * i, y0: 86, y1: 206, thickness: 0.5 }))
          ]
        }
      ])
    assert.match(grid(18), /^# Of fruit/)
    assert.notMatch(grid(11), /^#/)
  })

  it("that are counted within a section stay under it", () =>
    assert.deepStrictEqual(
      page([
        ["Title", 24],
        ["Trust", 15],
        ["1. No trust", 12],
        ["2. High trust", 12]
      ]),
      ["# Title", "## Trust", "### 1. No trust", "### 2. High trust"]
    ))

  it("have the chapter's number and its title in one", () => {
    const chapter = (gap: number, label: string, title = "First steps") => {
      const texts = [
        { text: label, x: 50, y: 60, size: 16, font: "Body-Bold" },
        { text: title, x: 50, y: 60 + gap, size: 20, font: "Body-Bold" },
        ...column(body, { x: 50, y: 60 + gap + 60 })
      ]
      return convert([{ texts }]).match(/^#.*$/gm) ?? []
    }
    assert.deepStrictEqual(chapter(50, "Chapter 2"), ["# Chapter 2 First steps"])
    assert.deepStrictEqual(chapter(120, "Chapter 2"), ["# Chapter 2 First steps"])
    assert.notInclude(chapter(50, "Chapter 2", "2.1 First steps"), "# Chapter 2 2.1 First steps")
    assert.deepStrictEqual(chapter(50, "TWO"), ["# TWO First steps"])
    assert.notInclude(chapter(50, "Twofold"), "# Twofold First steps")
    assert.notInclude(chapter(50, "Chapter to read"), "# Chapter to read First steps")
  })

  it("have the word for a chapter above its number, in one with both", () => {
    const chapter = (word: string, gap: number) => {
      const at = (text: string, size: number) => ({ text, x: 550 - (text.length * size) / 2, size, font: "Body-Bold" })
      const texts = [
        { ...at(word, 10), y: 60 },
        { ...at("TWO", 14), y: 60 + gap },
        { ...at("FIRST STEPS", 14), y: 120 + gap },
        ...column(Array(9).fill(body).flat(), { x: 50, y: 200, size: 10 })
      ]
      return convert([{ texts }]).match(/^#.*$/gm) ?? []
    }
    assert.deepStrictEqual(chapter("CHAPTER", 25), ["# CHAPTER TWO FIRST STEPS"])
    assert.notInclude(chapter("CHAPTER", 60), "# CHAPTER TWO FIRST STEPS")
    assert.notInclude(chapter("CHAPEL", 25), "# CHAPEL TWO FIRST STEPS")
  })

  it("are no captions of tables and figures, in whatever size and weight they are set", () => {
    const titled = (text: string) =>
      page([
        [text, 16],
        [body[0] as string, 10]
      ])
    assert.notInclude(titled("Table 2. Yields by year"), "# Table 2. Yields by year")
    assert.notInclude(titled("Figure 2: Yields by year"), "# Figure 2: Yields by year")
    assert.include(titled("Tables of yields by year"), "# Tables of yields by year")
    assert.include(titled("2 Tables of yields"), "# 2 Tables of yields")
    assert.include(titled("Table View API"), "# Table View API")
  })

  it("of ideographs have numbers too, and sentences that begin with one are none", () => {
    assert.deepStrictEqual(
      page([
        ["1. 引导和开始", 12],
        ["7 行目には説明を書けます。", 10]
      ]),
      ["# 1. 引导和开始"]
    )
  })

  it("stand over something: the last words in the foot of a page are none", () => {
    const foot = (y: number, ...more: ReadonlyArray<Text>) =>
      convert([
        {
          texts: [
            ...column([...body, ...body], { x: 50, y: 50 }),
            { text: "Annual Report", x: 50, y, font: "Body-Bold" },
            ...more
          ]
        }
      ]).includes("# Annual Report")
    assert.isFalse(foot(740))
    assert.isFalse(foot(740, { text: "17", x: 50, y: 770 }))
    assert.isTrue(foot(720, ...column(body, { x: 50, y: 740 })))
  })

  it("may be lettered and in italics, unless they are the items of a list", () => {
    const lettered = (more: ReadonlyArray<Text>) =>
      convert([
        {
          texts: [...column(body, { x: 50, y: 50 }), { text: "A. Site", x: 50, y: 120, font: "Body-Italic" }, ...more]
        }
      ])
    assert.match(lettered(column(body, { x: 50, y: 134 })), /^#+ A\. Site/m)
    assert.notMatch(lettered([{ text: "B. Traps", x: 50, y: 134, font: "Body-Italic" }]), /^#/m)
  })

  it("are not names side by side under a title", () => {
    const page = (x: number) =>
      convert([
        {
          texts: [
            { text: "Counting Moths", x: 200, y: 50, size: 18 },
            { text: "Rei Sato", x: 150, y: 80, size: 12 },
            { text: "Lea Brunn", x, y: 80, size: 12 },
            ...column([...body, ...body], { x: 50, y: 120 })
          ]
        }
      ])
    assert.notMatch(page(300), /^#.*Sato/m)
  })

  it("of ideographs stand over text in which a few characters say much", () => {
    const found = convert([
      {
        texts: [
          { text: "导分能运平点", x: 50, y: 150, size: 12, font: "Other" },
          ...column(["信动人检发数计服环检条路能定环信动人检发"], { x: 50, y: 166 }),
          ...column(
            Array.from({ length: 6 }, () => "信动人检发数计服环检条路能定环信动人检发数计服环检条路。"),
            { x: 50, y: 200 }
          )
        ]
      }
    ])
    assert.match(found, /^#+ 导分能运平点/m)
  })

  it("are not texts far apart in one line, unless the first counts the others", () => {
    const found = (first: string, x: number) =>
      convert([
        {
          texts: [
            { text: first, x: 50, y: 200, font: "Body-Bold" },
            { text: "Sound", x, y: 200, font: "Body-Bold" },
            ...column([...body, ...body], { x: 50, y: 214 })
          ]
        }
      ]).match(/^#.*$/m)?.[0] ?? null
    assert.isNull(found("Type", 150))
    assert.strictEqual(found("Type", 75), "# Type Sound")
    assert.strictEqual(found("2.1", 150), "# 2.1 Sound")
    assert.strictEqual(found("Chapter 2", 150), "# Chapter 2 Sound")
  })

  it("are not the terms of a definition list, which stand where the text does", () => {
    const page = (x: number, count: number) =>
      convert([
        {
          texts: [
            ...column([...body, ...body], { x, y: 50 }),
            ...Array.from(
              { length: count },
              (_, i): ReadonlyArray<Text> => [
                { text: `Setpoint ${"abc"[i]}`, x: 50, y: 200 + 80 * i, font: "Body-Bold" },
                ...column(body, { x: 80, y: 214 + 80 * i })
              ]
            ).flat()
          ]
        }
      ]).match(/^#/gm)?.length ?? 0
    assert.strictEqual(page(50, 3), 0)
    // headings further out than any text
    assert.strictEqual(page(80, 3), 3)
  })

  it("are counted with a dash, or with what they count, and are no dates and amounts", () => {
    const heads = (texts: ReadonlyArray<string>) => texts.filter((text) => numbering.test(text))
    const numbered = ["01 - Find a place", "2 – Prepare", "Item 1A. Risks", "Step 3: Turn it", "2.1 Scope"]
    assert.deepStrictEqual(heads(numbered), numbered)
    assert.deepStrictEqual(heads(["Item 1A", "Room 12 is free", "12 - 14 pieces", "In 2012 they left"]), [])
  })

  it("are numbers of several parts before names in typewriter, however these are spelled, and no amounts before text", () => {
    const found = (numbers: ReadonlyArray<string>, name: string, font: string) =>
      convert([
        {
          texts: numbers.flatMap(
            (number, i): ReadonlyArray<Text> => [
              { text: number, x: 50, y: 50 + i * 80, size: 11, font: "Body-Bold" },
              { text: `${name}${i}`, x: 85, y: 50 + i * 80, size: 11, font },
              ...column(body, { x: 50, y: 50 + i * 80 + 17 })
            ]
          )
        }
      ]).match(/^#/gm)?.length ?? 0
    assert.strictEqual(found(["5.10", "5.11", "5.12"], "openfile", "Courier"), 3)
    assert.strictEqual(found(["5.10", "6.11", "7.12"], "litres", "Body"), 0)
  })

  it("are known by others at their edge, not by the names on a title page in their style", () => {
    const names = ["Ada Writer", "Ben Reader", "and", "Cyr Printer", "Before :", "Between :", "Claimant", "for both"]
    const cover = names.map((text, i) => ({ text, x: 250, y: 100 + i * 40, font: "Body-Bold" }))
    const heads = ["Introduction", "The Matter", "Background", "Of Roots", "Of Stems", "Conclusion"]
    const texts = heads.flatMap(
      (text, i): ReadonlyArray<Text> => [
        { text, x: 50, y: 50 + i * 80, font: "Body-Bold" },
        ...column(body, { x: 50, y: 50 + i * 80 + 17 })
      ]
    )
    const found = convert([{ texts: [...column(body, { x: 50, y: 50 }), ...cover] }, { texts }])
    assert.deepStrictEqual(
      found.match(/^#+ .*$/gm)?.map((line) => line.replace(/^#+ /, "")),
      heads
    )
  })

  it("go on in a line that is set in behind their number", () => {
    const text = (words: string, x0: number, y0: number, bold: boolean): Paragraph => {
      const box = { x0, y0, x1: 548, y1: y0 + 10 }
      const style = { size: bold ? 12 : 10, font: "Body", bold, italic: false, mono: false, caps: false, colour: 0 }
      const place = { page: 1, box, width: 600, height: 800, left: 50, right: 550 }
      return { kind: "paragraph", lines: [{ runs: [{ text: words }], page: 1, box }], style, place }
    }
    const title = text("1.2 Of roots that go deeper than any other", 50, 50, true)
    const rest = text("ones do. Why is that so, and who has seen it in the end?", 90, 63, true)
    const all = [title, rest, ...body.map((line, i) => text(line.repeat(4), 50, 90 + 40 * i, false))]
    const [first] = headings([all], statistics([all]), { title: null, outline: [] })[0] ?? []
    assert.strictEqual(first?.kind === "heading" && first.lines.length, 2)
  })

  describe("with a number in a line of its own, or a bar beside them", () => {
    interface Look {
      readonly size: number
      readonly x: number
      readonly y: number
      readonly boxed?: true
      readonly colour?: number
    }
    const text = (words: string, { size, x, y, colour = 0, ...rest }: Look): Paragraph => {
      const box = { x0: x, y0: y, x1: x + 0.5 * size * words.length, y1: y + size }
      const style = {
        size,
        font: "Body",
        bold: size > 10 || colour > 0,
        italic: false,
        mono: false,
        caps: false,
        colour
      }
      const place = { page: 1, box, width: 600, height: 800, left: 50, right: 550, ...rest }
      return { kind: "paragraph", lines: [{ runs: [{ text: words }], page: 1, box }], style, place }
    }
    const read = (...heads: ReadonlyArray<Paragraph>) => {
      const long = body.map((line, i) => text(line.repeat(4), { size: 10, x: 50, y: 200 + 40 * i }))
      const title = text("Of trees and what they bear", { size: 20, x: 50, y: 20 })
      const all = [title, ...long, ...heads, ...long]
      const blocks = headings([all], statistics([all]), { title: null, outline: [] })[0] ?? []
      return blocks.slice(4, -3).flatMap((block) => (block.kind === "heading" ? block : []))
    }
    const found = (...heads: ReadonlyArray<Paragraph>): ReadonlyArray<string> => read(...heads).map(textOf)
    const head = text("Roots", { size: 14, x: 50, y: 120 })

    it("are one heading with it", () => {
      assert.deepStrictEqual(found(text("2", { size: 16, x: 50, y: 100 }), head), ["2 Roots"])
      assert.deepStrictEqual(found(text("2.1", { size: 14, x: 50, y: 100 }), head), ["2.1 Roots"])
      assert.deepStrictEqual(found(text("2", { size: 14, x: 64, y: 100 }), head), ["2 Roots"])
    })

    it("take up the room of both", () => {
      const [both] = read(text("2", { size: 14, x: 64, y: 100 }), head)
      assert.deepStrictEqual(both?.place.box, { x0: 50, y0: 100, x1: 85, y1: 134 })
    })

    it("are none with a number in smaller print, elsewhere, or far above", () => {
      assert.deepStrictEqual(found(text("2", { size: 10, x: 50, y: 104 }), head), ["Roots"])
      assert.deepStrictEqual(found(text("2", { size: 16, x: 300, y: 100 }), head), ["Roots"])
      assert.deepStrictEqual(found(text("2", { size: 16, x: 50, y: 60 }), head), ["Roots"])
    })

    it("are headings, which the first line of a box that has more in it need not be", () => {
      const boxed = text("Roots", { size: 12, x: 60, y: 120, boxed: true })
      assert.deepStrictEqual(found(boxed), ["Roots"])
      assert.deepStrictEqual(found(boxed, text("They go deep.", { size: 10, x: 60, y: 140, boxed: true })), [])
    })

    it("are no titles of boxes in bold and in colour, such as Note and Warning, that come back over their texts", () => {
      const notes = ["Note", "Warning", "Hint", "Aside", "Danger", "Rule", "Sum"].flatMap((title, i) => [
        text(title, { size: 10, x: 60, y: 340 + 60 * i, boxed: true, colour: 0xff }),
        text(`${body[1]} `.repeat(2), { size: 10, x: 60, y: 357 + 60 * i, boxed: true })
      ])
      assert.deepStrictEqual(found(...notes), [])
    })
  })

  it("in bold little larger than the text are known by heading several pages, as on slides", () => {
    const slide = (number: number, title: string): ReturnType<typeof rawPage> =>
      rawPage({
        number,
        texts: [
          { text: title, x: 50, y: 40, size: 11, font: "Body-Bold" },
          ...column(["some words on it", "and some more of them", "a few others"], { x: 70, y: 90 })
        ]
      })
    const titles = ["What it is", "How it works", "Who made it", "When it ends"]
    const pages = titles.map((title, i) => Convert.page(slide(i + 1, title)))
    const info = { title: null, outline: [], pages: 4 } as unknown as Parameters<typeof Convert.document>[0]
    const shares = candidates(
      pages.map(({ blocks }) => blocks),
      statistics(pages.map(({ blocks }) => blocks)),
      info
    ).map(([block, found]) => [block.lines[0]?.runs[0]?.text ?? "", found["headsPages"] ?? 0] as const)
    assert.deepStrictEqual(
      shares.filter(([, share]) => share > 0).map(([text]) => text),
      titles
    )
  })

  it("are the letters of an index, which stand over what begins with them", () => {
    const entries = (letter: string, x: number, y: number): ReadonlyArray<Text> =>
      [0, 1, 2, 3].map((i) => ({
        text: `${letter.toLowerCase()}pple of the ${i + 2}th kind, 1${i}, 14${i}`,
        x,
        y: y + 24 * i
      }))
    const over = (letter: string, y: number, under = letter): ReadonlyArray<Text> => [
      { text: letter, x: 50, y, size: 13, font: "Body-Bold" },
      ...entries(under, 50, y + 24)
    ]
    const read = (texts: ReadonlyArray<Text>) => convert([{ texts }]).match(/^#.*$/gm) ?? []
    assert.deepStrictEqual(read([...over("A", 50), ...over("É", 200, "E")]), ["# A", "# É"])
    assert.deepStrictEqual(read([...over("A", 50, "B"), ...over("C", 200, "D")]), [])
  })

  it("are no deeper for the letters of an index that are set as they are", () => {
    const text = (y: number) =>
      column(
        Array.from({ length: 4 }, () => "and so on, as it is told of in all the lines of this text here"),
        { x: 50, y }
      )
    const bold = (name: string, y: number, size = 10): Text => ({ text: name, x: 50, y, size, font: "Body-Bold" })
    const entries = (letter: string, y: number): ReadonlyArray<Text> => [
      bold(letter, y),
      ...[14, 26, 38].map((by) => ({ text: `${letter.toLowerCase()}pple, 1${by}`, x: 50, y: y + by }))
    ]
    const texts = [
      bold("Of All the Apples", 40, 20),
      bold("Abstract", 80),
      ...text(94),
      bold("Where They Grow", 160, 14),
      ...text(180),
      bold("Index", 250, 14),
      ...["A", "B", "C"].flatMap((letter, i) => entries(letter, 310 + 64 * i))
    ]
    const titles = ["# Of All the Apples", "## Abstract", "## Where They Grow", "## Index"]
    assert.deepStrictEqual(convert([{ texts }]).match(/^#.*$/gm), [...titles, "### A", "### B", "### C"])
  })

  it("are numbered lines that stand out to the left of nearly all text, as in typescript", () => {
    const text = (y: number, x: number) =>
      column(
        Array.from({ length: 4 }, () => "and so on, as it is told of in all the lines of this text here"),
        { x, y }
      )
    const page = (x: number) => [
      ...["1.  What It Is For", "2.  How It Is Done", "3.  When It Ends"].flatMap((title, i) => [
        { text: title, x: 50, y: 60 + 200 * i },
        ...text(90 + 200 * i, x),
        ...text(160 + 200 * i, x)
      ])
    ]
    assert.lengthOf(convert([{ texts: page(68) }]).match(/^#.*$/gm) ?? [], 3)
    assert.isNull(convert([{ texts: page(50) }]).match(/^#.*$/gm))
  })

  it("are centred lines in capitals over flush text, as in patents and pleadings", () => {
    const text = (y: number) =>
      column(
        Array.from({ length: 5 }, () => "and so on, as it is told of in all of the lines of this text here"),
        { x: 50, y }
      )
    const page = (title: (text: string) => Text) => [
      ...text(50),
      ...["TECHNICAL FIELD", "EARLIER WORK", "DRAWINGS"].flatMap((words, i) => {
        const y = 130 + 100 * i
        return [{ ...title(words), y }, ...text(y + 20)]
      })
    ]
    const read = (title: (text: string) => Text) => convert([{ texts: page(title) }]).match(/^#.*$/gm) ?? []
    const centre = 50 + 66 * 2.5
    const over = [{ text: "RUNNING HEAD OF THE PAGE", x: centre - 60, y: 30 }, ...text(70)]
    assert.notMatch(convert([{ texts: over }]), /^#/m)
    assert.lengthOf(
      read((text) => ({ text, x: centre - text.length * 2.5, y: 0 })),
      3
    )
    assert.lengthOf(
      read((text) => ({ text: text.toLowerCase(), x: centre - text.length * 2.5, y: 0 })),
      0
    )
  })
})
