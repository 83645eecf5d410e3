import { assert, describe, it } from "@effect/vitest"
import { column, convert, rule } from "../../support/RawPages.ts"

describe("a listing in a box", () => {
  const typed = [
    "OWLS           = 3",
    "NESTS          = barn.txt",
    "SEASON         = from-march-to-june",
    ".include <birds.mk>"
  ]
  const about = "These lines are what a program reads before it builds anything at all."
  const boxed = (command: string, others: ReadonlyArray<string> = typed) => {
    const texts = [
      ...column(Array(4).fill(about), { x: 50, y: 60 }),
      { text: command, x: 60, y: 140, font: "Body-Bold" },
      ...others.map((text, i) => ({ text, x: 60, y: 152 + 12 * i, font: "Courier" })),
      ...column(Array(4).fill(about), { x: 50, y: 300 })
    ]
    const segments = [...[126, 252].map((y) => rule(50, y, 400, y)), ...[50, 400].map((x) => rule(x, 126, x, 252))]
    return convert([{ texts, segments }])
  }

  it("has its lines in bold as well: they were items and text between pieces of it", () =>
    assert.include(boxed("$ cat Birdfile"), "```\n$ cat Birdfile\nOWLS           = 3\n"))

  it("is text where much of it is in no typewriter", () =>
    assert.notInclude(boxed("What follows is read by make, line by line", typed.slice(0, 2)), "```\nWhat"))
})

describe("signs of another font in a listing", () => {
  it("have no space beside them that is not there, however wide they are", () =>
    assert.include(
      convert([
        {
          texts: [
            { text: "alpha =", x: 50, y: 100, font: "Courier" },
            { text: "⇒⇒⇒⇒", x: 90, y: 100, tracking: 0.1 },
            { text: "more(text)here", x: 113, y: 100, font: "Courier" },
            { text: "b = less", x: 50, y: 112, font: "Courier" },
            { text: "c = same", x: 50, y: 124, font: "Courier" }
          ]
        }
      ]),
      "alpha = ⇒⇒⇒⇒more(text)here"
    ))
})

describe("lines of code with names of arguments in another font", () => {
  const about = "These lines are what the package has for those who use it, of which there are more."
  const line = (text: string, y: number) => {
    let x = 60
    return text.split(/(?=[⟨⟩])|(?<=⟨)/).map((piece, i, all) => {
      const isName = all[i - 1] === "⟨"
      const at = x
      x += 5 * piece.length
      return { text: piece, x: at, y, font: isName ? "Body-Italic" : /^[⟨⟩]$/.test(piece) ? "Body" : "Courier" }
    })
  }
  const page = (lines: ReadonlyArray<string>) => [
    ...column(Array(4).fill(about), { x: 50, y: 60 }),
    ...lines.flatMap((text, i) => line(text, 130 + 12 * i)),
    ...column(Array(4).fill(about), { x: 50, y: 180 })
  ]

  it("are a listing where they stand below one another: they were glued into one line", () =>
    assert.include(
      convert([{ texts: page(["\\set{⟨length⟩}{⟨size⟩}", "\\add{⟨length⟩}{⟨size⟩}", "\\reset"]) }]),
      "```\n\\set{⟨length⟩}{⟨size⟩}\n\\add{⟨length⟩}{⟨size⟩}\n\\reset\n```"
    ))

  it("are a listing where they fill a box, though none of them ends early", () => {
    const lines = ["\\set{⟨length⟩}{⟨size⟩}", "\\add{⟨length⟩}{⟨size⟩}", "\\mul{⟨length⟩}{⟨size⟩}"]
    const texts = [
      ...column(Array(4).fill(about), { x: 50, y: 60 }),
      ...lines.flatMap((text, i) => line(text, 150 + 12 * i)),
      ...column(Array(4).fill(about), { x: 50, y: 220 })
    ]
    const frame = [rule(56, 138, 174, 138), rule(56, 180, 174, 180), rule(56, 138, 56, 180), rule(174, 138, 174, 180)]
    assert.include(convert([{ texts, segments: frame }]), `\`\`\`\n${lines.join("\n")}\n\`\`\``)
  })

  it("are shown within the text where there is one", () =>
    assert.notInclude(convert([{ texts: page(["\\set{⟨length⟩}{⟨size⟩}"]) }]), "```"))
})

describe("quotation marks in a typewriter face", () => {
  const page = (first: string) =>
    convert([
      {
        texts: [
          { text: first, x: 50, y: 100, font: "Courier" },
          { text: "print(‘b’)", x: 50, y: 112, font: "Courier" },
          ...column(["This is text, and its name is"], { x: 50, y: 150 }),
          { text: "‘a’", x: 205, y: 150, font: "Courier" }
        ]
      }
    ])

  it("are the accent and the apostrophe of a keyboard, which faces made for TeX show so", () => {
    assert.include(page("say ‘a’"), "```\nsay `a'\nprint(`b')\n```")
    assert.include(page("say ‘a’"), "its name is `` `a' ``")
  })

  it("stay in a listing that has both", () => assert.include(page("say 'a'"), "```\nsay 'a'\nprint(‘b’)\n```"))
})

describe("lines in typewriter whose middles stand below one another", () => {
  const page = (...texts: ReadonlyArray<string>) =>
    convert([
      {
        texts: [
          { text: "A Title of It", x: 250, y: 60, size: 18 },
          ...texts.map((text, i) => ({ text, x: 300 - 2.5 * text.length, y: 100 + 12 * i, font: "Courier" })),
          ...column(Array(4).fill("This is text, and there is some more of it here to be read."), { x: 50, y: 180 })
        ]
      }
    ])

  it("are the addresses under a title: they were a listing with indents", () =>
    assert.notInclude(page("some.body@barn.example", "https://barn.example/a/long/way/off"), "```"))

  it("may be two lines of a listing", () => assert.include(page("call(a, b,", "  c)"), "```"))
})

describe("one line of a listing", () => {
  const about = "This is text of a page, and there is some more of it to be read before the next line."
  const page = (code: ReadonlyArray<{ readonly text: string; readonly x: number; readonly y: number }>) =>
    convert([
      {
        texts: [
          ...column(Array(4).fill(about), { x: 150, y: 60 }),
          ...code.flatMap(({ text, x, y }) => [{ text, x, y, font: "Courier" }]),
          ...column(Array(3).fill(about), { x: 150, y: 132 }),
          ...column(Array(3).fill(about), { x: 150, y: 190 })
        ]
      }
    ])

  it("is shown by itself where it is set in, though names stand further left in the margin", () => {
    const printed = page([
      { text: "margin", x: 50, y: 60 },
      { text: "call(a, b)", x: 175, y: 114 }
    ])
    assert.include(printed, "```\ncall(a, b)\n```")
  })

  it("is the title where it is larger than the text", () => {
    const title = { text: "call", x: 120, y: 60, size: 18, font: "Courier" }
    const texts = [
      title,
      { text: "How to Call It", x: 100, y: 90, size: 14 },
      ...column(Array(4).fill(about), { x: 50, y: 140 })
    ]
    assert.notInclude(convert([{ texts }]), "```")
  })

  it("is shown by itself where it has a number", () => {
    const numbered = (numbers: ReadonlyArray<string>) =>
      convert([
        {
          texts: [
            ...column(Array(4).fill(about), { x: 60, y: 60 }),
            ...["call(a, b)", "call(c)", "end()"].flatMap((text, i) => [
              { text: numbers[i] ?? "", x: 50, y: 114 + 80 * i, size: 6 },
              { text, x: 60, y: 114 + 80 * i, font: "Courier" },
              ...column(Array(3).fill(about), { x: 60, y: 132 + 80 * i })
            ])
          ]
        }
      ])
    assert.include(numbered(["7", "8", "9"]), "```\ncall(c)\n```")
    assert.notInclude(numbered([]), "```")
  })
})
