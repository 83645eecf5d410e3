import { assert, describe, it } from "@effect/vitest"
import type { Link } from "../../../src/convert/model/Page.ts"
import { column, convert, type Text } from "../../support/RawPages.ts"

/** Lines of one size, 12 points apart, each at its place from the left; two places are a label and its text. */
const page = (...lines: ReadonlyArray<ReadonlyArray<readonly [number, string]>>): ReadonlyArray<string> =>
  convert([
    {
      texts: lines.flatMap((parts, i) => parts.map(([x, text]): Text => ({ text, x, y: 100 + 12 * i })))
    }
  ])
    .trim()
    .split("\n\n")

const long = "The supplier gives access to all of its piers at any time of day and of the year,"

describe("a paragraph", () => {
  it("hangs from its label, and the next label begins another", () =>
    assert.deepStrictEqual(
      page(
        [
          [50, "Note"],
          [90, long]
        ],
        [[90, "without any charge."]],
        [
          [50, "Bills"],
          [90, "Bills are due."]
        ]
      ),
      [`Note ${long} without any charge.`, "Bills Bills are due."]
    ))

  it("ends with a sentence where the next word and a space would have fitted behind it, and not where a narrower one would", () => {
    const next = "Whoever stays at home is told of it by whoever of the neighbours has time for it, and of"
    const behind = (gap: number) =>
      page([[50, `${next.slice(0, 79)}.`]], [[50, next]], [[50 + gap, next]], [[50, "all the rest."]])
    assert.lengthOf(behind(2), 2)
    assert.lengthOf(behind(0), 1)
  })

  it("is set at double spacing in a manuscript, where each of its lines was one", () => {
    const sentence = "the court held a conference with the counsel of both parties to discuss what was left of it and"
    const spaced = (texts: ReadonlyArray<string>, leading: number) =>
      convert([{ texts: texts.map((text, i) => ({ text, x: i % 4 === 0 ? 80 : 50, y: 80 + leading * i })) }])
        .trim()
        .split("\n\n")
    const first = `On that day ${sentence.slice(18)}`
    const manuscript = [0, 1, 2].flatMap(() => [first, sentence, sentence, "went home."])
    assert.lengthOf(spaced(manuscript, 23), 3)
    assert.lengthOf(spaced(manuscript, 30), manuscript.length)
    // the name of a function over its description
    const named = manuscript.with(5, sentence.replace("of it and", "(of it)")).with(6, `T${sentence.slice(1)}`)
    assert.lengthOf(spaced(named, 23), 4)
    assert.lengthOf(
      spaced(["Whichever", "of these", "you take", "it is one", "of ten", "things", "to do", "here"], 23),
      8
    )
  })

  it("ends at a rule that was typed", () => {
    const parted = (rule: string) => page([[50, "He left"]], [[50, rule]], [[50, "and came back."]])
    for (const rule of ["* * *", "- - - - - -", "-----"]) {
      const [before, drawn, behind] = parted(rule)
      assert.deepStrictEqual([before, drawn?.replaceAll("\\", ""), behind], ["He left", rule, "and came back."])
    }
    assert.deepStrictEqual(parted("- - - x"), ["He left", "\\- - - x", "and came back."])
    assert.deepStrictEqual(parted("-- so"), ["He left -- so and came back."])
  })

  it("hangs from its first line where the sentence goes on, though it has but two", () => {
    const entries = (second: string, end = ",") =>
      page([[50, `${long.slice(0, -1)}${end}`]], [[70, second]], [[50, `Birch. ${long.slice(10)}`]])
    assert.lengthOf(entries("which the council owns twice."), 2)
    assert.lengthOf(entries("The council owns it twice.", "."), 3)
    // a name, behind what no sentence ends with
    for (const end of [",", ",”", ":", " of", " &"]) assert.lengthOf(entries("Council of Owners.", end), 2)
    assert.lengthOf(entries("Council of Owners.", " owned"), 3)
  })

  it("goes on with the rest of a word that is broken at the end of its line, though that began further in", () =>
    assert.lengthOf(page([[50, long]], [[64, `which owns ${long.slice(11, -1)}-`]], [[50, "ended there."]]), 1))

  it("ends before a line that has its label further out and its text where the paragraph's lines begin", () => {
    const read = (last: string, label: string) =>
      page(
        [[134, last]],
        [
          [85, label],
          [134, long]
        ],
        [[134, "which the council owns."]]
      ).length
    assert.deepStrictEqual([read(long.slice(0, -12), "keeper"), read(long.slice(0, -12), "37")], [2, 1])
    assert.deepStrictEqual([read(`${long.slice(0, -1)}.`, "keeper"), read(`${long} and`, "keeper")], [2, 1])
  })

  it("goes on in letters of its own size, though most of the next line is a command in smaller ones", () => {
    const read = (end: string, next: string) =>
      convert([
        {
          texts: [
            { text: `${long.slice(0, -1)}${end}`, x: 50, y: 100, size: 12 },
            { text: next, x: 50, y: 118, size: 12 },
            { text: "the_name_of_the_command{5mm}.", x: 122, y: 118, font: "Courier", size: 10.7 },
            { text: long, x: 50, y: 170, size: 12 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    assert.deepStrictEqual([read(",", "or as well"), read(".", "or as well"), read(",", "Or as well")], [2, 3, 3])
  })

  it("is each of several lines that all begin anew, where one of them left room for more", () => {
    const names = ["Advanced Drawing", "Open Source Engineering", "Interactive Graphics", "Cloud"]
    const column = (texts: ReadonlyArray<string>) => page(...texts.map((text) => [[50, text]] as const))
    assert.deepStrictEqual(column(["Machine Repair", ...names]), ["Machine Repair", ...names])
    assert.lengthOf(column(["Machine Repair", ...names, "and no more"]), 2)
  })

  it("ends where its line does if dots lead to what it says, as in credits", () => {
    const credits = ["Programming ................ Jane Doe", "Drawings ............................ John Roe"]
    assert.deepStrictEqual(page(...credits.map((text) => [[50, text]] as const)), credits)
    const dishes = ["Soup of the day ................ 5.50", "Smoked trout with horseradish ....... 8.90"]
    assert.deepStrictEqual(page(...dishes.map((text) => [[50, text]] as const)), dishes)
    // what was left out of it
    assert.lengthOf(page([[50, "It was said ................."]], [[50, "Then all of them went home"]]), 2)
  })

  it("is each of three short lines that begin anew, such as an address, but no lines in bold or as long as those of text", () => {
    const stacked = (texts: ReadonlyArray<string>, font = "Body") =>
      convert([{ texts: texts.map((text, i) => ({ text, x: 50, y: 100 + 12 * i, font })) }])
        .trim()
        .split("\n\n")
    const address = ["North Mail Order", "+49 431 555", "24103 Kiel on Sea"]
    assert.deepStrictEqual(stacked(address), address)
    assert.lengthOf(stacked(address, "Body-Bold"), 1)
    assert.lengthOf(stacked(address.with(1, "and its Shops")), 1)
    assert.lengthOf(stacked(["12", "16", "20"]), 1)
    assert.lengthOf(stacked(address.map((text) => `${text} beside the Harbour`)), 1)
  })

  it("goes on however far apart its lines are where a full one runs on in small letters", () => {
    const apart = (next: string, leading = 25, first = long) =>
      convert([
        {
          texts: [
            { text: first, x: 50, y: 100 },
            { text: next, x: 50, y: 100 + leading }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    assert.strictEqual(apart("without any charge."), 1)
    assert.strictEqual(apart("Without any charge."), 2)
    assert.strictEqual(apart("without any charge.", 29), 2)
    assert.strictEqual(apart("without any charge.", 25, "The supplier gives access,"), 2)
  })

  it("ends at a small gap above it behind a full line that ends a sentence, and not within one, where a sign has moved the line", () => {
    const behind = (last: string, next: string, gap: number) =>
      convert([
        {
          texts: column([long, long, last, next, "all others."], { x: 50, y: 100 }).map((text, i) =>
            i < 3 ? text : { ...text, y: text.y + gap }
          )
        }
      ])
        .trim()
        .split("\n\n").length
    const [ended, other] = [
      `${long.slice(0, -1)}.`,
      "Whoever stays at home is told of it by whoever of the neighbours has time for it and"
    ]
    assert.strictEqual(behind(ended, other, 3.9), 2)
    assert.strictEqual(behind(ended, other, 1), 1)
    assert.strictEqual(behind(long, other.toLowerCase(), 3.9), 1)
  })

  it("ends with a sentence that ends early, where the next line is further below than lines of a paragraph are, and no others tell", () => {
    const below = (y: number) =>
      convert([
        {
          texts: [
            { text: "It returns all of the memory.", x: 50, y: 100 },
            { text: "possible values", x: 50, y },
            { text: long, x: 50, y: 400 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    assert.strictEqual(below(119), 3)
    assert.strictEqual(below(112), 2)
  })

  it("begins below a title with a date at the column's other edge, but not where it goes on or stands under the date", () => {
    const under = (x: number, next: string, at = 380) =>
      page(
        [
          [50, "Northgate Bridges"],
          [at, "2018 to 2024"]
        ],
        [[x, next]]
      ).length
    const text = "The bridge carries about nine thousand cars a day, and as many as"
    assert.strictEqual(under(50, text), 2)
    assert.strictEqual(under(50, `the${text.slice(3)}`), 1)
    assert.strictEqual(under(380, "And later"), 1)
  })

  it("that is set in on both sides goes on behind a sentence that ends at its own edge", () => {
    const quotation = (...texts: ReadonlyArray<string>) =>
      page([[50, long]], [], ...texts.map((text) => [[90, text] as const])).slice(1)
    const lines = [
      "It was late in the year when they left.",
      "Sail was made before noon and the coast",
      "sank behind them until nothing was left"
    ]
    assert.deepStrictEqual(quotation(...lines), [lines.join(" ")])
    // two lines alone reach the edge, as they may in an address
    assert.deepStrictEqual(quotation(...lines.slice(0, 2), "sank behind."), [lines[0], `${lines[1]} sank behind.`])
  })

  it("ends where there is room to write, which is not printed, and so is no rule of underscores", () => {
    const rows = (...texts: ReadonlyArray<string>) => page(...texts.map((text) => [[50, text] as const]))
    for (const blank of ["............", "____________", ". . . . . . . ."])
      assert.deepStrictEqual(rows(`Place of birth${blank}`, `Maiden name ${blank}`, blank, "Date."), [
        "Place of birth",
        "Maiden name",
        "Date."
      ])
    assert.deepStrictEqual(rows("And then.......", "nothing."), ["And then....... nothing."])
  })

  it("goes on with a number, and where its column's lines leave room for a word all over", () => {
    const rows = [
      "The demand for ore did not drop, and additional supply came on slower by",
      "12 percent, which left the prices of the last year where they had been",
      "for more than a few months. The capital markets look at it in another",
      "manner, of course, as most of the firms that own a mine have paid off",
      "all of their debt. It may take longer than this year for them to come",
      "back to what was usual, though some say that this will not come soon."
    ]
    assert.lengthOf(page(...rows.map((text) => [[50, text]] as const), [[50, `${long} and more`]]), 2)
  })

  it("goes on with a dash of its sentence, which began an item; an item begins behind a colon, a short line, or set in", () => {
    const full = "The supplier gives access to all of its piers (by day and by night, in all seasons)"
    const begins = (first: string, x = 50, before = 50) =>
      page([[before, first]], [[x, "– as it says – and to none of its own ships."]], [[50, long]])[0] === first
    assert.isFalse(begins(full))
    assert.isFalse(begins(full, 50, 62))
    assert.isTrue(begins(full, 62))
    assert.isTrue(begins(`${full}:`))
    assert.isTrue(begins("The supplier gives access to"))
  })

  it("goes on within a sentence though a line has larger letters, as scans have, and not with a sentence of its own", () => {
    const rest = "who come by water and ask for one of them in time, at any time of day or of the year"
    const scan = (second: string) =>
      convert([
        {
          texts: [long.slice(0, -1), second, rest].map(
            (text, i): Text => ({ text, x: 50, y: 100 + 12 * i, size: i === 1 ? 11.5 : 10 })
          )
        }
      ])
        .trim()
        .split("\n\n")
    assert.lengthOf(scan("and it gives the keys of all of its doors to those of its own dear people"), 1)
    assert.isAbove(scan("The keys of all of its doors are given to those of its own dear people.").length, 1)
  })

  it("goes on with an initial where no sentence ends, and ends before the first of a list", () => {
    const read = (end: string, next: string) => page([[50, long]], [[50, end]], [[50, next]]).length
    const end = long.slice(0, 64)
    assert.strictEqual(read(end, "J. Miller and his sons."), 1)
    assert.strictEqual(read(`${end}:`, "J. Miller and his sons."), 2)
    assert.strictEqual(read(end, "A. Miller and his sons."), 2)
  })

  it("goes on with an initial below the text of an item, and not where its marker stands or behind a line with room", () => {
    const read = (x: number, first: string, next: string) =>
      page(
        [
          [50, "[3]"],
          [70, first]
        ],
        [[x, next]]
      ).length
    assert.strictEqual(read(70, long, "R. Harbour and others held the piers."), 1)
    assert.strictEqual(read(50, long, "R. Harbour and others held the piers."), 2)
    assert.strictEqual(read(70, "The piers were held by", `R. Harbour: ${long}`), 2)
    assert.strictEqual(read(70, long, "A. Harbour and others held the piers."), 2)
  })

  it("in bold is no item's any more where it begins left of the item, though that is as wide as the column", () => {
    const read = (x: number) =>
      convert([
        {
          texts: [
            { text: `• ${long}`, x: 60, y: 100 },
            { text: "What comes after it", x, y: 112, font: "Bold" },
            ...column([long.slice(8), long.slice(20)], { x: 50, y: 160 })
          ]
        }
      ])
    assert.include(read(50), "\n\n# What comes after it\n")
    assert.include(read(66), ` **What comes after it**\n`)
  })

  it("is no item's any more where a short one ends and a line begins in bold", () => {
    const read = (item: string, font: string) =>
      convert([
        {
          texts: [
            { text: `• ${item}`, x: 50, y: 100 },
            { text: "Question 3", x: 50, y: 112, font },
            { text: "What is the capital of it?", x: 110, y: 112 },
            { text: long, x: 50, y: 160 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    assert.strictEqual(read("The end of the war", "Body-Bold"), 3)
    assert.strictEqual(read(long.slice(0, -6), "Body-Bold"), 2)
  })

  it("goes on behind a sentence that ends at the edge of lines beside a picture", () => {
    const narrow = [
      "The pig was bred at the centre of",
      "Dhankuta in three ways, by crossing",
      "of others. It is black all over, and",
      "its litter is large for its breed."
    ]
    const read = (...texts: ReadonlyArray<string>) =>
      page(...texts.map((text) => [[50, text] as const]), [], [[50, long]]).length
    assert.strictEqual(read(...narrow), 2)
    assert.strictEqual(read("The pig was", ...narrow.slice(1, 3)), 3)
  })

  it("begins left of another that is all hung, where that one's last line had room for more, as a term does", () => {
    const read = (last: string, next: string) => page([[70, long]], [[70, long]], [[70, last]], [[50, next]])
    assert.lengthOf(read("which the council owns.", `Birch. ${long.slice(10)}`), 2)
    assert.lengthOf(read("which the council owns.", `birch. ${long.slice(10)}`), 2)
    assert.lengthOf(read(`${long.slice(0, -1)}.`, `Birch. ${long.slice(10)}`), 1)
  })

  it("goes on in a line of typewriter where it is open or full, or below its first line's indent, and no further in", () => {
    const read = (end: string, x: number, typewriter: number) =>
      convert([
        {
          texts: [
            { text: `${long.slice(0, -12)}${end}`, x, y: 100 },
            { text: "make all.", x: typewriter, y: 112, font: "Courier" },
            { text: long, x: 50, y: 150 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    assert.deepStrictEqual([read(" by", 50, 50), read(" of the next year.", 50, 50), read(" so.", 50, 50)], [2, 2, 3])
    assert.deepStrictEqual([read(" by", 64, 50), read(" by", 68, 50), read(" by", 50, 64)], [2, 3, 3])
  })

  it("goes on in a line of typewriter below the text of its term, where that was full", () => {
    const read = (text: string) =>
      convert([
        {
          texts: [
            { text: "float", x: 50, y: 100, font: "Courier" },
            { text, x: 110, y: 100 },
            { text: "precision.", x: 110, y: 112, font: "Courier" },
            { text: long, x: 50, y: 150 }
          ]
        }
      ])
    assert.include(read(`${long.slice(0, -16)} (twice)`), "(twice) `precision.`")
    assert.notInclude(read("A number (twice)"), "(twice) `precision.`")
  })

  it("does not end at a link where its sentence goes on", () => {
    const box = { x0: 50, y0: 102, x1: 300, y1: 114 }
    const read = (end: string, links: ReadonlyArray<Link>) =>
      convert([
        {
          texts: [
            { text: long, x: 50, y: 88 },
            { text: `${long.slice(0, -12)}${end}`, x: 50, y: 100 },
            { text: "Encyclopaedia of Piers", x: 50, y: 112, colour: 0x0000ee },
            { text: "and nowhere else.", x: 50, y: 124 }
          ],
          links
        }
      ])
        .trim()
        .split("\n\n").length
    const link = { box, url: "https://piers.example/" }
    assert.strictEqual(read("", [link]), 1)
    assert.strictEqual(read(":", [link]), 2)
    assert.strictEqual(read("", []), 3)
  })

  it("does not hang where the text behind the label stands elsewhere", () => {
    const hung = (x: number) =>
      page(
        [
          [50, "Note"],
          [90, long]
        ],
        [[x, "Without any charge."]]
      )
    assert.lengthOf(hung(90), 1)
    assert.lengthOf(hung(110), 2)
  })

  it("ends before a line that begins with a title in bold", () => {
    const read = (title: string, end: string) => {
      const second = `${long.slice(0, -1)}${end}`
      return convert([
        {
          texts: [
            { text: second, x: 50, y: 100 },
            { text: title, x: 50, y: 112, font: "Body-Bold" },
            {
              text: "Two sites are few, and none of them is in the north of the valley, so",
              x: 50 + 5 * (title.length + 1),
              y: 112
            },
            { text: "They are far from each other.", x: 50, y: 124 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    }
    assert.strictEqual(read("Limitations.", "."), 2)
    assert.strictEqual(read("Limitations", "."), 1)
    assert.strictEqual(read("Limitations.", ","), 1)
  })

  it("ends with the page at the column's edge that a title has in a table of contents", () => {
    const lines = (page: string) =>
      convert([
        {
          texts: [
            { text: long, x: 50, y: 60 },
            ...["on the rules of all piers", "and what they are"].flatMap(
              (text, i): ReadonlyArray<Text> => [
                { text, x: 50, y: 100 + 12 * i },
                { text: page, x: 50 + 5 * (long.length - page.length), y: 100 + 12 * i }
              ]
            )
          ]
        }
      ])
        .trim()
        .split("\n\n")
    assert.lengthOf(lines("xii"), 3)
    assert.lengthOf(lines("now"), 2)
  })

  it("of a title page is one centred line where the next is far below or would have fitted beside it, and a title is all of its lines", () => {
    const centred = (text: string, y: number, size = 10): Text => ({
      text,
      x: 300 - text.length * 0.25 * size,
      y,
      size
    })
    const read = (below: number, author: string, next = "3 May 2026") =>
      convert([
        {
          texts: [
            centred("A History of the Piers of the Northern Coast", 100, 20),
            centred("and of Their Owners", 124, 20),
            centred(author, 160),
            centred(next, 160 + below)
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    const long = "Written for the Society for the History of Harbours by Ada Writer"
    assert.strictEqual(read(20, long), 3)
    assert.strictEqual(read(13, "Ada Writer"), 3)
    assert.strictEqual(read(13, long, "With Drawings by Bert Reader"), 2)
    assert.strictEqual(read(13, "Ada Writer and", "Bert Reader"), 2)
    assert.strictEqual(read(13, "With Many Drawings by:", "Bert Reader"), 2)
    assert.strictEqual(read(13, "Ada", "Writer"), 2)
    assert.strictEqual(read(13, "Ada Writer, Harbour Street 12,", "Northport"), 2)
  })

  it("of a manuscript with an indented first line goes on where the next line happens to have the same centre", () => {
    const first = "The harbour was dredged in spring and took ships of more draught for the first"
    const read = (next: string) =>
      convert([
        {
          texts: [
            { text: "A Heading in Large Letters", x: 50, y: 60, size: 16 },
            { text: first, x: 62, y: 100 },
            { text: next, x: 50, y: 120 },
            { text: `${"and all the rest of it as before, ".repeat(2)}said he.`, x: 50, y: 140 }
          ]
        }
      ])
        .trim()
        .split("\n\n").length
    const goesOn = "time since the year of the great flood, as those who live there say to whoever asks"
    assert.strictEqual(read(goesOn), 2)
    assert.strictEqual(read(goesOn.replace("time since", "a@pier.org")), 3)
  })

  it("of a list of quantities is each of its lines, though a sentence may go on with a number", () => {
    const list = ["50 g of butter", "120 g of flour", "20 g of sugar", "100 g of plums"]
    const read = (lines: ReadonlyArray<string>) =>
      convert([{ texts: column(lines, { x: 50, y: 100 }) }])
        .trim()
        .split("\n\n").length
    assert.strictEqual(read(list), 4)
    assert.strictEqual(read(["Of all butter there is", "50 g go into it, then", "20 g of sugar, and not"]), 1)
  })

  it("that is set in ends under a centred title, though the first line of the paragraph below happens to have the same centre", () => {
    const row = (text: string, x: number, y: number): Text => ({ text, x, y })
    const paragraph = (y: number) => [
      row("[0001] The first of its lines is set in, fully", 72, y),
      row("and the other ones are all as wide as the column", 60, y + 12),
      row("is, for the text is justified, and so they end..", 60, y + 24)
    ]
    const title = row("BACKGROUND OF ALL OF IT", 186.5 - 57.5, 136)
    const out = convert([
      { texts: [...paragraph(100), title, ...paragraph(148), ...column(["."], { x: 60, y: 700, size: 16 })] }
    ])
    assert.match(out, /\n\n(?:#+ )?BACKGROUND OF ALL OF IT\n\n\[0001\]/)
  })

  it("whose lines are flush is not centred because an indented line below happens to have the last one's centre", () => {
    const indented = [62, "Another one begins with an indent, as this one does.."] as const
    const last = (x: number) => page([[50, long]], [[x, "x".repeat(58 - (x - 50) / 2.5)]], [indented])
    assert.lengthOf(last(50), 2)
    assert.lengthOf(last(55), 1)
  })
})

describe("a line that is all typewriter", () => {
  const read = (marker: string, path: string, x: number, length = 67) => {
    const text = `The rules are in the file at ${"x".repeat(40 - path.length)} `
    const texts = [
      { text: marker, x: 50, y: 100 },
      { text, x: 60, y: 100 },
      { text: path, x: 60 + 5 * text.length, y: 100, font: "Courier" },
      { text: "standards.pdf.gz", x, y: 112, font: "Courier" },
      { text: `${"y".repeat(length)} here.`, x: 60, y: 150 }
    ]
    return convert([{ texts }]).trim().split("\n\n").length
  }

  it("goes on the path that the line before it ends in, below the text of an item, where that line is full", () => {
    assert.strictEqual(read("•", "/usr/share/standards.", 60), 2)
    assert.strictEqual(read("•", "/usr/share/standards.", 80), 3)
    // a line that had room for more
    assert.strictEqual(read("•", "/usr/share/standards.", 60, 90), 3)
  })
})

describe("a paragraph whose lines change their colour", () => {
  const link = { box: { x0: 50, y0: 102, x1: 150, y1: 114 }, url: "https://birds.example/" }
  const read = (first: string, links: ReadonlyArray<Link>) => {
    const texts = [
      { text: first, x: 50, y: 100 },
      { text: "Kestrelbirds and others are there", x: 50, y: 112, colour: 0x0000ff },
      { text: long.slice(0, 70), x: 50, y: 140 }
    ]
    return convert([{ texts, links }]).trim().split("\n\n")
  }

  it("goes on in a line with a link where the next word would not have fitted, and ends where it would", () => {
    assert.lengthOf(read(long.slice(0, 62), [link]), 2)
    assert.lengthOf(read(long.slice(0, 50), [link]), 3)
    assert.lengthOf(read(long.slice(0, 62), []), 3)
  })

  it("goes on in the middle of one link, though the next word would have fitted", () => {
    const read = (end: string, next: string) => {
      const texts = [
        { text: `${long.slice(0, 40)} ${end}`, x: 50, y: 100 },
        { text: `${next} and all of those others`, x: 50, y: 112, colour: 0x0000ff },
        { text: long.slice(0, 70), x: 50, y: 140 }
      ]
      const links = [
        { ...link, box: { x0: 50 + 41 * 5, y0: 90, x1: 400, y1: 102 } },
        { ...link, box: { ...link.box, x1: 70 } }
      ]
      return convert([{ texts, links }]).trim().split("\n\n").length
    }
    assert.strictEqual(read("kestrels", "of"), 2)
    assert.strictEqual(read("kestrels.", "Of"), 3)
  })
})

describe("a full line above one in another colour", () => {
  it("goes on in it though code reaches further than all text", () => {
    const read = (font: string) =>
      convert([
        {
          texts: [
            { text: long, x: 50, y: 100 },
            { text: "Kleiber and Jackman (2008).", x: 50, y: 112, colour: 0x0000ff },
            { text: long, x: 50, y: 140 },
            { text: "as all of them.", x: 50, y: 152 },
            { text: `${"call(argument), ".repeat(6)}`, x: 50, y: 180, font },
            { text: "end(argument)", x: 50, y: 192, font }
          ]
        }
      ])
        .trim()
        .split("\n\n")
    assert.strictEqual(read("Courier")[0], `${long} Kleiber and Jackman (2008).`)
    // text that reaches so far says how long lines are
    assert.strictEqual(read("Times")[0], long)
  })
})

describe("a paragraph in Arabic", () => {
  const right = 500
  const arabic = (length: number) => "مكتبة ".repeat(length).trim()
  /** Lines that end at these places on the right. */
  const read = (lines: ReadonlyArray<readonly [number, string]>) =>
    page(...lines.map(([end, text]) => [[end - text.length * 5, [...text].reverse().join("")]] as const))

  it("is one though its lines end at different places on the left", () =>
    assert.lengthOf(
      read([
        [right, arabic(12)],
        [right, arabic(14)],
        [right, arabic(5)]
      ]),
      1
    ))

  it("begins at an indent on the right", () =>
    assert.lengthOf(
      read([
        [right, arabic(14)],
        [right, arabic(14)],
        [right - 20, arabic(12)],
        [right, arabic(14)]
      ]),
      2
    ))
})
