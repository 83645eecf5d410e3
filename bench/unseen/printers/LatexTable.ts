/** Tables in LaTeX: tabular, and longtable where they are long. */
import type { Cell, Table } from "../Document.ts"
import type { Style } from "../Style.ts"
import { escape } from "./LatexText.ts"

const rulings: Readonly<
  Record<
    Table["border"],
    {
      readonly edge: string
      readonly between: string
      readonly top: string
      readonly head: string
      readonly row: string
      readonly bottom: string
    }
  >
> = {
  grid: { edge: "|", between: "|", top: "\\hline", head: "\\hline", row: "\\hline", bottom: "" },
  double: { edge: "||", between: "|", top: "\\hline\\hline", head: "\\hline\\hline", row: "\\hline", bottom: "" },
  dashed: { edge: "", between: "", top: "", head: "\\hdashline", row: "\\hdashline", bottom: "" },
  dotted: {
    edge: "",
    between: "",
    top: "\\hdashline[1pt/2pt]",
    head: "\\hdashline[1pt/2pt]",
    row: "\\hdashline[1pt/2pt]",
    bottom: ""
  },
  separate: { edge: "|", between: "|", top: "\\hline", head: "\\hline", row: "", bottom: "\\hline" },
  horizontal: { edge: "", between: "", top: "\\hline", head: "\\hline", row: "\\hline", bottom: "" },
  booktabs: { edge: "", between: "", top: "\\toprule", head: "\\midrule", row: "", bottom: "\\bottomrule" },
  "head-rule": { edge: "", between: "", top: "", head: "\\hline", row: "", bottom: "" },
  outer: { edge: "|", between: "", top: "\\hline", head: "", row: "", bottom: "\\hline" },
  vertical: { edge: "", between: "|", top: "", head: "\\hline", row: "", bottom: "" },
  inner: { edge: "", between: "|", top: "", head: "\\hline", row: "\\hline", bottom: "" },
  none: { edge: "", between: "", top: "", head: "", row: "", bottom: "" },
  gaps: { edge: "", between: "", top: "", head: "", row: "", bottom: "" }
}

/** A row whose cells know their columns; cells of higher spans leave theirs empty. */
const rowsOf = (
  one: Table
): ReadonlyArray<ReadonlyArray<{ readonly cell: Cell | null; readonly column: number; readonly wide: number }>> => {
  const open: Array<{ left: number; wide: number }> = one.columns.map(() => ({ left: 0, wide: 1 }))
  return one.rows.map((row) => {
    const queue = [...row]
    const cells: Array<{ cell: Cell | null; column: number; wide: number }> = []
    for (let column = 0; column < one.columns.length; ) {
      const above = open[column] as { left: number; wide: number }
      if (above.left > 0) {
        above.left--
        cells.push({ cell: null, column, wide: above.wide })
        column += above.wide
        continue
      }
      const cell = queue.shift() ?? { text: "" }
      const wide = cell.columns ?? 1
      open[column] = { left: (cell.rows ?? 1) - 1, wide }
      cells.push({ cell, column, wide })
      column += wide
    }
    return cells
  })
}

export const table = (one: Table, style: Style): string => {
  const ruling = rulings[one.border]
  const lastColumn = one.columns.length - 1
  const share = style.columns > 1 ? 0.86 : 0.92
  const widths =
    one.widths ??
    (one.wide || one.columns.length > 4 || style.columns > 1
      ? one.columns.map((_, index) => (index === 0 ? 2 : 1.2) / (2 + 1.2 * lastColumn))
      : undefined)
  const aligned = { left: "\\raggedright", right: "\\raggedleft", center: "\\centering" }
  const width = (from: number, wide: number) =>
    ((widths ?? []).slice(from, from + wide).reduce((sum, each) => sum + each, 0) * share).toFixed(3)
  const kind = (align: Cell["align"], column: number, wide: number) => {
    const own = align ?? one.columns[column] ?? "left"
    return widths === undefined
      ? own.charAt(0)
      : `>{${aligned[own]}\\arraybackslash}p{${width(column, wide)}\\linewidth}`
  }
  const spec = (align: Cell["align"], column: number, wide: number) =>
    `${column === 0 ? ruling.edge : ""}${kind(align, column, wide)}${column + wide > lastColumn ? ruling.edge : ruling.between}`
  const columns = one.columns.map((_, column) => spec(undefined, column, 1)).join("")
  // the colour of a row is painted over what reaches down into it
  const tint = one.rows.some((row) => row.some(({ rows }) => (rows ?? 1) > 1)) ? "none" : one.tint
  const rows = rowsOf(one).map((cells, index) => {
    const isHead = index < one.headRows
    const isTinted =
      (isHead && tint === "head") ||
      (!isHead && tint === "zebra" && (index - one.headRows) % 2 === 1) ||
      (tint === "total" && index === one.rows.length - 1) ||
      (one.border === "gaps" && tint !== "none")
    const colour = isHead && tint === "dark-head" ? "\\rowcolor{accent}" : isTinted ? "\\rowcolor{tint}" : ""
    const line = cells.map(({ cell, column, wide }) => {
      if (cell === null) return wide > 1 ? `\\multicolumn{${wide}}{${spec(undefined, column, wide)}}{}` : ""
      const words = `${isHead && tint === "dark-head" ? "\\color{white}" : ""}${isHead || cell.bold === true ? "\\bfseries " : ""}${escape(cell.text)}`
      const high =
        (cell.rows ?? 1) > 1
          ? `\\multirow[t]{${cell.rows}}{${widths === undefined || wide > 1 ? "*" : "="}}{${words}}`
          : words
      return wide > 1 ? `\\multicolumn{${wide}}{${spec(cell.align, column, wide)}}{${high}}` : high
    })
    // A rule does not run through a cell that goes on below.
    const closed: Array<string> = []
    const next = rowsOf(one)[index + 1]
    const isBroken = next?.some(({ cell }) => cell === null) === true
    if (isBroken && ruling.row !== "" && !ruling.row.includes("dash")) {
      for (const { cell, column, wide } of next ?? [])
        if (cell !== null) closed.push(`\\cline{${column + 1}-${column + wide}}`)
    }
    const isLast = index === one.rows.length - 1
    const after = isBroken
      ? closed.join("")
      : isLast
        ? ruling.bottom || ruling.row
        : index === one.headRows - 1
          ? ruling.head
          : ruling.row
    return `${colour}${line.join(" & ")} \\\\ ${after}`
  })
  const padding = {
    tight: "\\renewcommand{\\arraystretch}{1}",
    normal: "\\renewcommand{\\arraystretch}{1.2}",
    airy: "\\renewcommand{\\arraystretch}{1.6}"
  }[one.padding]
  const isLong = one.rows.length > 16 && style.columns === 1
  const caption = one.caption === undefined ? "" : `\\par{\\small ${escape(one.caption.text)}\\par}`
  const head =
    isLong && one.headRows > 0
      ? `${rows.slice(0, one.headRows).join("\n")}\n\\endhead\n`
      : `${rows.slice(0, one.headRows).join("\n")}\n`
  const name = isLong ? "longtable" : "tabular"
  const drawn = `{${padding}\\small\n\\begin{${name}}{${columns}}\n${ruling.top}\n${head}${rows.slice(one.headRows).join("\n")}\n\\end{${name}}}`
  const set = isLong ? drawn : `\\noindent ${drawn}\\par`
  return one.caption?.side === "above"
    ? `\\medskip${caption}\\smallskip${set}\\medskip`
    : `\\medskip${set}\\smallskip${caption}\\medskip`
}
