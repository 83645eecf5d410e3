/** What a document says, without how it looks: a grammar writes it, printers set it, and the truth is read from it. */

/** A run of text. A note is printed at the foot of the page or the end, with a number in its place. */
export type Inline =
  | string
  | { readonly bold: string }
  | { readonly italic: string }
  | { readonly code: string }
  | { readonly note: string }
  | { readonly link: string; readonly url: string }
  | { readonly formula: Formula }

export type Text = ReadonlyArray<Inline>

/** One formula in the languages of the printers. */
export interface Formula {
  readonly tex: string
  readonly typst: string
  readonly eqn: string
  readonly mathml: string
}

export type Align = "left" | "right" | "center"

export interface Cell {
  readonly text: string
  readonly columns?: number
  readonly rows?: number
  readonly bold?: boolean
  readonly align?: Align
}

/** How the borders of a table are drawn; each printer has its own way of drawing them. */
export const borders = [
  "grid",
  "double",
  "dashed",
  "dotted",
  "separate",
  "horizontal",
  "booktabs",
  "head-rule",
  "outer",
  "vertical",
  "inner",
  "none",
  "gaps"
] as const

export type Border = (typeof borders)[number]

/** What lies behind the cells. */
export const tints = ["none", "head", "dark-head", "zebra", "column", "total"] as const

export type Tint = (typeof tints)[number]

export interface Table {
  readonly type: "table"
  /** Rows as in HTML: a cell that a span covers is absent. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly headRows: number
  readonly columns: ReadonlyArray<Align>
  /** Shares of the width by column; the printer decides where they are absent. */
  readonly widths?: ReadonlyArray<number>
  readonly border: Border
  readonly tint: Tint
  readonly wide: boolean
  readonly padding: "tight" | "normal" | "airy"
  readonly caption?: { readonly text: string; readonly side: "above" | "below" }
  readonly hasTotal?: boolean
}

export const markers = ["disc", "dash", "square", "circle", "arrow", "check", "box", "star"] as const
export const counters = ["1.", "1)", "(1)", "a)", "(a)", "A.", "i.", "(i)"] as const
export type Marker = (typeof markers)[number] | (typeof counters)[number]

export interface Item {
  readonly text: Text
  readonly list?: List
  readonly ticked?: boolean
}

export interface List {
  readonly type: "list"
  readonly marker: Marker
  readonly items: ReadonlyArray<Item>
  readonly loose: boolean
}

/** A blank of a form and what was written into it. */
export interface Field {
  readonly label: string
  readonly value: string
  readonly choices?: ReadonlyArray<{ readonly label: string; readonly ticked: boolean }>
}

/** A drawing with words in it. */
export interface Drawing {
  readonly shape: "bars" | "lines" | "pie" | "flow"
  readonly labels: ReadonlyArray<string>
  readonly values: ReadonlyArray<number>
}

export type Block =
  | { readonly type: "title"; readonly text: string }
  | { readonly type: "heading"; readonly level: 1 | 2 | 3; readonly text: string; readonly number?: string }
  | {
      readonly type: "paragraph"
      readonly text: Text
      readonly role?: "lead" | "small" | "center" | "right" | "abstract" | "byline" | "eyebrow" | "continued"
    }
  /** Lines that break where they break: addresses, verses. */
  | { readonly type: "lines"; readonly lines: ReadonlyArray<string>; readonly align?: Align; readonly isBold?: boolean }
  | List
  | Table
  | {
      readonly type: "code"
      readonly lines: ReadonlyArray<string>
      readonly isNumbered: boolean
      readonly caption?: string
    }
  | { readonly type: "quote"; readonly text: Text; readonly by?: string }
  | { readonly type: "figure"; readonly drawing: Drawing; readonly caption: string; readonly isAside?: boolean }
  | {
      readonly type: "box"
      readonly title?: string
      readonly blocks: ReadonlyArray<Block>
      readonly place: "full" | "side" | "margin"
      readonly look: "tint" | "frame" | "bar"
    }
  | { readonly type: "formula"; readonly formula: Formula; readonly number?: string }
  /** Blocks side by side, read from the first to the last. */
  | {
      readonly type: "beside"
      readonly parts: ReadonlyArray<ReadonlyArray<Block>>
      readonly shares: ReadonlyArray<number>
      /** Each part on a card of its own. */
      readonly isCards?: boolean
    }
  | {
      readonly type: "fields"
      readonly fields: ReadonlyArray<Field>
      readonly look: "lined" | "boxed" | "dotted" | "plain"
      readonly perRow: 1 | 2
    }
  | {
      readonly type: "contents"
      readonly entries: ReadonlyArray<{ readonly text: string; readonly page: number; readonly level: 1 | 2 }>
      readonly leader: "dots" | "line" | "none"
    }
  /** A term on a line of its own or at the start of it, with what it means. */
  | {
      readonly type: "terms"
      readonly terms: ReadonlyArray<{ readonly term: string; readonly text: Text }>
      readonly look: "run-in" | "hanging"
    }
  | { readonly type: "columns"; readonly count: 2 | 3; readonly blocks: ReadonlyArray<Block> }
  | { readonly type: "page-break" }
  | { readonly type: "rule" }

export interface Document {
  readonly language: string
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
  /** Printed on every page, and no part of the text. */
  readonly head?: string
  readonly foot?: string
}
