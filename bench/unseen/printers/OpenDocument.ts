/** A document as one file of OpenDocument text, for LibreOffice. */
import { svg } from "../content/Drawings.ts"
import type { Block, Document, Inline, List, Text } from "../Document.ts"
import { box, label } from "../Markers.ts"
import type { Style } from "../Style.ts"
import { officeStyles } from "./OfficeStyles.ts"
import { cell, grid, table } from "./OfficeTable.ts"
import { escape, named, paragraph, type Setting } from "./OfficeText.ts"

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
