/** A style as CSS. */
import type { Document } from "../Document.ts"
import type { HeadingStyle, Style } from "../Style.ts"

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`

const heading = (selector: string, one: HeadingStyle, style: Style) => {
  const decoration = {
    none: "",
    rule: `border-bottom: 0.8pt solid ${style.accent}; padding-bottom: 2pt;`,
    bar: `background: ${style.accent}; color: #fff; padding: 3pt 6pt;`,
    "left-bar": `border-left: 4pt solid ${style.accent}; padding-left: 6pt;`
  }[one.decoration]
  return `${selector} { font-family: ${quoted(style.heading)}, sans-serif; font-size: ${one.size}em; font-weight: ${one.isBold ? 700 : 400}; font-style: ${one.isItalic ? "italic" : "normal"};
    ${one.isColoured ? `color: ${style.accent};` : ""} ${one.caps === "spaced" ? "letter-spacing: 0.12em;" : ""} ${one.isCentred ? "text-align: center;" : "text-align: start;"} ${decoration}
    margin: ${one.size > 1.3 ? 1.1 : 1.2}em 0 0.45em; line-height: 1.2; break-after: avoid; hyphens: none; }`
}

const running = (document: Document, style: Style) => {
  const pages = {
    none: "",
    center: "counter(page)",
    outside: "counter(page)",
    of: 'counter(page) " / " counter(pages)'
  }[style.pageNumbers]
  const rule = style.headRule ? "border-bottom: 0.5pt solid #888; padding-bottom: 2pt;" : ""
  const corner = (place: string, content: string, more = "") =>
    content === ""
      ? ""
      : `@${place} { content: ${content}; font: ${style.size * 0.8}pt ${quoted(style.body)}; color: #555; ${more} }`
  return [
    corner(
      "top-left",
      document.head === undefined ? "" : quoted(document.head),
      `${rule} vertical-align: bottom; padding-bottom: 8pt; width: 80%; text-align: left;`
    ),
    corner("bottom-left", document.foot === undefined ? "" : quoted(document.foot), "width: 45%; text-align: left;"),
    corner(style.pageNumbers === "center" ? "bottom-center" : "bottom-right", pages)
  ].join(" ")
}

const tables = (style: Style) => `
table { border-collapse: collapse; margin: 0.9em 0; font-size: 0.93em; line-height: 1.25; }
table.wide { width: 100%; }
th, td { padding: 3pt 6pt; vertical-align: top; text-align: start; hyphens: manual; ${style.columns > 1 ? "overflow-wrap: anywhere;" : ""} }
table.tight th, table.tight td { padding: 1pt 4pt; } table.airy th, table.airy td { padding: 6pt 9pt; }
th { font-weight: bold; } .r { text-align: right; } .c { text-align: center; }
tr { break-inside: avoid; } thead { display: table-header-group; }
caption { font-size: 0.95em; padding: 3pt 0; text-align: start; } caption.below { caption-side: bottom; }
.grid th, .grid td { border: 0.75pt solid #444; } .double th, .double td { border: 2.25pt double #444; }
.dashed th, .dashed td { border: 0.75pt dashed #666; } .dotted th, .dotted td { border: 1pt dotted #666; }
table.separate { border-collapse: separate; border-spacing: 2pt; } .separate th, .separate td { border: 0.75pt solid #777; }
.horizontal th, .horizontal td { border-bottom: 0.5pt solid #999; } .horizontal th { border-bottom: 1pt solid #333; }
.booktabs { border-top: 1.2pt solid #000; border-bottom: 1.2pt solid #000; } .booktabs thead tr:last-child th { border-bottom: 0.6pt solid #000; }
.head-rule thead tr:last-child th { border-bottom: 1pt solid ${style.accent}; }
table.outer { border: 1pt solid #444; }
.vertical th + th, .vertical td + td { border-left: 0.6pt solid #666; }
.inner tr + tr td, .inner tbody tr td { border-top: 0.5pt solid #888; } .inner th + th, .inner td + td { border-left: 0.5pt solid #888; }
table.gaps { border-collapse: separate; border-spacing: 2pt; }
.t-head th { background: ${style.tint}; } .t-dark-head th { background: ${style.accent}; color: #fff; }
.t-zebra tbody tr:nth-child(even) td { background: ${style.tint}; } .gaps.t-zebra td { background: ${style.tint}; }
.t-column td:first-child { background: ${style.tint}; } .t-total tbody tr:last-child td { background: ${style.tint}; }
table.total tbody tr:last-child td { border-top: 1pt solid #333; }`

const codes = (style: Style) => {
  const look = {
    plain: "padding: 0 0 0 1.5em;",
    frame: "border: 0.6pt solid #999; padding: 6pt;",
    tint: `background: ${style.tint}; padding: 6pt;`,
    dark: "background: #23272e; color: #e6e6e6; padding: 8pt;"
  }[style.code]
  const numbers =
    style.codeNumbers === "inside"
      ? ".line { color: #999; padding-right: 1.2em; }"
      : "pre.numbered { margin-left: 2.2em; } .line { position: absolute; margin-left: -2.6em; color: #999; }"
  return `pre, code { font-family: ${quoted(style.mono)}, monospace; font-size: 0.88em; } pre { ${look} white-space: pre-wrap; line-height: 1.3; margin: 0.8em 0; text-align: left; } ${numbers}`
}

export const styleSheet = (document: Document, style: Style): string => {
  const { paper, margin } = style
  const indent = { tight: "1.2em", normal: "2em", deep: "3.2em" }[style.lists]
  const isSlide = paper.name === "slide"
  const numbers = {
    inline: "",
    margin: `display: inline-block; width: ${Math.max(margin.x - 4, 9)}mm; margin-left: -${Math.max(margin.x - 4, 9)}mm;`,
    above: "display: block; font-size: 1.4em;"
  }[style.headingNumbers]
  const band = style.hasBand && !isSlide ? `h1 { background: ${style.tint}; padding: 8mm 6mm !important; }` : ""
  return `
@page { size: ${paper.width}mm ${paper.height}mm; margin: ${margin.y}mm ${style.hasNoteMargin ? 58 : margin.x}mm ${margin.y}mm ${margin.x}mm; ${running(document, style)} }
* { box-sizing: border-box; }
body { font: ${style.size}pt/${style.leading} ${quoted(style.body)}, "Noto Sans", "Noto Sans CJK SC", ${style.bodyClass === "serif" ? "serif" : "sans-serif"}; margin: 0;
  text-align: ${style.isJustified ? "justify" : "start"}; ${style.isHyphenated ? "hyphens: auto;" : ""} orphans: 2; widows: 2; }
main { ${style.columns > 1 ? `column-count: ${style.columns}; column-gap: 7mm; column-fill: auto;` : ""} }
p { margin: 0 0 ${style.paragraphs === "skip" ? "0.7em" : "0"}; } ${style.paragraphs === "indent" ? "p + p { text-indent: 1.4em; } p.lines, p.byline, p.right, td p, aside p, p.by, p.small, p.lead { text-indent: 0 !important; margin-bottom: 0.6em; }" : ""}
h1 { ${isSlide ? "margin-top: 20mm;" : ""} } ${heading("h1", style.headings[0], style)} ${heading("h2", style.headings[1], style)} ${heading("h3", style.headings[2], style)} ${heading("h4", style.headings[3], style)}
${band}
a { color: ${style.accent}; }
.number { ${numbers} }
.eyebrow { font-size: 0.85em; letter-spacing: 0.08em; color: ${style.accent}; margin-bottom: 0.2em; text-indent: 0; } .continued { text-indent: 0; }
${style.hasDropCap ? "h2 + p:not([class])::first-letter { float: left; font-size: 3.1em; line-height: 0.85; padding-right: 3pt; }" : ""}
.cards > div { background: ${style.tint}; padding: 6pt 8pt !important; margin-right: 3mm; } .cards p { margin: 0; text-indent: 0 !important; }
figure.aside { float: right; width: 45%; margin: 0 0 0.8em 1.2em; } aside.margin { float: right; clear: right; width: 38mm; margin: 0 -43mm 0.8em 0; font-size: 0.85em; padding: 2pt 4pt; }
.lead { font-size: 1.2em; } .small { font-size: 0.85em; color: #444; } .center { text-align: center; } .right { text-align: right; } .lines { margin-bottom: 1.2em; text-align: start; } .lines.right { text-align: right; }
.byline { color: #444; text-align: ${style.headings[0].isCentred ? "center" : "start"}; } .abstract { font-size: 0.93em; margin: 0 1.5em 1em; }
ul, ol { padding-inline-start: ${indent}; margin: 0.3em 0 0.8em; } ul ul, ol ol, ul ol, ol ul { margin: 0.1em 0; } .loose > li { margin-bottom: 0.6em; }
blockquote { margin: 0.8em 2em; font-style: italic; ${style.headRule ? `border-left: 2pt solid ${style.tint}; padding-left: 8pt;` : ""} } .by { text-align: right; }
figure { margin: 1em 0; text-align: center; break-inside: avoid; } figure svg { max-width: 100%; height: auto; } figcaption, .caption { font-size: 0.9em; text-align: start; }
aside { padding: 7pt 9pt; margin: 0.9em 0; break-inside: avoid; } aside.tint { background: ${style.tint}; } aside.frame { border: 0.8pt solid ${style.accent}; } aside.bar { border-left: 4pt solid ${style.accent}; background: #fafafa; }
aside.side { float: right; width: 36%; margin: 0 0 0.8em 1.2em; font-size: 0.92em; } .box-title { font-weight: bold; color: ${style.accent}; }
.formula { text-align: center; margin: 0.8em 0; position: relative; } .formula math { display: inline-block; } .equation { position: absolute; right: 0; top: 0.4em; }
.beside { display: flex; justify-content: space-between; margin-bottom: 1em; } .beside > div { padding-inline-end: 5mm; min-width: 0; } .beside h1 { margin-top: 0; }
.fields { margin: 0.5em 0 1em; } .field { margin-bottom: 0.55em; text-align: start; } .per2 .field { display: inline-block; width: 48%; vertical-align: top; }
.lined .value { border-bottom: 0.6pt solid #333; display: inline-block; min-width: 50%; } .dotted .value { border-bottom: 0.8pt dotted #333; display: inline-block; min-width: 45%; }
.boxed .field { border: 0.6pt solid #555; padding: 2pt 4pt; margin-bottom: 3pt; } .boxed .label { display: block; font-size: 0.72em; color: #555; } .plain .label { font-weight: bold; } .choice { margin-right: 1.2em; }
.entry { display: flex; } .entry.l2 { padding-inline-start: 1.6em; } .fill { flex: 1; margin: 0 4pt; } .contents.dots .fill { border-bottom: 1pt dotted #333; height: 0.9em; } .contents.line .fill { border-bottom: 0.4pt solid #999; height: 0.9em; }
dt { font-weight: bold; } dd { margin: 0 0 0.6em 2em; }
.note { float: footnote; font-size: 0.85em; text-indent: 0; } .notes { margin-top: 1.5em; border-top: 0.5pt solid #666; font-size: 0.85em; padding-top: 4pt; } .notes p { text-indent: 0 !important; }
.break { break-after: page; } hr { border: 0; border-top: 0.6pt solid #888; margin: 1em 0; }
${tables(style)} ${codes(style)}`
}
