/** LaTeX → Office Open XML's formulas, as Word and LibreOffice read them, by way of KaTeX's MathML. */
import katex from "katex"

interface Element {
  readonly tag: string
  readonly attributes: string
  readonly children: Array<Element>
  text: string
}

export const officeMath = (tex: string): string => {
  const markup = katex.renderToString(tex, { displayMode: true, output: "mathml" })
  return `<m:oMath>${row(parsed(markup))}</m:oMath>`
}

const parsed = (markup: string): ReadonlyArray<Element> => {
  const root: Element = { tag: "root", attributes: "", children: [], text: "" }
  const open = [root]
  for (const [, closing, tag = "", attributes = "", alone, text = ""] of markup.matchAll(
    /<(\/?)([a-z]+)([^>]*?)(\/?)>([^<]*)/g
  )) {
    if (closing === "/") open.pop()
    else {
      const element: Element = { tag, attributes, children: [], text: text.trim() }
      open.at(-1)?.children.push(element)
      if (alone === "") open.push(element)
    }
  }
  return root.children.flatMap(flat)
}

/** Without what only groups or spaces. */
const flat = (element: Element): ReadonlyArray<Element> => {
  const { tag, children } = element
  if (tag === "annotation" || tag === "mspace" || /^[\u2061\u200b]$/.test(element.text)) return []
  const isFenced = tag === "mrow" && isFence(children[0]) && isFence(children.at(-1))
  const isArgument = tag === "mrow" && !isFenced
  if (/^(?:span|math|semantics|mstyle|mpadded)$/.test(tag)) return children.flatMap(flat)
  return [{ ...element, tag: isFenced ? "fenced" : isArgument ? "group" : tag }]
}

const isFence = (element: Element | undefined): element is Element =>
  element?.tag === "mo" && /fence="true"/.test(element.attributes)

const letters: Readonly<Record<string, string>> = { R: "ℝ", N: "ℕ", Z: "ℤ", C: "ℂ", L: "ℒ", F: "ℱ", H: "ℋ", M: "ℳ" }

const run = ({ tag, attributes, text }: Element): string => {
  const variant = /mathvariant="([^"]+)"/.exec(attributes)?.[1]
  const own = variant === "double-struck" || variant === "script" ? (letters[text] ?? text) : text
  const style =
    tag === "mtext"
      ? "<m:nor/>"
      : variant === "bold"
        ? '<m:sty m:val="b"/>'
        : variant !== undefined || [...text].length > 1
          ? '<m:sty m:val="p"/>'
          : ""
  return `<m:r><m:rPr>${style}</m:rPr><m:t xml:space="preserve">${own}</m:t></m:r>`
}

const large = /^[∑∏∫⋃]$/
const value = (name: string, own: string) => `<m:${name} m:val="${own}"/>`
const part = (name: string, body: string) => `<m:${name}>${body}</m:${name}>`
const inner = (element: Element | undefined): string => (element === undefined ? "" : row(flat(element)))

const row = (elements: ReadonlyArray<Element>): string => {
  let out = ""
  for (let i = 0; i < elements.length; i++) {
    const each = elements[i] as Element
    const base = /^m(?:sub|sup|subsup|under|over|underover)$/.test(each.tag) ? each.children[0] : undefined
    if (base === undefined || !large.test(base.text)) out += shown(each)
    else {
      const [low, high] = limits(each)
      const chr = value("chr", base.text)
      const place = value("limLoc", base.text === "∫" ? "subSup" : "undOvr")
      const next = elements[++i]
      out += part(
        "nary",
        part("naryPr", chr + place) + part("sub", low) + part("sup", high) + part("e", next ? shown(next) : "")
      )
    }
  }
  return out
}

const limits = ({ tag, children }: Element): readonly [low: string, high: string] => {
  const [, first, second] = children
  if (/^m(?:sup|over)$/.test(tag)) return ["", inner(first)]
  return [inner(first), inner(second)]
}

const shown = (element: Element): string => {
  const { tag, attributes, children } = element
  const [a, b, c] = children
  switch (tag) {
    case "mi":
    case "mn":
    case "mo":
    case "mtext":
      return run(element)
    case "mfrac":
      return part(
        "f",
        (attributes.includes('thickness="0') ? part("fPr", value("type", "noBar")) : "") +
          part("num", inner(a)) +
          part("den", inner(b))
      )
    case "msqrt":
      return part(
        "rad",
        part("radPr", value("degHide", "1")) + part("deg", "") + part("e", row(children.flatMap(flat)))
      )
    case "mroot":
      return part("rad", part("deg", inner(b)) + part("e", inner(a)))
    case "msub":
      return part("sSub", part("e", inner(a)) + part("sub", inner(b)))
    case "msup":
      return part("sSup", part("e", inner(a)) + part("sup", inner(b)))
    case "msubsup":
      return part("sSubSup", part("e", inner(a)) + part("sub", inner(b)) + part("sup", inner(c)))
    case "mover":
      return attributes.includes("accent")
        ? part("acc", part("accPr", value("chr", combining[b?.text ?? ""] ?? "\u0302")) + part("e", inner(a)))
        : part("limUpp", part("e", inner(a)) + part("lim", inner(b)))
    case "munder":
      return part("limLow", part("e", inner(a)) + part("lim", inner(b)))
    case "mtable":
      return part(
        "m",
        children
          .map(({ children: cells }) =>
            part("mr", cells.map((cell) => part("e", row(cell.children.flatMap(flat)))).join(""))
          )
          .join("")
      )
    case "fenced": {
      const ends = value("begChr", a?.text ?? "") + value("endChr", children.at(-1)?.text ?? "")
      return part("d", part("dPr", ends) + part("e", row(children.slice(1, -1).flatMap(flat))))
    }
    default:
      return row(children.flatMap(flat))
  }
}

const combining: Readonly<Record<string, string>> = {
  "^": "\u0302",
  ˉ: "\u0304",
  "~": "\u0303",
  "˙": "\u0307",
  "⃗": "\u20d7"
}
