import { assert, describe, it } from "@effect/vitest"
import katex from "katex"
import { withFormulas } from "../../../src/convert/formulas/Formulas.ts"
import { clean } from "../../../src/convert/glyphs/Clean.ts"
import { extensionCharacter } from "../../../src/convert/glyphs/fonts/Symbols.ts"
import { words } from "../../../src/convert/glyphs/Words.ts"
import { convert, rawPage, rule, type Sheet, type Text } from "../../support/RawPages.ts"

const i = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMMI10" })
const r = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMR10" })
const s = (text: string, x: number, y: number, size = 10): Text => ({ text, x, y, size, font: "CMSY10" })

/** The LaTeX of each formula on a page. */
const formulas = (sheet: Sheet): ReadonlyArray<string | null> => {
  const page = clean(rawPage(sheet))
  return withFormulas(page, words(page)).words.flatMap(({ formula }) => (formula === undefined ? [] : [formula.latex]))
}

const prose = (text: string, y: number): Text => ({ text, x: 50, y, font: "CMR10" })

describe("a formula", () => {
  it("within text is read with its scripts", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          prose("The length of", 100),
          i("x", 121, 100),
          r("2", 126, 96, 7),
          i("k", 126, 102, 7),
          r("is known to us.", 135, 100)
        ]
      }),
      ["x_k^2"]
    ))

  it("is underlined by a stroke of its own, and not by the dots of a rule between rows", () => {
    const unit = [prose("As measured", 80), i("µ", 50, 100), r("g", 56.5, 100)]
    const dots = Array.from({ length: 40 }, (_, k) => rule(40 + 3 * k, 103, 41 + 3 * k, 103))
    assert.deepStrictEqual(formulas({ texts: unit, segments: dots }), ["\\mu\\mathrm{g}"])
    assert.deepStrictEqual(formulas({ texts: unit, segments: [rule(50, 103, 55, 103)] }), [
      "\\underline{\\mu}\\mathrm{g}"
    ])
  })

  it("takes in numerals, brackets and operators of another font that stand beside its letters", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [prose("We see that 2", 100), i("n", 115, 100), r("+ 1", 122.5, 100), r("is odd, as before.", 146, 100)]
      }),
      ["2n + 1"]
    ))

  it("takes in the brackets behind a letter that leans over its width", () =>
    assert.deepStrictEqual(
      formulas({ texts: [prose("We see that", 100), i("P", 115, 100), r("(2)", 122.2, 100), r("is odd.", 146, 100)] }),
      ["P(2)"]
    ))

  it("ends where the sentence goes on", () =>
    assert.deepStrictEqual(
      formulas({ texts: [prose("Here (see also", 100), i("x", 125, 100), r("), nothing more is said.", 130, 100)] }),
      ["x"]
    ))

  it("is quoted by marks of the text, and has none of them", () => {
    const texts = [
      prose("the name", 100),
      r("“", 95, 100),
      i("x", 100, 100),
      r("”", 105, 100),
      r("stands for one.", 115, 100)
    ]
    assert.deepStrictEqual(formulas({ texts }), ["x"])
    assert.include(convert([{ texts }]), "name “$x$” stands")
  })

  it("ends before the bracket that closes one of the text, with the sign behind it", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [prose("(unless", 100), i("a", 90, 100), r("= 2) + more, as before.", 97.5, 100)]
      }),
      ["a = 2"]
    ))

  it("on a line of its own is a block, with its number", () => {
    const texts = [
      prose("The sum of all the parts is known:", 80),
      i("a", 150, 110),
      r("=", 158, 110),
      i("b", 172, 103),
      i("c", 172, 117),
      r("(7)", 300, 110)
    ]
    const markdown = convert([{ texts, segments: [rule(171, 107.5, 178, 107.5)] }])
    assert.include(markdown, "$$\na = \\frac{b}{c} \\tag{7}\n$$")
  })

  it("reads in characters where LaTeX is not wanted", () => {
    const texts = [
      prose("The sum of all the parts is known:", 80),
      i("a", 150, 110),
      r("=", 158, 110),
      i("b", 172, 103),
      i("c", 172, 117)
    ]
    assert.include(convert([{ texts, segments: [rule(171, 107.5, 178, 107.5)] }], { math: "text" }), "a = b/c")
  })

  it("has a root with what stands under its bar", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [i("y", 150, 110), r("=", 158, 110), s("√", 170, 102), i("x", 175.5, 110), r("+1", 181, 110)],
        segments: [rule(175, 102, 192, 102)]
      }),
      ["y = \\sqrt{x + 1}"]
    ))

  it("is a matrix between delimiters that are as high as its rows, in one piece or in several", () => {
    const ink = { x0: 0, x1: 0.4, above: 1.25, below: 0.75 }
    const rows = [i("a", 160, 103), i("b", 175, 103), i("c", 160, 117), i("d", 175, 117)]
    const tall = (sign: string, x: number, y = 110, own = ink): Text => ({
      ...i(sign, x, y),
      font: "NewCMMath-Book",
      ink: own
    })
    const half = { ...ink, above: 0.3, below: 0.7 }
    const matrix = "\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}"
    assert.deepStrictEqual(formulas({ texts: [tall("(", 154), ...rows, tall(")", 182)] }), [matrix])
    const pieces = [
      tall("(", 154, 101, half),
      tall("(", 154, 111, half),
      tall(")", 182, 101, half),
      tall(")", 182, 111, half)
    ]
    assert.deepStrictEqual(formulas({ texts: [...pieces, ...rows] }), [matrix])
  })

  it("is one formula where a browser sets it larger than the text that it stands in", () => {
    const texts = [
      { ...prose("The length of", 100), size: 8 },
      i("x", 104, 100),
      r("= 1", 112, 100),
      { ...r("is known to us, and so is the rest.", 132, 100), size: 8 }
    ]
    assert.deepStrictEqual(formulas({ texts }), ["x = 1"])
  })

  it("goes on behind the operator at which its line breaks", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          prose("In a long line of text that breaks, we see that", 100),
          ...[i("x", 290, 100), r("=", 297, 100), i("y", 304, 100), r("+", 311, 100)],
          ...[i("z", 50, 112), r("is known, and that is all there is to say of it.", 58, 112)]
        ]
      }),
      ["x = y + z"]
    ))

  it("behind a condition's words is within its row, which begins with text: two such rows were a system of equations", () => {
    const row = (word: string, x: number, y: number) => [
      r(word, x, y),
      ...[i("d", 257, y), i("ik", 262, y + 2, 7), s("≤", 273, y), i("d", 285, y), i("ij", 290, y + 2, 7)],
      ...[r("for", 314, y), r("1", 334, y), s("≤", 343, y), i("i", 352, y), i("<", 360, y)],
      ...[i("k", 368, y), s("≤", 377, y), i("n", 386, y)]
    ]
    const before = prose("The rows and the columns of such a matrix are in order where we have", 100)
    const found = convert([{ texts: [before, ...row("within rows:", 191, 120), ...row("within columns:", 176, 136)] }])
    assert.notInclude(found, "gathered")
    assert.match(found, /within rows: \$.*for \$.*within columns: \$.*for \$/)
  })

  it("leaves the line that it ends in where that begins, and takes its comma along: a paragraph ended there", () => {
    const line = "In a long line of text that breaks, and breaks again, we see that"
    const texts = [
      prose("The first of three lines, which is as long as the next one and says as much.", 88),
      prose(line, 100),
      ...[i("x", 385, 100), r("=", 392, 100), i("y", 399, 100), r("+", 406, 100)],
      ...[
        i("z", 50, 112),
        r(",", 55, 112),
        r("which is known, and there is no more to say of it than that it is so.", 62, 112)
      ]
    ]
    const found = convert([{ texts }]).trim()
    assert.include(found, `${line} $x = y + z$, which is known`)
    assert.notInclude(found, "\n")
  })

  it("has the letter of a text font that a wide hat stands over", () => {
    const hat = { ...i(String.fromCodePoint(extensionCharacter + 98), 110, 97.5), font: "CMEX10" }
    assert.deepStrictEqual(
      formulas({ texts: [prose("We see that", 100), r("Ω", 110, 100), hat, r("is odd.", 120, 100)] }),
      ["\\widehat{\\Omega}"]
    )
  })

  it("is one where a sum that stands on no line parts its line", () => {
    const sum = { ...i(String.fromCodePoint(extensionCharacter + 80), 110, 92.4), font: "CMEX10" }
    const texts = [
      prose("We see that", 100),
      ...[sum, i("n", 115.5, 96, 7), i("i", 115.5, 103, 7), r("=1", 119, 103, 7), i("a", 128, 100)],
      ...[i("i", 133, 101.5, 7), r("is known to us.", 145, 100)]
    ]
    assert.deepStrictEqual(formulas({ texts }), ["\\sum_{i = 1}^na_i"])
  })

  it("goes on over the commas and dots of its list", () => {
    const dots = [0, 1, 2].map((k) => i(".", 141 + 4.5 * k, 100))
    const texts = [
      prose("We see that", 100),
      ...[i("i", 115, 100), r("= 1", 120, 100), i(",", 136, 100), ...dots, i(",", 154.5, 100), i("n", 159, 100)],
      r(", as is known.", 164, 100)
    ]
    assert.deepStrictEqual(formulas({ texts }), ["i = 1, \\ldots, n"])
  })

  it("has scripts of scripts at the script they stand at, however far they are raised", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          ...[i("a", 150, 110), r("=", 158, 110), i("I", 170, 110), i("m", 174.4, 111.5, 7), i("i", 181.4, 108.7, 5)],
          i("x", 186, 110)
        ]
      }),
      ["a = I_{m^i}x"]
    ))

  it("has the number that is nearest to it, and not that of the next column", () => {
    const column = (x: number) =>
      [0, 1, 2, 3].map((k) => ({ ...prose("The text of a column that is full", 60 + 12 * k), x }))
    const texts = [...column(50), ...column(260), i("a", 100, 120), r("= 1", 108, 120), r("(1)", 200, 120)]
    assert.deepStrictEqual(formulas({ texts: [...texts, i("b", 300, 120), r("= 2", 308, 120)] }), [
      "a = 1 \\tag{1}",
      "b = 2"
    ])
  })

  it("has a wide hat over the whole word in whose middle it stands", () => {
    const hat = { ...i(String.fromCodePoint(extensionCharacter + 99), 155, 107.5), font: "CMEX10" }
    assert.deepStrictEqual(
      formulas({
        texts: [
          { ...r("COV", 150, 110), font: "CMSS10" },
          hat,
          i("abc", 165, 110),
          r("=", 184, 110),
          i("xyz", 192, 110)
        ]
      }),
      ["\\widehat{\\mathsf{COV}}abc = xyz"]
    )
  })

  it("is none of the list that it stands in", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [s("•", 60, 110), i("T", 72, 110), r("=", 80, 110), i("S", 88, 110), s("•", 60, 124), i("X", 72, 124)]
      }),
      ["T = S", "X"]
    ))

  it("has words with figures as text", () =>
    assert.deepStrictEqual(
      formulas({ texts: [i("b", 150, 110), r("2SLS", 155, 112, 7), r("=", 172, 110), i("X", 180, 110)] }),
      ["b_{\\text{2SLS}} = X"]
    ))

  it("has what stands over an arrow over it", () =>
    assert.deepStrictEqual(
      formulas({ texts: [i("X", 150, 110), s("⟶", 158, 110, 12), i("d", 159.2, 102, 7), i("Y", 168, 110)] }),
      ["X\\overset{d}{\\longrightarrow}Y"]
    ))

  it("takes in the name that touches the bracket before its letter", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          prose("We see that", 100),
          ...[i("D", 110, 100), r("=", 117.5, 100), r("diag(", 125, 100), i("S", 150, 100), r(")", 155, 100)],
          r("is odd, and so is sum (1) of them.", 165, 100)
        ]
      }),
      ["D = \\mathrm{diag}(S)"]
    ))

  it("is aligned where its relations are, however far they are set apart", () => {
    const row = (y: number) => [i("a", 120, y), r("=", 150, y), i("b", 180, y), r("+1", 186, y)]
    const texts = [prose("All of the following is known of the two letters:", 80), ...row(110), ...row(124)]
    assert.deepStrictEqual(formulas({ texts }), ["\\begin{aligned}a &= b + 1 \\\\ a &= b + 1\\end{aligned}"])
  })

  it("has a root whose sign is drawn", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [i("y", 150, 110), r("=", 158, 110), i("x", 178, 110), r("+1", 184, 110)],
        segments: [rule(178, 102, 195, 102)],
        drawings: [{ x0: 170, y0: 101.8, x1: 4000, y1: 113 }]
      }),
      ["y = \\sqrt{x + 1}"]
    ))

  it("has the limits of its big operators over and under them", () => {
    const sum = String.fromCodePoint(extensionCharacter + 88)
    assert.deepStrictEqual(
      formulas({
        texts: [
          { text: sum, x: 150, y: 100, font: "CMEX10" },
          i("i", 147, 123, 7),
          r("=1", 150.5, 123, 7),
          i("n", 151, 97, 7),
          i("a", 162, 110)
        ]
      }),
      ["\\sum_{i = 1}^na"]
    )
  })
})

describe("no formula", () => {
  it("is on a page without fonts of formulas", () => {
    const texts = [
      { text: "a = b + c, x2", x: 50, y: 100 },
      { text: "2", x: 120, y: 96, size: 7 }
    ]
    assert.deepStrictEqual(formulas({ texts }), [])
  })

  it("is a sign that prose borrows from such a font", () =>
    assert.deepStrictEqual(
      formulas({
        texts: [
          s("•", 50, 100),
          r("an item of a list", 60, 100),
          r("from 3", 50, 120),
          s("→", 85, 120),
          r("4 of them", 100, 120)
        ]
      }),
      []
    ))

  it("is made of dollars, which are escaped where they could be taken for one", () => {
    assert.include(convert([{ texts: [{ text: "from $5 to 6$ and on", x: 50, y: 100 }] }]), "from \\$5 to 6\\$ and on")
    assert.include(convert([{ texts: [{ text: "it costs $5 today", x: 50, y: 100 }] }]), "it costs $5 today")
  })
})

describe("LaTeX of any glyphs", () => {
  it("is what KaTeX renders", () => {
    const kinds = [i, r, s]
    let seed = 7
    const next = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % n
    }
    const signs = ["x", "y", "2", "(", ")", "{", "}", "+", "=", "√", "α", "_", "%", "^", "∑", "|", "′"]
    for (let turn = 0; turn < 150; turn++) {
      const texts = Array.from({ length: 3 + next(25) }, () =>
        (kinds[next(3)] ?? i)(
          signs[next(signs.length)] ?? "x",
          100 + next(120),
          100 + next(30),
          [10, 7, 5][next(3)] ?? 10
        )
      )
      const segments = Array.from({ length: next(3) }, () => {
        const x = 100 + next(100)
        const y = 95 + next(30)
        return rule(x, y, x + 5 + next(40), y)
      })
      for (const latex of formulas({ texts, segments }))
        if (latex !== null)
          assert.doesNotThrow(
            () => katex.renderToString(latex, { displayMode: true, throwOnError: true, strict: "error" }),
            latex
          )
    }
  })
})
