/** A document in Typst's language. */
import { svg } from "../content/Drawings.ts"
import type { Block, Cell, Document, Inline, List, Table, Text } from "../Document.ts"
import { box, label } from "../Markers.ts"
import type { HeadingStyle, Style } from "../Style.ts"

/** Text as a string of the language, so that none of it is markup. */
const said = (text: string) => `#${JSON.stringify(text)};`

const inline = (one: Inline): string => {
  if (typeof one === "string") return said(one)
  if ("bold" in one) return `#strong[${said(one.bold)}]`
  if ("italic" in one) return `#emph[${said(one.italic)}]`
  if ("code" in one) return `#raw(${JSON.stringify(one.code)})`
  if ("link" in one) return `#link(${JSON.stringify(one.url)})[${said(one.link)}]`
  if ("formula" in one) return `#math.equation(alt: ${JSON.stringify(one.formula.tex)}, $${one.formula.typst}$)`
  return `#footnote[${said(one.note)}]`
}

const text = (of: Text) => of.map(inline).join("")

const list = ({ items, marker, loose }: List, style: Style): string => {
  const indent = { tight: "0pt", normal: "8pt", deep: "20pt" }[style.lists]
  const inner = items.map(
    (item) =>
      `[${item.ticked === undefined ? "" : said(`${box(item.ticked)} `)}${text(item.text)}${item.list === undefined ? "" : list(item.list, style)}]`
  )
  const look = /\w/.test(label(marker, 0))
    ? `#enum(numbering: ${JSON.stringify(marker)}, `
    : `#list(marker: [${items[0]?.ticked === undefined ? said(label(marker, 0)) : ""}], `
  return `${look}indent: ${indent}, tight: ${!loose}, ${inner.join(", ")})`
}

const strokes = (one: Table, style: Style): string => {
  const last = one.rows.length - 1
  const lastColumn = one.columns.length - 1
  switch (one.border) {
    case "grid":
    case "separate":
      return "0.5pt"
    case "double":
      return "1.2pt"
    case "dashed":
      return '(thickness: 0.5pt, dash: "dashed")'
    case "dotted":
      return '(thickness: 0.7pt, dash: "dotted")'
    case "horizontal":
      return `(x, y) => (bottom: if y < ${one.headRows} { 1pt } else { 0.4pt + luma(150) })`
    case "booktabs":
      return `(x, y) => (top: if y == 0 { 1pt }, bottom: if y == ${last} { 1pt } else if y == ${one.headRows - 1} { 0.5pt })`
    case "head-rule":
      return `(x, y) => (bottom: if y == ${one.headRows - 1} { 1pt + rgb("${style.accent}") })`
    case "outer":
      return `(x, y) => (top: if y == 0 { 0.8pt }, bottom: if y == ${last} { 0.8pt }, left: if x == 0 { 0.8pt }, right: if x == ${lastColumn} { 0.8pt })`
    case "vertical":
      return "(x, y) => (left: if x > 0 { 0.5pt })"
    case "inner":
      return "(x, y) => (left: if x > 0 { 0.5pt }, top: if y > 0 { 0.5pt })"
    case "none":
    case "gaps":
      return "none"
  }
}

const fills = (one: Table, style: Style): string => {
  const tint = `rgb("${style.tint}")`
  if (one.border === "gaps") return tint
  switch (one.tint) {
    case "none":
      return "none"
    case "head":
      return `(x, y) => if y < ${one.headRows} { ${tint} }`
    case "dark-head":
      return `(x, y) => if y < ${one.headRows} { rgb("${style.accent}") }`
    case "zebra":
      return `(x, y) => if y >= ${one.headRows} and calc.odd(y - ${one.headRows}) { ${tint} }`
    case "column":
      return `(x, y) => if x == 0 and y >= ${one.headRows} { ${tint} }`
    case "total":
      return `(x, y) => if y == ${one.rows.length - 1} { ${tint} }`
  }
}

const table = (one: Table, style: Style): string => {
  const cell = (each: Cell, isHead: boolean) => {
    const spans = `${(each.columns ?? 1) > 1 ? `colspan: ${each.columns}, ` : ""}${(each.rows ?? 1) > 1 ? `rowspan: ${each.rows}, ` : ""}${each.align === undefined ? "" : `align: ${each.align}, `}`
    const words = isHead && one.tint === "dark-head" ? `#text(fill: white)[${said(each.text)}]` : said(each.text)
    return `table.cell(${spans}[${isHead || each.bold === true ? `#strong[${words}]` : words}])`
  }
  const rows = one.rows.map((row, index) => row.map((each) => cell(each, index < one.headRows)).join(", "))
  const head = one.headRows === 0 ? "" : `table.header(${rows.slice(0, one.headRows).join(", ")}), `
  const widths =
    one.widths !== undefined
      ? one.widths.map((width) => `${Math.round(width * 100)}fr`)
      : one.columns.map((_, index) => (one.wide ? (index === 0 ? "1.8fr" : "1fr") : "auto"))
  const inset = { tight: "3pt", normal: "5pt", airy: "8pt" }[one.padding]
  const gutter = one.border === "gaps" || one.border === "separate" ? "gutter: 2pt, " : ""
  const drawn = `#table(columns: (${widths.join(", ")},), ${gutter}inset: ${inset}, stroke: ${strokes(one, style)}, fill: ${fills(one, style)}, align: (${one.columns.join(", ")},), ${head}${rows.slice(one.headRows).join(", ")})`
  const caption = one.caption === undefined ? "" : `#par(text(size: 0.9em)[${said(one.caption.text)}])`
  // words wider than their column would be set over the next one
  const set = `#[#set text(hyphenate: true)\n${drawn}]`
  return one.caption?.side === "above" ? `${caption}\n${set}` : `${set}\n${caption}`
}

const blocks = (all: ReadonlyArray<Block>, style: Style): string => all.map((one) => block(one, style)).join("\n\n")

const block = (one: Block, style: Style): string => {
  const accent = `rgb("${style.accent}")`
  switch (one.type) {
    case "title":
      return `#heading(level: 1, outlined: false)[${said(one.text)}]`
    case "heading":
      return `#heading(level: ${one.level + 1})[${said(one.number === undefined ? one.text : `${one.number} ${one.text}`)}]`
    case "paragraph": {
      const inner = `#par[${text(one.text)}]`
      switch (one.role) {
        case undefined:
          return inner
        case "lead":
          return `#text(size: 1.2em)[${inner}]`
        case "continued":
          return inner
        case "eyebrow":
          return `#text(size: 0.85em, tracking: 0.08em, fill: ${accent})[${inner}]`
        case "small":
          return `#text(size: 0.85em, fill: luma(60))[${inner}]`
        case "abstract":
          return `#pad(x: 1.5em)[${inner}]`
        case "byline":
          return `#align(${style.headings[0].isCentred ? "center" : "start"})[${inner}]`
        case "center":
        case "right":
          return `#align(${one.role})[${inner}]`
      }
      return inner
    }
    case "lines":
      return `#align(${one.align ?? "start"})[#par(first-line-indent: 0pt)[${one.lines.map(said).join("#linebreak()")}]]\n#v(0.6em)`
    case "list":
      return list(one, style)
    case "table":
      return table(one, style)
    case "code": {
      const look = {
        plain: "inset: (left: 1.5em)",
        frame: "inset: 6pt, stroke: 0.5pt",
        tint: `inset: 6pt, fill: rgb("${style.tint}")`,
        dark: 'inset: 8pt, fill: rgb("#23272e")'
      }[style.code]
      const numbers = one.isNumbered
        ? "#show raw.line: it => [#box(width: 1.6em)[#text(fill: luma(150))[#it.number]] #it.body]\n"
        : ""
      const colour = style.code === "dark" ? '#set text(fill: rgb("#e6e6e6"))\n' : ""
      return `${one.caption === undefined ? "" : `#text(size: 0.9em)[${said(one.caption)}]\n\n`}#block(width: 100%, ${look})[${colour}${numbers}#raw(block: true, ${JSON.stringify(one.lines.join("\n"))})]`
    }
    case "quote":
      return `#pad(x: 2em)[#emph[${text(one.text)}]${one.by === undefined ? "" : `\n\n#align(right)[${said(`— ${one.by}`)}]`}]`
    case "figure":
      return `#figure(alt: "chart", caption: [${said(one.caption)}], numbering: none, supplement: none, image(bytes(${JSON.stringify(svg(one.drawing, style.accent))}), format: "svg", width: ${style.columns > 1 ? 95 : 60}%, alt: "chart"))`
    case "box": {
      const look = {
        tint: `fill: rgb("${style.tint}")`,
        frame: `stroke: 0.8pt + ${accent}`,
        bar: `stroke: (left: 4pt + ${accent})`
      }[one.look]
      return `#block(width: 100%, inset: 8pt, ${look})[${one.title === undefined ? "" : `#strong[${said(one.title)}]\n\n`}${blocks(one.blocks, style)}]`
    }
    case "formula":
      return `#math.equation(block: true, ${one.number === undefined ? "" : `numbering: _ => [${said(one.number)}], `}alt: ${JSON.stringify(one.formula.tex)}, $ ${one.formula.typst} $)`
    case "beside":
      return `#grid(${one.isCards === true ? `fill: rgb("${style.tint}"), inset: 6pt, ` : ""}columns: (${one.shares.map((share) => `${Math.round(share * 100)}fr`).join(", ")},), column-gutter: 5mm, ${one.parts.map((part) => `[${blocks(part, style)}]`).join(", ")})`
    case "columns":
      return `#columns(${one.count})[${blocks(one.blocks, style)}]`
    case "fields": {
      const cells = one.fields.map(({ label: name, value, choices }) => {
        const filled =
          choices === undefined
            ? said(value)
            : choices.map((choice) => said(`${box(choice.ticked)} ${choice.label}`)).join("#h(1.2em)")
        if (one.look === "boxed")
          return `[#block(width: 100%, stroke: 0.5pt, inset: 4pt)[#text(size: 0.72em)[${said(name)}]#linebreak()${filled}#v(0pt)]]`
        if (one.look === "plain") return `[#strong[${said(`${name}:`)}] ${filled}]`
        return `[${said(`${name}: `)}#box(width: 1fr, stroke: (bottom: ${one.look === "dotted" ? '(thickness: 0.6pt, dash: "dotted")' : "0.5pt"}), outset: (bottom: 2pt))[${filled}]]`
      })
      return `#grid(columns: (${Array(one.perRow).fill("1fr").join(", ")},), gutter: 8pt, ${cells.join(", ")})`
    }
    case "contents": {
      const fill = { dots: "#repeat[.]", line: "#line(length: 100%, stroke: 0.4pt)", none: "" }[one.leader]
      return one.entries
        .map(
          (entry) =>
            `#block(spacing: 0.6em)[${entry.level === 2 ? "#h(1.5em)" : ""}${said(entry.text)} #box(width: 1fr)[${fill}] ${said(String(entry.page))}]`
        )
        .join("\n")
    }
    case "terms":
      return one.terms
        .map(({ term, text: meaning }) =>
          one.look === "run-in"
            ? `#par[#strong[${said(`${term}.`)}] ${text(meaning)}]`
            : `#block(sticky: true)[#strong[${said(term)}]]\n#pad(left: 2em)[${text(meaning)}]`
        )
        .join("\n\n")
    case "page-break":
      return "#pagebreak(weak: true)"
    case "rule":
      return "#line(length: 100%, stroke: 0.5pt)"
  }
}

const heading = (level: number, one: HeadingStyle, style: Style) => {
  const accent = `rgb("${style.accent}")`
  const look = {
    none: "",
    rule: `, stroke: (bottom: 0.8pt + ${accent}), inset: (bottom: 3pt)`,
    bar: `, fill: ${accent}, inset: 5pt`,
    "left-bar": `, stroke: (left: 4pt + ${accent}), inset: (left: 6pt)`
  }[one.decoration]
  const fill = one.decoration === "bar" ? ", fill: white" : one.isColoured ? `, fill: ${accent}` : ""
  const wide = one.decoration === "none" ? "" : "width: 100%, "
  return `#show heading.where(level: ${level}): it => align(${one.isCentred ? "center" : "start"}, block(${wide}above: 1.4em, below: 0.8em, sticky: true${look})[#text(font: (${JSON.stringify(style.heading)}, "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew"), size: ${style.size * one.size}pt, weight: ${one.isBold ? 700 : 400}, style: "${one.isItalic ? "italic" : "normal"}"${one.caps === "spaced" ? ", tracking: 0.12em" : ""}${fill}, hyphenate: false)[#it.body]])`
}

export const typst = (document: Document, style: Style): string => {
  const { paper, margin } = style
  const at = style.columns > 1 ? document.blocks.findIndex(({ type }) => type === "title") + 1 : 0
  const number = {
    none: "",
    center: "#h(1fr)#context counter(page).display()#h(1fr)",
    outside: "#h(1fr)#context counter(page).display()",
    of: "#h(1fr)#context [#counter(page).display() / #counter(page).final().first()]"
  }[style.pageNumbers]
  const front =
    at === 0
      ? ""
      : `#place(top, scope: "parent", float: true)[#block(width: 100%)[${blocks(document.blocks.slice(0, at), style)}]]`
  return `#set document(title: ${JSON.stringify(document.title)})
#set page(width: ${paper.width}mm, height: ${paper.height}mm, margin: (x: ${margin.x}mm, y: ${margin.y}mm), columns: ${style.columns}, header: [#set text(0.8em, fill: luma(80))
${document.head === undefined ? "" : said(document.head)}${style.headRule && document.head !== undefined ? "#v(-0.6em)#line(length: 100%, stroke: 0.4pt)" : ""}], footer: [#set text(0.8em, fill: luma(80))
${document.foot === undefined ? "" : said(document.foot)}${number}])
#set text(font: (${JSON.stringify(style.body)}, "Libertinus Serif", "DejaVu Sans", "Noto Sans Symbols 2", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew"), size: ${style.size}pt, lang: "${document.language}", hyphenate: ${style.isHyphenated})
#set par(justify: ${style.isJustified}, leading: ${(style.leading * 0.5).toFixed(2)}em${style.paragraphs === "indent" ? ", first-line-indent: 1.4em, spacing: 0.65em" : ", spacing: 1.1em"})
#show raw: set text(font: ${JSON.stringify(style.mono)})
#show link: set text(fill: rgb("${style.accent}"))
${style.headings.map((one, level) => heading(level + 1, one, style)).join("\n")}
${front}

${blocks(document.blocks.slice(at), style)}
`
}
