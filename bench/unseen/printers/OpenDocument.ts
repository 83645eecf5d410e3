/** A document as one file of OpenDocument text, for LibreOffice. */
import { svg } from "../content/Drawings.ts"
import type { Align, Block, Cell, Document, Inline, List, Table, Text } from "../Document.ts"
import { box, label } from "../Markers.ts"
import type { Style } from "../Style.ts"
import { officeStyles } from "./OfficeStyles.ts"

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Styles that are made while the text is written. */
interface Setting {
  readonly style: Style
  readonly automatic: Map<string, string>
  notes: number
  tables: number
}

const named = (setting: Setting, family: string, properties: string): string => {
  const key = `${family}|${properties}`
  const known = setting.automatic.get(key)
  if (known !== undefined) return known
  const name = `A${setting.automatic.size + 1}`
  setting.automatic.set(key, name)
  return name
}

const inline = (one: Inline, setting: Setting): string => {
  if (typeof one === "string") return escape(one)
  const span = (name: string, text: string) => `<text:span text:style-name="${name}">${escape(text)}</text:span>`
  if ("bold" in one) return span("Bold", one.bold)
  if ("italic" in one) return span("Italic", one.italic)
  if ("code" in one) return span("Mono", one.code)
  if ("link" in one) return `<text:a xlink:type="simple" xlink:href="${one.url}">${escape(one.link)}</text:a>`
  if ("formula" in one) return escape(one.formula.typst)
  setting.notes++
  return `<text:note text:id="n${setting.notes}" text:note-class="footnote"><text:note-citation>${setting.notes}</text:note-citation><text:note-body><text:p text:style-name="Note">${escape(one.note)}</text:p></text:note-body></text:note>`
}

const text = (of: Text, setting: Setting) => of.map((one) => inline(one, setting)).join("")

const paragraph = (name: string, inner: string) => `<text:p text:style-name="${name}">${inner}</text:p>`

/** Items carry their markers as numbering, as an office program keeps them. */
const list = (one: List, setting: Setting, level = 1): string => {
  const first = label(one.items[0]?.ticked === undefined ? one.marker : "box", 0)
  const [, before = "", sign = "", after = ""] = /^(\(?)(1|a|A|i)([.)])$/.exec(first) ?? []
  const indent = { tight: 5, normal: 8, deep: 13 }[setting.style.lists] * level
  const position = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${indent}mm" fo:text-indent="-5mm" fo:margin-left="${indent}mm"/></style:list-level-properties>`
  const levelStyle = (bullet: string) =>
    sign === ""
      ? `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${bullet}">${position}<style:text-properties style:font-name="Symbols"/></text:list-level-style-bullet>`
      : `<text:list-level-style-number text:level="${level}" style:num-format="${sign}" style:num-prefix="${before}" style:num-suffix="${after}">${position}</text:list-level-style-number>`
  const items = one.items.map((item) => {
    const name = item.ticked === true ? named(setting, "list", levelStyle(box(true))) : ""
    const inner = `${paragraph(one.loose ? "LooseItem" : "Item", text(item.text, setting))}${item.list === undefined ? "" : list(item.list, setting, level + 1)}`
    return name === ""
      ? `<text:list-item>${inner}</text:list-item>`
      : `</text:list><text:list text:style-name="${name}"><text:list-item>${inner}</text:list-item></text:list><text:list text:style-name="${named(setting, "list", levelStyle(first))}">`
  })
  return `<text:list text:style-name="${named(setting, "list", levelStyle(first))}">${items.join("")}</text:list>`.replaceAll(
    /<text:list text:style-name="\w+"><\/text:list>/g,
    ""
  )
}

/** The borders of one cell of a table. */
const cellBorders = (table: Table, row: number, column: number, isLastRow: boolean, isLastColumn: boolean): string => {
  const line = (side: string, value: string) => `fo:border-${side}="${value}" `
  const isHead = row < table.headRows
  const thin = "0.5pt solid #555555"
  switch (table.border) {
    case "grid":
    case "separate":
      return `fo:border="${thin}"`
    case "double":
      return `fo:border="2.25pt double #444444"`
    case "dashed":
      return `fo:border="0.75pt dashed #555555"`
    case "dotted":
      return `fo:border="0.75pt dotted #555555"`
    case "gaps":
      return `fo:border="2.5pt solid #ffffff"`
    case "horizontal":
      return line("bottom", isHead ? "1pt solid #333333" : "0.5pt solid #999999")
    case "booktabs":
      return `${row === 0 ? line("top", "1.2pt solid #000000") : ""}${isLastRow ? line("bottom", "1.2pt solid #000000") : row === table.headRows - 1 ? line("bottom", "0.6pt solid #000000") : ""}`
    case "head-rule":
      return row === table.headRows - 1 ? line("bottom", "1pt solid #333333") : ""
    case "outer":
      return `${row === 0 ? line("top", thin) : ""}${isLastRow ? line("bottom", thin) : ""}${column === 0 ? line("left", thin) : ""}${isLastColumn ? line("right", thin) : ""}`
    case "vertical":
      return column === 0 ? "" : line("left", thin)
    case "inner":
      return `${row === 0 ? "" : line("top", thin)}${column === 0 ? "" : line("left", thin)}`
    case "none":
      return ""
  }
}

const background = (table: Table, style: Style, row: number, column: number, isLastRow: boolean): string => {
  const isHead = row < table.headRows
  const colour =
    isHead && table.tint === "dark-head"
      ? style.accent
      : (isHead && table.tint === "head") ||
          (!isHead && table.tint === "zebra" && (row - table.headRows) % 2 === 1) ||
          (!isHead && table.tint === "column" && column === 0) ||
          (isLastRow && table.tint === "total") ||
          (table.border === "gaps" && !isHead)
        ? style.tint
        : ""
  return colour === "" ? "" : `fo:background-color="${colour}"`
}

const rowsOf = (one: Table, setting: Setting): ReadonlyArray<string> => {
  const padding = { tight: 0.5, normal: 1, airy: 2 }[one.padding]
  const open = one.columns.map(() => 0)
  return one.rows.map((row, index) => {
    const queue: Array<Cell> = [...row]
    const cells: Array<string> = []
    for (let column = 0; column < one.columns.length; ) {
      if ((open[column] ?? 0) > 0) {
        open[column] = (open[column] ?? 1) - 1
        cells.push("<table:covered-table-cell/>")
        column++
        continue
      }
      const cell = queue.shift() ?? { text: "" }
      const wide = cell.columns ?? 1
      const high = cell.rows ?? 1
      for (let at = column; at < column + wide; at++) open[at] = high - 1
      const isHead = index < one.headRows
      const isLast = index + high >= one.rows.length
      const properties = `${cellBorders(one, index, column, isLast, column + wide >= one.columns.length)} ${background(one, setting.style, index, column, isLast)} fo:padding="${padding}mm"`
      const align: Align = cell.align ?? one.columns[column] ?? "left"
      const look = `${isHead || cell.bold === true ? "Bold" : ""}${isHead && one.tint === "dark-head" ? "White" : ""}Cell-${align}`
      cells.push(
        `<table:table-cell table:style-name="${named(setting, "table-cell", properties)}" office:value-type="string" table:number-columns-spanned="${wide}" table:number-rows-spanned="${high}">${paragraph(look, escape(cell.text))}</table:table-cell>${"<table:covered-table-cell/>".repeat(wide - 1)}`
      )
      column += wide
    }
    return `<table:table-row>${cells.join("")}</table:table-row>`
  })
}

/** A table over the width of the text or a share of it. */
const grid = (setting: Setting, columns: ReadonlyArray<number>, share: number, rows: string): string => {
  const { paper, margin, columns: count } = setting.style
  const full = ((paper.width - 2 * margin.x) / count - (count > 1 ? 4 : 0)) * share
  setting.tables++
  const sum = columns.reduce((all, one) => all + one, 0)
  const cols = columns.map(
    (one) =>
      `<table:table-column table:style-name="${named(setting, "table-column", `style:column-width="${((full * one) / sum).toFixed(1)}mm"`)}"/>`
  )
  const name = named(
    setting,
    "table",
    `style:width="${full.toFixed(1)}mm" table:align="${share === 1 ? "margins" : "left"}" fo:margin-top="2mm" fo:margin-bottom="3mm" table:border-model="collapsing"`
  )
  return `<table:table table:name="T${setting.tables}" table:style-name="${name}">${cols.join("")}${rows}</table:table>`
}

const table = (one: Table, setting: Setting): string => {
  const rows = rowsOf(one, setting)
  const weights = one.widths ?? one.columns.map((align, index) => (index === 0 ? 2.2 : align === "left" ? 1.6 : 1.2))
  const head =
    one.headRows > 0 ? `<table:table-header-rows>${rows.slice(0, one.headRows).join("")}</table:table-header-rows>` : ""
  const whole = grid(
    setting,
    weights,
    one.wide || one.columns.length > 4 ? 1 : Math.min(1, 0.22 * one.columns.length + 0.1),
    head + rows.slice(one.headRows).join("")
  )
  const caption = one.caption === undefined ? "" : paragraph("Caption", escape(one.caption.text))
  return one.caption?.side === "above" ? caption + whole : whole + caption
}

const cell = (setting: Setting, properties: string, inner: string) =>
  `<table:table-cell table:style-name="${named(setting, "table-cell", properties)}" office:value-type="string">${inner}</table:table-cell>`

const spaced = (line: string) => escape(line).replaceAll(/ {2,}|^ /g, (run) => `<text:s text:c="${run.length}"/>`)

const block = (one: Block, setting: Setting): string => {
  const inner = (blocks: ReadonlyArray<Block>) => blocks.map((each) => block(each, setting)).join("")
  const { style } = setting
  switch (one.type) {
    case "title":
      return paragraph("Title", escape(one.text))
    case "heading":
      return `<text:h text:style-name="Heading_${one.level}" text:outline-level="${one.level}">${escape(one.number === undefined ? one.text : `${one.number} ${one.text}`)}</text:h>`
    case "paragraph":
      return paragraph(one.role === undefined ? "Body" : `Role-${one.role}`, text(one.text, setting))
    case "lines":
      return paragraph(
        one.align === "right" ? "Lines-right" : "Lines",
        one.lines.map(escape).join("<text:line-break/>")
      )
    case "list":
      return list(one, setting)
    case "table":
      return table(one, setting)
    case "code":
      return `${one.caption === undefined ? "" : paragraph("Caption", escape(one.caption))}${one.lines.map((line, index) => paragraph("Code", `${one.isNumbered ? `${spaced(String(index + 1).padStart(2))}<text:s text:c="2"/>` : ""}${spaced(line)}`)).join("")}`
    case "quote":
      return (
        paragraph("Quote", text(one.text, setting)) +
        (one.by === undefined ? "" : paragraph("Role-right", `— ${escape(one.by)}`))
      )
    case "figure":
      return `${paragraph("Role-center", `<draw:frame draw:style-name="Frame" text:anchor-type="as-char" svg:width="${style.columns > 1 ? 70 : 100}mm" svg:height="${style.columns > 1 ? 33 : 47}mm"><draw:image draw:mime-type="image/svg+xml"><office:binary-data>${Buffer.from(svg(one.drawing, style.accent)).toString("base64")}</office:binary-data></draw:image></draw:frame>`)}${paragraph("Caption", escape(one.caption))}`
    case "box": {
      const look = {
        tint: `fo:background-color="${style.tint}"`,
        frame: `fo:border="0.8pt solid ${style.accent}"`,
        bar: `fo:border-left="4pt solid ${style.accent}"`
      }[one.look]
      const title = one.title === undefined ? "" : paragraph("BoxTitle", escape(one.title))
      return grid(
        setting,
        [1],
        1,
        `<table:table-row>${cell(setting, `${look} fo:padding="2.5mm"`, title + inner(one.blocks))}</table:table-row>`
      )
    }
    case "beside":
      return grid(
        setting,
        one.shares,
        1,
        `<table:table-row>${one.parts.map((part) => cell(setting, one.isCards === true ? `fo:background-color="${style.tint}" fo:padding="2mm" fo:border="2pt solid #ffffff"` : `fo:padding="0.5mm"`, inner(part))).join("")}</table:table-row>`
      )
    case "columns":
      return inner(one.blocks)
    case "fields": {
      const filled = one.fields.map(({ label: name, value, choices }) => ({
        name: escape(name),
        value:
          choices === undefined
            ? escape(value)
            : choices.map((choice) => `${box(choice.ticked)} ${escape(choice.label)}`).join('<text:s text:c="3"/>')
      }))
      if (one.look === "plain")
        return filled
          .map(({ name, value }) =>
            paragraph("Field", `<text:span text:style-name="Bold">${name}:</text:span> ${value}`)
          )
          .join("")
      if (one.look === "dotted")
        return filled.map(({ name, value }) => paragraph("Field", `${name}: ${value}<text:tab/>`)).join("")
      const rows = Array.from({ length: Math.ceil(filled.length / one.perRow) }, (_, row) => {
        const of = filled.slice(row * one.perRow, (row + 1) * one.perRow)
        const cells = of.map(({ name, value }) =>
          one.look === "boxed"
            ? cell(
                setting,
                `fo:border="0.6pt solid #555555" fo:padding="1mm"`,
                paragraph("FieldLabel", name) + paragraph("Cell-left", value)
              )
            : cell(
                setting,
                `fo:border-bottom="0.6pt solid #333333" fo:padding="1mm"`,
                paragraph("Cell-left", `${name}: ${value}`)
              )
        )
        return `<table:table-row>${cells.join("")}${cells.length < one.perRow ? cell(setting, "", paragraph("Cell-left", "")) : ""}</table:table-row>`
      })
      return grid(setting, one.perRow === 2 ? [1, 1] : [1], 1, rows.join(""))
    }
    case "contents":
      return one.entries
        .map((entry) =>
          paragraph(
            `Entry-${one.leader}`,
            `${entry.level === 2 ? '<text:s text:c="4"/>' : ""}${escape(entry.text)}<text:tab/>${entry.page}`
          )
        )
        .join("")
    case "terms":
      return one.terms
        .map(({ term, text: meaning }) =>
          one.look === "run-in"
            ? paragraph(
                "Body",
                `<text:span text:style-name="Bold">${escape(term)}.</text:span> ${text(meaning, setting)}`
              )
            : paragraph("Term", escape(term)) + paragraph("Meaning", text(meaning, setting))
        )
        .join("")
    case "formula":
      return ""
    case "page-break":
      return paragraph("PageBreak", "")
    case "rule":
      return paragraph("Rule", "")
  }
}

export const openDocument = (document: Document, style: Style): string => {
  const setting: Setting = { style, automatic: new Map(), notes: 0, tables: 0 }
  const at = style.columns > 1 ? document.blocks.findIndex(({ type }) => type === "title") + 1 : 0
  const front = document.blocks
    .slice(0, at)
    .map((one) => block(one, setting))
    .join("")
  const rest = document.blocks
    .slice(at)
    .map((one) => block(one, setting))
    .join("\n")
  const body =
    style.columns > 1 ? `${front}<text:section text:style-name="Columns" text:name="main">${rest}</text:section>` : rest
  // A page break is an empty paragraph before which the page ends: give its break to what follows.
  return officeStyles(
    document,
    style,
    setting.automatic,
    body.replaceAll(
      /<text:p text:style-name="PageBreak"><\/text:p>\s*<text:h text:style-name="Heading_1"/g,
      '<text:h text:style-name="Heading_New"'
    )
  )
}
