/** What formulas are looked for in. */
import type { Line, Word } from "../../model/Line.ts"
import type { RawPage } from "../../model/Page.ts"
import type { MathFont } from "./MathFonts.ts"
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
}
