/**
 * What figures are found by, but for what is weighed (`Evidence.ts`). `Pt` counts points, `Em` the size of the text; a `Share`
 * is of 1; the others count things.
 */
export const parameters = {
  /** Marks no further apart are of one drawing. */
  markGapPt: 8,
  /** Maximum distance between the panels over one caption, and from that caption: labels may stand between. Without a caption panels are no further apart than `looseGapPt`. */
  panelGapPt: 60,
  looseGapPt: 5,
  /** What covers less, in square points, is no panel but a rule of the page; a heading may stand between it and the picture. */
  minPanelPt2: 200,
  /** A page of more lines is a directory, and one of fewer marks has no drawing. */
  maxPageLines: 2500,
  minPageMarks: 4,
  /** A figure whose labels are more than this share of the page's words would leave the page without its text, so it is none; for a picture the share is lower. With fewer words than `minSaidWords` that is not asked. */
  maxSaidShare: 0.9,
  maxSaidShareOnPicture: 0.5,
  minSaidWords: 12,
  /** A listing that shares a frame with a drawing is at least this wide, as a share of the frame. */
  listedShare: 0.4,
  /** A figure is cut out with this much around it, since strokes and letters reach further than their boxes. */
  overhangPt: 2,
  /** Marks are clustered on a raster: its cells are at least this wide, and wider on pages on which there would be more than `maxCells`. */
  minCellPt: 3,
  maxCells: 120_000,
  /** A cluster of no more marks that encloses this share of the page or more is the frame of the page, and does not join what lies in it. */
  maxFrameMarks: 8,
  minFrameShare: 0.4,
  /** Maximum distance of a label from its drawing: of any label; of one that is set as the labels within the drawing are and the text is not; and of one that is turned. */
  labelReachEm: 1.1,
  alikeReachEm: 2.4,
  turnedReachPt: 14,
  /** The title of a chart or of an axis stands no further from the rest than this, and its middle no further from the middle of the drawing's side, as a share of that side. */
  nameReachPt: 32,
  offCentreShare: 0.04,
  /** Text larger than the labels within the drawing by this factor is a heading. */
  maxLabelGrowth: 1.3,
  /** A label of more words is a sentence of the text. */
  maxLabelWords: 8,
  /** A line no larger than this share of the text's size is a label rather than text. */
  maxLabelShare: 0.95,
  /** Minimum number of numbers side by side that are a scale: fewer may be years over a table. */
  minTicksAcross: 4,
  /** Steps of one scale differ by no more than this share of their mean. */
  maxStepShare: 0.08,
  /** Something lies in the column of a number if it lies over or under it, nearer than this share of the way to the next one. */
  tickColumnShare: 0.35,
  /** A line of running text has at least as many words, and as many letters: languages without spaces have long words instead. */
  minProseWords: 5,
  minProseLetters: 24,
  /** Lines of one paragraph are no further apart. */
  maxProseLeadingEm: 1.9
} as const
