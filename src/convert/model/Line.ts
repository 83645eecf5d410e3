/** A page as the stages build it up: words, lines, regions. Plain data only. */
import type { Cell } from "./Block.ts"
import type { Box } from "./Geometry.ts"

/**
 * A stretch of glyphs in one font and size with no space inside. Boxes are in the frame in which the text is upright. A word of
 * a page has every key from the start, whatever is known of it: one shape is what V8 reads fastest.
 */
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
  /** A rule strikes it through. */
  readonly struck?: true | undefined
  /** Marked-content id, or -1. */
  readonly mcid?: number
  /** Where its glyphs stand in the page's: from the first, up to the one after the last. */
  readonly glyphs?: readonly [number, number]
  /** It is a formula; its text is what that says without marks. */
  readonly formula?: WordFormula | undefined
  /** It stands where it is read on a page that is seen in a mirror. */
  readonly mirrored?: true | undefined
  /** In a line: no space before it. */
  readonly noSpaceBefore?: boolean | undefined
  /** In a line: 1 is a superscript, -1 a subscript. */
  readonly baselineShift?: -1 | 0 | 1 | undefined
  /** Its characters have been turned into reading order. */
  readonly turned?: true | undefined
  /** It begins a line of a listing that had a number. */
  readonly isNumbered?: true | undefined
  /** In a line: it begins a cell right behind that of a figure. */
  readonly begins?: true | undefined
}

/** What copies of one word have in common. */
export const wordKey = ({ box, baseline, text }: Word): string => `${box.x0} ${baseline} ${text}`

/** A formula in place of its glyphs. */
export interface WordFormula {
  /** Null where it could not be read with confidence: its text stands for it. */
  readonly latex: string | null
  /** It stands on lines of its own. */
  readonly isDisplay: boolean
}

/** A word's place in its line. */
export interface LineWord extends Word {
  /** A sign of another font, which is `mono` because it is part of the code that it touches. */
  readonly isSignOfCode?: true
  readonly noSpaceBefore: boolean
  readonly baselineShift: -1 | 0 | 1
}

/** Words that are read in one go, in reading order. A wide gap ends a line. */
export interface Line {
  readonly kind: "text"
  readonly words: ReadonlyArray<LineWord>
  readonly box: Box
  readonly baseline: number
  /** The size of most of its characters. */
  readonly size: number
  readonly angle: number
}

/** A table where it stands among lines. */
export interface PlacedTable {
  readonly kind: "table"
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly box: Box
  /** The size and the colour of most of its text. */
  readonly size: number
  readonly colour: number
}

/** What stands on a page from top to bottom: a line of text, or what takes the place of lines. */
export type Part = Line | PlacedTable

/** What a tint, a frame or a bar sets apart from the text around it: read whole. */
export interface PlacedBox {
  readonly kind: "box"
  readonly pieces: ReadonlyArray<Piece>
  readonly box: Box
  /** The size of most of its lines. */
  readonly size: number
}

/** What is put in order on a page. */
export type Piece = Part | PlacedBox

export const isText = (piece: Piece): piece is Line => piece.kind === "text"

/** What boxes hold stands in their place. */
export const unboxed = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Part> =>
  pieces.every((each) => each.kind !== "box")
    ? pieces
    : pieces.flatMap((each) => (each.kind === "box" ? unboxed(each.pieces) : [each]))

/** Words, of a piece that is text. */
export const wordsOf = (piece: Piece): ReadonlyArray<LineWord> => (piece.kind === "text" ? piece.words : [])

/** What a piece stands on: its baseline, or its lower edge. */
export const baselineOf = (piece: Piece): number => (piece.kind === "text" ? piece.baseline : piece.box.y1)

/** Parts that are read downwards before anything else is. */
export interface Region {
  readonly parts: ReadonlyArray<Part>
  readonly box: Box
  /** It is what a box holds. */
  readonly boxed?: true
}

/** What words say, one after the other. */
export const textOf = (words: ReadonlyArray<LineWord>): string => {
  let text = words[0]?.text ?? ""
  for (let i = 1; i < words.length; i++) {
    const word = words[i] as LineWord
    text += word.noSpaceBefore ? word.text : ` ${word.text}`
  }
  return text
}
