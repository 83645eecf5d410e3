/** Two formulas in LaTeX as trees: KaTeX's MathML without what only spaces it. */
import katex from "katex"

export interface Tree {
  readonly label: string
  readonly children: ReadonlyArray<Tree>
}

export const renders = (latex: string): boolean => {
  try {
    katex.renderToString(latex, { displayMode: true, throwOnError: true, strict: "error" })
    return true
  } catch {
    return false
  }
}

/** Null where KaTeX does not render it. */
export const treeOf = (latex: string): Tree | null => {
  try {
    const markup = katex.renderToString(latex, {
      displayMode: true,
      throwOnError: true,
      strict: false,
      output: "mathml"
    })
    return parsed(markup)
  } catch {
    return null
  }
}

const silent = new Set(["mspace", "annotation"])
const transparent = new Set(["mstyle", "semantics", "math", "span", "mpadded", "mphantom"])

const parsed = (markup: string): Tree => {
  const root = { label: "root", children: [] as Array<Tree> }
  const stack: Array<{ label: string; children: Array<Tree> }> = [root]
  const tags: Array<string> = []
  let skipped = 0
  for (const [, closing, name = "", attributes = "", text = ""] of markup.matchAll(
    /<(\/?)([a-z]+)([^>]*?)\/?>([^<]*)/g
  )) {
    const isEmpty =
      /<[a-z]+[^>]*\/>/.test(`<${name}${attributes}/>`) && markup.includes(`<${name}${attributes}/>`) && closing === ""
    if (closing === "/") {
      if (silent.has(name)) skipped--
      const tag = tags.pop()
      if (tag !== undefined && !transparent.has(tag) && !silent.has(tag) && skipped === 0) close(stack)
      continue
    }
    if (isEmpty && silent.has(name)) continue
    tags.push(name)
    if (silent.has(name)) skipped++
    if (skipped > 0 || transparent.has(name)) continue
    const variant = /mathvariant="([^"]+)"/.exec(attributes)?.[1] ?? ""
    const thickness = /linethickness="0/.test(attributes) ? "0" : ""
    stack.push({
      label: `${name}${variant === "" ? "" : `.${variant}`}${thickness}:${unescaped(text).trim()}`,
      children: []
    })
  }
  return flat(unified(root))[0] as Tree
}

/** Rows within rows are one; what is raised stands at the last sign before it, whatever group that closes. */
const flat = (tree: Tree): ReadonlyArray<Tree> => {
  const isScript = /^m(?:sub|sup|subsup|under|over|underover):/.test(tree.label)
  const parts = tree.children.map(flat)
  if (tree.label.startsWith("mrow")) return parts.flat()
  const [base = []] = parts
  if (isScript && base.length > 1) {
    const last = base.at(-1) as Tree
    return [...base.slice(0, -1), { ...tree, children: [last, ...parts.slice(1).map(grouped)] }]
  }
  return [{ ...tree, children: /^(?:root|mtd|msqrt|menclose)/.test(tree.label) ? parts.flat() : parts.map(grouped) }]
}

const grouped = (parts: ReadonlyArray<Tree>): Tree =>
  parts.length === 1 ? (parts[0] as Tree) : { label: "row:", children: parts }

const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("\u00a0", " ")

const close = (stack: Array<{ label: string; children: Array<Tree> }>) => {
  const own = stack.pop()
  if (own !== undefined) stack.at(-1)?.children.push(own)
}

/** What the print cannot tell apart, and what means nothing, made the same. */
const unified = (tree: Tree): Tree => {
  const [tag = "", text = ""] = [
    tree.label.slice(0, tree.label.indexOf(":")),
    tree.label.slice(tree.label.indexOf(":") + 1)
  ]
  const kind = tag.split(".")[0]
  const children = tree.children
    .map(unified)
    .filter(
      ({ label, children }) => !(children.length === 0 && /^(?:mo|mtext|mi|mrow)[^:]*:[\u2061\u200b\s]*$/.test(label))
    )
  const isWord = (kind === "mi" || kind === "mtext" || kind === "mo") && /^[A-Za-z]{2,}/.test(text)
  if (isWord) return { label: `word:${text.replace(/[\s\u2009]+/g, " ").trim()}`, children }
  // big operators with limits beside or over them: a matter of style
  const script = { munder: "msub", mover: "msup", munderover: "msubsup" }[kind ?? ""]
  const isLimit =
    script !== undefined &&
    /^(?:mo|word)/.test(children[0]?.label ?? "") &&
    !/[‾¯^~→⏞⏟ˉ˙]/.test(children.at(-1)?.label ?? "")
  const signs: Readonly<Record<string, string>> = { "∣": "|", "∥": "‖", "∗": "*", "⋅": "·", "−": "-", ˉ: "‾" }
  const shown = signs[text] ?? text
  return { label: `${isLimit ? script : tag}:${shown}`, children }
}

export const isSame = (a: Tree, b: Tree): boolean =>
  a.label === b.label &&
  a.children.length === b.children.length &&
  a.children.every((each, i) => isSame(each, b.children[i] as Tree))

export const sizeOf = (tree: Tree): number => tree.children.reduce((sum, each) => sum + sizeOf(each), 1)

/** Edits of nodes that make one tree of the other (Zhang and Shasha, 1989). */
export const distance = (one: Tree, other: Tree): number => {
  const [a, b] = [ordered(one), ordered(other)]
  const table = a.labels.map(() => new Float64Array(b.labels.length))
  for (const i of a.keyroots) {
    for (const j of b.keyroots) {
      const [li, lj] = [a.left[i] ?? 0, b.left[j] ?? 0]
      const rows = Array.from({ length: i - li + 2 }, () => new Float64Array(j - lj + 2))
      const at = (x: number, y: number) => rows[x]?.[y] ?? 0
      for (let x = 1; x < rows.length; x++) (rows[x] as Float64Array)[0] = x
      for (let y = 1; y < j - lj + 2; y++) (rows[0] as Float64Array)[y] = y
      for (let x = 1; x <= i - li + 1; x++) {
        for (let y = 1; y <= j - lj + 1; y++) {
          const [m, n] = [li + x - 1, lj + y - 1]
          const isWhole = a.left[m] === li && b.left[n] === lj
          const kept = isWhole
            ? at(x - 1, y - 1) + (a.labels[m] === b.labels[n] ? 0 : 1)
            : at((a.left[m] ?? 0) - li, (b.left[n] ?? 0) - lj) + (table[m]?.[n] ?? 0)
          const best = Math.min(at(x - 1, y) + 1, at(x, y - 1) + 1, kept)
          ;(rows[x] as Float64Array)[y] = best
          if (isWhole) (table[m] as Float64Array)[n] = best
        }
      }
    }
  }
  return table.at(-1)?.at(-1) ?? 0
}

const ordered = (root: Tree) => {
  const labels: Array<string> = []
  const left: Array<number> = []
  const visit = (tree: Tree): number => {
    let first = -1
    for (const child of tree.children) {
      const own = visit(child)
      if (first < 0) first = own
    }
    labels.push(tree.label)
    left.push(first < 0 ? labels.length - 1 : first)
    return left.at(-1) as number
  }
  visit(root)
  const last = new Map<number, number>()
  left.forEach((l, i) => {
    last.set(l, i)
  })
  return { labels, left, keyroots: [...last.values()].sort((x, y) => x - y) }
}
