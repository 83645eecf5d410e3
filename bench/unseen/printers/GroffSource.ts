/** A document in the macros ms of groff, as manuals of Unix are written. */
import type { Block, Cell, Document, Inline, List, Table, Text } from "../Document.ts"
import { label } from "../Markers.ts"
import type { Style } from "../Style.ts"

const escape = (text: string) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("−", "\\-")
    .replaceAll("☐", "\\(sq")
    .replaceAll("☑", "\\(OK")
    .replaceAll("▪", "\\(bu")
    .replaceAll("◦", "\\(ci")
    .replaceAll("➢", "\\(->")
    .replaceAll("✓", "\\(OK")
    .replaceAll("★", "*")
    .replaceAll("●", "\\(bu")

/** A line may not begin with a control character. */
const line = (text: string) => (/^[.']/.test(text) ? `\\&${text}` : text)

const inline = (one: Inline, notes: Array<string>): string => {
  if (typeof one === "string") return escape(one)
  if ("bold" in one) return `\\fB${escape(one.bold)}\\fP`
  if ("italic" in one) return `\\fI${escape(one.italic)}\\fP`
  if ("code" in one) return `\\fC${escape(one.code)}\\fP`
  if ("link" in one) return escape(one.link)
  if ("formula" in one) return ""
  notes.push(one.note)
  return "\\**"
}

const text = (of: Text): string => {
  const notes: Array<string> = []
  const set = of.map((one) => inline(one, notes)).join("")
  return `${line(set)}${notes.map((note) => `\n.FS\n${escape(note)}\n.FE`).join("")}`
}

const list = ({ items, marker, loose }: List, depth = 0): string =>
  items
    .map((item, index) => {
      const own = escape(item.ticked === undefined ? label(marker, index) : item.ticked ? "☑" : "☐")
      const inner = item.list === undefined ? "" : `\n.RS\n${list(item.list, depth + 1)}\n.RE`
      return `.IP "${own}" 4\n${text(item.text)}${inner}`
    })
    .join(loose ? "\n.sp 0.4\n" : "\n")

/** Points that tbl leaves between two columns: three widths of an n. */
const gapPt = 15

/** In columns of text all cells are set in lines as wide as theirs: tbl would set one word after the other, over what stands beside. */
const table = (one: Table, width: string, style: Style): string => {
  const weights = one.columns.map((_, index) => (index === 0 ? 1.6 : 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const room = Number(width) - (gapPt * (one.columns.length - 1)) / 72
  const widths =
    style.columns > 1
      ? weights.map((weight) => (weight / sum) * room)
      : one.widths?.map((share) => share * Number(width))
  const options = { grid: "allbox", double: "doublebox", outer: "box" }[one.border as string] ?? ""
  const isRuled =
    one.border === "horizontal" || one.border === "dashed" || one.border === "dotted" || one.border === "inner"
  const between = one.border === "vertical" || one.border === "inner" ? " | " : " "
  const letter = (cell: Cell | undefined, column: number, isBold: boolean) =>
    `${{ left: "l", right: "r", center: "c" }[cell?.align ?? one.columns[column] ?? "left"]}${isBold ? "B" : ""}`
  const open = one.columns.map(() => 0)
  const formats: Array<string> = []
  const data: Array<string> = []
  if (one.border === "booktabs" || one.border === "horizontal") {
    formats.push(one.columns.map(() => "l").join(between))
    data.push("_")
  }
  one.rows.forEach((row, index) => {
    const queue = [...row]
    const format: Array<string> = []
    const cells: Array<string> = []
    for (let column = 0; column < one.columns.length; ) {
      if ((open[column] ?? 0) > 0) {
        open[column] = (open[column] ?? 1) - 1
        format.push("^")
        cells.push("")
        column++
        continue
      }
      const cell = queue.shift()
      const wide = cell?.columns ?? 1
      const isBold = index < one.headRows || cell?.bold === true
      for (let at = column; at < column + wide; at++) open[at] = (cell?.rows ?? 1) - 1
      format.push(letter(cell, column, isBold), ...Array(wide - 1).fill("s"))
      const words = escape(cell?.text ?? "")
      cells.push(
        words.length > 24 || (style.columns > 1 && wide === 1 && words !== "") ? `T{\n${line(words)}\nT}` : words
      )
      column += wide
    }
    formats.push(format.join(between))
    data.push(cells.join("\t"))
    const isHeadEnd = index === one.headRows - 1
    const isLast = index === one.rows.length - 1
    const isRule =
      isRuled ||
      (isHeadEnd && ["booktabs", "head-rule", "vertical"].includes(one.border)) ||
      (isLast && one.border === "booktabs")
    if (isRule) {
      formats.push(one.columns.map(() => "l").join(between))
      data.push("_")
    }
  })
  const first = formats[0] ?? "l"
  const wide =
    widths === undefined
      ? first
      : first
          .split(between)
          .map((each, index) => `${each}w(${(widths[index] ?? 0.3).toFixed(2)}i)`)
          .join(between)
  const isLong = one.rows.length > 18
  const caption = one.caption === undefined ? "" : `.LP\n${line(escape(one.caption.text))}\n`
  const drawn = `.TS${isLong ? " H" : ""}\n${one.wide && style.columns === 1 ? "expand" : ""} ${options} tab(\t);\n${[wide, ...formats.slice(1)].join("\n")}.\n${isLong ? `${data.slice(0, one.headRows).join("\n")}\n.TH\n${data.slice(one.headRows).join("\n")}` : data.join("\n")}\n.TE\n.sp 0.6\n`
  return one.caption?.side === "above" ? caption + drawn : drawn + caption
}

const block = (one: Block, style: Style): string => {
  const width = ((style.paper.width - 2 * style.margin.x) / 25.4 / style.columns - 0.3).toFixed(2)
  const paragraph = style.paragraphs === "indent" ? ".PP" : ".LP"
  const inner = (blocks: ReadonlyArray<Block>) => blocks.map((each) => block(each, style)).join("\n")
  switch (one.type) {
    case "title":
      return `.TL\n${line(escape(one.text))}`
    case "heading":
      return `.SH ${one.level}\n${line(escape(one.number === undefined ? one.text : `${one.number} ${one.text}`))}`
    case "paragraph":
      switch (one.role) {
        case "byline":
          return `.LP\n.ce 1\n${text(one.text)}`
        case "center":
          return `.LP\n.ce 1\n${text(one.text)}`
        case "right":
          return `.LP\n.rj 1\n${text(one.text)}`
        case "continued":
        case "eyebrow":
          return `.LP\n${text(one.text)}`
        case "abstract":
          return `.QP\n${text(one.text)}`
        default:
          return `${paragraph}\n${text(one.text)}`
      }
    case "lines":
      return `.LP\n.nf\n${one.align === "right" ? `.rj ${one.lines.length}\n` : ""}${one.lines.map((each) => line(escape(each))).join("\n")}\n.fi\n.sp`
    case "list":
      return `${list(one)}\n.LP`
    case "table":
      return table(one, width, style)
    case "code":
      return `${one.caption === undefined ? "" : `.LP\n${escape(one.caption)}\n`}.DS I\n.ft CR\n${one.lines.map((each, index) => line(`${one.isNumbered ? `${String(index + 1).padStart(2)}  ` : ""}${escape(each)}`)).join("\n")}\n.ft R\n.DE`
    case "quote":
      return `.QP\n${text(one.text)}${one.by === undefined ? "" : `\n.br\n\\(em ${escape(one.by)}`}\n.LP`
    case "box":
      return `.LP\n.B1\n${one.title === undefined ? "" : `.B "${escape(one.title).replaceAll('"', "")}"\n.br\n`}${inner(one.blocks)}\n.B2`
    case "formula":
      return `.EQ${one.number === undefined ? "" : ` ${one.number}`}\n${one.formula.eqn}\n.EN`
    case "columns":
      return inner(one.blocks)
    case "fields":
      return `.LP\n.nf\n${one.fields
        .map(({ label: name, value, choices }) => {
          const filled =
            choices === undefined
              ? value
              : choices.map((choice) => `${choice.ticked ? "☑" : "☐"} ${choice.label}`).join("   ")
          return line(
            `${one.look === "plain" ? `\\fB${escape(name)}:\\fP` : escape(`${name}${one.look === "boxed" ? "" : ":"}`)} ${escape(filled)}`
          )
        })
        .join("\n")}\n.fi\n.sp`
    case "contents":
      return `.LP\n.nf\n.ta ${width}iR\n.lc ${one.leader === "dots" ? "." : "\\&"}\n${one.entries.map((entry) => `${entry.level === 2 ? "    " : ""}${escape(entry.text)} \\a ${entry.page}`).join("\n")}\n.fi`
    case "terms":
      return one.look === "run-in"
        ? one.terms.map(({ term, text: meaning }) => `.LP\n\\fB${escape(term)}.\\fP ${text(meaning)}`).join("\n")
        : `${one.terms.map(({ term, text: meaning }) => `.LP\n.B "${escape(term)}"\n.RS\n.LP\n${text(meaning)}\n.RE`).join("\n")}\n.LP`
    case "page-break":
      return ".bp"
    case "rule":
      return ".LP\n\\l'\\n(.lu'"
    case "figure":
    case "beside":
      return ""
  }
}

export const groff = (document: Document, style: Style): string => {
  const width = ((style.paper.width - 2 * style.margin.x) / 25.4).toFixed(2)
  const at = document.blocks.findIndex(({ type }) => type === "heading" || type === "list" || type === "table")
  const front = style.columns > 1 ? Math.max(0, at) : 0
  const set = (blocks: ReadonlyArray<Block>) => blocks.map((one) => block(one, style)).join("\n")
  const family = style.bodyClass === "sans" ? "H" : "T"
  return `.nr PS ${Math.round(style.size)}
.nr VS ${Math.round(style.size * style.leading)}
.nr LL ${width}i
.nr PO ${(style.margin.x / 25.4).toFixed(2)}i
.nr PSINCR 1.5p
.nr GROWPS 3
.fam ${family}
.ds LH ${escape(document.head ?? "")}
.ds CH
.ds RH
.ds LF ${escape(document.foot ?? "")}
.ds CF ${style.pageNumbers === "center" ? "\\\\n%" : ""}
.ds RF ${style.pageNumbers === "outside" || style.pageNumbers === "of" ? "\\\\n%" : ""}
${style.isJustified ? "" : ".nr HY 0\n.na"}
${set(document.blocks.slice(0, front))}
${style.columns > 1 ? ".2C" : ""}
${set(document.blocks.slice(front))}
`
}
