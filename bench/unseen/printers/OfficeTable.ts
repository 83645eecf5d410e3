/** Tables of OpenDocument. */
import type { Align, Cell, Table } from "../Document.ts"
import type { Style } from "../Style.ts"
import { escape, named, paragraph, type Setting } from "./OfficeText.ts"

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
export const grid = (setting: Setting, columns: ReadonlyArray<number>, share: number, rows: string): string => {
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

export const table = (one: Table, setting: Setting): string => {
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

export const cell = (setting: Setting, properties: string, inner: string) =>
  `<table:table-cell table:style-name="${named(setting, "table-cell", properties)}" office:value-type="string">${inner}</table:table-cell>`
