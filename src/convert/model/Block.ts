/** What a page comes to: blocks of text, tables and figures. Plain data only: it crosses process boundaries. */
import type { Box } from "./Geometry.ts"

/** Text in one style. */
export interface Run {
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly mono?: true
  readonly baselineShift?: -1 | 1
  readonly href?: string
  /** It refers to the note of this label. */
  readonly note?: string
}

/** One line of a block, as runs; the next line's first word is a new word unless hyphenation says otherwise. */
export interface TextLine {
  readonly runs: ReadonlyArray<Run>
  readonly box: Box
  /** The widest space in it, in points, if its paragraph has few lines. */
  readonly gap?: number
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

export interface Provenance {
  readonly page: number
  readonly box: Box
  /** Width and height of the page, to know head and foot. */
  readonly width: number
  readonly height: number
  /** Left and right edge of the column it stands in. */
  readonly left: number
  readonly right: number
}

/** A block whose kind the document states itself. */
interface Tagged {
  readonly tagged?: true
}

export interface Paragraph extends Tagged {
  readonly kind: "paragraph"
  /** Its words in cells, when it may be the row that a table on the page before ends with. */
  readonly row?: ReadonlyArray<Cell>
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Provenance
}

export interface Item extends Tagged {
  readonly kind: "item"
  /** As printed: `•`, `3.`, `(a)`. */
  readonly marker: string
  /** Levels of nesting above it. */
  readonly depth: number
  /** It stands in a table of contents or an index. */
  readonly entry?: true
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Provenance
}

export interface Heading extends Tagged {
  readonly kind: "heading"
  readonly level: number
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Provenance
}

/** A note at the foot of a page that something refers to. */
export interface Note {
  readonly kind: "note"
  /** Unlike any other in the document. */
  readonly label: string
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Provenance
}

export interface Code {
  readonly kind: "code"
  readonly lines: ReadonlyArray<string>
  readonly place: Provenance
}

export interface Cell {
  /** Its lines are parted by line feeds. */
  readonly runs: ReadonlyArray<Run>
  readonly columns: number
  readonly rows: number
}

export interface Table {
  readonly kind: "table"
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** The size of most of its text, if that is known. */
  readonly size?: number
  readonly place: Provenance
}

export interface Figure {
  readonly kind: "figure"
  readonly alt: string
  readonly place: Provenance
}

export type Block = Paragraph | Item | Heading | Note | Code | Table | Figure
