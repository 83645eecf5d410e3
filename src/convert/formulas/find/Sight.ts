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

/** So many strokes of one length in succession, no further apart than this in points, are the dashes of a line. */
const minDashes = 6
const maxDashGapPt = 3

export const barsOf = ({ segments }: RawPage): ReadonlyArray<Segment> => {
  const across = segments.filter(({ y0, y1, thickness }) => y1 - y0 < slackPt && thickness < parameters.maxFormulaBarPt)
  const alike = Map.groupBy(across, ({ x0, x1, y0 }) => `${Math.round(10 * y0)} ${Math.round(10 * (x1 - x0))}`)
  const dashes = new Set<Segment>()
  for (const own of alike.values()) {
    if (own.length < minDashes) continue
    let run: Array<Segment> = []
    for (const each of own.toSorted((a, b) => a.x0 - b.x0)) {
      if (each.x0 - (run.at(-1)?.x1 ?? each.x0) > maxDashGapPt) run = []
      run.push(each)
      if (run.length === minDashes) for (const dash of run) dashes.add(dash)
      if (run.length > minDashes) dashes.add(each)
    }
  }
  return dashes.size === 0 ? across : across.filter((each) => !dashes.has(each))
}

/** Whether a bar is at the height of fractions in a line. */
export const isOnAxis = ({ y0 }: Segment, { baseline, size }: Line): boolean =>
  Math.abs(baseline - axis * size - y0) < slackEm * size
