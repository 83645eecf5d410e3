/** What formulas are looked for in. */
import type { Line, Word } from "../../model/Line.ts"
import { slackEm, slackPt } from "../../model/Measures.ts"
import type { RawPage, Segment } from "../../model/Page.ts"
import { axis } from "../parse/Item.ts"
import type { MathFont } from "./MathFonts.ts"
import { parameters } from "./Parameters.ts"
import type { Kind } from "./Words.ts"

/** What there is to see of a page's formulas. */
export interface Sight {
  readonly page: RawPage
  readonly fonts: ReadonlyArray<MathFont>
  /** Of each word by its first glyph: what each of its glyphs can be part of. */
  readonly kinds: ReadonlyMap<number, ReadonlyArray<Kind>>
  /** Of all words but the loose ones. */
  readonly lines: ReadonlyArray<Line>
  /** The words of the page by their first glyphs. */
  readonly all: ReadonlyMap<number, Word>
  /** Words of TeX's extension font, which stand on no line. */
  readonly loose: ReadonlyArray<Word>
  /** Strokes from side to side that may be bars of formulas. */
  readonly bars: ReadonlyArray<Segment>
}

export const barsOf = ({ segments }: RawPage): ReadonlyArray<Segment> =>
  segments.filter(({ y0, y1, thickness }) => y1 - y0 < slackPt && thickness < parameters.maxFormulaBarPt)

/** Whether a bar is at the height of fractions in a line. */
export const isOnAxis = ({ y0 }: Segment, { baseline, size }: Line): boolean =>
  Math.abs(baseline - axis * size - y0) < slackEm * size
