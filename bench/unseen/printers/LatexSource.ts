/** A document in LaTeX, with the packages that most documents use. */
import type { Block, Document, Drawing, List } from "../Document.ts"
import { label } from "../Markers.ts"
import type { HeadingStyle, Style } from "../Style.ts"
import { table } from "./LatexTable.ts"
import { escape, text } from "./LatexText.ts"

const list = ({ items, marker, loose }: List, style: Style): string => {
  const margin = { tight: "1.4em", normal: "2.2em", deep: "3.5em" }[style.lists]
  const inner = items.map((item, index) => {
    const own = escape(item.ticked === undefined ? label(marker, index) : item.ticked ? "☑" : "☐")
    return `\\item[{${own}}] ${text(item.text)}${item.list === undefined ? "" : `\n${list(item.list, style)}`}`
  })
  return `\\begin{itemize}[leftmargin=${margin}${loose ? "" : ",nosep"}]\n${inner.join("\n")}\n\\end{itemize}`
}

const drawing = ({ shape, labels, values }: Drawing): string => {
  const bars = values.map((value, index) => {
    const x = index * 1.3
    return shape === "flow"
      ? `\\draw[accent] (${x},0) rectangle (${x + 1.1},0.7); \\node[font=\\tiny] at (${x + 0.55},0.35) {${escape(labels[index] ?? "")}};`
      : `\\fill[accent] (${x},0) rectangle (${x + 0.8},${(value / 40).toFixed(2)}); \\node[below,font=\\tiny] at (${x + 0.4},0) {${escape(labels[index] ?? "")}};`
  })
  return `\\begin{center}\\begin{tikzpicture}${bars.join("\n")}\\draw (-0.2,0) -- (${values.length * 1.3},0);\\end{tikzpicture}\\end{center}`
}

export const blocks = (all: ReadonlyArray<Block>, style: Style): string =>
  all.map((one) => block(one, style)).join("\n\n")

const block = (one: Block, style: Style): string => {
  switch (one.type) {
    case "title":
      return `\\doctitle{${escape(one.text)}}`
    case "heading":
      return `\\${["section", "subsection", "subsubsection"][one.level - 1]}*{${escape(one.number === undefined ? one.text : `${one.number} ${one.text}`)}}`
    case "paragraph": {
      const inner = text(one.text)
      switch (one.role) {
        case "lead":
          return `{\\large ${inner}\\par}`
        case "eyebrow":
        case "small":
          return `{\\small ${inner}\\par}`
        case "abstract":
          return `\\begin{quote}\\small ${inner}\\end{quote}`
        case "center":
          return `{\\centering ${inner}\\par}`
        case "byline":
          return style.headings[0].isCentred ? `{\\centering ${inner}\\par}` : `\\noindent ${inner}\\par`
        case "right":
          return `{\\raggedleft ${inner}\\par}`
        case "continued":
          return `\\noindent ${inner}`
        default:
          return inner
      }
    }
    case "lines":
      return `{\\${one.align === "right" ? "raggedleft" : "raggedright"}\\noindent ${one.lines.map(escape).join("\\\\\n")}\\par}\\bigskip`
    case "list":
      return list(one, style)
    case "table":
      return table(one, style)
    case "code": {
      const look = `fontsize=\\small${one.isNumbered ? ",numbers=left,numbersep=4pt,xleftmargin=1.5em" : ""}${style.code === "frame" ? ",frame=single" : ""}`
      const listing = `\\begin{Verbatim}[${look}]\n${one.lines.join("\n")}\n\\end{Verbatim}`
      const isTinted = style.code === "tint" || style.code === "dark"
      const caption = one.caption === undefined ? "" : `{\\small ${escape(one.caption)}\\par}\n`
      return (
        caption +
        (isTinted
          ? `\\begin{tcolorbox}[sharp corners,colback=tint,colframe=tint]\n${listing}\n\\end{tcolorbox}`
          : listing)
      )
    }
    case "quote":
      return `\\begin{quote}\\itshape ${text(one.text)}${one.by === undefined ? "" : `\\par\\raggedleft --- ${escape(one.by)}`}\\end{quote}`
    case "figure":
      return `${drawing(one.drawing)}{\\small ${escape(one.caption)}\\par}\\medskip`
    case "box": {
      const look = {
        tint: "colback=tint,colframe=tint",
        frame: "colback=white,colframe=accent,boxrule=0.6pt",
        bar: "colback=white,colframe=white,borderline west={3pt}{0pt}{accent}"
      }[one.look]
      return `\\begin{tcolorbox}[enhanced,breakable,sharp corners,${look}]${one.title === undefined ? "" : `\\textbf{${escape(one.title)}}\\par `}${blocks(one.blocks, style)}\\end{tcolorbox}`
    }
    case "formula":
      return `\\[${one.formula.tex}${one.number === undefined ? "" : `\\tag*{${one.number}}`}\\]`
    case "beside":
      return `\\noindent${one.parts.map((part, index) => `\\begin{minipage}[t]{${((one.shares[index] ?? 0.5) * 0.95).toFixed(2)}\\linewidth}${blocks(part, style)}\\end{minipage}\\hfill`).join("%\n")}\\par\\bigskip`
    case "columns":
      return `\\begin{multicols}{${one.count}}${blocks(one.blocks, style)}\\end{multicols}`
    case "fields":
      return one.fields
        .map(({ label: name, value, choices }) => {
          const filled =
            choices === undefined
              ? escape(value)
              : choices
                  .map((choice) => `${choice.ticked ? "$\\boxtimes$" : "$\\square$"} ${escape(choice.label)}`)
                  .join("\\quad ")
          const width = one.perRow === 2 ? "0.48\\linewidth" : "\\linewidth"
          if (one.look === "plain") return `\\noindent\\textbf{${escape(name)}:} ${filled}\\par`
          if (one.look === "boxed")
            return `\\noindent\\fbox{\\begin{minipage}{\\dimexpr ${width}-2\\fboxsep-2\\fboxrule}{\\scriptsize ${escape(name)}}\\\\${filled}\\strut\\end{minipage}}${one.perRow === 2 ? "\\hfill" : "\\par"}`
          return `\\noindent\\makebox[${width}][l]{${escape(name)}: ${filled}~${one.look === "dotted" ? "\\dotfill" : "\\hrulefill"}}${one.perRow === 2 ? "\\hfill" : "\\par"}`
        })
        .join("\n")
    case "contents":
      return one.entries
        .map(
          (entry) =>
            `\\noindent{}${entry.level === 2 ? "\\hspace*{1.5em}" : ""}${escape(entry.text)}${{ dots: "\\dotfill", line: "\\hrulefill", none: "\\hfill" }[one.leader]} ${entry.page}\\par`
        )
        .join("\n")
    case "terms":
      return one.look === "run-in"
        ? one.terms.map(({ term, text: meaning }) => `\\textbf{${escape(term)}.} ${text(meaning)}`).join("\n\n")
        : `\\begin{description}[style=nextline]\n${one.terms.map(({ term, text: meaning }) => `\\item[${escape(term)}] ${text(meaning)}`).join("\n")}\n\\end{description}`
    case "page-break":
      return "\\clearpage"
    case "rule":
      return "\\noindent\\rule{\\linewidth}{0.4pt}"
  }
}

const heading = (command: string, one: HeadingStyle, style: Style) => {
  const size = (one.size * style.size).toFixed(1)
  const font = `\\fontsize{${size}}{${(Number(size) * 1.2).toFixed(1)}}\\selectfont${one.isBold ? "\\bfseries" : ""}${one.isItalic ? "\\itshape" : ""}${one.isColoured ? "\\color{accent}" : ""}${style.heading === style.body ? "" : style.bodyClass === "serif" ? "\\sffamily" : "\\rmfamily"}${one.isCentred ? "\\centering" : "\\raggedright"}`
  return {
    font,
    format: `\\titleformat{\\${command}}{${font}}{}{0pt}{}${one.decoration === "rule" ? "[\\titlerule]" : ""}`
  }
}

const families: Readonly<Record<Style["bodyClass"], ReadonlyArray<string>>> = {
  serif: [
    "\\usepackage{lmodern}",
    "\\usepackage{mathptmx}",
    "\\usepackage{palatino}",
    "\\usepackage{charter}",
    "",
    "\\usepackage{bookman}"
  ],
  sans: [
    "\\usepackage{lmodern}\\renewcommand{\\familydefault}{\\sfdefault}",
    "\\usepackage{helvet}\\renewcommand{\\familydefault}{\\sfdefault}",
    "\\renewcommand{\\familydefault}{\\sfdefault}"
  ]
}

export const latex = (document: Document, style: Style): string => {
  const { paper, margin } = style
  const known = families[style.bodyClass]
  const wanted = known[style.body.length % known.length] ?? ""
  // Without a package the letters of other languages are pictures that no reader could name.
  const family =
    wanted.startsWith("\\usepackage") || document.language === "en" ? wanted : `\\usepackage{lmodern}${wanted}`
  const title = heading("section", style.headings[0], style).font
  const number = {
    none: "",
    center: "\\cfoot{\\thepage}",
    outside: "\\rfoot{\\thepage}",
    of: "\\rfoot{\\thepage{} / \\pageref{LastPage}}"
  }[style.pageNumbers]
  const at = style.columns > 1 ? document.blocks.findIndex(({ type }) => type === "title") + 1 : 0
  const front = at === 0 ? "" : `\\twocolumn[${blocks(document.blocks.slice(0, at), style)}\\bigskip]`
  const body = blocks(document.blocks.slice(at), style)
  const needs = (environment: string, packages: string) =>
    `${front}${body}`.includes(`\\begin{${environment}}`) ? packages : ""
  const babel =
    { en: "english", de: "ngerman", fr: "french", es: "spanish", pl: "polish" }[document.language] ?? "english"
  // Many documents keep the headings of their class as they are.
  const isDefault = style.headings.every(({ decoration, caps }) => decoration === "none" && caps !== "upper")
  const formats = ["section", "subsection", "subsubsection"].map(
    (name, level) => heading(name, style.headings[level + 1] as HeadingStyle, style).format
  )
  const kind = isDefault && style.heading !== style.body ? "scrartcl" : "article"
  return `\\documentclass[${style.size > 11 ? 12 : style.size > 10 ? 11 : 10}pt${style.columns > 1 ? ",twocolumn" : ""}]{${kind}}
\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{textcomp}${family}
\\usepackage[paperwidth=${paper.width}mm,paperheight=${paper.height}mm,hmargin=${margin.x}mm,vmargin=${margin.y}mm,includeheadfoot]{geometry}
\\usepackage[table]{xcolor}\\definecolor{accent}{HTML}{${style.accent.slice(1).toUpperCase()}}\\definecolor{tint}{HTML}{${style.tint.slice(1).toUpperCase()}}
\\usepackage{amsmath,amssymb,array,multirow,booktabs,longtable,arydshln,enumitem,fancyvrb,fancyhdr,multicol${isDefault ? "" : ",titlesec"}${needs("tikzpicture", ",tikz")},lastpage}
${needs("tcolorbox", "\\usepackage[most]{tcolorbox}")}${style.isHyphenated ? `\\IfFileExists{${babel}.ldf}{\\usepackage[${babel}]{babel}}{}` : "\\hyphenpenalty=10000"}
\\usepackage[hidelinks]{hyperref}
\\pagestyle{fancy}\\fancyhf{}\\renewcommand{\\headrulewidth}{${style.headRule ? "0.4pt" : "0pt"}}${document.head === undefined ? "" : `\\lhead{\\small ${escape(document.head)}}`}${document.foot === undefined ? "" : `\\lfoot{\\small ${escape(document.foot)}}`}${number}
\\newcommand{\\doctitle}[1]{{${title}#1\\par}\\bigskip}
${isDefault ? "" : formats.join("\n")}
${style.paragraphs === "skip" ? "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{0.6em}" : ""}
${style.isJustified ? "" : "\\raggedright"}
\\emergencystretch=2em
\\begin{document}
${front}
${body}
\\end{document}
`
}
