/** A page as a picture, and what is recognised in it. */
import type { Area, RawPage, Segment } from "../model/Page.ts"

/** A page as drawn: shades of grey, 0 is black, row by row from the top. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Pixels per point. */
  readonly scale: number
  readonly pixels: Uint8Array
}

export interface RecognisedWord {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** Where it begins and ends along its line, in points. */
  readonly x0: number
  readonly x1: number
  /** Thickness of its strokes, in points; 0 is unknown. */
  readonly stroke: number
}

/** Words in reading order. Places are those of the page once it is turned so that the line is upright. */
export interface RecognisedLine {
  readonly words: ReadonlyArray<RecognisedWord>
  readonly baseline: number
  /** Reading direction in degrees counter-clockwise: 90 runs upwards, 270 downwards. */
  readonly angle: 0 | 90 | 270
  /** From the baseline to the top of its tallest letters, in points. */
  readonly rise: number
}

/** What was recognised of a page once it was turned upright and straight. Lengths are points from the top left. */
export interface Recognised {
  readonly width: number
  readonly height: number
  readonly lines: ReadonlyArray<RecognisedLine>
  readonly segments: ReadonlyArray<Segment>
  /** What gutters keep apart; empty where there are none. */
  readonly areas: ReadonlyArray<Area>
  /** As which languages it was read. */
  readonly languages: ReadonlyArray<string>
  /** False when the picture had to be turned: what the file says of places on the page does not hold for it then. */
  readonly asDrawn: boolean
  /** How far, in degrees, its text ran counter-clockwise before the picture was turned upright. */
  readonly turned: RawPage["turned"]
}
