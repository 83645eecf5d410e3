/** Block[] → Block[]: a title in a cell over all columns, over a table's header, is a caption over the table, and the header its first row. */

import type { Block, Caption, Cell, Table, TextLine } from "../../model/Block.ts"
import { around, smallest } from "../../model/Geometry.ts"
import { maxHeaderLines, minPair, minSeries, mostShare } from "../../model/Measures.ts"
import { lineSeparator, plain } from "../../model/Text.ts"
import { columnsOf, isNumeral, placed, share } from "../evidence/Spots.ts"
import { isEmpty } from "../Grid.ts"
import { isBold } from "./Continued.ts"

export const withTitles = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.flatMap((block) => (block.kind === "table" ? titled(block) : [block]))

type Row = ReadonlyArray<Cell>

const titled = (table: Table): ReadonlyArray<Block> => {
  const { rows, place } = table
  const columns = columnsOf(rows[0] ?? [])
  const isOver = ([only, ...others]: Row) =>
    only !== undefined && others.length === 0 && only.columns === columns && only.rows === 1 && !isEmpty(only)
  const count = rows.findIndex((row) => !isOver(row))
  const [titles, below] = [rows.slice(0, count).flat(), rows.slice(count)]
  const [header = [], ...body] = below
  const isPart = (row: Row) => isOver(row) && isBold(row) === isBold(titles)
  if (columns < minSeries || count < 1 || count > maxHeaderLines || body.some(isPart)) return [table]
  if (!isHeader(header, body)) return [table]
  const boxes = below.flat().flatMap(({ box, page = place.page }) => (box !== null && page === place.page ? [box] : []))
  const box = { ...place.box, y0: smallest(boxes.map(({ y0 }) => y0)) }
  return [...titles.map((each) => caption(each, table)), { ...table, rows: below, place: { ...place, box } }]
}

/** Names of columns, in bold as no other row or over a column of numbers. */
const isHeader = (header: Row, body: ReadonlyArray<Row>): boolean => {
  const names = texts(header)
  if (names.length < minPair || body.length < minPair || names.some(isNumber)) return false
  const byColumn = Map.groupBy(placed(body), ({ column }) => column)
  const areNumbers = [...byColumn.values()].some((own) => share(texts(own), isNumber) >= mostShare)
  return areNumbers || (isBold(header) && !body.every(isBold))
}

const texts = (row: Row): Row => row.filter((each) => !isEmpty(each))

const isNumber = ({ runs }: Cell): boolean => isNumeral(plain(runs).trim())

const caption = (title: Cell, { place, size = 10, colour = 0 }: Table): Caption => {
  const box = title.box ?? place.box
  const lines: Array<TextLine> = []
  for (const run of title.runs) {
    const begins = run.text.startsWith("\n") || run.text.startsWith(lineSeparator)
    // letters of one width are no code in a title
    const { mono: _, ...words } = run
    const own = { ...words, text: begins ? run.text.slice(1) : run.text }
    const last = lines.at(-1)
    if (begins || last === undefined) lines.push({ runs: [own], page: place.page, box })
    else lines[lines.length - 1] = { ...last, runs: [...last.runs, own] }
  }
  const style = { size, font: "", bold: isBold([title]), italic: false, mono: false, caps: false, colour }
  return { kind: "caption", lines, style, place: { ...place, box: around([box]) } }
}
