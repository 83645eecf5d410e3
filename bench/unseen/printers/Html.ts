/** A document as a page of HTML, for the printers that set HTML. */
import { svg } from "../content/Drawings.ts"
import type { Block, Document, Field, Inline, List, Table, Text } from "../Document.ts"
import { box, label } from "../Markers.ts"
import type { Style } from "../Style.ts"
import { styleSheet } from "./StyleSheet.ts"

export interface Dialect {
  /** Notes float to the foot of the page; else they stand at the end. */
  readonly hasFootnotes: boolean
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

interface Setting {
  readonly dialect: Dialect
  readonly style: Style
  readonly notes: Array<string>
}

const inline = (one: Inline, setting: Setting): string => {
  if (typeof one === "string") return escape(one)
  if ("bold" in one) return `<b>${escape(one.bold)}</b>`
  if ("italic" in one) return `<i>${escape(one.italic)}</i>`
  if ("code" in one) return `<code>${escape(one.code)}</code>`
  if ("link" in one) return `<a href="${one.url}">${escape(one.link)}</a>`
  if ("formula" in one) return one.formula.mathml.replace(' display="block"', "")
  if (setting.dialect.hasFootnotes) return `<span class="note">${escape(one.note)}</span>`
  setting.notes.push(one.note)
  return `<sup>${setting.notes.length}</sup>`
}

const text = (of: Text, setting: Setting) => of.map((one) => inline(one, setting)).join("")

const list = ({ items, marker, loose }: List, setting: Setting): string => {
  const tag = /\w/.test(label(marker, 0)) ? "ol" : "ul"
  const inner = items.map((item, index) => {
    const own = item.ticked === undefined ? label(marker, index) : box(item.ticked)
    return `<li style='list-style-type: "${own} "'>${text(item.text, setting)}${item.list === undefined ? "" : list(item.list, setting)}</li>`
  })
  return `<${tag}${loose ? ' class="loose"' : ""}>${inner.join("")}</${tag}>`
}

const table = (one: Table): string => {
  const { rows, headRows, columns, widths } = one
  const cols =
    widths === undefined
      ? ""
      : `<colgroup>${widths.map((width) => `<col style="width:${Math.round(width * 100)}%">`).join("")}</colgroup>`
  const open = columns.map(() => 0)
  const html = rows.map((row, index) => {
    const tag = index < headRows ? "th" : "td"
    let column = 0
    const cells = row.map((cell) => {
      while ((open[column] ?? 0) > 0) column++
      const wide = cell.columns ?? 1
      const align = cell.align ?? columns[column] ?? "left"
      for (let at = column; at < column + wide; at++) open[at] = cell.rows ?? 1
      column += wide
      const spans = `${wide > 1 ? ` colspan="${wide}"` : ""}${(cell.rows ?? 1) > 1 ? ` rowspan="${cell.rows}"` : ""}`
      const isBold = tag === "td" && cell.bold === true
      return `<${tag}${spans} class="${align[0]}">${isBold ? "<b>" : ""}${escape(cell.text)}${isBold ? "</b>" : ""}</${tag}>`
    })
    open.forEach((left, at) => {
      open[at] = Math.max(0, left - 1)
    })
    return `<tr>${cells.join("")}</tr>`
  })
  const caption =
    one.caption === undefined ? "" : `<caption class="${one.caption.side}">${escape(one.caption.text)}</caption>`
  const classes = [
    one.border,
    `t-${one.tint}`,
    one.padding,
    one.wide ? "wide" : "",
    one.hasTotal === true ? "total" : ""
  ].join(" ")
  return `<table class="${classes}">${caption}${cols}${headRows > 0 ? `<thead>${html.slice(0, headRows).join("")}</thead>` : ""}<tbody>${html.slice(headRows).join("")}</tbody></table>`
}

const field = ({ label: name, value, choices }: Field, colon: string) => {
  const filled =
    choices === undefined
      ? `<span class="value">${escape(value) || "&nbsp;"}</span>`
      : choices.map((choice) => `<span class="choice">${box(choice.ticked)} ${escape(choice.label)}</span>`).join(" ")
  return `<div class="field"><span class="label">${escape(name)}${colon}</span> ${filled}</div>`
}

const block = (one: Block, setting: Setting): string => {
  const inner = (blocks: ReadonlyArray<Block>) => blocks.map((each) => block(each, setting)).join("\n")
  switch (one.type) {
    case "title":
      return `<h1>${escape(one.text)}</h1>`
    case "heading":
      return `<h${one.level + 1}>${one.number === undefined ? "" : `<span class="number">${one.number}</span> `}${escape(one.text)}</h${one.level + 1}>`
    case "paragraph":
      return `<p${one.role === undefined ? "" : ` class="${one.role}"`}>${text(one.text, setting)}</p>`
    case "lines":
      return `<p class="lines ${one.align ?? ""}">${one.lines.map(escape).join("<br>")}</p>`
    case "list":
      return list(one, setting)
    case "table":
      return table(one)
    case "code": {
      const width = String(one.lines.length).length
      const lines = one.lines.map(
        (line, index) =>
          `${one.isNumbered ? `<span class="line">${String(index + 1).padStart(width)}</span>` : ""}${escape(line)}`
      )
      return `${one.caption === undefined ? "" : `<p class="caption">${escape(one.caption)}</p>`}<pre${one.isNumbered ? ' class="numbered"' : ""}>${lines.join("\n")}</pre>`
    }
    case "quote":
      return `<blockquote><p>${text(one.text, setting)}</p>${one.by === undefined ? "" : `<p class="by">— ${escape(one.by)}</p>`}</blockquote>`
    case "figure":
      return `<figure${one.isAside === true ? ' class="aside"' : ""}>${svg(one.drawing, setting.style.accent)}<figcaption>${escape(one.caption)}</figcaption></figure>`
    case "box":
      return `<aside class="${one.place} ${one.look}">${one.title === undefined ? "" : `<p class="box-title">${escape(one.title)}</p>`}${inner(one.blocks)}</aside>`
    case "formula":
      return `<div class="formula">${one.formula.mathml}${one.number === undefined ? "" : `<span class="equation">${one.number}</span>`}</div>`
    case "beside":
      return `<div class="beside${one.isCards === true ? " cards" : ""}">${one.parts.map((part, index) => `<div style="width:${Math.round((one.shares[index] ?? 0.5) * 100)}%">${inner(part)}</div>`).join("")}</div>`
    case "columns":
      return `<div class="columns" style="column-count:${one.count}">${inner(one.blocks)}</div>`
    case "fields":
      return `<div class="fields ${one.look} per${one.perRow}">${one.fields.map((each) => field(each, one.look === "boxed" ? "" : ":")).join("\n")}</div>`
    case "contents":
      return `<div class="contents ${one.leader}">${one.entries.map((entry) => `<div class="entry l${entry.level}"><span class="title">${escape(entry.text)}</span><span class="fill"></span><span class="page">${entry.page}</span></div>`).join("")}</div>`
    case "terms":
      return one.look === "run-in"
        ? one.terms
            .map(({ term, text: meaning }) => `<p><b>${escape(term)}.</b> ${text(meaning, setting)}</p>`)
            .join("\n")
        : `<dl>${one.terms.map(({ term, text: meaning }) => `<dt>${escape(term)}</dt><dd>${text(meaning, setting)}</dd>`).join("\n")}</dl>`
    case "page-break":
      return `<div class="break"></div>`
    case "rule":
      return "<hr>"
  }
}

export const html = (document: Document, style: Style, dialect: Dialect): string => {
  const setting: Setting = { dialect, style, notes: [] }
  const titleAt = style.columns > 1 ? document.blocks.findIndex(({ type }) => type === "title") + 1 : 0
  const body = (blocks: ReadonlyArray<Block>) => blocks.map((one) => block(one, setting)).join("\n")
  const front = body(document.blocks.slice(0, titleAt))
  const rest = body(document.blocks.slice(titleAt))
  const notes =
    setting.notes.length === 0
      ? ""
      : `<div class="notes">${setting.notes.map((note, index) => `<p><sup>${index + 1}</sup> ${escape(note)}</p>`).join("")}</div>`
  const isRightToLeft = document.language === "ar" || document.language === "he"
  return `<!doctype html><html lang="${document.language}"${isRightToLeft ? ' dir="rtl"' : ""}><head><meta charset="utf-8"><title>${escape(document.title)}</title><style>${styleSheet(document, style)}</style></head><body>${front}<main>${rest}${notes}</main></body></html>`
}
