/** Slides in LaTeX, by the class and the themes that most of them are made with. */
import type { Block, Document } from "../Document.ts"
import type { Style } from "../Style.ts"
import { blocks } from "./LatexSource.ts"
import { escape, text } from "./LatexText.ts"

const themes = [
  "default",
  "Madrid",
  "Warsaw",
  "Boadilla",
  "CambridgeUS",
  "Frankfurt",
  "Berlin",
  "Singapore",
  "Antibes",
  "Goettingen",
  "Montpellier",
  "Pittsburgh"
]

/** Lists as the class sets them: its own bullets, and only numbers said. */
const asThemeSets = (source: string): string =>
  source
    .replace(/\\begin\{itemize\}\[[^\]]*\]/g, "\\begin{itemize}")
    .replace(/\\item\[\{[^\p{L}\p{N}]*\}\]/gu, "\\item ")

interface Frame {
  readonly title: string
  readonly body: ReadonlyArray<Block>
}

const framesOf = (all: ReadonlyArray<Block>): ReadonlyArray<Frame> => {
  const frames: Array<{ title: string; body: Array<Block> }> = []
  for (const one of all) {
    if (one.type === "page-break") frames.push({ title: "", body: [] })
    const frame = frames.at(-1)
    if (frame === undefined || one.type === "page-break") continue
    if (one.type === "heading") frame.title = one.text
    else frame.body.push(one)
  }
  return frames
}

export const beamer = (document: Document, style: Style): string => {
  const front = document.blocks.slice(
    0,
    document.blocks.findIndex(({ type }) => type === "page-break")
  )
  const title = front.find((one) => one.type === "title")?.text ?? ""
  const byline = front.find((one) => one.type === "paragraph")
  // what else decides how a document looks is used up by the theme
  const theme = themes[(title.length + Math.round(style.size * 10)) % themes.length]
  const frames = framesOf(document.blocks).map(({ title, body }, index) => {
    const section = index % 2 === 0 ? `\\section{${escape(title.split(" ").slice(0, 2).join(" "))}}\n` : ""
    return `${section}\\begin{frame}[fragile]\\frametitle{${escape(title)}}\n${asThemeSets(blocks(body, style))}\n\\end{frame}`
  })
  const number = style.pageNumbers === "none" ? "" : "\\setbeamertemplate{footline}[frame number]"
  return `\\documentclass[${style.size > 16 ? 12 : 11}pt,aspectratio=${style.paper.width / style.paper.height > 1.5 ? 169 : 43}]{beamer}
\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{textcomp,lmodern}
\\usetheme{${theme}}${theme === "default" ? number : ""}
\\definecolor{accent}{HTML}{${style.accent.slice(1).toUpperCase()}}\\definecolor{tint}{HTML}{${style.tint.slice(1).toUpperCase()}}
\\usepackage{colortbl,amsmath,amssymb,array,multirow,booktabs,longtable,arydshln,fancyvrb,multicol,tikz}
\\usepackage[most]{tcolorbox}
\\title{${escape(title)}}\\author{${byline?.type === "paragraph" ? text(byline.text) : ""}}\\date{}
\\begin{document}
\\begin{frame}\\titlepage\\end{frame}
${frames.join("\n")}
\\end{document}
`
}
