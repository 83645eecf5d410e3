/** Words and signs in LaTeX. */
import type { Inline, Text } from "../Document.ts"

const signs: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  _: "\\_",
  "%": "\\%",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  '"': "\\textquotedbl{}",
  "'": "\\textquotesingle{}",
  "−": "\\textminus{}",
  "€": "\\texteuro{}",
  "¥": "\\textyen{}",
  "½": "\\textonehalf{}",
  "¼": "\\textonequarter{}",
  "↓": "$\\downarrow$",
  "↑": "$\\uparrow$",
  µ: "$\\mu$",
  "|": "\\textbar{}",
  Ω: "$\\Omega$",
  "●": "\\textbullet{}",
  "•": "\\textbullet{}",
  "–": "--",
  "—": "---",
  "“": "``",
  "”": "''",
  "☐": "$\\square$",
  "☑": "$\\boxtimes$",
  "▪": "$\\blacksquare$",
  "◦": "$\\circ$",
  "➢": "$\\triangleright$",
  "✓": "\\checkmark{}",
  "★": "$\\star$"
}

export const escape = (text: string) =>
  text.replaceAll(/[\\{}$&#_%~^<>"'|½¼↓↑µ−€¥Ω●•–—“”☐☑▪◦➢✓★]/g, (sign) => signs[sign] ?? sign)

const inline = (one: Inline): string => {
  if (typeof one === "string") return escape(one)
  if ("bold" in one) return `\\textbf{${escape(one.bold)}}`
  if ("italic" in one) return `\\emph{${escape(one.italic)}}`
  if ("code" in one) return `\\texttt{${escape(one.code)}}`
  if ("link" in one) return `\\href{${one.url}}{${escape(one.link)}}`
  if ("formula" in one) return `$${one.formula.tex}$`
  return `\\footnote{${escape(one.note)}}`
}

export const text = (of: Text) => of.map(inline).join("")
