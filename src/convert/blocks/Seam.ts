/** What is known where a block may end. */

import type { StyledLine } from "../lines/Look.ts"
import type { Region } from "../model/Line.ts"
import type { Pitches } from "./Listings.ts"
import type { Rooms } from "./Room.ts"

export type Leadings = ReadonlyMap<number, number>

/** What is usual in a region: how far its lines stand from one another, and how much room they leave; and the size of its largest text. */
export interface Usual {
  readonly leadings: Leadings
  readonly rooms: Rooms
  readonly pitches: Pitches
  readonly largest: number
}

/** Where a block may end: behind its rows, of which these are the first and the last, and before the next row. */
export interface Seam {
  readonly block: ReadonlyArray<StyledLine>
  /** The leftmost beginning of its rows, or the rightmost where they are read from right to left. */
  readonly start: number
  readonly first: StyledLine
  readonly last: StyledLine
  readonly next: StyledLine
  /** The row after the next one. */
  readonly after: StyledLine | undefined
  readonly region: Region
  readonly usual: Usual
}
