/** A tree → LaTeX, as people write it: no braces that mean nothing. */

import type { Alphabet, Node, Row } from "../Tree.ts"
import { atom, functions } from "./Atoms.ts"

const commands: Readonly<Record<Alphabet, string>> = {
  normal: "",
  roman: "mathrm",
  bold: "mathbf",
  boldItalic: "boldsymbol",
  blackboard: "mathbb",
  script: "mathcal",
  fraktur: "mathfrak",
  sans: "mathsf",
  mono: "mathtt"
}

/** Pieces of LaTeX side by side; a blank parts a command from the letter behind it. */
const joined = (pieces: ReadonlyArray<string>): string => {
  let out = ""
  for (const piece of pieces) {
    if (piece === "") continue
    const needsBlank = /\\[A-Za-z]+$/.test(out) && /^[A-Za-z]/.test(piece)
    out += needsBlank ? ` ${piece}` : piece
  }
  return out
}

export const latex = (row: Row): string => joined(readable(row))

/** Blanks around relations and operators, which mean nothing, as people set them. */
const readable = (row: Row): ReadonlyArray<string> => {
  const out: Array<string> = []
  row.forEach((node, i) => {
    const before = row[i - 1]
    const after = row[i + 1]
    const own = piece(node)
    const isApart =
      node.kind === "symbol" &&
      after !== undefined &&
      (node.role === "relation" || (node.role === "binary" && before !== undefined && isOperand(before)))
    if (node.kind === "words" && node.role === "text") {
      out.push(`\\text{${before === undefined ? "" : " "}${escapedText(node.text)}${after === undefined ? "" : " "}}`)
      return
    }
    const merged = alphabetRun(row, i)
    if (merged !== null) out.push(merged)
    else if (!isWithinRun(row, i))
      out.push(isApart ? ` ${own} ` : node.kind === "symbol" && own === "," && after !== undefined ? ", " : own)
  })
  return out.length === 0
    ? out
    : out.map((each, i) => (i === out.length - 1 ? each.trimEnd() : i === 0 ? each.trimStart() : each))
}

const isOperand = (node: Node): boolean =>
  node.kind !== "symbol" || !["open", "binary", "relation", "large", "mark"].includes(node.role)

/** Upright letters that stand together are one word. */
const isRunLetter = (node: Node | undefined): node is Extract<Node, { kind: "symbol" }> =>
  node?.kind === "symbol" && node.alphabet !== "normal" && /^[A-Za-z0-9]$/.test(node.character)

const isSame = (a: Node | undefined, b: Node | undefined): boolean =>
  isRunLetter(a) && isRunLetter(b) && a.alphabet === b.alphabet

const isWithinRun = (row: Row, i: number): boolean => isSame(row[i - 1], row[i])

const alphabetRun = (row: Row, i: number): string | null => {
  if (isWithinRun(row, i) || !isSame(row[i], row[i + 1])) return null
  let text = ""
  let end = i
  const first = row[i] as Extract<Node, { kind: "symbol" }>
  do text += (row[end] as Extract<Node, { kind: "symbol" }>).character
  while (isSame(row[end], row[++end]))
  return `\\${commands[first.alphabet]}{${text}}`
}

const symbol = (character: string, alphabet: Alphabet): string => {
  // a prime that is not raised
  if (/^[′″‴']$/.test(character)) return "\\prime".repeat("′″‴".indexOf(character) + 1 || 1)
  const own = atom(character)?.latex ?? `\\text{${escapedText(character)}}`
  const isLetter = /^[A-Za-z0-9]$/.test(own)
  if (alphabet === "normal") return own
  if (isLetter) return alphabet === "roman" && /^\d$/.test(own) ? own : `\\${commands[alphabet]}{${own}}`
  return alphabet === "bold" || alphabet === "boldItalic" ? `\\boldsymbol{${own}}` : own
}

const escapedText = (text: string): string =>
  text.replace(/[\\{}$%&#_^~]/g, (c) =>
    c === "\\" ? "\\textbackslash{}" : c === "^" || c === "~" ? `\\${c}{}` : `\\${c}`
  )

const group = (row: Row): string => `{${latex(row)}}`

/** A script of one character, or of one command, needs no braces. */
const script = (row: Row): string => {
  const own = latex(row)
  const [first] = row
  // KaTeX takes no function's name, and no big operator, without braces
  const isBare = first?.kind !== "words" && !(first?.kind === "symbol" && first.role === "large")
  return isBare && /^(?:[A-Za-z0-9*+-]|\\[A-Za-z]+)$/.test(own) ? own : `{${own}}`
}

const isPrimes = (row: Row): boolean =>
  row.length > 0 && row.every((node) => node.kind === "symbol" && /^[′″‴']$/.test(node.character))

const primes = (row: Row): string =>
  row.map((node) => (node.kind === "symbol" ? (atom(node.character)?.latex ?? "'") : "")).join("")

const piece = (node: Node): string => {
  switch (node.kind) {
    case "symbol":
      return symbol(node.character, node.alphabet)
    case "space":
      return "\\quad "
    case "words":
      return words(node)
    case "fraction":
      return node.isBinomial
        ? `\\binom${group(node.above)}${group(node.below)}`
        : `\\frac${group(node.above)}${group(node.below)}`
    case "root":
      return `\\sqrt${node.degree.length === 0 ? "" : `[${latex(node.degree)}]`}${group(node.body)}`
    case "accent":
      return node.body.length === 1 &&
        node.command.length < 6 &&
        node.body[0]?.kind === "symbol" &&
        !piece(node.body[0]).includes("{")
        ? joined([`\\${node.command}`, piece(node.body[0])])
            .replace(/^(\\[a-z]+) /, "\\$1 ")
            .replace(/^\\\\/, "\\")
        : `\\${node.command}${group(node.body)}`
    case "fenced":
      return fencedGrid(node) ?? `\\left${delimiter(node.open)}${fill(latex(node.body))}\\right${delimiter(node.close)}`
    case "grid":
      return grid(node)
    case "scripts":
      return scripts(node)
  }
}

/** A grid alone between fences has an environment of its own. */
const fencedGrid = ({ open, close, body }: Extract<Node, { kind: "fenced" }>): string | null => {
  const [only] = body
  if (body.length !== 1 || only?.kind !== "grid" || only.layout !== "matrix") return null
  const name = environmentOf(open, close)
  return name === null ? null : grid(only).replaceAll("{matrix}", `{${name}}`)
}

const fill = (body: string): string => ` ${body} `

const delimiter = (own: string): string => (own === "" ? "." : (atom(own)?.latex ?? own))

const words = ({ text, role }: Extract<Node, { kind: "words" }>): string => {
  if (role === "roman") return `\\mathrm{${text}}`
  if (role === "text") return `\\text{${escapedText(text)}}`
  const name = text.replace(/ /g, "")
  return functions.has(name) ? `\\${name}` : `\\operatorname{${text.replace(/ /g, "\\,")}}`
}

const isLimited = (base: Row): boolean => {
  const [only] = base
  if (base.length !== 1 || only === undefined) return false
  return only.kind === "symbol" && only.role === "large" && !/[∫∬∭∮]/.test(only.character)
}

const named = (base: Row): boolean => base.length === 1 && base[0]?.kind === "words" && base[0].role === "named"

const scripts = ({ base, above, below, isStacked }: Extract<Node, { kind: "scripts" }>): string => {
  const [only] = base
  const isBrace = only?.kind === "accent" && /brace$/.test(only.command)
  if (isStacked && !isLimited(base) && !named(base) && !isBrace) {
    const integral = only?.kind === "symbol" && only.role === "large"
    if (!integral) {
      let out = latex(base)
      if (below.length > 0) out = `\\underset${group(below)}{${out}}`
      if (above.length > 0) out = `\\overset${group(above)}{${out}}`
      return out
    }
    return `${latex(base)}\\limits${below.length > 0 ? `_${script(below)}` : ""}${above.length > 0 ? `^${script(above)}` : ""}`
  }
  const isSimple = base.length <= 1
  const own = base.length === 0 ? "{}" : isSimple ? wrapped(base) : group(base)
  const operator =
    isStacked && only?.kind === "words" && !functions.has(only.text.replace(/ /g, ""))
      ? own.replace("\\operatorname{", "\\operatorname*{")
      : own
  const low = below.length > 0 ? `_${script(below)}` : ""
  const others = above.findIndex((node) => !isPrimes([node]))
  const first = others < 0 ? above : above.slice(0, others)
  const rest = above.slice(first.length)
  const high = rest.length === 0 ? "" : `^${script(rest)}`
  return first.length > 0 ? `${operator}${primes(first)}${high}${low}` : `${operator}${low}${high}`
}

const wrapped = (base: Row): string => {
  const own = latex(base)
  return base[0]?.kind === "scripts" ? `{${own}}` : own
}

const grid = ({ rows, layout, tags }: Extract<Node, { kind: "grid" }>): string => {
  const lines = rows.map((row) =>
    row
      .map(latex)
      .join(layout === "aligned" ? " &" : " & ")
      .trim()
  )
  if (tags === undefined) return `\\begin{${layout}}${lines.join(" \\\\ ")}\\end{${layout}}`
  const name = layout === "aligned" ? "align" : "gather"
  const numbered = lines.map((line, i) => `${line} ${tags[i] ? `\\tag{${tags[i]}}` : "\\notag"}`)
  return `\\begin{${name}}${numbered.join(" \\\\ ")}\\end{${name}}`
}

const fences: Readonly<Record<string, string>> = {
  "()": "pmatrix",
  "[]": "bmatrix",
  "{}": "Bmatrix",
  "||": "vmatrix",
  "‖‖": "Vmatrix"
}

/** The environment of a grid that stands alone between these fences. */
const environmentOf = (open: string, close: string): string | null =>
  open === "{" && close === "" ? "cases" : (fences[open + close] ?? null)
