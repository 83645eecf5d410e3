/** Markdown as elements: whatever the document says, nothing of it runs and nothing is loaded. */
import DOMPurify from "dompurify"
import { Marked, type TokenizerAndRendererExtension } from "marked"

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const formula = (tex: string, isBlock: boolean) =>
  `<span class="formula${isBlock ? " block" : ""}">${escaped(tex)}</span>`

/** `$$…$$` and `$…$`, as the service writes them; a dollar that means money is escaped there. */
const formulas: ReadonlyArray<TokenizerAndRendererExtension> = [
  {
    name: "blockFormula",
    level: "block",
    start: (source) => source.indexOf("$$"),
    tokenizer: (source) => {
      const [raw, tex] = /^\$\$([\s\S]+?)\$\$(?:\n|$)/.exec(source) ?? []
      return raw === undefined ? undefined : { type: "blockFormula", raw, tex: tex?.trim() }
    },
    renderer: ({ tex }) => `<p>${formula(String(tex), true)}</p>`
  },
  {
    name: "formula",
    level: "inline",
    start: (source) => source.indexOf("$"),
    tokenizer: (source) => {
      const [raw, tex] = /^\$([^\s$](?:[^$\n\\]|\\.)*?)\$(?!\d)/.exec(source) ?? []
      return raw === undefined ? undefined : { type: "formula", raw, tex }
    },
    renderer: ({ tex }) => formula(String(tex), false)
  },
  {
    name: "noteMark",
    level: "inline",
    start: (source) => source.indexOf("[^"),
    tokenizer: (source) => {
      const [raw, label] = /^\[\^([^\]\s]+)\](?!:)/.exec(source) ?? []
      return raw === undefined ? undefined : { type: "noteMark", raw, label }
    },
    renderer: ({ label }) => `<sup>${escaped(String(label))}</sup>`
  }
]

const marked = new Marked({ gfm: true, async: false, extensions: [...formulas] })

const purifier = DOMPurify()
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") {
    node.setAttribute("target", "_blank")
    node.setAttribute("rel", "noopener noreferrer")
  }
})

const allowed = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: [
    ...["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br"],
    ...[
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "caption",
      "em",
      "strong",
      "del",
      "ins",
      "sub",
      "sup",
      "a",
      "span"
    ],
    "input"
  ],
  ALLOWED_ATTR: ["href", "colspan", "rowspan", "align", "start", "type", "checked", "disabled", "class"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|#)/i
}

/** The Markdown of a block, or of several that belong together, such as the items of a list. */
export const rendered = (markdown: string): DocumentFragment => {
  const note = /^\[\^([^\]\s]+)\]: /.exec(markdown)
  const source = note === null ? markdown : `<sup>${escaped(note[1] ?? "")}</sup> ${markdown.slice(note[0].length)}`
  const html = marked.parse(source) as string
  // Wide tables scroll by themselves, and may be reached with the keyboard.
  const fragment = purifier.sanitize(html, allowed) as unknown as DocumentFragment
  for (const table of fragment.querySelectorAll("table")) {
    const frame = document.createElement("div")
    frame.className = "wide"
    frame.tabIndex = 0
    table.replaceWith(frame)
    frame.append(table)
  }
  // One that is empty is the header of nothing: read aloud, it would be announced with every cell below it.
  for (const header of fragment.querySelectorAll("th")) {
    if (header.textContent?.trim() !== "") continue
    const cell = document.createElement("td")
    for (const { name, value } of header.attributes) cell.setAttribute(name, value)
    header.replaceWith(cell)
  }
  for (const box of fragment.querySelectorAll("input")) if (box.type !== "checkbox") box.remove()
  return fragment
}

let katex: Promise<typeof import("katex").default> | null = null

const loaded = () => {
  katex ??= import("katex").then(({ default: katex }) => {
    const sheet = document.createElement("link")
    sheet.rel = "stylesheet"
    sheet.href = __FORMULAS_CSS__
    document.head.append(sheet)
    return katex
  })
  return katex
}

/** Sets the formulas below an element; those that KaTeX does not know stay as they are written. */
export const setFormulas = async (element: Element): Promise<void> => {
  const found = [...element.querySelectorAll<HTMLElement>(".formula:not(.set)")]
  if (found.length === 0) return
  const katex = await loaded()
  for (const each of found) {
    const tex = each.textContent ?? ""
    each.classList.add("set")
    try {
      katex.render(tex, each, {
        displayMode: each.classList.contains("block"),
        throwOnError: true,
        trust: false,
        maxSize: 50,
        maxExpand: 1_000
      })
    } catch {
      each.textContent = tex
    }
  }
}
