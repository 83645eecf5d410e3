import { assert, describe, it } from "@effect/vitest"
import { page, structure } from "../../../src/convert/Convert.ts"
import type { Figure } from "../../../src/convert/model/Block.ts"
import type { Box } from "../../../src/convert/model/Geometry.ts"
import type { Fill } from "../../../src/convert/model/Page.ts"
import { textPrinter } from "../../../src/convert/text/Text.ts"
import { besideFigures, column, convert, rawPage, rows, rule, type Sheet } from "../../support/RawPages.ts"
import { results, stretch } from "../../support/Results.ts"

const figuresOf = (sheet: Sheet): ReadonlyArray<Figure> =>
  structure({ pages: 1, title: null, author: null }, [page(rawPage(sheet))]).blocks.filter(
    (block) => block.kind === "figure"
  )

const prose = (y: number, x = 50) =>
  column(
    Array.from({ length: 6 }, (_, i) => `line ${i} of a paragraph that is as wide as the column in which it is set`),
    { x, y }
  )

/** Pieces of a curve from left to right. */
const curve = ({ x0, y0, x1, y1 }: Box, pieces = 12): ReadonlyArray<Box> =>
  Array.from({ length: pieces }, (_, i) => {
    const wide = (x1 - x0) / pieces
    const high = (y1 - y0) / pieces
    return { x0: x0 + i * wide, x1: x0 + (i + 1) * wide, y0: y1 - (i + 1) * high, y1: y1 - i * high }
  })

const plot = (x: number, y: number): Sheet => ({
  texts: [
    ...["0", "5", "10", "15"].map((text, i) => ({ text, x: x - 14, y: y + 150 - 50 * i, size: 8 })),
    ...["2001", "2002", "2003"].map((text, i) => ({ text, x: x + 10 + 70 * i, y: y + 166, size: 8 })),
    { text: "Rainfall in mm", x: x - 22, y: y + 110, size: 8, angle: 90 },
    { text: "north", x: x + 20, y: y + 20, size: 8 }
  ],
  segments: [rule(x, y, x, y + 150), rule(x, y + 150, x + 200, y + 150)],
  drawings: curve({ x0: x, y0: y + 10, x1: x + 200, y1: y + 140 })
})

const fill = (box: Box, colour = 0x3366aa): Fill => ({ box, colour, at: 0 })

const joined = (...sheets: ReadonlyArray<Sheet>): Sheet => ({
  texts: sheets.flatMap(({ texts }) => texts),
  segments: sheets.flatMap(({ segments = [] }) => segments),
  fills: sheets.flatMap(({ fills = [] }) => fills),
  images: sheets.flatMap(({ images = [] }) => images),
  drawings: sheets.flatMap(({ drawings = [] }) => drawings)
})

describe("a figure", () => {
  const caption = { text: "Figure 3: Rain by year", x: 80, y: 400 }
  const chart = joined({ texts: [...prose(60), caption, ...prose(440)] }, plot(80, 200))

  it("leaves a title beside a drawing in one band to the text: a report was without its title", () => {
    const title = [
      { text: "Of lamps and glasses that", x: 55, y: 80, size: 18 },
      { text: "were sold in one year", x: 55, y: 102, size: 18 }
    ]
    const band = { fills: [fill({ x0: 50, y0: 20, x1: 550, y1: 225 })], segments: [rule(50, 226, 550, 226)] }
    const sheet = joined({ texts: title, ...band }, plot(340, 50), { texts: prose(280) })
    assert.strictEqual(figuresOf(sheet).length, 1)
    assert.match(besideFigures([sheet]), /^# Of lamps and glasses that were sold in one year$/m)
  })
  it("is no table in a painted frame, though its type is smaller than the text: its words were lost with it", () => {
    const cells = [
      ["Department", "Pieces sold", "Share of it"],
      ["Lamps", "465.0", "55%"],
      ["", "740.3", "5 %"],
      ["", "708.2", "82.8%"],
      ["Glasses", "277.7", "12.3 %"]
    ]
    const table = {
      texts: rows(cells, [70, 240, 460], { y: 180, leading: 24 }).map((each) => ({ ...each, size: 9.3 })),
      drawings: [
        { x0: 60, y0: 160, x1: 61, y1: 290 },
        { x0: 549, y0: 160, x1: 550, y1: 290 },
        { x0: 60, y0: 160, x1: 550, y1: 161 },
        { x0: 60, y0: 289, x1: 172, y1: 290 },
        { x0: 172, y0: 289, x1: 550, y1: 290 }
      ],
      fills: [
        fill({ x0: 172, y0: 264, x1: 360, y1: 289.5 }, 0xf1eaf7),
        fill({ x0: 360, y0: 264, x1: 550, y1: 289.5 }, 0xf1eaf7)
      ]
    }
    assert.deepStrictEqual(figuresOf(joined({ texts: [...prose(60), ...prose(330)] }, table)), [])
  })

  it("that is a picture at the head of the page takes nothing of what runs over the pages", () => {
    const head = [
      { text: "74", x: 60, y: 48, size: 8 },
      { text: "Baird", x: 330, y: 48, size: 8 }
    ]
    const picture = { x0: 60, y0: 52, x1: 400, y1: 400 }
    const [only] = figuresOf({ texts: [...head, ...prose(440)], images: [picture] })
    assert.isAtLeast(only?.place.box.y0 ?? 0, 52)
  })

  it("has a caption that is a number and brackets, which is no label of it", () => {
    const isLabel = (text: string) =>
      figuresOf(joined({ texts: [...prose(60), { text, x: 110, y: 386, size: 8 }, ...prose(440)] }, plot(80, 200)))
        .map(({ labels }) => labels)
        .join()
        .includes(text)
    assert.isFalse(isLabel("Figure 14 (until 2 July 2010)"))
    assert.isTrue(isLabel("Fields 14 (until 2 July 2010)"))
  })

  it("is a grid with a scale also where the name of its axis stands in the column of a number", () => {
    const named = (...names: ReadonlyArray<string>): Sheet => ({
      texts: [
        ...["0", "100", "200", "300", "400"].map((text, i) => ({
          text,
          x: 100 + 50 * i - 2 * text.length,
          y: 362,
          size: 8,
          font: "Chart"
        })),
        ...names.map((text) => ({ text, x: 200 - 2 * text.length, y: 376, size: 8, font: "Chart" }))
      ],
      segments: [200, 250, 300, 350].flatMap((y, i) => [
        rule(100, y, 300, y),
        rule(100 + 60 * i, 200, 100 + 60 * i, 350)
      ])
    })
    const text = { texts: [...prose(60), ...prose(440)] }
    assert.lengthOf(figuresOf(joined(text, named())), 1)
    assert.lengthOf(figuresOf(joined(text, named("Coordinates of genes"))), 1)
  })

  it("is no band along an edge of the page: the title in it is text", () => {
    const band = (y1: number) =>
      joined(
        { texts: [{ text: "The rain of the year", x: 200, y: 90, size: 16 }, ...prose(440)] },
        {
          texts: [],
          images: [{ x0: 0, y0: 0, x1: 600, y1 }],
          drawings: curve({ x0: 0, y0: 0, x1: 600, y1 })
        }
      )
    assert.lengthOf(figuresOf(band(150)), 0)
    assert.include(besideFigures([band(150)]), "The rain of the year")
    assert.lengthOf(figuresOf(band(300)), 1)
  })

  it("is no pile of bars at the head of a slide, with marks on one of them: the title on the other is text", () => {
    const sheet: Sheet = {
      width: 450,
      height: 250,
      texts: [
        { text: "One part", x: 10, y: 7, size: 6 },
        { text: "Another part", x: 270, y: 7, size: 6 },
        { text: "What the slide says", x: 10, y: 33, size: 14 },
        { text: "Some words on the slide", x: 50, y: 120 }
      ],
      fills: [fill({ x0: 0, y0: 0, x1: 450, y1: 15 }), fill({ x0: 0, y0: 18, x1: 450, y1: 37 })],
      drawings: [10, 15, 270, 275].map((x0) => ({ x0, x1: x0 + 3, y0: 9, y1: 12 }))
    }
    assert.deepStrictEqual(figuresOf(sheet), [])
    assert.include(besideFigures([sheet]), "What the slide says")
  })

  it("says its labels where no picture shows them, in lines of one paragraph over its caption: its words were lost", () => {
    const all = results([chart])
    assert.match(all.markdown, /\n\n(?:\S.*\n)*2001 .*2003\n(?:\S.*\n)*\nFigure 3: Rain by year/)
    const said = all.blocks.find(({ type }) => type === "figure")
    assert.include(stretch(all.markdown, said?.span ?? null), "Rainfall in mm")
    const text = textPrinter()
    assert.include(all.blocks.map(text).join(""), "Rainfall in mm")
    assert.match(results([chart], { images: "alt" }).markdown, /!\[Figure 3: .*\]\(\)\n\n(?:\S.*\n)*2001 /)
  })

  it("is a drawing with its axes and their labels, and none of them is text", () => {
    const markdown = besideFigures([chart])
    assert.notMatch(markdown, /2001|Rainfall|north|\b15\b/)
    assert.include(markdown, "Figure 3: Rain by year")
    const [figure, ...others] = figuresOf(chart)
    assert.lengthOf(others, 0)
    if (figure === undefined) return assert.fail("there is none")
    assert.include(figure.labels, "Rainfall in mm")
    const { x0, y0, x1, y1 } = figure.place.box
    assert.isTrue(x0 < 66 && x1 >= 280 && y0 <= 210 && y1 > 360 && y1 < 390, JSON.stringify({ x0, y0, x1, y1 }))
  })

  it("has the caption that stands at it", () =>
    assert.include(convert([chart], { images: "alt" }), "![Figure 3: Rain by year]()"))

  it("shows what the document's own structure says, where that counts as many figures", () => {
    const figure = (alt: string) => ({ role: "Figure", alt, children: [1], columns: 1, rows: 1 })
    const tree = (...said: ReadonlyArray<string>) => ({
      ...chart,
      structure: { role: "Root", children: said.map(figure), columns: 1, rows: 1 }
    })
    const alts = (sheet: Sheet) => figuresOf(sheet).map(({ alt }) => alt)
    assert.deepStrictEqual(alts(tree("Rain grew\n every year")), ["Rain grew every year"])
    assert.deepStrictEqual(alts(tree("Rain", "A logo")), [""])
    assert.include(
      convert([{ ...tree("Rain grew"), texts: [...prose(60), ...plot(80, 200).texts] }], { images: "alt" }),
      "![Rain grew]()"
    )
  })

  it("is all panels over one caption", () =>
    assert.lengthOf(figuresOf(joined({ texts: [...prose(60), caption] }, plot(80, 200), plot(330, 200))), 1))

  it("is each of two with text between them", () =>
    assert.lengthOf(figuresOf(joined({ texts: prose(390) }, plot(80, 200), plot(80, 480))), 2))

  it("is each of two pictures between which paper is left, and one where strips of it touch or where they are small", () => {
    const pictures = (gap: number, size = 140): Sheet => ({
      texts: [...prose(40), ...prose(700)],
      images: [200, 200 + size + gap].map((y0) => ({ x0: 80, y0, x1: 80 + 2 * size, y1: y0 + size }))
    })
    assert.lengthOf(figuresOf(pictures(4)), 2)
    assert.lengthOf(figuresOf(pictures(0.2)), 1)
    assert.lengthOf(figuresOf(pictures(4, 60)), 1)
    // over a caption, panels are one
    const captioned = pictures(4)
    assert.lengthOf(figuresOf({ ...captioned, texts: [...captioned.texts, { ...caption, y: 500 }] }), 1)
  })

  it("has the scale of its colours beside it, but nothing that stands past its corner or behind a text", () => {
    const scale = (x: number, y: number): Sheet => ({
      texts: ["low", "high"].map((text, i) => ({ text, x: x + 18, y: y + 130 - 110 * i, size: 8 })),
      images: [{ x0: x, y0: y, x1: x + 15, y1: y + 140 }]
    })
    const widthWith = (other: Sheet) => {
      const found = figuresOf(joined({ texts: [...prose(60), ...prose(640)] }, plot(80, 200), other))
      return found.toSorted((a, b) => a.place.box.x0 - b.place.box.x0)[0]?.place.box.x1 ?? 0
    }
    assert.isAbove(widthWith(scale(310, 205)), 325)
    assert.isBelow(widthWith(scale(310, 380)), 300)
    assert.isBelow(widthWith(joined(scale(330, 205), { texts: [{ text: "Snow", x: 290, y: 280 }] })), 320)
  })

  it("is all of some drawings that are too little for one, and none on a sheet of many", () => {
    const signs = (count: number): Sheet => ({
      texts: prose(60),
      drawings: Array.from({ length: count }, (_, i) =>
        curve(
          {
            x0: 80 + 90 * (i % 4),
            y0: 200 + 70 * Math.floor(i / 4),
            x1: 150 + 90 * (i % 4),
            y1: 245 + 70 * Math.floor(i / 4)
          },
          8
        )
      ).flat()
    })
    assert.lengthOf(figuresOf(signs(1)), 0)
    assert.lengthOf(figuresOf(signs(3)), 1)
    assert.lengthOf(figuresOf(signs(8)), 0)
  })

  it("is a picture in a grid of texts, which are no labels of it and stay", () => {
    const cells = ["Bath for a child, white", "Sixty by forty", "Twenty in all"]
    const texts = [0, 1, 2, 3, 4, 5].flatMap((row) =>
      cells.map((text, k) => ({ text: `${text}, ${row}`, x: 60 + 170 * k, y: 215 + 60 * row }))
    )
    const lines = Array.from({ length: 7 }, (_, i) => rule(50, 200 + 60 * i, 560, 200 + 60 * i))
    const sheet = (image: Box): Sheet => ({ texts: [...prose(60), ...texts], segments: lines, images: [image] })
    const picture = { x0: 400, y0: 262, x1: 540, y1: 390 }
    assert.deepStrictEqual(
      figuresOf(sheet(picture)).map(({ labels }) => labels),
      [""]
    )
    assert.include(besideFigures([sheet(picture)]), "Twenty in all, 0")
    // an icon is none
    assert.deepStrictEqual(figuresOf(sheet({ ...picture, x0: 510, y0: 360 })), [])
  })

  it("leaves out the rule under a running head, and the heading between that and a picture", () => {
    const sheet = joined({
      texts: [
        { text: "Annual Report", x: 50, y: 40 },
        { text: "Harvest", x: 50, y: 80, font: "Body-Bold" },
        { text: "Figure 1: A field", x: 50, y: 220 },
        ...prose(260)
      ],
      segments: [rule(50, 50, 500, 50)],
      images: [{ x0: 50, y0: 100, x1: 500, y1: 205 }]
    })
    assert.include(besideFigures([sheet]), "Harvest")
  })

  it("is a chart of bars without any curve", () => {
    const bars = [40, 90, 65, 120, 80].map((high, i) =>
      fill({ x0: 100 + 40 * i, x1: 125 + 40 * i, y0: 350 - high, y1: 350 })
    )
    const labels = ["a", "b", "c", "d", "e"].map((text, i) => ({ text, x: 108 + 40 * i, y: 362, size: 8 }))
    const sheet = { texts: [...prose(60), ...labels, ...prose(440)], fills: bars, segments: [rule(90, 350, 310, 350)] }
    assert.lengthOf(figuresOf(sheet), 1)
    assert.notMatch(besideFigures([sheet]), /^[a-e]$/m)
  })

  /** Boxes with whiskers: nothing in it but rules, and a scale. */
  const boxPlot = (x: number, y: number): Sheet => ({
    texts: ["0", "5", "10", "15"].map((text, i) => ({ text, x: x - 14, y: y + 150 - 50 * i, size: 8 })),
    segments: [
      ...[rule(x, y, x, y + 150), rule(x, y + 150, x + 150, y + 150)],
      ...[30, 80, 130].flatMap((at) => [
        ...[rule(x + at - 10, y + 40, x + at + 10, y + 40), rule(x + at - 10, y + 90, x + at + 10, y + 90)],
        ...[rule(x + at - 10, y + 40, x + at - 10, y + 90), rule(x + at + 10, y + 40, x + at + 10, y + 90)],
        rule(x + at, y + 20, x + at, y + 40)
      ])
    ]
  })

  it("is told by the scale of its axis where nothing else is drawn than rules", () =>
    assert.lengthOf(figuresOf(joined({ texts: [...prose(60), ...prose(440)] }, boxPlot(80, 200))), 1))

  it("is both charts side by side over one caption, also where one is of rules alone", () =>
    assert.lengthOf(figuresOf(joined({ texts: [...prose(60), caption] }, plot(80, 200), boxPlot(330, 200))), 1))

  it("is each of two side by side that have captions of their own", () => {
    const captions = [caption, { ...caption, text: "Figure 4: Snow", x: 370 }]
    assert.lengthOf(figuresOf(joined({ texts: [...prose(60), ...captions] }, plot(80, 200), plot(370, 200))), 2)
  })

  it("leaves the line of text over it, though its labels are set in the same font but smaller", () => {
    const lead = { text: "See the result", x: 80, y: 194 }
    assert.match(besideFigures([joined(chart, { texts: [lead] })]), /See the result/)
    assert.notMatch(besideFigures([joined(chart, { texts: [{ ...lead, size: 8 }] })]), /See the result/)
  })

  it("has its title and the names of its axes, which are set as its labels are", () => {
    const own = [
      { text: "Rain in three years", x: 130, y: 184, size: 9, font: "Sans" },
      { text: "Years of the measurement", x: 120, y: 384, size: 9, font: "Sans" }
    ]
    const inSans = joined(chart, { texts: own })
    const sheet = { ...inSans, texts: inSans.texts.map((each) => (each.size === 8 ? { ...each, font: "Sans" } : each)) }
    assert.notMatch(besideFigures([sheet]), /Rain in three|measurement/)
  })

  it("takes no line of a paragraph that it touches", () => {
    const sheet = joined(chart, {
      texts: column(["A paragraph goes on right below the scale of the plot,"], { x: 50, y: 376 })
    })
    assert.include(besideFigures([sheet]), "right below the scale")
  })
})

describe("no figure", () => {
  const none = (name: string, sheet: Sheet) => it(name, () => assert.deepStrictEqual(figuresOf(sheet), []))

  none("is a small picture without a caption, such as a logo", {
    texts: prose(120),
    images: [{ x0: 50, y0: 20, x1: 110, y1: 60 }]
  })
  none("is one that stands where heads run over the pages, such as the logo of a letter", {
    texts: prose(140),
    images: [{ x0: 200, y0: 40, x1: 400, y1: 105 }]
  })
  it("is not what reaches further down", () => {
    assert.lengthOf(figuresOf({ texts: prose(170), images: [{ x0: 200, y0: 60, x1: 400, y1: 125 }] }), 1)
  })
  none("is the picture that a page is printed on", {
    texts: prose(120),
    images: [{ x0: 0, y0: 0, x1: 600, y1: 800 }]
  })
  none("is such a picture in strips", {
    texts: prose(120),
    images: Array.from({ length: 8 }, (_, i) => ({ x0: 0, x1: 600, y0: 100 * i, y1: 100 * (i + 1) }))
  })
  none("is the rounded box around a paragraph", {
    texts: prose(120),
    drawings: [{ x0: 40, y0: 100, x1: 560, y1: 200 }]
  })
  none("is a strip of colour along the edge of the page", {
    texts: prose(120),
    fills: [fill({ x0: 0, y0: 0, x1: 30, y1: 800 })]
  })

  none("is a drawing in a corner that the page's edges cut off", {
    texts: prose(200),
    drawings: curve({ x0: -20, y0: -20, x1: 160, y1: 90 }, 40)
  })
  none("are years over a table between rules", {
    texts: [
      ...prose(60),
      ...["2019", "2020", "2021", "2022"].flatMap((text, i) => [
        { text, x: 150 + 80 * i, y: 214 },
        ...[1, 2, 3].map((row) => ({ text: `${row}${i}.${row}`, x: 152 + 80 * i, y: 214 + 20 * row }))
      ]),
      ...["First", "Second", "Third"].map((text, i) => ({ text, x: 60, y: 234 + 20 * i }))
    ],
    segments: [200, 220, 284].map((y) => rule(50, y, 450, y))
  })

  none(
    "is a shaded box under the number and the dates of an invoice: they were lost with it",
    joined(
      {
        texts: [
          { text: "Invoice no. 17/2026", x: 380, y: 82, size: 12 },
          ...rows(
            [
              ["Issued: 2026-04-26", "Sold: 2026-04-26"],
              ["Due: 2026-05-03", "Paid by: transfer"]
            ],
            [325, 450],
            { y: 100, leading: 16 }
          )
        ],
        images: [{ x0: 320, y0: 68, x1: 560, y1: 124 }]
      },
      { texts: prose(200) }
    )
  )

  const answers = [250, 330].map((y) => ({ x0: 60, y0: y, x1: 420, y1: y + 76 }))
  const field: Sheet = {
    texts: ["Name of your office", "Name of your parent department"].map((text, i) => ({
      text,
      x: 70,
      y: 270 + 70 * i
    })),
    drawings: [...answers, ...[280, 350].flatMap((y) => curve({ x0: 400, y0: y, x1: 415, y1: y + 12 }, 2))]
  }
  none(
    "are the fields of a form, whose names are set as its text is: they were lost with it",
    joined({ texts: prose(60) }, field)
  )

  it("is a ruled table, shaded or not", () => {
    const cells = ["a1", "b1", "a2", "b2", "a3", "b3"].map((text, i) => ({
      text,
      x: 60 + 100 * (i % 2),
      y: 214 + 20 * (i >> 1)
    }))
    const table = {
      texts: [...prose(60), ...cells],
      fills: [fill({ x0: 50, x1: 250, y0: 200, y1: 220 }, 0xcccccc)],
      segments: [50, 150, 250]
        .map((x) => rule(x, 200, x, 260))
        .concat([200, 220, 240, 260].map((y) => rule(50, y, 250, y)))
    }
    assert.deepStrictEqual(figuresOf(table), [])
    assert.include(besideFigures([table]), "| a2 | b2 |")
  })

  it("is never all that a page says: a card of a slide on a picture of its shadow", () => {
    const said = ["Revenue this year", "Customers of all kinds", "Growth in the third quarter", "What comes next year"]
    const texts = said.map((text, i) => ({ text, x: 90, y: 150 + 60 * i, size: 11 }))
    const shadow = { x0: 60, y0: 90, x1: 420, y1: 400 }
    const slide = { texts, images: [shadow], drawings: curve({ x0: 80, y0: 120, x1: 400, y1: 380 }, 30) }
    for (const text of said) assert.include(besideFigures([slide]), text)
  })

  it("is no box under whose text a few small signs to turn pages with are drawn", () => {
    const signs = (x0: number, x1: number): Sheet => ({
      texts: [
        { text: "If it rains, the river rises", x: 60, y: 330 },
        { text: "and falls again", x: 60, y: 350, size: 8 }
      ],
      fills: [fill({ x0: 50, y0: 300, x1: 350, y1: 372 }), fill({ x0: 50, y0: 380, x1: 350, y1: 390 })],
      drawings: curve({ x0, y0: 374, x1, y1: 378 }, 14)
    })
    assert.lengthOf(figuresOf(joined({ texts: prose(60) }, signs(270, 350))), 0)
    assert.lengthOf(
      figuresOf(
        joined({ texts: prose(60) }, { ...signs(270, 350), drawings: curve({ x0: 50, y0: 310, x1: 350, y1: 370 }, 14) })
      ),
      1
    )
  })

  it("is a chart on a card of a slide, all of which lies on one picture", () => {
    const texts = ["Revenue by year", "More than before in all of the regions", "What is to be done next year"].map(
      (text, i) => ({ text, x: 380, y: 150 + 60 * i, size: 10 })
    )
    const slide = (count: number) =>
      joined(
        { texts, images: [{ x0: 30, y0: 30, x1: 570, y1: 600 }] },
        { ...plot(120, 200), drawings: curve({ x0: 120, y0: 210, x1: 320, y1: 340 }, count), segments: [] }
      )
    const found = figuresOf({ ...slide(12), width: 600, height: 630 })
    assert.lengthOf(found, 1)
    assert.isBelow(found[0]?.place.box.x1 ?? 600, 360)
    assert.include(besideFigures([{ ...slide(12), width: 600, height: 630 }]), "Revenue by year")
  })

  it("is a drawing in one frame with its listing, which is no part of it", () => {
    const listing = ["draw a line to the north of", "the river, then one along it", "and fill what lies in between"]
    const framed = joined(
      {
        texts: [...prose(60), ...listing.map((text, i) => ({ text, x: 90, y: 222 + 13 * i })), ...prose(440)],
        segments: [
          rule(80, 205, 380, 205),
          rule(80, 380, 380, 380),
          rule(80, 205, 80, 380),
          rule(380, 205, 380, 380),
          rule(80, 262, 380, 262)
        ]
      },
      { texts: [], drawings: curve({ x0: 120, y0: 275, x1: 340, y1: 370 }) }
    )
    const [found] = figuresOf(framed)
    assert.approximately(found?.place.box.y0 ?? 0, 273, 5)
    assert.include(besideFigures([framed]), "along it")
  })

  it("is what lies beside a rule of the text, and not the text", () => {
    const page = joined(
      { texts: prose(220), segments: [rule(50, 320, 300, 320)] },
      { texts: [], images: [{ x0: 306, y0: 200, x1: 560, y1: 420 }] }
    )
    assert.deepStrictEqual(
      figuresOf(page).map(({ place }) => place.box.x0 > 300),
      [true]
    )
  })

  it("is a chart in a box with text, which is no part of it", () => {
    const lines = [
      "the rain of that year fell in the",
      "north, where it was measured by",
      "all those who did so at that time"
    ]
    const texts = [...lines, ...lines, ...lines].map((text, i) => ({ text, x: 60, y: 220 + 14 * i }))
    const box = (count: number) =>
      joined(
        { texts: [...prose(60), ...texts, ...prose(440)], fills: [fill({ x0: 50, y0: 195, x1: 560, y1: 380 })] },
        { ...plot(320, 210), drawings: curve({ x0: 320, y0: 220, x1: 520, y1: 350 }, count) }
      )
    assert.deepStrictEqual(
      figuresOf(box(12)).map(({ place }) => place.box.x0 > 200),
      [true]
    )
    assert.include(besideFigures([box(12)]), "where it was measured")
  })

  it("is no table over a picture, however near: its cells stay", () => {
    const cells = ["Item", "Units", "Rain", "5", "Snow", "4", "Total", "9"]
    const texts = cells.map((text, i) => ({ text, x: 120 + 200 * (i % 2), y: 212 + 16 * (i >> 1) }))
    const sheet = (rules: ReadonlyArray<number>): Sheet => ({
      texts: [...prose(60), ...texts, { text: "Figure 1: A field", x: 180, y: 480 }],
      segments: rules.map((y) => rule(110, y, 400, y)),
      images: [{ x0: 150, y0: 270, x1: 360, y1: 460 }]
    })
    const isWhole = (rules: ReadonlyArray<number>) => figuresOf(sheet(rules)).every(({ labels }) => labels === "")
    assert.isTrue(isWhole([200, 216, 264]))
    assert.include(besideFigures([sheet([200, 216, 264])]), "| Total | 9 |")
    // two rules may be the edges of what is drawn
    assert.isFalse(isWhole([216, 264]))
  })

  it("is a line of music, whose notes are letters of a large font", () => {
    const staff = (step: number, lines = 5): Sheet => ({
      texts: [...prose(60), { text: "abcd", x: 120, y: 320, size: 20 }, ...prose(440)],
      segments: Array.from({ length: lines }, (_, i) => rule(60, 300 + step * i, 400, 300 + step * i))
    })
    assert.lengthOf(figuresOf(staff(5)), 1)
    // rows of a table are as high as its text at least
    assert.lengthOf(figuresOf(staff(12)), 0)
    // four lines are none of music, nor are six
    assert.lengthOf(figuresOf(staff(5, 4)), 0)
    assert.lengthOf(figuresOf(staff(5, 6)), 0)
  })

  it("has no formula in it that stands in a frame of its own beside a picture", () => {
    const frame = (y0: number, y1: number) => [
      rule(100, y0, 180, y0),
      rule(100, y1, 180, y1),
      rule(100, y0, 100, y1),
      rule(180, y0, 180, y1)
    ]
    const sheet = (segments: Sheet["segments"]): Sheet => ({
      texts: [...prose(60), { text: "The least of all widths", x: 105, y: 192 }, ...prose(500)],
      images: [{ x0: 90, y0: 206, x1: 400, y1: 400 }],
      segments: segments ?? []
    })
    assert.include(besideFigures([sheet(frame(180, 200))]), "The least of all widths")
    assert.strictEqual(figuresOf(sheet(frame(180, 200)))[0]?.place.box.y0, 206)
    // an arrow leads from it to the picture
    assert.isBelow(figuresOf(sheet([...frame(180, 200), rule(140, 200, 140, 206)]))[0]?.place.box.y0 ?? 800, 200)
  })

  it("is no logo over the page, though a caption stands under both", () => {
    const sheet = (y1: number): Sheet => ({
      texts: [{ text: "Figure 3: Rain by year", x: 180, y: 300 }, ...prose(340)],
      images: [
        { x0: 40, y0: y1 - 50, x1: 190, y1 },
        { x0: 170, y0: y1 + 30, x1: 500, y1: 280 }
      ]
    })
    assert.strictEqual(figuresOf(sheet(72)).at(-1)?.place.box.x0, 170)
    assert.isBelow(figuresOf(sheet(120)).at(-1)?.place.box.x0 ?? 200, 41)
  })

  it("leaves the headings and the texts over a bar in parts, and has what is said of these", () => {
    const edges = [60, 200, 300, 340, 380, 400]
    const bar = (colours: ReadonlyArray<number>): Sheet => ({
      texts: [
        ...[...prose(60), { text: "How much of it there is", x: 60, y: 215, size: 16 }],
        { text: "All that is known of the parts by those who have seen", x: 60, y: 235 },
        { text: "them and told the others about what it was that they saw", x: 60, y: 247 },
        { text: "Coal", x: 210, y: 275, size: 8 },
        { text: "2.7% Other", x: 345, y: 240, size: 8 },
        ...prose(340)
      ],
      fills: edges.slice(1).map((x1, i) => fill({ x0: edges[i] ?? 0, x1, y0: 260, y1: 300 }, colours[i])),
      segments: [rule(390, 238, 390, 260), rule(388, 238, 390, 238)]
    })
    const own = [0x4e459c, 0x63b4, 0x3865, 0xf4cd00, 0xe26800]
    assert.lengthOf(figuresOf(bar(own)), 1)
    const markdown = besideFigures([bar(own)])
    assert.include(markdown, "How much of it there is")
    assert.include(markdown, "All that is known of the parts")
    assert.notInclude(markdown, "Coal")
    assert.lengthOf(figuresOf(bar(own.map(() => 0x63b4))), 0)
  })

  it("is what a heading is set on", () => {
    const sheet = {
      texts: [{ text: "A title", x: 60, y: 100, size: 24 }, ...prose(240)],
      drawings: curve({ x0: 50, y0: 60, x1: 400, y1: 140 }, 4)
    }
    assert.include(besideFigures([sheet]), "A title")
  })
})

describe("a page with more drawn on it than anybody looks at", () => {
  it("is read in bounded time: 40,000 paths and 10,000 pictures", () => {
    const scattered = (count: number, side: number) =>
      Array.from({ length: count }, (_, i) => {
        const x0 = (i * 37) % 590
        const y0 = (i * 91) % 790
        return { x0, y0, x1: x0 + side, y1: y0 + side }
      })
    const sheet = { texts: prose(120), drawings: scattered(40_000, 2), images: scattered(10_000, 5) }
    assert.isAtMost(figuresOf(sheet).length, 400)
  })
})

describe("a rule over numbers that count up", () => {
  it("is a border between the rows of a calendar, and no axis: some of the weeks were figures", () => {
    const xs = Array.from({ length: 7 }, (_, day) => 50 + 70 * day)
    const week = (first: number, y: number) => xs.map((x, day) => ({ text: `${first + day}`, x, y }))
    const texts = [
      ...["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"].map((text, day) => ({ text, x: xs[day] ?? 0, y: 100 })),
      ...[1, 8, 15, 22].flatMap((first, i) => week(first, 122 + 50 * i)),
      ...[0, 1, 2].map((i) => ({ text: "Choir", x: xs[3] ?? 0, y: 134 + 50 * i, size: 8 }))
    ]
    const segments = [0, 1, 2, 3].flatMap((i) => xs.map((x) => rule(x, 108 + 50 * i, x + 70, 108 + 50 * i)))
    const markdown = convert([{ texts, segments }])
    assert.match(markdown, /\| 8 \| 9 \| 10 \| 11(?:<br>| )Choir \| 12 \| 13 \| 14 \|/)
    assert.notInclude(markdown, "![")
  })
})
