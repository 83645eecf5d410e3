/** What a page comes to: blocks of text, tables and figures. Plain data only: it crosses process boundaries. */
import type { Box } from "./Geometry.ts"

/** Text in one style. */
export interface Run {
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly mono?: true
  readonly struck?: true
  readonly baselineShift?: -1 | 1
  readonly href?: string
  /** It refers to the note of this label. */
  readonly note?: string
  /** It is a formula, which reads so in LaTeX. */
  readonly latex?: string
}

/** One line of a block, as runs; the next line's first word is a new word unless hyphenation says otherwise. */
export interface TextLine {
  readonly runs: ReadonlyArray<Run>
  readonly page: number
  readonly box: Box
  /** The widest space in it, in points, if its paragraph has few lines. */
  readonly gap?: number
  /** How many characters stand before that space, and where it begins. */
  readonly gapAt?: number
  readonly gapX?: number
}

/** How a block looks. */
export interface Style {
  readonly size: number
  readonly font: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly caps: boolean
  readonly colour: number
}

/** Where a block, or a part of it, stands on a page. */
export interface Provenance {
  readonly page: number
  /** In the frame in which the page's text is upright. */
  readonly box: Box
  /** Where this text runs at an angle to the rest of the page, in degrees: its box is in the frame in which it is upright itself. */
  readonly angle?: number
  /** Width and height of the page, to know head and foot. */
  readonly width: number
  readonly height: number
  /** Left and right edge of the column it stands in. */
  readonly left: number
  readonly right: number
  /** It stands in a box: what a tint, a frame or a bar sets apart from the text around it. */
  readonly boxed?: true
}

interface Placed {
  readonly place: Provenance
  /** Where it goes on, in other columns and on other pages. */
  readonly continuedOn?: ReadonlyArray<Provenance>
}

/** Text that may be of a kind that the document states itself. */
interface Text extends Placed {
  readonly tagged?: true
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
}

export interface Paragraph extends Text {
  readonly kind: "paragraph"
  /** Its words in cells, when it may be the row that a table on the page before ends with. */
  readonly row?: ReadonlyArray<Cell>
}

export interface Item extends Text {
  readonly kind: "item"
  /** As printed: `•`, `3.`, `(a)`. */
  readonly marker: string
  /** Levels of nesting above it. */
  readonly depth: number
  /** It stands in a table of contents or an index. */
  readonly entry?: true
}

export interface Heading extends Text {
  readonly kind: "heading"
  readonly level: number
}

/** A note at the foot of a page that something refers to. */
export interface Note extends Text {
  readonly kind: "note"
  /** Unlike any other in the document. */
  readonly label: string
}

/** What a table, a picture or a listing is called, in a line of its own. */
export interface Caption extends Text {
  readonly kind: "caption"
}

/** A running head or foot, which comes back from page to page. */
export interface RunningHead extends Text {
  readonly kind: "header" | "footer"
}

export interface Code extends Placed {
  readonly kind: "code"
  readonly lines: ReadonlyArray<string>
}

/** A formula on lines of its own. */
export interface Formula extends Placed {
  readonly kind: "formula"
  /** Null where it could not be read with confidence. */
  readonly latex: string | null
  /** What it says without marks. */
  readonly text: string
}

export interface Cell {
  /** Its lines are parted by line feeds, by line separators (U+2028) where they were meant to end. */
  readonly runs: ReadonlyArray<Run>
  readonly columns: number
  readonly rows: number
  /** Around its text; null where it has none. */
  readonly box: Box | null
  /** The page it stands on, if that is not the one on which its table begins. */
  readonly page?: number
}

export interface Table extends Placed {
  readonly kind: "table"
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** The size and the colour of most of its text, if they are known. */
  readonly size?: number
  readonly colour?: number
}

export interface Figure extends Placed {
  readonly kind: "figure"
  /** What the document says it shows; empty where it says nothing. */
  readonly alt: string
  /** What stands at it. */
  readonly caption?: string
  /** The words in it, a line each. */
  readonly labels?: string
  /** It is one picture and nothing else. */
  readonly isPicture?: true
}

export type Block = Paragraph | Item | Heading | Note | Caption | RunningHead | Code | Formula | Table | Figure

/** Whether a block is an entry of a table of contents or an index. */
export const isEntry = (block: Block | undefined): block is Item & { readonly entry: true } =>
  block?.kind === "item" && block.entry === true

/** Every place a block stands on, in reading order. */
export const placesOf = ({ place, continuedOn = [] }: Block): ReadonlyArray<Provenance> => [place, ...continuedOn]

/** Where `first` goes on once `second` has been put behind it. */
export const continuedOn = (first: Block, second: Block): ReadonlyArray<Provenance> => [
  ...(first.continuedOn ?? []),
  ...placesOf(second)
]
