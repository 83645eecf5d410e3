/** A long table in parts that are rendered one by one, each under its header. */

const rowsPerPart = 60

export interface TablePart {
  readonly markdown: string
  /** Which of the block's rows each of its rows shows; Markdown has one row for all that stand in the header. */
  readonly rows: ReadonlyArray<number>
}

/** The parts of a table as the service prints it, a line for each row; `count` is how many rows its block has. */
export const tableParts = (markdown: string, count: number): ReadonlyArray<TablePart> => {
  const lines = markdown.trimEnd().split("\n")
  const isHtml = lines[0] === "<table>"
  const [head, body, foot] = isHtml
    ? [lines.slice(0, 1), lines.slice(1, -1), lines.slice(-1)]
    : [lines.slice(0, 2), lines.slice(2), []]
  const headers = isHtml ? [] : [count - body.length - 1]
  const first = count - body.length
  return Array.from({ length: Math.max(1, Math.ceil(body.length / rowsPerPart)) }, (_, part) => {
    const from = part * rowsPerPart
    const own = body.slice(from, from + rowsPerPart)
    return {
      markdown: [...head, ...own, ...foot].join("\n"),
      rows: [...headers, ...own.map((_, row) => first + from + row)]
    }
  })
}
