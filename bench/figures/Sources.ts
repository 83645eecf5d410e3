/** A sheet in the languages of the printers; the figure that is hidden leaves its place empty. */
import { blank, type Chart, svg } from "./Charts.ts"
import type { Item, Sheet } from "./Sheets.ts"

type Drawn = (chart: Chart, isHidden: boolean) => string

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Each item as `print` has it; figures are numbered. */
const printed = (items: ReadonlyArray<Item>, hidden: number, print: (item: Item, isHidden: boolean) => string) => {
  let figure = -1
  return items.map((item) => print(item, item.type === "figure" && ++figure === hidden)).join("\n")
}

const logo = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="34"><circle cx="17" cy="17" r="15" fill="${colour}"/><path d="M9 24L17 6l8 18z" fill="#fff"/><path d="M40 26c0-14 10-20 14-8s10 8 10-4 12-6 14 12" fill="none" stroke="${colour}" stroke-width="4"/></svg>`

const inSvg: Drawn = (chart, isHidden) => (isHidden ? blank(chart) : svg(chart))

export const html = ({ columns, size, hasLogo, hasBand, accent, items }: Sheet, hidden: number): string => {
  const body = printed(items, hidden, (item, isHidden) => {
    switch (item.type) {
      case "heading":
        return `<h2>${escape(item.text)}</h2>`
      case "paragraph":
        return `<p>${escape(item.text)}</p>`
      case "box":
        return `<div class="box">${escape(item.text)}</div>`
      case "table":
        return `<table class="${item.isTinted ? "tinted" : ""}">${item.rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`).join("")}</table>`
      case "figure": {
        const caption = item.caption === null ? "" : `<figcaption>${escape(item.caption)}</figcaption>`
        const drawn = `<div class="panels">${item.charts.map((each) => inSvg(each, isHidden)).join("")}</div>`
        return `<figure>${item.side === "above" ? caption + drawn : drawn + caption}</figure>`
      }
    }
  })
  return `<!doctype html><meta charset="utf-8"><style>@page{size:A4;margin:2cm 2.5cm}body{margin:0;font:${size}pt/1.35 "Liberation Serif",serif}
.text{columns:${columns};column-gap:20pt}p{margin:0 0 8pt;text-align:justify}h2{font-size:1.4em;color:${accent};margin:0 0 8pt}figure{margin:4pt 0 10pt;text-align:center;break-inside:avoid}
figcaption{font-size:.9em;text-align:left}.panels{display:flex;justify-content:space-around}.box{background:#eef2f7;border-left:4px solid ${accent};padding:6pt 8pt;margin:0 0 10pt;break-inside:avoid}
table{border-collapse:collapse;margin:0 0 10pt;width:100%}td{border-bottom:.5pt solid #999;padding:2pt 6pt}.tinted tr:nth-child(odd) td{background:#e8eef5}.band{background:${accent};height:14pt;margin:-1cm -2.5cm 12pt}</style>
${hasBand ? '<div class="band"></div>' : ""}${hasLogo ? logo(accent) : ""}<div class="text">${body}</div>`
}

const tex = (text: string) =>
  text.replace(/[\\{}$&#^_%~€°“”]/g, (sign) => ({ "€": "EUR", "°": "", "“": "``", "”": "''" })[sign] ?? `\\${sign}`)

/** As pgfplots draws it: what it has no plot for becomes one that it has. */
export const inPgf: Drawn = (chart, isHidden) => {
  const { labels, series, axes, width, height, hasGrid, title, fontSize } = chart
  const at = (i: number, value: number) => `(${i},${value})`
  const isBars = ["bars", "stacked bars", "lying bars", "timeline"].includes(chart.shape)
  const kind = isBars ? (chart.shape === "stacked bars" ? "ybar stacked," : "ybar,") : ""
  const plots = series
    .map(
      ({ name, values }, k) =>
        `\\addplot${chart.shape === "scatter" ? "+[only marks]" : isBars ? `+[fill=blue!${30 + 25 * k}]` : "+"} coordinates {${values.map((value, i) => at(i, value)).join(" ")}};${series.length > 1 ? `\\addlegendentry{${tex(name)}}` : ""}`
    )
    .join("\n")
  const font = `\\fontsize{${fontSize}}{${fontSize + 1}}\\selectfont`
  const plot = `\\begin{tikzpicture}\\begin{axis}[${kind}width=${width}pt,height=${height}pt,scale only axis=false,font=${font},legend style={font=${font}},xtick={0,...,${labels.length - 1}},xticklabels={${labels.map((label) => tex(label.slice(0, 7))).join(",")}},xlabel={${tex(axes[0])}},ylabel={${tex(axes[1])}},ymin=0,${hasGrid ? "grid=major," : ""}${title === null ? "" : `title={${tex(title)}},`}]${plots}\\end{axis}\\end{tikzpicture}`
  const nodes = `\\begin{tikzpicture}[font=${font},every node/.style={draw,rounded corners=2pt,inner sep=4pt}]${labels
    .map((label, i) => {
      const at = `(${((i % 3) * width) / 3}pt,${-Math.floor(i / 3) * 34}pt)`
      return `\\node (n${i}) at ${at} {${tex(label)}};${i > 0 ? `\\draw[->] (n${i - 1}) -- (n${i});` : ""}`
    })
    .join("")}\\end{tikzpicture}`
  const all = ["flow", "tree", "map"].includes(chart.shape) ? nodes : plot
  return isHidden ? `\\phantom{${all}}` : all
}

/** A drawing of its own file, put in. */
export const inFile =
  (name: (chart: Chart) => string): Drawn =>
  (chart, isHidden) => {
    const all = `\\includegraphics[width=${chart.width}pt]{${name(chart)}}`
    return isHidden ? `\\phantom{${all}}` : all
  }

export const latex = ({ columns, size, items }: Sheet, hidden: number, drawn: Drawn): string => {
  const body = printed(items, hidden, (item, isHidden) => {
    switch (item.type) {
      case "heading":
        return `\\section{${tex(item.text)}}`
      case "paragraph":
        return `${tex(item.text)}\n`
      case "box":
        return `\\noindent\\colorbox{blue!8}{\\parbox{0.95\\linewidth}{${tex(item.text)}}}\\medskip\n`
      case "table":
        return `\\begin{center}\\begin{tabular}{lrr}\\hline ${item.rows.map((row) => row.map(tex).join(" & ")).join("\\\\ ")}\\\\ \\hline\\end{tabular}\\end{center}\n`
      case "figure": {
        const caption = item.caption === null ? "" : `{\\small ${tex(item.caption)}\\par}`
        const panels = `{\\centering ${item.charts.map((each) => drawn(each, isHidden)).join("\\hfill ")}\\par}`
        return `\\par\\medskip\\noindent\\begin{minipage}{\\linewidth}${item.side === "above" ? `${caption}\\smallskip${panels}` : `${panels}\\smallskip${caption}`}\\end{minipage}\\medskip\n\n`
      }
    }
  })
  return `\\documentclass[${size > 10 ? "11pt" : "10pt"},a4paper${columns === 2 ? ",twocolumn" : ""}]{article}\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\usepackage[margin=2.4cm]{geometry}\\usepackage{graphicx,xcolor,pgfplots}\\pgfplotsset{compat=1.17}\\begin{document}\n${body}\n\\end{document}`
}

export const openDocument = ({ size, items }: Sheet, hidden: number): string => {
  const paragraph = (style: string, inner: string) => `<text:p text:style-name="${style}">${inner}</text:p>`
  const body = printed(items, hidden, (item, isHidden) => {
    if (item.type === "table") {
      const cell = (text: string) => `<table:table-cell>${paragraph("Body", escape(text))}</table:table-cell>`
      return `<table:table><table:table-column table:number-columns-repeated="3"/>${item.rows.map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`).join("")}</table:table>`
    }
    if (item.type !== "figure")
      return paragraph(item.type === "heading" ? "Head" : item.type === "box" ? "Box" : "Body", escape(item.text))
    const caption = item.caption === null ? "" : paragraph("Caption", escape(item.caption))
    const frames = item.charts
      .map(
        (each) =>
          `<draw:frame text:anchor-type="as-char" svg:width="${each.width}pt" svg:height="${each.height}pt"><draw:image draw:mime-type="image/svg+xml"><office:binary-data>${Buffer.from(inSvg(each, isHidden)).toString("base64")}</office:binary-data></draw:image></draw:frame>`
      )
      .join("")
    const panels = paragraph("Centre", frames)
    return item.side === "above" ? caption + panels : panels + caption
  })
  const style = (name: string, text: string, of = "") =>
    `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt" ${of}/><style:text-properties style:font-name="Liberation Serif" fo:font-family="Liberation Serif" ${text}/></style:style>`
  return `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${style("Body", `fo:font-size="${size}pt"`)}${style("Head", 'fo:font-size="15pt" fo:font-weight="bold"')}${style("Box", `fo:font-size="${size}pt"`, 'fo:background-color="#e8eef5" fo:padding="6pt"')}${style("Caption", 'fo:font-size="9pt"')}${style("Centre", "", 'fo:text-align="center"')}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document>`
}
