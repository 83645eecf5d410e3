/** A tree → characters, for readers without LaTeX: `(a + b)/c`, `x²`, `x_(i+1)`. */
import type { Node, Row } from "../Tree.ts"

const raised = new Map([..."0123456789+-−=()ni"].map((each, i) => [each, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"][i] ?? each]))
const lowered = new Map(
  [..."0123456789+-−=()aeoxhklmnpstijruv"].map((each, i) => [each, [..."₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ"][i] ?? each])
)

export const plainText = (row: Row): string => {
  let out = ""
  row.forEach((node, i) => {
    const own = piece(node)
    const isApart =
      i > 0 && i < row.length - 1 && node.kind === "symbol" && (node.role === "relation" || node.role === "binary")
    const isWord = node.kind === "words"
    if (isApart) out += ` ${own} `
    else if (isWord && i > 0) out += ` ${own} `
    else out += own
    if (node.kind === "symbol" && node.character === "," && i < row.length - 1) out += " "
    if (isWord && i === 0 && row.length > 1) out += " "
  })
  return out.replace(/ {2,}/g, " ").trim()
}

const grouped = (row: Row): string => {
  const own = plainText(row)
  return /^(?:[\p{L}\p{N}.]|\p{N}+|\p{L}\p{M}*)$/u.test(own) ? own : `(${own})`
}

const script = (row: Row, letters: ReadonlyMap<string, string>, mark: string): string => {
  if (row.length === 0) return ""
  const own = plainText(row).replace(/ /g, "")
  if (/^[′″‴']+$/.test(own)) return own
  return [...own].every((each) => letters.has(each))
    ? [...own].map((each) => letters.get(each)).join("")
    : `${mark}${grouped(row)}`
}

const marks: Readonly<Record<string, string>> = {
  hat: "\u0302",
  widehat: "\u0302",
  tilde: "\u0303",
  widetilde: "\u0303",
  bar: "\u0304",
  overline: "\u0305",
  underline: "\u0332",
  dot: "\u0307",
  ddot: "\u0308",
  vec: "\u20d7",
  check: "\u030c",
  breve: "\u0306",
  acute: "\u0301",
  grave: "\u0300",
  mathring: "\u030a",
  not: "\u0338"
}

const piece = (node: Node): string => {
  switch (node.kind) {
    case "symbol":
      return node.character
    case "words":
      return node.text
    case "space":
      return " "
    case "fraction":
      return node.isBinomial
        ? `C(${plainText(node.above)}, ${plainText(node.below)})`
        : `${grouped(node.above)}/${grouped(node.below)}`
    case "root":
      return `${node.degree.length > 0 ? script(node.degree, raised, "^") : ""}√${grouped(node.body)}`
    case "accent": {
      const own = plainText(node.body)
      const mark = marks[node.command] ?? ""
      return [...own].length === 1 ? (own + mark).normalize("NFC") : own
    }
    case "fenced":
      return `${node.open}${plainText(node.body)}${node.close}`
    case "grid":
      return node.rows.map((row) => row.map(plainText).join(node.layout === "matrix" ? ", " : " ")).join("; ")
    case "scripts":
      return `${plainText(node.base)}${script(node.below, lowered, "_")}${script(node.above, raised, "^")}`
  }
}
