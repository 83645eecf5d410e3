/** Tables: what they hold, how they span, how they are drawn. */
import { type Align, type Border, type Cell, type Table, type Tint, tints } from "../Document.ts"
import type { Random } from "../Random.ts"
import type { Figures } from "./Figures.ts"
import type { Words } from "./Words.ts"

export type Filling = "figures" | "words" | "mixed" | "prose" | "sparse"
export type Spans = "none" | "head" | "groups" | "sections" | "both"

export interface TableWishes {
  readonly filling?: Filling
  readonly spans?: Spans
  readonly border?: Border
  readonly tint?: Tint
  readonly columns?: number
  readonly rows?: number
  readonly caption?: string
}

/** The ways in which one document draws its tables: mostly one, as a designer would have it. */
export interface TableLook {
  readonly border: Border
  readonly tint: Tint
  readonly padding: Table["padding"]
  readonly wide: boolean
  readonly side: "above" | "below"
}

export const tableLook = (random: Random): TableLook => {
  const border = random.weighted<Border>([
    ["grid", 4],
    ["double", 0.4],
    ["dashed", 0.5],
    ["dotted", 0.5],
    ["separate", 0.6],
    ["horizontal", 4],
    ["booktabs", 3],
    ["head-rule", 3],
    ["outer", 1],
    ["vertical", 0.7],
    ["inner", 1],
    ["none", 2.5],
    ["gaps", 0.8]
  ])
  const tint = random.pick<Tint>(
    border === "none" ? ["none", "head", "dark-head", "zebra"] : ["none", "none", ...tints]
  )
  return {
    border,
    tint: border === "gaps" && tint === "none" ? "zebra" : tint,
    padding: random.pick(["tight", "normal", "normal", "airy"]),
    wide: random.chance(0.65),
    side: random.pick(["above", "below"])
  }
}

interface Column {
  readonly head: string
  readonly align: Align
  readonly cell: () => string
  readonly weight: number
}

const column = (
  random: Random,
  words: Words,
  figures: Figures,
  kind: "words" | "figures" | "prose" | "short" | "mark"
): Column => {
  const unit =
    kind === "figures" && random.chance(0.25)
      ? ` ${random.pick(["(%)", "(€)", "in kg", "(m²)", "[ms]", "2024", "’000"])}`
      : ""
  const head = words.phrase(1, kind === "prose" ? 1 : 3) + unit
  const aligned: Align = random.weighted([
    ["right", 6],
    ["center", 2],
    ["left", 1]
  ] as const)
  switch (kind) {
    case "words":
      return { head, align: "left", cell: () => words.phrase(1, 4), weight: 3 }
    case "prose":
      return { head, align: "left", cell: () => words.sentence(5, 16), weight: 6 }
    case "short":
      return {
        head,
        align: random.pick(["left", "center"]),
        cell: random.pick([figures.code, figures.date, () => words.phrase(1, 1)]),
        weight: 2
      }
    case "mark":
      return { head, align: "center", cell: () => random.pick(["x", "–", "●", "yes", "no", ""]), weight: 1 }
    case "figures": {
      const most = random.pick([9, 99, 999, 9_999, 250_000])
      const places = random.pick([0, 0, 1, 2])
      const write = random.weighted<() => string>([
        [() => figures.number(0, most, places), 6],
        [() => figures.amount(random.next() * most), 2],
        [figures.percent, 2],
        [() => figures.number(-most, most, places), 1]
      ])
      return {
        head,
        align: aligned,
        cell: () => (random.chance(0.05) ? random.pick(["–", "n/a", "0"]) : write()),
        weight: 2
      }
    }
  }
}

const kindsOf = (random: Random, filling: Filling, count: number) => {
  const first = random.weighted([
    ["words", 6],
    ["short", 2],
    ["figures", 0.5]
  ] as const)
  const others = {
    figures: () => "figures" as const,
    words: () => random.pick(["words", "words", "short"] as const),
    mixed: () => random.pick(["figures", "figures", "short", "words", "mark"] as const),
    prose: () => random.pick(["prose", "short", "words"] as const),
    sparse: () => random.pick(["figures", "mark", "short"] as const)
  }[filling]
  const kinds = [first, ...random.times(Math.max(0, count - 1), others)]
  return filling === "prose" && !kinds.includes("prose") ? [...kinds.slice(0, -1), "prose" as const] : kinds
}

/** One or two head rows; the first of two joins columns under one word. */
const heads = (
  words: Words,
  random: Random,
  columns: ReadonlyArray<Column>,
  isGrouped: boolean
): Array<ReadonlyArray<Cell>> => {
  if (!isGrouped || columns.length < 4) return [columns.map(({ head }) => ({ text: head, bold: true }))]
  const upper: Array<Cell> = [{ text: (columns[0] as Column).head, rows: 2, bold: true }]
  for (let at = 1; at < columns.length; ) {
    const wide = Math.min(columns.length - at, random.int(2, 3))
    const joined = columns.length - at - wide === 1 ? wide + 1 : wide
    upper.push({ text: words.phrase(1, 2), columns: joined, bold: true, align: "center" })
    at += joined
  }
  return [upper, columns.slice(1).map(({ head }) => ({ text: head, bold: true }))]
}

export const table = (
  random: Random,
  words: Words,
  figures: Figures,
  look: TableLook,
  wishes: TableWishes = {}
): Table => {
  const filling =
    wishes.filling ??
    random.weighted<Filling>([
      ["figures", 4],
      ["mixed", 4],
      ["words", 2],
      ["prose", 2],
      ["sparse", 1]
    ])
  const spans =
    wishes.spans ??
    random.weighted<Spans>([
      ["none", 6],
      ["head", 1.2],
      ["groups", 1],
      ["sections", 1],
      ["both", 0.5]
    ])
  const count =
    wishes.columns ??
    (filling === "prose"
      ? random.int(2, 3)
      : random.weighted([
          [2, 1.5],
          [3, 3],
          [4, 3],
          [5, 2],
          [6, 1],
          [7, 0.6]
        ] as const))
  const columns = kindsOf(random, filling, count).map((kind) => column(random, words, figures, kind))
  const rowCount =
    wishes.rows ??
    random.weighted([
      [random.int(1, 2), 0.7],
      [random.int(3, 6), 5],
      [random.int(7, 14), 3],
      [random.int(20, 34), 0.5]
    ] as const)
  const head = heads(words, random, columns, spans === "head" || spans === "both")
  const empty = filling === "sparse" ? 0.45 : 0
  const body: Array<ReadonlyArray<Cell>> = []
  let open = 0
  for (let row = 0; row < rowCount; row++) {
    if (spans === "sections" && row % 5 === 0 && row + 1 < rowCount) {
      body.push([{ text: words.phrase(1, 3), columns: count, bold: true }])
    }
    const isGrouped = (spans === "groups" || spans === "both") && count > 2
    const cells = columns.map(({ cell }, index): Cell => ({ text: index > 0 && random.chance(empty) ? "" : cell() }))
    if (!isGrouped) body.push(cells)
    else if (open > 0) {
      // a row without any text cannot be seen where nothing is drawn
      const own = cells.slice(1)
      body.push(own.every(({ text }) => text === "") ? [...own.slice(0, -1), { text: "–" }] : own)
      open--
    } else {
      open = Math.min(random.int(1, 3), rowCount - row - 1)
      body.push([{ ...(cells[0] as Cell), ...(open > 0 ? { rows: open + 1 } : {}) }, ...cells.slice(1)])
    }
  }
  const hasTotal = filling === "figures" && spans === "none" && random.chance(0.3)
  if (hasTotal)
    body.push(columns.map(({ cell }, index) => ({ text: index === 0 ? words.label("total") : cell(), bold: true })))
  const headRows = wishes.spans === undefined && random.chance(0.06) ? 0 : head.length
  const weights = columns.reduce((sum, { weight }) => sum + weight, 0)
  return {
    type: "table",
    rows: headRows === 0 ? body : [...head, ...body],
    headRows,
    columns: columns.map(({ align }) => align),
    ...(filling === "prose" ? { widths: columns.map(({ weight }) => weight / weights) } : {}),
    border: wishes.border ?? look.border,
    tint: wishes.tint ?? look.tint,
    wide: look.wide || filling === "prose",
    padding: look.padding,
    ...(wishes.caption === undefined ? {} : { caption: { text: wishes.caption, side: look.side } }),
    ...(hasTotal ? { hasTotal } : {})
  }
}
