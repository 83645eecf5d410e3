/**
 * The Markdown that a reader would want of a document, in the manner of the yardstick: words without emphasis, tables with
 * spans as HTML, notes at the end, running heads left out. `rich` keeps emphasis and links.
 */
import type { Block, Document, Field, Inline, List, Table, Text } from "./Document.ts"
import { label as marked } from "./Markers.ts"

interface Telling {
  readonly isRich: boolean
  readonly notes: Array<string>
}

const inline = (one: Inline, telling: Telling): string => {
  if (typeof one === "string") return one
  if ("bold" in one) return telling.isRich ? `**${one.bold}**` : one.bold
  if ("italic" in one) return telling.isRich ? `*${one.italic}*` : one.italic
  if ("code" in one) return telling.isRich ? `\`${one.code}\`` : one.code
  if ("link" in one) return telling.isRich ? `[${one.link}](${one.url})` : one.link
  if ("formula" in one) return `$${one.formula.tex}$`
  telling.notes.push(one.note)
  return `[^${telling.notes.length}]`
}

const text = (of: Text, telling: Telling) => of.map((one) => inline(one, telling)).join("")

const list = ({ items, marker, loose }: List, telling: Telling, indent: string): string =>
  items
    .map((item, index) => {
      const own = marked(marker, index)
      const box = item.ticked === undefined ? "" : item.ticked ? "[x] " : "[ ] "
      const bullet = /^\d+[.)]$/.test(own) ? `${index + 1}.` : /\w/.test(own) ? `- ${own}` : "-"
      const line = `${indent}${bullet} ${box}${text(item.text, telling)}`
      return item.list === undefined ? line : `${line}\n${list(item.list, telling, `${indent}    `)}`
    })
    .join(loose ? "\n\n" : "\n")

const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const table = ({ rows, headRows, columns }: Table): string => {
  const isPlain = rows.every((row) => row.every((cell) => (cell.columns ?? 1) === 1 && (cell.rows ?? 1) === 1))
  if (isPlain && headRows === 1 && columns.length > 1) {
    const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
    const [head = [], ...body] = rows.map((row) => row.map((cell) => cell.text.replaceAll("|", "\\|")))
    return [
      line(head),
      line(columns.map((align) => ({ left: "---", right: "---:", center: ":---:" })[align])),
      ...body.map(line)
    ].join("\n")
  }
  const html = rows.map((row, index) => {
    const tag = index < headRows ? "th" : "td"
    const cells = row.map((cell) => {
      const wide = (cell.columns ?? 1) > 1 ? ` colspan="${cell.columns}"` : ""
      const high = (cell.rows ?? 1) > 1 ? ` rowspan="${cell.rows}"` : ""
      return `<${tag}${wide}${high}>${escaped(cell.text)}</${tag}>`
    })
    return `<tr>${cells.join("")}</tr>`
  })
  return `<table>\n${html.join("\n")}\n</table>`
}

const field = ({ label, value, choices }: Field, colon: string) =>
  `${label}${colon} ${choices === undefined ? value : choices.map((choice) => `${choice.ticked ? "[x]" : "[ ]"} ${choice.label}`).join(" ")}`.trim()

const block = (one: Block, telling: Telling): ReadonlyArray<string> => {
  const strong = (value: string) => (telling.isRich ? `**${value}**` : value)
  switch (one.type) {
    case "title":
      return [`# ${one.text}`]
    case "heading":
      return [`${"#".repeat(one.level + 1)} ${one.number === undefined ? "" : `${one.number} `}${one.text}`]
    case "paragraph":
      return [text(one.text, telling)]
    case "lines":
      return [one.lines.join("  \n")]
    case "list":
      return [list(one, telling, "")]
    case "table": {
      const caption = one.caption === undefined ? [] : [one.caption.text]
      return one.caption?.side === "above" ? [...caption, table(one)] : [table(one), ...caption]
    }
    case "code":
      return [...(one.caption === undefined ? [] : [one.caption]), `\`\`\`\n${one.lines.join("\n")}\n\`\`\``]
    case "quote":
      return [`> ${text(one.text, telling)}${one.by === undefined ? "" : `\n>\n> — ${one.by}`}`]
    case "figure":
      return [one.caption]
    case "box":
      return [
        ...(one.title === undefined ? [] : [strong(one.title)]),
        ...one.blocks.flatMap((inner) => block(inner, telling))
      ]
    case "formula":
      return [`$$${one.formula.tex}$$${one.number === undefined ? "" : ` ${one.number}`}`]
    case "beside":
      return one.parts.flat().flatMap((inner) => block(inner, telling))
    case "columns":
      return one.blocks.flatMap((inner) => block(inner, telling))
    case "fields":
      return one.fields.map((each) => field(each, one.look === "boxed" ? "" : ":"))
    case "contents":
      return [one.entries.map((entry) => `${entry.level === 1 ? "" : "    "}- ${entry.text} ${entry.page}`).join("\n")]
    case "terms":
      return one.look === "run-in"
        ? one.terms.map(({ term, text: meaning }) => `${strong(`${term}.`)} ${text(meaning, telling)}`)
        : one.terms.flatMap(({ term, text: meaning }) => [strong(term), text(meaning, telling)])
    case "page-break":
    case "rule":
      return []
  }
}

export const truth = (document: Document, isRich: boolean): string => {
  const telling: Telling = { isRich, notes: [] }
  const blocks = document.blocks.flatMap((one) => block(one, telling))
  const notes = telling.notes.map((note, index) => `[^${index + 1}]: ${note}`)
  return `${[...blocks, ...notes].join("\n\n")}\n`
}
