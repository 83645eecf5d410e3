/** What the detectors look at and what they propose: a table that a part of the page may be. */
import type { Box } from "../model/Geometry.ts"
import type { Line, LineWord, Region } from "../model/Line.ts"
import type { RawPage } from "../model/Page.ts"
import type { Ruling } from "./Edges.ts"
import type { RulingGroup } from "./Rulings.ts"

/** A cell's words, and how many columns and rows it covers. */
export interface DraftCell {
  readonly words: ReadonlyArray<LineWord>
  readonly columns: number
  readonly rows: number
}

/** The cells of each row, from left to right; a cell that covers several rows stands in the first of them. */
export type Draft = ReadonlyArray<ReadonlyArray<DraftCell>>

/** A table that a detector sees. */
export interface Proposal {
  readonly detector: Detector
  /** What it encloses: words inside are its own, or it is no table. */
  readonly box: Box
  readonly draft: Draft
  /** Share of its cells' borders that are painted. */
  readonly closed: number
  /** How far the texts of its last column might reach to the right. */
  readonly right: number
  /** At how many places along its rows upright rulings stand. */
  readonly uprights?: number
  /** Share of its rows' upper and lower edges that are painted across: of the first, of the one below the header, of the last. */
  readonly ruled: number
  /** It without the header that was found over it. */
  readonly body?: Proposal
  /** Its cells are those that the page's tree tells of, of which this share stand where it says. */
  readonly told?: number
  /** The tree tells which cells cover several places. */
  readonly tellsSpans?: boolean
}

type Detector = "lattice" | "rules" | "stream" | "tags"

/** A table of the page's own tree. */
export interface ToldTable {
  readonly words: ReadonlyArray<LineWord>
  readonly draft: Draft
  /** The words of the cell that a word is in, by their places. */
  readonly cells: ReadonlyMap<number, ReadonlySet<number>>
  /** Share of its cells that stand in the row and column that the tree says. */
  readonly agreement: number
  /** Some cells are told to cover several places, or all rows have a cell for each column. */
  readonly tellsSpans: boolean
}

/** What detectors look at. */
export interface Sight {
  readonly page: RawPage
  /** Upright lines, from top to bottom. A row of a table is several lines, or one where its columns are close. */
  readonly lines: ReadonlyArray<Line>
  /** The same lines, and others, in the columns in which they are read as text. */
  readonly columns: ReadonlyArray<Region>
  readonly groups: ReadonlyArray<RulingGroup>
  /** What of the rulings is painted as a line; the others are edges of tints. */
  readonly drawn: ReadonlyArray<Ruling>
  /** What is painted around text. */
  readonly shapes: ReadonlyArray<Box>
  /** Tables of the page's own tree. */
  readonly told: ReadonlyArray<ToldTable>
  /** Whether the tree, where it is believed, says that a word is text and in no table. */
  readonly isText: (word: LineWord) => boolean
  /** Lines in which captions of tables begin. */
  readonly captions: ReadonlyArray<Line>
  /** How far lines of running text are from one another, in em. */
  readonly leading: number
  /** The size of the text on the page, in points; infinite where there is none. */
  readonly size: number
  /** Where letters stand that do not run along the lines. */
  readonly slanted: ReadonlyArray<{ readonly x: number; readonly y: number }>
}
