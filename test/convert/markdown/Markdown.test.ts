import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { marked, type Token } from "marked"
import { markdown, type Pictures } from "../../../src/convert/markdown/Markdown.ts"
import type { Block, Item, Run, Style } from "../../../src/convert/model/Block.ts"
import { defaults, type Options } from "../../../src/convert/model/Options.ts"

const style: Style = { size: 10, font: "Body", bold: false, italic: false, mono: false, caps: false, colour: 0 }
const box = { x0: 0, y0: 0, x1: 100, y1: 10 }
const place = { page: 1, box, width: 600, height: 800, left: 0, right: 100 }
const lines = (...runs: ReadonlyArray<Run>) => [{ runs, page: 1, box }]
const paragraph = (...runs: ReadonlyArray<Run>): Block => ({ kind: "paragraph", lines: lines(...runs), style, place })
const heading = (text: string, level = 1): Block => ({ kind: "heading", level, lines: lines({ text }), style, place })
const item = (text: string, marker = "•", depth = 0): Block => ({
  kind: "item",
  marker,
  depth,
  lines: lines({ text }),
  style,
  place
})
const table = (...rows: ReadonlyArray<ReadonlyArray<string>>): Block => ({
  kind: "table",
  rows: rows.map((row) => row.map((text) => ({ runs: [{ text }], columns: 1, rows: 1, box: null }))),
  place
})

const print = (blocks: ReadonlyArray<Block>, options: Partial<Options> = {}): string =>
  markdown(
    blocks,
    [...new Set(blocks.map((block) => block.place.page))],
    { lexicon: new Set() },
    { ...defaults, ...options }
  ).markdown

/** marked leaves character references in text to its renderer. */
const entities = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? ""
  )

/** The text a reader of the Markdown sees, and which kinds of markup it met. */
const seen = (source: string): { readonly text: string; readonly kinds: ReadonlyArray<string> } => {
  const kinds: Array<string> = []
  const walk = (tokens: ReadonlyArray<Token>): string =>
    tokens
      .map((token): string => {
        if (token.type !== "text" && token.type !== "escape") kinds.push(token.type)
        if (token.type === "table") {
          const cells = [token["header"], ...token["rows"]] as ReadonlyArray<
            ReadonlyArray<{ readonly tokens: Array<Token> }>
          >
          return cells.map((row) => row.map((cell) => walk(cell.tokens)).join("|")).join("\n")
        }
        if (token.type === "list")
          return (token["items"] as ReadonlyArray<{ readonly tokens: Array<Token> }>)
            .map((each) => walk(each.tokens))
            .join("\n")
        if ("tokens" in token && token.tokens) return walk(token.tokens)
        if (!("text" in token) || token.type === "html") return ""
        return token.type === "text" ? entities(String(token.text)) : String(token.text)
      })
      .join("")
  return { text: walk(marked.lexer(source)), kinds }
}
/** Text full of what Markdown cares about. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."\\`*_{}[]()<>#+-.!|~&=:;^$@\"'/ 019aAxé".split("")),
      fc.constantFrom("word", "1.", "&amp;", "&lt", "](", "]:", "**", "__", "~~", "<b>", "<!--", "---", "a_b")
    ),
    {
      minLength: 1,
      maxLength: 14
    }
  )
  .map((parts) => parts.join("").replace(/\s+/g, " ").trim())
  .filter((text) => text !== "" && !/www\.|http|@/.test(text))

describe("markdown", () => {
  it("reads back as the text it was given, whatever that text is", () =>
    fc.assert(
      fc.property(tricky, (text) => {
        const { text: back, kinds } = seen(print([paragraph({ text })]))
        assert.strictEqual(back, text)
        assert.deepStrictEqual(kinds, ["paragraph"])
      }),
      { numRuns: 1000, seed: 7 }
    ))

  it("reads back as a heading", () =>
    fc.assert(
      fc.property(tricky, (text) => {
        const { text: back, kinds } = seen(print([heading(text, 2)]))
        assert.strictEqual(back, text)
        assert.deepStrictEqual(kinds, ["heading"])
      }),
      { numRuns: 1000, seed: 7 }
    ))

  it("reads back as an item", () =>
    fc.assert(
      fc.property(tricky, (text) => {
        const { text: back } = seen(print([item(text)]))
        assert.strictEqual(back, text)
      }),
      { numRuns: 1000, seed: 7 }
    ))

  it("reads back cell by cell", () =>
    fc.assert(
      fc.property(tricky, tricky, (a, b) => {
        const { text: back, kinds } = seen(print([table([a, b], ["1", "2"])]))
        assert.strictEqual(back, `${a}|${b}\n1|2`)
        assert.strictEqual(kinds[0], "table")
      }),
      { numRuns: 1000, seed: 7 }
    ))

  it("reads back with emphasis at any place", () =>
    fc.assert(
      fc.property(
        tricky,
        tricky,
        tricky,
        fc.constantFrom("bold" as const, "italic" as const, "mono" as const),
        fc.constantFrom("", " "),
        (a, b, c, key, gap) => {
          const { text: back } = seen(
            print([paragraph({ text: a + gap }, { text: b, [key]: true }, { text: gap + c })])
          )
          assert.strictEqual(back, a + gap + b + gap + c)
        }
      ),
      { numRuns: 1000, seed: 7 }
    ))

  it("reads back with any mixture of styles, raised text and links", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            tricky,
            fc.constantFrom("", " "),
            fc.subarray(["bold", "italic", "mono"] as const),
            fc.constantFrom(0, 0, 0, 1)
          ),
          { minLength: 1, maxLength: 6 }
        ),
        (parts) => {
          const runs = parts.map(
            ([text, gap, keys, raised]): Run => ({
              text: text + gap,
              ...Object.fromEntries(keys.map((key) => [key, true])),
              ...(raised === 1 ? { baselineShift: 1 } : {})
            })
          )
          const text = runs
            .map((run) => run.text)
            .join("")
            .trim()
          assert.strictEqual(seen(print([paragraph(...runs)])).text, text)
        }
      ),
      { numRuns: 1000, seed: 7 }
    ))

  it("escapes no mark that stands alone, and no line to write on", () => {
    const plain = (text: string) => assert.strictEqual(print([paragraph({ text })]), `${text}\n`)
    plain("1996/7 (000)*")
    plain("*Store on ice")
    plain("Name: ____________ Date: ______")
    plain("about ~34 GB")
    plain("See http://www.example.com/a_b/__all/of_it.pdf [cited 2006].")
    plain("2000<3 and a < of nothing")
    assert.strictEqual(print([paragraph({ text: "____" })]), "\\____\n")
    assert.strictEqual(print([paragraph({ text: "one* and two*" })]), "one\\* and two\\*\n")
    assert.strictEqual(print([paragraph({ text: "a <b> tag" })]), "a &lt;b> tag\n")
    assert.strictEqual(print([paragraph({ text: "* no item" })]), "\\* no item\n")
  })

  it("shows a figure by its picture, else by what stands in it", () => {
    const figure: Block = { kind: "figure", alt: "A river", labels: "North bank\nSouth bank", place }
    const words = "North bank\nSouth bank\n"
    assert.strictEqual(print([figure]), words)
    assert.strictEqual(print([figure], { images: "alt" }), `![A river]()\n\n${words}`)
    const shown = (pictures: Pictures) =>
      markdown([figure], [1], { lexicon: new Set() }, { ...defaults, images: "files" }, "", pictures).markdown
    assert.strictEqual(shown(new Map([[figure, "images/a.png"]])), "![A river](images/a.png)\n")
    // one of those that were left out
    assert.strictEqual(shown(new Map()), `![A river]()\n\n${words}`)
  })

  it("takes time in proportion to a text full of marks", () => {
    const started = process.cpuUsage()
    print([paragraph({ text: "*_<~[`".repeat(30_000) })])
    assert.isBelow(process.cpuUsage(started).user / 1_000, 4000)
  })

  it("marks bold and italic words, not parts of words", () => {
    assert.strictEqual(
      print([paragraph({ text: "a " }, { text: "bold", bold: true }, { text: " word, here" })]),
      "a **bold** word, here\n"
    )
    assert.strictEqual(
      print([paragraph({ text: "Lan" }, { text: "guages", italic: true }, { text: " of the world" })]),
      "Languages of the world\n"
    )
  })

  it("writes typewriter text of two styles as one span", () =>
    assert.strictEqual(
      print([
        paragraph({ text: "the file " }, { text: "debian/", mono: true }, { text: "package", mono: true, italic: true })
      ]),
      "the file `debian/package`\n"
    ))

  it("emphasises whole paragraphs, but not in what most of the document is set in, nor in its contents", () => {
    const bold = paragraph({ text: "all of it bold", bold: true })
    assert.strictEqual(print([bold]), "**all of it bold**\n")
    const printed = markdown([bold], [1], { lexicon: new Set(), bold: true }, defaults).markdown
    assert.strictEqual(printed, "all of it bold\n")
    const entry: Block = { ...(item("") as Item), lines: lines({ text: "1 Bold … 3", bold: true }), entry: true }
    assert.strictEqual(print([entry]), "- 1 Bold … 3\n")
  })

  it("leaves a theorem's italics out, which its formulas would cut", () =>
    assert.strictEqual(
      print([
        paragraph({ text: "Let the number ", italic: true }, { text: "x", latex: "x" }, { text: " be", italic: true })
      ]),
      "Let the number $x$ be\n"
    ))

  it("writes a line of code on its own as code, and prose in a typewriter face as prose", () => {
    assert.strictEqual(print([paragraph({ text: "cat src/a.txt", mono: true })]), "`cat src/a.txt`\n")
    assert.strictEqual(print([paragraph({ text: "Jane Doe, 12", mono: true })]), "Jane Doe, 12\n")
  })

  it("links to the web and to mail, and to nothing else", () => {
    const link = (href: string) => print([paragraph({ text: "go " }, { text: "there", href }, { text: " now" })])
    assert.strictEqual(link("https://example.com/a(b)"), "go [there](https://example.com/a%28b%29) now\n")
    assert.strictEqual(link("mailto:a@example.com"), "go [there](mailto:a@example.com) now\n")
    assert.strictEqual(link("javascript:alert(1)"), "go there now\n")
    assert.strictEqual(link("file:///etc/passwd"), "go there now\n")
  })

  it("writes an address that is its own text once, without the marks of the sentence around it", () => {
    const shown = (text: string, href: string) => print([paragraph({ text: "see " }, { text, href })])
    assert.strictEqual(shown("https://a.example/b.", "https://a.example/b"), "see <https://a.example/b>.\n")
    assert.strictEqual(shown("(https://a.example),", "https://a.example/"), "see (<https://a.example/>),\n")
    assert.strictEqual(shown("<https://a.example/b>.", "https://a.example/b"), "see <https://a.example/b>.\n")
    assert.strictEqual(shown("a_b@c.example;", "mailto:a_b@c.example"), "see <a_b@c.example>;\n")
    assert.strictEqual(shown("https://a.example/bc", "https://a.example/b-c"), "see <https://a.example/b-c>\n")
    assert.strictEqual(shown("https : //a.example / b", "https://a.example/b"), "see <https://a.example/b>\n")
    assert.strictEqual(
      shown("https://a.example c", "https://a.example/b"),
      "see [https://a.example c](https://a.example/b)\n"
    )
    // its own brackets and marks stay, and another address, or a name, is a text
    assert.strictEqual(
      shown("https://a.example/b_(c)", "https://a.example/b_(c)"),
      "see [https://a.example/b_(c)](https://a.example/b_%28c%29)\n"
    )
    assert.strictEqual(
      shown("https://a.example/b.", "https://a.example/b."),
      "see [https://a.example/b](https://a.example/b.).\n"
    )
    assert.strictEqual(shown("https://a.example", "https://b.example"), "see [https://a.example](https://b.example)\n")
    assert.strictEqual(shown("a@c.example", "mailto:b@c.example"), "see [a@c.example](mailto:b@c.example)\n")
  })

  it("nests items and keeps numbers", () =>
    assert.strictEqual(
      print([item("one", "3."), item("two", "4."), item("below", "•", 1)]),
      "3. one\n4. two\n    - below\n"
    ))

  it("writes a spanned cell once, in its first place, or as HTML", () => {
    const spanned: Block = {
      kind: "table",
      rows: [
        [{ runs: [{ text: "wide & <b>" }], columns: 2, rows: 1, box: null }],
        ["a", "b"].map((text) => ({ runs: [{ text }], columns: 1, rows: 1, box: null }))
      ],
      place
    }
    assert.strictEqual(print([spanned]), "| wide & &lt;b> |  |\n| --- | --- |\n| a | b |\n")
    assert.strictEqual(
      print([spanned], { tables: "html" }),
      '<table>\n<tr><th colspan="2">wide &amp; &lt;b&gt;</th></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>\n'
    )
  })

  it("keeps links, code, notes, formulas, and raised, lowered and struck text in cells of HTML", () => {
    const shown = (...runs: ReadonlyArray<Run>): string => {
      const table: Block = { kind: "table", rows: [[{ runs, columns: 2, rows: 1, box: null }]], place }
      return /<th colspan="2">(.*)<\/th>/.exec(print([table], { tables: "auto" }))?.[1] ?? ""
    }
    const href = 'https://a.b/?c="d"&e=<f>'
    assert.strictEqual(
      shown({ text: "See " }, { text: "the ", href }, { text: "map.get", mono: true, href }, { text: " <page>" }),
      'See <a href="https://a.b/?c=&quot;d&quot;&amp;e=&lt;f&gt;">the <code>map.get</code></a> &lt;page&gt;'
    )
    assert.strictEqual(
      shown({ text: "in" }, { text: " the log, ", href: "https://a.b" }, { text: "and" }),
      'in <a href="https://a.b">the log</a>, and'
    )
    assert.strictEqual(shown({ text: "run it", href: "javascript:alert(1)" }), "run it")
    assert.strictEqual(
      shown({ text: "10" }, { text: "3", baselineShift: 1 }, { text: " H" }, { text: "2", baselineShift: -1 }),
      "10<sup>3</sup> H<sub>2</sub>"
    )
    assert.strictEqual(shown({ text: "old ", struck: true }, { text: "new", bold: true }), "<s>old</s> new")
    assert.strictEqual(shown({ text: "heron" }, { text: "7", note: "2" }), "heron[^2]")
    assert.strictEqual(shown({ text: "a<b", latex: "a<b" }), "$a&lt;b$")
  })

  it("has code in headings and cells, but no numbers, lines to write on and words that were typed into a form", () => {
    const mono = (text: string): Run => ({ text, mono: true })
    const cells = (...rows: ReadonlyArray<ReadonlyArray<Run>>): Block => ({
      kind: "table",
      rows: rows.map((row) => row.map((run) => ({ runs: [run], columns: 1, rows: 1, box: null }))),
      place
    })
    const title = (...runs: ReadonlyArray<Run>): Block => ({
      kind: "heading",
      level: 2,
      lines: lines(...runs),
      style,
      place
    })
    assert.strictEqual(print([title({ text: "The " }, mono("map.get"), { text: " call" })]), "## The `map.get` call\n")
    assert.strictEqual(print([title(mono("ANNUAL REPORT"))]), "## ANNUAL REPORT\n")
    assert.include(
      print([
        cells(
          [{ text: "Name" }, { text: "Value" }],
          [mono("map.get"), mono("1"), mono("Jane Doe")],
          [mono("size"), mono("2")]
        )
      ]),
      "| `map.get` | 1 | Jane Doe |\n| `size` | 2 |"
    )
    const mixed: Block = {
      kind: "table",
      rows: [
        [
          {
            runs: [{ text: "Part No. " }, mono("____"), { text: " or " }, mono("342"), { text: " by " }, mono("key")],
            columns: 1,
            rows: 1,
            box: null
          }
        ]
      ],
      place
    }
    assert.include(print([mixed]), "or 342 by `key` |")
    assert.notInclude(print([mixed]), "`_")
    // what renderers take for the end of the cell would let out what is in the code
    assert.notInclude(print([cells([{ text: "a" }], [mono("<map.get>\\\\|<")])]), "`")
    assert.include(print([cells([{ text: "a" }], [mono("map | set.get")])]), "| `map \\| set.get` |")
  })

  it("writes tables with spanned cells as HTML and others as pipes where each is to have its own", () => {
    const cells = (columns: number) => [{ runs: [{ text: "a" }], columns, rows: 1, box: null }]
    const table = (columns: number): Block => ({ kind: "table", rows: [cells(columns), cells(columns)], place })
    assert.strictEqual(print([table(1)], { tables: "auto" }), print([table(1)]))
    assert.strictEqual(print([table(2)], { tables: "auto" }), print([table(2)], { tables: "html" }))
  })

  it("fences code with more ticks than it holds", () =>
    assert.strictEqual(print([{ kind: "code", lines: ["a = ```", "  b"], place }]), "````\na = ```\n  b\n````\n"))

  it("prints code however many ticks it holds", () => {
    const ticks = "` ".repeat(200_000).trimEnd()
    assert.strictEqual(print([{ kind: "code", lines: [ticks], place }]), `\`\`\`\n${ticks}\n\`\`\`\n`)
  })

  it("marks where pages begin", () => {
    const second: Block = { ...paragraph({ text: "two" }), place: { ...place, page: 2 } } as Block
    const blocks = [paragraph({ text: "one" }), second]
    assert.strictEqual(print(blocks), "one\n\ntwo\n")
    assert.strictEqual(print(blocks, { page_breaks: "rule" }), "one\n\n---\n\ntwo\n")
    assert.strictEqual(print(blocks, { page_breaks: "comment" }), "<!-- page 1 -->\n\none\n\n<!-- page 2 -->\n\ntwo\n")
  })
})
