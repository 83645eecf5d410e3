/**
 * Two lines, one below the other → whether the first word of the lower would have found room behind the upper: then that line was
 * ended there, and they are two texts. Who asks knows how wide the column is.
 */
import { width } from "./Geometry.ts"
import type { LineWord } from "./Line.ts"
import { minGutterEm } from "./Measures.ts"

type Words = ReadonlyArray<LineWord>

/** What the first word of the next line leaves of what a line leaves `free` of its column, in points. */
export const roomLeft = ([first]: Words, free: number): number =>
  first === undefined ? Number.NEGATIVE_INFINITY : free - width(first.box)

export const wouldFit = (above: Words, next: Words, free: number): boolean =>
  roomLeft(next, free) > minGutterEm * (above.at(-1)?.size ?? 0)
