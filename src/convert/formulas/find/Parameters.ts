/**
 * What formulas are found by. `Pt` counts points, `Em` the size of the text, `Leadings` distances of lines; a `Share` is of 1;
 * the others count things.
 */
export const parameters = {
  /** Signs between two pieces of a line fill at least this share of the gap, which is no wider than `maxBridgeEm`. */
  minFilledShare: 0.35,
  maxBridgeEm: 5,
  /** Maximum distance of such a sign from the line, above or below it. */
  maxHangEm: 0.3,
  /** A formula's line has a smaller share of letters of a language. */
  maxLetterShare: 0.42,
  /** A line with more letters of a script without spaces is text, and so is one with at least `minTextWords` words, unless most of it is formula. */
  maxSyllables: 5,
  minTextWords: 4,
  /** Maximum distance between the parts of a formula: side by side, one under the other, and between its rows. */
  maxPartGapEm: 3.2,
  maxUnderEm: 0.55,
  maxRowGapEm: 1.1,
  /** Parts one under the other are no further aside of one another; parts side by side share as much of their height, and words that belong to them more. */
  maxAsideEm: 1.5,
  minLevelEm: 0.25,
  minLevelWordsEm: 0.4,
  /** Distances from what is small, such as an index, count the size of what is beside it, but no larger one. */
  maxPartPt: 12,
  /** A line of a paragraph has a word of at least so many letters, and begins no further left than this of the first line, which may be indented. */
  minTextLetters: 3,
  maxFirstIndentEm: 2.6,
  /** A wide accent is no further from the letter that it stands over. */
  maxAccentGapEm: 0.6,
  /** A rule that parts two columns is longer. */
  minWallPt: 8,
  /** Bars of fractions are shorter than the rules of a table. */
  minTableRulePt: 60,
  /** Fewer lines run across the gutter than this share of those in the column with fewer lines. */
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
  /** Maximum gap between an operator and what it joins; in a justified line relations may be further from it, by up to `relationGapEm`. */
  operatorGapEm: 0.55,
  relationGapEm: 0.9,
  /** Names of functions are set apart by less than words are. */
  thinSpaceEm: 0.26,
  /** Capitals lean over their width by no more. */
  maxLeanEm: 0.24,
  /** A font that sets as many words of a language is none of formulas, whatever it is called. */
  minFontWords: 25
} as const
