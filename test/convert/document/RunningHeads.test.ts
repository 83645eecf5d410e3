import { assert, describe, it } from "@effect/vitest"
import { headTitle } from "../../../src/convert/document/running/HeadTitle.ts"
import { Flag, type Structure } from "../../../src/convert/model/Page.ts"
import { paragraph } from "../../support/Blocks.ts"
import { column, convert, grid, rows, type Text } from "../../support/RawPages.ts"

const lines = (page: number) => [
  `The first line of page ${page} is as wide as the column is,`,
  `the second, of the same paragraph ${page}, goes on for as long,`,
  "and a last one."
]
const document = (over: (page: number) => ReadonlyArray<Text>, count: number): string =>
  convert(
    Array.from({ length: count }, (_, i) => ({
      texts: [...over(i + 1), ...column([...lines(i), ...lines(i), ...lines(i)], { x: 50, y: 150 })]
    }))
  )

describe("running heads", () => {
  it("of receipts that are printed on one form are their numbers, dates and plates: they stay", () => {
    const found = document(
      (page) => [
        { text: `Receipt No. ${4017 + 3 * page}`, x: 50, y: 40 },
        { text: `${10 + 7 * page}.11.2026`, x: 400, y: 40 }
      ],
      5
    )
    assert.include(found, "4020")
    assert.include(found, "4032")
    assert.include(found, "24.11.2026")
  })

  it("of a report are its title where they say it, with the lines below it: nothing else said what its tables were of", () => {
    const found = (size: number) =>
      document(
        (page) => [
          { text: "Registered voters", x: 200, y: 30, size },
          { text: "as of January 2026", x: 205, y: 45, size: 9 },
          { text: `Page: ${page}`, x: 500, y: 30, size: 9 }
        ],
        4
      )
    const report = found(16)
    assert.lengthOf(report.split("Registered voters"), 2)
    assert.match(report, /^# Registered voters\n\nas of January 2026\n/)
    assert.notInclude(report, "Page:")
    assert.notInclude(found(8), "voters")
  })

  it("are a name and, at the other end of its line, the day and time of print", () => {
    const found = (day: (page: number) => string) =>
      document(
        (page) => [
          { text: "Herons", x: 50, y: 760 },
          { text: day(page), x: 420, y: 760 }
        ],
        5
      )
    assert.notInclude(
      found(() => "2026/05/07 09:41"),
      "Herons"
    )
    assert.lengthOf(found((page) => `${1204 + 37 * page * page},50`).split("Herons"), 6)
  })

  it("are notices of any length at the foot of each page", () => {
    const notice =
      "© 2026 The Company and its firms, which are entities of their own, and are not liable for what ".repeat(2)
    const found = document(() => [{ text: notice, x: 50, y: 760, size: 4 }], 4)
    assert.notInclude(found, "liable")
  })

  it("may be set in typewriter and indented, which looks like a listing of one line", () => {
    const found = document(
      (page) => [{ text: `The fonts of the house, page ${page}`, x: 80, y: 40, font: "Courier" }],
      4
    )
    assert.notInclude(found, "The fonts of the house")
    const command = document(
      (page) => [{ text: `house --fonts ${["a", "b", "c", "d"][page - 1]}`, x: 80, y: 40, font: "Courier" }],
      4
    )
    assert.include(command, "house --fonts c")
  })

  it("with the page's number right above or below a table are no rows of it", () => {
    const body = [
      ["Area", "Rent"],
      ["small", "18.00"],
      ["large", "31.00"],
      ["walled", "52.00"]
    ]
    const found = (numberOf: (page: number) => number) =>
      convert(
        Array.from({ length: 5 }, (_, i) => ({
          texts: [
            ...rows([[`${numberOf(i + 1)}`, ["Prices", "Deposits", "Prices", "Gates", "Keys"][i] ?? ""]], [50, 150], {
              y: 60
            }),
            ...(i === 2
              ? rows(body, [50, 150], { y: 74, leading: 14 })
              : column([...lines(i), ...lines(i), ...lines(i)], { x: 50, y: 74 }))
          ]
        }))
      )
    assert.include(
      found((page) => page + 6),
      "\n\n| Area | Rent |\n| --- | --- |\n| small |"
    )
    // figures that do not count as the pages do are data
    assert.include(
      found((page) => page * page),
      "| 9 | Prices |\n"
    )
  })

  it("are no titles in bold with which each chapter begins, nearer to their text than to what runs above", () => {
    const found = (look: Partial<Text>) =>
      convert(
        Array.from({ length: 5 }, (_, i) => ({
          texts: [
            { text: `A manual, page ${i + 1}`, x: 50, y: 40 },
            { text: "NAME", x: 50, y: 76, ...look },
            ...column([...lines(i), ...lines(i), ...lines(i)], { x: 50, y: 90 })
          ]
        }))
      )
    const bold = { font: "Body-Bold" }
    assert.lengthOf(found(bold).split("# NAME\n"), 6)
    assert.notInclude(found(bold), "A manual")
    assert.lengthOf(found({}).split("NAME"), 2)
    assert.lengthOf(found({ ...bold, y: 54 }).split("NAME"), 2)
  })

  it("may be set in the cells of a table", () => {
    const found = (head: (page: number) => ReadonlyArray<ReadonlyArray<string>>) =>
      convert(
        Array.from({ length: 4 }, (_, i) => {
          const cells = head(i + 1)
          const ys = Array.from({ length: cells.length + 1 }, (__, row) => 20 + 20 * row)
          return {
            texts: [
              ...rows(cells, [55, 255], { y: 33 }),
              ...column([...lines(i), ...lines(i), ...lines(i)], { x: 50, y: 150 }),
              ...rows([["First edition", `${i + 1}/4`]], [55, 255], { y: 763 })
            ],
            segments: [...grid([50, 250, 450], ys), ...grid([50, 250, 450], [750, 770])]
          }
        })
      )
    const one = found(() => [["A manual", "of a machine"]])
    assert.notInclude(one, "A manual")
    assert.notInclude(one, "edition")
    const changing = found((page) => [["Account", `${8840 + page ** 2}`]])
    assert.include(changing, "8856")
  })

  it("are where a page does not tell them apart what the other pages' own tags tell apart there", () => {
    const title = [
      { text: "A guide to all of it", x: 50, y: 40 },
      { text: "Third edition", x: 450, y: 40 }
    ]
    const structure: Structure = {
      role: "Document",
      columns: 1,
      rows: 1,
      children: [{ role: "P", columns: 1, rows: 1, children: [0] }]
    }
    const found = convert(
      [1, 2, 3, 4, 5].map((page) => {
        const isTold = page !== 4
        const texts = column([...lines(page), ...lines(page)], { x: 50, y: 150, ...(isTold ? { mcid: 0 } : {}) })
        return isTold
          ? { texts: [...title.map((each) => ({ ...each, flags: Flag.artifact })), ...texts], structure }
          : { texts: [...title, ...texts] }
      })
    )
    assert.notInclude(found, "A guide")
    assert.notInclude(found, "edition")
    assert.include(found, "page 4")
  })

  it("are alone on pages that are pictures, however many there are of them", () => {
    const found = convert(
      [1, 2, 3, 4].map((page) => ({
        texts: [
          { text: "A guide to all of it", x: 50, y: 40 },
          ...(page < 3 ? column([...lines(page), ...lines(page)], { x: 50, y: 150 }) : [])
        ],
        images: page < 3 ? [] : [{ x0: 50, y0: 100, x1: 550, y1: 600 }]
      }))
    )
    assert.notInclude(found, "A guide")
  })

  it("are all that blank pages have, where chapters begin on the right, and are no text of theirs", () => {
    const found = convert(
      Array.from({ length: 8 }, (_, i) => ({
        texts: [
          { text: "A handbook of plants", x: 50, y: 40, size: 9 },
          { text: `${i + 1}`, x: 300, y: 800, size: 9 },
          ...(i % 2 === 0 ? column([...lines(i), ...lines(i)], { x: 50, y: 150 }) : [])
        ]
      }))
    )
    assert.notInclude(found, "handbook")
  })

  it("may stand at an angle over the middle of their pages, where what stands upright stays", () => {
    const found = (angle: number, pages: ReadonlyArray<number>, count = 4) =>
      document(
        (page) => (pages.includes(page) ? [{ text: "Provisional", x: 150, y: 600, size: 60, angle }] : []),
        count
      ).match(/Provisional/g)?.length ?? 0
    assert.strictEqual(found(45, [1, 2, 3, 4]), 0)
    assert.strictEqual(found(45, [1, 2], 2), 0)
    assert.strictEqual(found(45, [2]), 1)
    // axes of two plots in one place are named alike
    assert.strictEqual(found(90, [2, 5], 7), 2)
    assert.strictEqual(found(90, [2, 3, 4, 5], 7), 0)
    assert.strictEqual(found(0, [1, 2, 3, 4]), 4)
  })

  it("that number what counts up, and say what, stay", () => {
    assert.include(
      document((page) => [{ text: `Invoice no: ${1000 + page}`, x: 50, y: 40 }], 4),
      "1003"
    )
  })

  it("are one text with the page's own number", () => {
    const found = document((page) => [{ text: `Annual Report | ${page + 6} of 20`, x: 50, y: 40 }], 4)
    assert.notInclude(found, "Annual")
  })

  it("are what two of three pages carry, the first being a title's", () => {
    const found = document((page) => (page === 1 ? [] : [{ text: "Annual Report", x: 50, y: 40 }]), 3)
    assert.notInclude(found, "Annual")
  })

  it("are no titles: text larger than the body stays where it comes first, and where it changes", () => {
    const same = document(() => [{ text: "Bulletin", x: 50, y: 40, size: 18 }], 4)
    assert.lengthOf(same.match(/Bulletin/g) ?? [], 1)
    const slides = ["Hashing", "Buckets", "Collisions", "Tables", "Results"]
    const other = document((page) => [{ text: slides[page - 1] ?? "", x: 50, y: 40, size: 14 }], 5)
    assert.isTrue(slides.every((slide) => other.includes(slide)))
  })

  it("are no title of the first page, which stands out there as nothing else does", () => {
    const found = (bold: boolean, other = "") =>
      document((page) => {
        const head = { text: "Terms of use", x: 50, y: 40, font: bold ? "Body-Bold" : "Body" }
        return page === 1 && other !== "" ? [head, { text: other, x: 50, y: 120, font: "Body-Bold" }] : [head]
      }, 4)
    assert.lengthOf(found(true).match(/Terms of use/g) ?? [], 1)
    assert.notInclude(found(false), "Terms of use")
    assert.notInclude(found(true, "The title of all"), "Terms of use")
  })

  it("have their number at the outer edge of left and right pages", () => {
    const found = (text: (page: number) => string) =>
      document((page) => [{ text: text(page), x: 50, y: 760, size: 14 }], 4)
    assert.notInclude(
      found((page) => (page % 2 === 0 ? `${page + 6} July 2026` : `July 2026 ${page + 6}`)),
      "July"
    )
    assert.include(
      found((page) => (page % 2 === 0 ? `${page * 6} July 2026` : `July 2026 ${page * 6}`)),
      "July"
    )
  })

  it("that change are titles of sections that stand in the text as well", () => {
    const names = ["Roots", "Stems", "Leaves", "Fruit", "Seeds"]
    const over = (isTitle: boolean) => (page: number) => [
      { text: names[page - 1] ?? "", x: 50, y: 40 },
      ...(isTitle ? [{ text: names[page - 1] ?? "", x: 50, y: 130, font: "Body-Bold" }] : [])
    ]
    assert.lengthOf(document(over(true), 5).match(/^\W*Stems$/gm) ?? [], 1)
    assert.lengthOf(document(over(false), 5).match(/^\W*Stems$/gm) ?? [], 1)
  })

  it("that change on each page are headings where a table of contents alone says the same", () => {
    const names = ["1 Roots", "2 Stems", "3 Leaves", "4 Fruit", "5 Seeds"]
    const found = (names: ReadonlyArray<string>) =>
      document(
        (page) =>
          page === 1
            ? [...new Set(names)].map((text, i) => ({ text: `${text} ${i + 2}`, x: 50, y: 40 + 15 * i }))
            : [{ text: names[page - 2] ?? "", x: 50, y: 40, font: "Body-Bold" }],
        6
      )
    assert.lengthOf(found(names).match(/^\W*3 Leaves$/gm) ?? [], 1)
    assert.lengthOf(found(["Roots", "Stems", "Stems", "Fruit", "Fruit"]).match(/^\W*Stems$/gm) ?? [], 0)
  })

  it("are no rows of a table of contents, which have the names of many sections at one height", () => {
    const names = ["show()", "hide()", "move()", "size()", "name()", "copy()"]
    const row = (page: number, i: number) => `${names[(page + i) % 6]} ${". ".repeat(20)}${10 * page + i}`
    const found = convert(
      Array.from({ length: 5 }, (_, page) => ({
        texts: [
          { text: ["x", "xi", "xii", "xiii", "xiv"][page] ?? "", x: 300, y: 30 },
          ...Array.from({ length: 6 }, (_, i) => ({ text: row(page + 1, i), x: 50, y: 60 + 18 * i }))
        ]
      }))
    )
    assert.lengthOf(found.match(/\(\) … \d\d/g) ?? [], 30)
  })

  it("leave the titles that stand at the other end of their line", () => {
    const slides = ["Hashing", "Buckets", "Collisions", "Tables", "Results"]
    const found = document(
      (page) => [
        { text: slides[page - 1] ?? "", x: 50, y: 40, size: 14 },
        { text: `Lecture on Search ${page}`, x: 400, y: 40, size: 10 }
      ],
      5
    )
    assert.isTrue(slides.every((slide) => new RegExp(`^#+ ${slide}$`, "m").test(found)))
    assert.notInclude(found, "Lecture")
  })

  it("share their line with the name of a section that changes, and the section's title stays in the text", () => {
    const sections = ["Roots", "Stems", "Leaves", "Fruit", "Seeds"]
    const found = document(
      (page) => [
        { text: "Chapter 3: Plants", x: 50, y: 40 },
        { text: sections[page - 1] ?? "", x: 400, y: 40 },
        { text: sections[page - 1] ?? "", x: 50, y: 130, font: "Body-Bold" }
      ],
      5
    )
    assert.notInclude(found, "Chapter 3")
    assert.isTrue(sections.every((section) => found.match(new RegExp(section, "g"))?.length === 1))
  })

  it("of several lines go also where another text stands at the end of one of them", () => {
    const found = document(
      (page) => [
        { text: "A Journal of Plants 2026", x: 50, y: 40 },
        { text: "journal.example.org/plants", x: 50, y: 50 },
        ...(page === 3 || page === 4 ? [{ text: `Page ${page} of 7`, x: 440, y: 40 }] : [])
      ],
      7
    )
    assert.notMatch(found, /Journal|journal|Page/)
  })

  it("are titles that several slides in a row have: each keeps its own", () => {
    const titles = ["Hashing", "Buckets", "Buckets", "Buckets", "Results"]
    const pages = titles.map((title) => ({
      width: 800,
      height: 600,
      texts: [{ text: title, x: 50, y: 40, size: 20 }, ...column([...lines(1), ...lines(2)], { x: 50, y: 150 })]
    }))
    assert.lengthOf(convert(pages).match(/Buckets/g) ?? [], 3)
  })

  it("are no titles below the titles of slides, which several in a row have too", () => {
    const found = (below: (slide: number) => string) =>
      convert(
        Array.from({ length: 8 }, (_, i) => ({
          width: 800,
          height: 600,
          texts: [
            { text: i < 4 ? "Hashing" : "Buckets", x: 50, y: 30, size: 20 },
            { text: below(i), x: 50, y: 44, size: 8 },
            ...column([...lines(i), ...lines(i + 1)], { x: 50, y: 150 })
          ]
        }))
      )
    assert.lengthOf(found((i) => (i < 4 ? "how it began" : "how it ends")).match(/how it ends/g) ?? [], 4)
    assert.lengthOf(found(() => "the university").match(/university/g) ?? [], 1)
  })

  it("are a number that copies of one page have at its foot", () => {
    assert.notMatch(
      document(() => [{ text: "1", x: 300, y: 680 }], 4),
      /^1$/m
    )
  })

  it("are no amounts at the ends of lines that begin alike", () => {
    const found = document(
      (page) => [
        { text: "Total of the page", x: 50, y: 770 },
        { text: `${page * 17 + 4000} paid`, x: 400, y: 770 }
      ],
      4
    )
    assert.include(found, "4034 paid")
  })

  it("are no kinds of what is defined at the ends of lines, which stand within the pages too", () => {
    const defined = (name: string, y: number) => [
      { text: `${name} of two things`, x: 50, y },
      { text: "[Routine]", x: 480, y }
    ]
    const found = (within: boolean) =>
      document(
        (page) => [
          ...defined(["Sum", "Product", "Power", "Root"][page - 1] ?? "", 50),
          { text: "It says what comes of them.", x: 50, y: 62 },
          ...(within ? defined(["Least", "Most", "Mean", "Middle"][page - 1] ?? "", 400) : [])
        ],
        4
      )
    assert.lengthOf(found(true).split("[Routine]"), 9)
    assert.lengthOf(found(false).split("[Routine]"), 1)
  })

  it("are the pages' numbers also far above the foot of the page, where they are all that is below the text", () => {
    const found = document((page) => [{ text: `${page + 8}`, x: 300, y: 620 }], 4)
    assert.notMatch(found, /^(?:9|10|11|12)$/m)
    const between = document(
      (page) => [
        { text: `${page + 8}`, x: 300, y: 620 },
        { text: "Done by hand", x: 50, y: 650 }
      ],
      4
    )
    assert.match(between, /^10$/m)
  })

  it("are lines of a chapter's one page with the number that the other pages say is this one's", () => {
    const chapters = ["Beginning", "Middle", "Middle", "Middle", "End"]
    const found = document(
      (page) => [
        { text: `Chapter ${chapters[page - 1]}`, x: 50, y: 60 },
        { text: `${page + 8}`, x: 500, y: 60 }
      ],
      5
    )
    assert.notInclude(found, "Chapter")
  })

  describe("of two pages", () => {
    const heads = [
      { text: "Annual Report", x: 50, y: 40 },
      { text: "2026-11-22", x: 500, y: 40 }
    ]
    it("are the row that both carry where the pages are numbered", () => {
      const found = document((page) => [...heads, { text: `${page}`, x: 300, y: 780 }], 2)
      assert.notInclude(found, "Annual Report")
    })

    it("are data where the pages are not: two receipts of one shop keep its name", () => {
      assert.lengthOf(document(() => heads, 2).match(/Annual Report/g) ?? [], 2)
    })
  })

  describe("of one page", () => {
    const foot = (texts: ReadonlyArray<Text>) =>
      convert([{ texts: [...column([...lines(1), ...lines(2)], { x: 50, y: 150 }), ...texts] }])

    it("are the row at its edge with the page's number", () => {
      const found = foot([
        { text: "Ada Writer", x: 50, y: 770 },
        { text: "1", x: 500, y: 770 }
      ])
      assert.notInclude(found, "Ada")
      assert.notInclude(foot([{ text: "1 / 3", x: 300, y: 770 }]), "1 / 3")
      assert.notMatch(foot([{ text: "iv", x: 300, y: 770 }]), /^iv$/m)
    })

    it("are no row with a number that is not this page's, as a leaf of a book may have it: it tells where the leaf stood", () => {
      assert.include(foot([{ text: "57", x: 300, y: 770 }]), "57")
      assert.include(foot([{ text: "57 | Of Herons and Reeds", x: 50, y: 770, size: 8 }]), "57 | Of Herons")
    })

    it("are when a browser printed it", () => {
      const one = (text: string) => foot([{ text, x: 30, y: 22, size: 7 }])
      for (const head of ["11/28/26, 10:13 PM", "28.11.2026, 22:13"]) assert.notInclude(one(head), head)
      assert.include(one("Opened at 10:13"), "Opened at 10:13")
    })

    it("are its number also far above the foot, below all else: a letter set in LaTeX ended in 1", () => {
      assert.notMatch(foot([{ text: "1", x: 300, y: 650 }]), /^1$/m)
      assert.match(foot([{ text: "1", x: 300, y: 500 }]), /^1$/m)
      assert.match(
        foot([
          { text: "1", x: 300, y: 620 },
          { text: "Done by hand", x: 50, y: 650 }
        ]),
        /^1$/m
      )
    })

    it("are what a page's number stands at one end of, what says whose it is, and what stands outside of that", () => {
      assert.notInclude(foot([{ text: "Of Herons and Reeds • 1", x: 240, y: 40, size: 8, font: "Sans" }]), "Herons")
      assert.notInclude(foot([{ text: "© 2026 The Company", x: 400, y: 770, size: 8 }]), "Company")
      assert.notInclude(
        foot([
          { text: "1", x: 300, y: 760 },
          { text: "The Reporting Company", x: 250, y: 780, size: 8 }
        ]),
        "Company"
      )
      assert.include(foot([{ text: "The Reporting Company", x: 250, y: 780, size: 8 }]), "Company")
    })

    it("are a Roman number between two dashes, but no line of dashes that ends in a letter, nor the title over it", () => {
      const headed = (text: string) =>
        foot([
          { text: "IN THE HIGHEST COURT", x: 100, y: 30 },
          { text, x: 50, y: 50 }
        ])
      assert.notMatch(headed("- x -"), /x/)
      const found = headed("- - - - - - - - - - x")
      assert.include(found, "HIGHEST COURT")
      assert.match(found, /- x/)
    })

    it("are no heading at the head of a page that a table of contents names in larger type", () => {
      const page = (entry: string) => [
        { texts: column(["Contents", entry, "2.4 Loading .......... 3", "2.5 Ending .......... 4"], { x: 50, y: 50 }) },
        {
          texts: [
            { text: "A manual", x: 250, y: 24 },
            { text: "2 / 9", x: 500, y: 24 },
            { text: "2.3 Saving", x: 50, y: 44, size: 9, font: "Other-Bold" },
            ...column([...lines(1), ...lines(2)], { x: 50, y: 90 })
          ]
        }
      ]
      assert.include(convert(page("2.3 Saving .......... 2")), "2.3 Saving**\n\nThe first")
    })

    it("are neither notes nor rows of data nor lines of dots, whatever number they have", () => {
      const rows = [
        "3 The price was higher by a half in the year before that.",
        "12 Amount from line 9 ........ 12",
        "Total 1,204.50"
      ]
      for (const text of rows) assert.include(foot([{ text, x: 50, y: 770, size: 8 }]), text.slice(3, 12))
      const cells = ["2023", "12", "14", "9", "31"].map((text, i) => ({ text, x: 50 + 100 * i, y: 770 }))
      assert.include(foot(cells), "2023")
    })

    it("stay where no number of a page stands in them, where they follow the text closely, and where they are long", () => {
      assert.include(foot([{ text: "Ada Writer", x: 50, y: 770 }]), "Ada")
      assert.include(
        foot([
          { text: "Ada Writer", x: 50, y: 770 },
          { text: "4711", x: 500, y: 770 }
        ]),
        "4711"
      )
      assert.include(
        foot([
          { text: "The sum of all that was sold", x: 50, y: 760 },
          { text: "Rest", x: 50, y: 774 },
          { text: "31", x: 500, y: 774 }
        ]),
        "Rest"
      )
      assert.include(
        foot([{ text: `${"A sentence of the text that is long. ".repeat(2)} 31`, x: 50, y: 770 }]),
        "sentence"
      )
    })
  })

  it("are a number that is what the document calls the page, though no other page has one: the first `1` stayed in the text", () => {
    const numbered = (label: string) =>
      convert(
        ["i", "ii", label].map((own, i) => ({
          label: own,
          texts: [
            ...column([...lines(i), ...lines(i)], { x: 50, y: 150 }),
            ...(i === 2 ? [{ text: "1", x: 300, y: 760 }] : [])
          ]
        }))
      )
    assert.notMatch(numbered("1"), /^1$/m)
    assert.match(numbered("7"), /^1$/m)
  })

  it("are the numbers of pages in larger letters than the text, also on the first page", () => {
    const pages = [1, 2, 3, 4].map((number) => ({
      texts: [
        { text: `Page ${number}`, x: 500, y: 30, size: 12 },
        ...column(
          Array.from(
            { length: 12 },
            (_, i) => `line ${"abcdefghijkl"[i]} of ${"xyzw"[number]} that is as long as any other`
          ),
          { x: 50, y: 100 }
        )
      ]
    }))
    assert.notMatch(convert(pages), /Page/)
  })

  it("of thousands of figures are told from the number of a page at once: one took minutes", () => {
    const figures = "7".repeat(8_000)
    const head = paragraph(`a${figures}b${figures}c`, { box: { y0: 20, y1: 40 }, style: { size: 14 } })
    const pages = [[head, paragraph("A line of text.")], [paragraph("One more.", { page: 2 })]]
    assert.deepStrictEqual(headTitle(pages, [], 0, 10), [head])
  })
})
