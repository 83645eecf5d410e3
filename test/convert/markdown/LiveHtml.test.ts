import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { frontMatter } from "../../../src/convert/markdown/FrontMatter.ts"
import type { Block, Run, TextLine } from "../../../src/convert/model/Block.ts"
import { lineSeparator } from "../../../src/convert/model/Text.ts"
import { hostileMarkdown, hostileText, note, paragraph, print, style } from "../../support/HostileText.ts"
import { long } from "../../support/Long.ts"
import { foreignIn, page, renderers } from "../../support/Renderers.ts"

const attack = "<img src=x onerror=alert(1)>"
const inert = (markdown: string) => assert.deepStrictEqual(foreignIn(markdown), [], markdown)
const reads = (text: string) => {
  const markdown = print([paragraph({ text })])
  inert(markdown)
  for (const [name, render] of Object.entries(renderers))
    assert.strictEqual(page(render(markdown)).text.trim(), text, `${name}: ${markdown}`)
}

const readsLabels = (labels: ReadonlyArray<string>) => {
  const { place } = paragraph()
  const markdown = print([{ kind: "figure", alt: "", labels: labels.join("\n"), place }])
  inert(markdown)
  for (const [name, render] of Object.entries(renderers)) {
    const shown = page(render(markdown)).text
    assert.strictEqual(shown.replace(/\s+/g, " ").trim(), labels.join(" "), `${name}: ${markdown}`)
  }
}

const labelsThatMeet: ReadonlyArray<ReadonlyArray<string>> = [
  ["*a", "b*"],
  ["_a", "b_"],
  ["~a", "b~"],
  ["`a", "b`"],
  ["[a", "b](c)"],
  ["[a", "b]: c"],
  ["[a]", "[b]: c"],
  ["a | b", "--- | ---", "c | d"],
  ["| a", "| --"],
  ["a", ":--"],
  ["a", "--:"],
  ["a", "-"],
  ["a", "==="],
  ["a", "- b"],
  ["a", "1. b"],
  ["a", "# b"],
  ["a", "> b"],
  ["a", "~~~", "b"],
  ["a", "<div"],
  ["a\\", "b"],
  ["$a", "b$"],
  ["a", "[^1]: b"]
]

describe("text that looks like HTML is text in every renderer", () => {
  it("when a tag's attribute holds a <", () => reads('a <img src=x title="<" onerror=alert(1)>'))

  it("when a tag's end is farther away than anyone looks", () =>
    reads(`a <img src=x title="${"a ".repeat(2000)}" onerror=alert(1)>`))

  it("when it stands behind a bare address, which would take the backslash for its own", () => {
    reads(`www.a.b${attack}`)
    reads(`https://a.b/c${attack}`)
    reads(`See https://a.b/*c* and <b>d</b>`)
  })

  it("when an address stands right before another in angle brackets", () => {
    reads("www.a.b<javascript:alert(1)>")
    reads("http://a.b/<javascript:alert(1)>")
  })

  it("when it names a scheme that is not ours", () => {
    reads("<javascript:alert(1)> and ftp://a.b/c")
    reads("[a](javascript:alert(1)) and [b]: javascript:alert(1)")
    inert(print([paragraph({ text: "a" }, { text: "[b]", mono: true }), paragraph({ text: "(javascript:alert(1))" })]))
  })

  it("when two code spans with brackets stand side by side", () =>
    inert(
      print([
        paragraph({ text: "a", mono: true }, { text: `[\`${attack}`, mono: true, href: "https://a.b" }, { text: " z" })
      ])
    ))

  it("when a link's address holds a backtick that another one would close", () =>
    inert(
      print([paragraph({ text: "a", href: "https://a.b/`c" }, { text: " and more " }, { text: attack, mono: true })])
    ))

  it("when it stands in code behind a link whose text holds a link, which a renderer then takes for none", () => {
    for (const text of ["[^1](javascript:alert(1))", "[1](j)<", "[a^1](b)[^1](c)"]) {
      const code = { text: `${attack}<`, mono: true } as const
      inert(print([paragraph({ text, href: "https://a.b/<" }, code, { text: " and more" })]))
    }
    inert(
      print([paragraph({ text: "[^1]<", href: "https://a.b" }, { text: attack, mono: true }), note("1", { text: "c" })])
    )
  })

  it("when it stands behind a note's reference or in front of a link", () => {
    inert(print([paragraph({ text: "a" }, { text: "1", note: "1" }, { text: "(javascript:alert(1))" })]))
    inert(print([paragraph({ text: "a!" }, { text: "b", href: "https://a.b" })]))
    inert(print([paragraph({ text: "a!" }, { text: "[b", href: "https://a.b" })]))
  })

  it("in a note of one word, which is no link's address", () => {
    const markdown = print([paragraph({ text: "a" }, { text: "1", note: "1" }), note("1", { text: "javascript:x" })])
    inert(markdown)
    for (const [name, render] of Object.entries(renderers))
      assert.include(page(render(markdown)).text, "javascript:x", name)
  })

  it("in a note that is an address, which then is what its mark leads to where notes are unknown", () => {
    const noteOf = (...runs: ReadonlyArray<Run>) => {
      const markdown = print([paragraph({ text: "a" }, { text: "1", note: "1" }), note("1", ...runs)])
      inert(markdown)
      return markdown.split("\n\n").at(-1)
    }
    const web = { text: "https://a.example/b", href: "https://a.example/b" }
    const mail = { text: "c@d.example", href: "mailto:c@d.example" }
    assert.strictEqual(noteOf(web), "[^1]: <https://a.example/b>\n")
    assert.strictEqual(noteOf(web, { text: "." }), "[^1]: <https://a.example/b>.\n")
    assert.strictEqual(noteOf(mail), "[^1]: <mailto:c@d.example>\n")
    assert.strictEqual(noteOf(mail, { text: " is his." }), "[^1]: <c@d.example> is his.\n")
    assert.strictEqual(
      noteOf(mail, { text: ", " }, web),
      "[^1]: [c@d.example](mailto:c@d.example), <https://a.example/b>\n"
    )
    assert.strictEqual(noteOf(web, { text: ' "b"' }), '[^1]: <https://a.example/b> \\"b"\n')
  })

  it("in a note that begins like an address in angle brackets, which may have blanks in it", () => {
    const text = `<${attack}`
    const markdown = print([paragraph({ text: "a" }, { text: "1", note: "1" }), note("1", { text })])
    inert(markdown)
    for (const [name, render] of Object.entries(renderers)) assert.include(page(render(markdown)).text, text, name)
  })

  it("in front matter that a renderer does not know", () =>
    inert(frontMatter({ pages: 1, title: attack, author: "[a](javascript:alert(1)) ftp://a.b" }, null)))

  it("in an item without a mark of its own, whose > began a quotation", () => {
    const { place } = paragraph()
    const lines = [{ runs: [{ text: "><" }], page: 1, box: place.box }]
    inert(print([{ kind: "item", marker: "\u00a0", depth: 0, lines, style, place }]))
  })

  it("in an item whose marker holds a bracket that code in its text would close as a link", () => {
    const { place } = paragraph()
    const runs: TextLine["runs"] = [{ text: "<``](x1", mono: true }, { text: ") and more" }]
    const lines = [{ runs, page: 1, box: place.box }]
    inert(print([{ kind: "item", marker: "<![CDATA[", depth: 0, lines, style, place }]))
  })

  it("in an item's marker that ends in a tilde behind a backslash", () => {
    const { place } = paragraph()
    const item = (marker: string, depth: number, text: string): Block => {
      const lines = [{ runs: [{ text }], page: 1, box: place.box }]
      return { kind: "item", marker, depth, lines, style, place }
    }
    inert(print([item("\\~<", 0, "a ~b")]))
    inert(print([item("\\~<", 1, "<"), item("<", 3, "b~")]))
  })

  it("in lines of one cell, whose marks would pair with each other", () => {
    const { place } = paragraph()
    const shows = (...lines: ReadonlyArray<string>) => {
      const cell = { runs: [{ text: lines.join(lineSeparator) }], columns: 1, rows: 1, box: null }
      const markdown = print([{ kind: "table", rows: [[cell], [cell]], place }])
      inert(markdown)
      for (const name of ["marked", "markdown-it", "micromark"] as const)
        assert.strictEqual(page(renderers[name]!(markdown)).text.replace(/\s/g, ""), lines.join("").repeat(2), name)
    }
    shows("~<", "<~<")
    shows("*a", "b*", "_c", "d_")
    shows("www.a.b/_c", "d_")
  })

  it("in labels of a figure, each on a line of its own", () => {
    for (const labels of labelsThatMeet) readsLabels(labels)
  })

  it("in an item's marker, a caption and a table", () => {
    const { place } = paragraph()
    const box = null
    const runs = [{ text: `a ${attack} www.a.b${attack}` }]
    const blocks: ReadonlyArray<Block> = [
      { kind: "item", marker: `#\n${attack}`, depth: 0, lines: [], style, place },
      { kind: "figure", alt: `a\n\n# www.a.b${attack}`, labels: `${attack}\n${attack}`, place },
      { kind: "table", rows: [[{ runs, columns: 2, rows: 1, box }], [{ runs, columns: 1, rows: 1, box }]], place }
    ]
    inert(print(blocks, { images: "alt" }))
    const struck: Block = {
      kind: "item",
      marker: "(~)",
      depth: 0,
      lines: [{ runs: [{ text: "about ~5 in all" }], page: 1, box: { x0: 0, y0: 0, x1: 100, y1: 10 } }],
      style,
      place
    }
    inert(print([struck]))
    inert(print(blocks, { images: "alt", tables: "html" }))
  })
})

it("text full of marks and addresses takes time in proportion", () => {
  for (const text of ["www.a.b/!", "https://a.b/`*_ ", "[`](", "![", "_ _a"]) {
    const long = text.repeat(200_000 / text.length)
    const started = process.cpuUsage()
    print([
      paragraph({ text: `www.a.b/${"!".repeat(100_000)}a` }),
      paragraph(
        { text: long },
        { text: long, href: "https://a.b" },
        { text: `[${long}`, mono: true, href: "https://c.d" }
      )
    ])
    assert.isBelow(process.cpuUsage(started).user / 1_000, 10_000, text)
  }
})

describe("hostile documents", () => {
  it("show nothing that is not ours: no element, no attribute, no scheme", () =>
    fc.assert(fc.property(hostileMarkdown, inert), { numRuns: long(700, 200), seed: 19 }))

  it("read back as the labels of their figures", () =>
    fc.assert(
      fc.property(
        fc.array(
          hostileText.map((text) => text.replace(/[\s\0]+/g, " ").trim()).filter((text) => text !== ""),
          { minLength: 2, maxLength: 4 }
        ),
        readsLabels
      ),
      { numRuns: long(700, 200), seed: 19 }
    ))

  it("read back as their text", () =>
    fc.assert(
      fc.property(
        hostileText.map((text) => text.replace(/[\s\0]+/g, " ").trim()).filter((text) => text !== ""),
        reads
      ),
      { numRuns: long(700, 200), seed: 19 }
    ))
})
