/** What the stages may know of a page. Plain data only: it crosses process boundaries. */

/** Left, top, right and bottom in points, y growing downwards from the top of the page's view. */
export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** How a page's text was obtained. */
export type Method = "text" | "ocr" | "empty"

/** What a reader should know about a page before trusting it. */
export type PageWarning = "no_text_layer" | "unmapped_fonts" | "low_confidence" | "page_failed"

/** The settings of one conversion. Names and values are those of the service's settings. */
export interface Options {
  readonly converter: "auto" | "text" | "ocr"
  readonly ocr_languages: ReadonlyArray<string>
  readonly tables: "gfm" | "html"
  readonly headers_footers: "remove" | "keep"
  readonly page_breaks: "none" | "rule" | "comment"
  readonly images: "none" | "alt"
  readonly page_range: string | null
  readonly front_matter: boolean
}

/** Languages that can be recognised, by their ISO 639-2 codes (`chi_sim` is simplified Chinese). */
export const ocrLanguages: ReadonlyArray<string> = ["eng", "deu", "fra", "spa", "ita", "por", "jpn", "chi_sim"]

export const defaults: Options = {
  converter: "auto",
  ocr_languages: ["eng"],
  tables: "gfm",
  headers_footers: "remove",
  page_breaks: "none",
  images: "none",
  page_range: null,
  front_matter: false
}

// ── a page as the reader found it ────────────────────────────────────────────────────────────────────────────────────

/** What is known of a font: its name is the best witness of its style. */
export interface FontInfo {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly vertical: boolean
  /** A Type 3 font: glyphs are drawings. */
  readonly drawn: boolean
}

/**
 * Glyphs in the order of the content stream, struct of arrays. `x`, `y` is the glyph's origin on the baseline, `w` its
 * advance without spacing, `size` its font's size as seen on the page, `angle` its reading direction in degrees
 * counter-clockwise (0 is upright).
 */
export interface GlyphTable {
  readonly length: number
  readonly text: ReadonlyArray<string>
  readonly x: Float64Array
  readonly y: Float64Array
  readonly w: Float64Array
  readonly size: Float32Array
  readonly angle: Int16Array
  /** Index in `RawPage.fonts`. */
  readonly font: Uint16Array
  /** 0xRRGGBB. */
  readonly colour: Uint32Array
  /** Marked-content id, or -1. */
  readonly mcid: Int32Array
  readonly flags: Uint8Array
}

/** Bits of `GlyphTable.flags`. */
export const Flag = {
  /** Text render mode 3 or 7: never painted. */
  invisible: 1,
  /** Inside an /Artifact mark. */
  artifact: 2,
  /** Filled and stroked, which thickens it. */
  stroked: 4,
  /** Set in a vertical writing mode. */
  vertical: 8,
  /** Painted more than once at one place, which thickens it. */
  doubled: 16
} as const

/** A straight horizontal or vertical line, drawn as a stroke, a thin rectangle or a 1×1 mask. */
export interface Segment {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly thickness: number
}

/** An area painted in one colour. `at` is the number of glyphs painted before it. */
export interface Fill {
  readonly box: Box
  readonly colour: number
  readonly at: number
  /** What lies under it may show: it is transparent, blended, a pattern, or no plain rectangle. */
  readonly sheer?: true
}

export interface Link {
  readonly box: Box
  readonly url: string
}

/** A node of the document's own structure tree: what it says that a stretch of the page is. Numbers are marked-content ids. */
export interface Structure {
  /** A standard structure type, such as `H1`, `P` or `TD`. */
  readonly role: string
  readonly children: ReadonlyArray<Structure | number>
  /** How many columns and rows a cell covers. */
  readonly columns: number
  readonly rows: number
}

export interface RawPage {
  /** Counted from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly glyphs: GlyphTable
  readonly fonts: ReadonlyArray<FontInfo>
  readonly segments: ReadonlyArray<Segment>
  readonly fills: ReadonlyArray<Fill>
  readonly images: ReadonlyArray<Box>
  /** Boxes of drawn paths that are neither straight lines nor rectangles. */
  readonly drawings: ReadonlyArray<Box>
  readonly links: ReadonlyArray<Link>
  readonly structure?: Structure
}

// ── a page as the stages build it up ─────────────────────────────────────────────────────────────────────────────────

/** A stretch of glyphs in one font and size with no space inside. Boxes are in the frame in which the text is upright. */
export interface Word {
  readonly text: string
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly font: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly colour: number
  readonly angle: number
  readonly artifact: boolean
  /** A space glyph comes before it. */
  readonly spaced: boolean
  /** The least gap before the next word that is a space, in points. */
  readonly gap: number
  readonly href: string | null
  /** Marked-content id, or -1. */
  readonly mcid?: number
}

/** A word's place in its line. */
export interface Placed extends Word {
  /** No space before it. */
  readonly glued: boolean
  /** 1 is a superscript, -1 a subscript. */
  readonly shift: -1 | 0 | 1
  /** Its characters have been turned into reading order. */
  readonly turned?: true
}

/** Words that are read in one go, in reading order. A wide gap ends a line. */
export interface Line {
  readonly words: ReadonlyArray<Placed>
  readonly box: Box
  readonly baseline: number
  /** The size of most of its characters. */
  readonly size: number
  readonly angle: number
  /** A table that stands here in place of words. */
  readonly cells?: ReadonlyArray<ReadonlyArray<Cell>>
  /** The size of that table's text. */
  readonly cellSize?: number
  /** A picture that stands here. */
  readonly figure?: true
}

/** Lines that are read from top to bottom before anything else is. */
export interface Region {
  readonly lines: ReadonlyArray<Line>
  readonly box: Box
}

// ── what a page comes to ─────────────────────────────────────────────────────────────────────────────────────────────

/** Text in one style. */
export interface Run {
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly mono?: true
  readonly shift?: -1 | 1
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

export interface Place {
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
  readonly place: Place
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
  readonly place: Place
}

export interface Heading extends Tagged {
  readonly kind: "heading"
  readonly level: number
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Place
}

/** A note at the foot of a page that something refers to. */
export interface Note {
  readonly kind: "note"
  /** Unlike any other in the document. */
  readonly label: string
  readonly lines: ReadonlyArray<TextLine>
  readonly style: Style
  readonly place: Place
}

export interface Code {
  readonly kind: "code"
  readonly lines: ReadonlyArray<string>
  readonly place: Place
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
  readonly place: Place
}

export interface Figure {
  readonly kind: "figure"
  readonly alt: string
  readonly place: Place
}

export type Block = Paragraph | Item | Heading | Note | Code | Table | Figure
