/**
 * What formulas are found by. `Pt` counts points, `Em` the size of the text, `Leadings` distances of lines; a `Share` is of 1;
 * the others count things.
 */
export const parameters = {
  /** Signs that join two lines fill at least this share of the gap between them, which is no wider. */
  minFilledShare: 0.35,
  maxBridgeEm: 5,
  /** Such a sign hangs down from no further over its line. */
  maxHangEm: 0.3,
  /** A formula's line has a smaller share of letters of a language. */
  maxLetterShare: 0.42,
  /** A line with more letters of a script that sets no spaces is text, and one with as many words, unless it is mostly formula. */
  maxSyllables: 5,
  minTextWords: 4,
  /** Parts of a formula are no further from one another: across, one under the other, and as its rows. */
  maxPartGapEm: 3.2,
  maxUnderEm: 0.55,
  maxRowGapEm: 1.1,
  /** A line of a paragraph has at least as many letters, and begins no further left than this of a first line, which may be set in. */
  minTextLetters: 3,
  maxFirstIndentEm: 2.6,
  /** A wide accent is no further from the letter that it stands over. */
  maxAccentGapEm: 0.6,
  /** A rule that parts two columns is longer. */
  minWallPt: 8,
  /** For each line of a column fewer run across its edge. */
  maxAcrossShare: 0.4,
  /** Text this close to a formula's side stands in one line with it. */
  sideGapEm: 1,
  /** A formula is set off from the text over it by an indent, or by more space than lines of a paragraph have. */
  minSetOffLeadings: 1.55,
  /** Minimum size, against all text, of a lone sign that stands for a firm or an event. */
  minEmblem: 1.5,
  /** Strokes of a formula are no further from its glyphs: beside them, and over or under. */
  asidePt: 4,
  awayPt: 6,
  /** A bar is no thicker, and a formula has no more of them. */
  maxFormulaBarPt: 1.6,
  maxBars: 60,
  /** What stands over, under or between stretches is part of them where it is closer. */
  maxBesideEm: 0.45,
  /** Further apart than this only an operator joins what does not touch; in a justified line relations are set apart by as much as that. */
  operatorGapEm: 0.55,
  relationGapEm: 0.9,
  /** Names of functions are set apart by less than words are. */
  thinSpaceEm: 0.26,
  /** Capitals lean over their width by no more. */
  maxLeanEm: 0.24,
  /** A font that sets as many words of a language is none of formulas, whatever it is called. */
  minFontWords: 25
} as const
