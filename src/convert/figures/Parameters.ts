/**
 * What figures are found by, but for what is weighed (`Evidence.ts`). `Pt` counts points, `Em` the size of the text; a `Share`
 * is of 1; the others count things.
 */
export const parameters = {
  /** Marks no further apart are of one drawing. */
  markGapPt: 8,
  /** Panels over one caption are apart by at most this, and from their caption, for labels may stand between; without a caption by this. */
  panelGapPt: 60,
  looseGapPt: 5,
  /** In square points: what is smaller is a rule of the page, with a heading between it and the picture. */
  minPanelPt2: 200,
  /** A page of more lines is a directory, and one of fewer marks has no drawing. */
  maxPageLines: 2500,
  minPageMarks: 4,
  /** What takes more of a page's words than this is what the page says: a diagram may take more than a picture. Fewer words prove nothing. */
  maxSaidShare: 0.9,
  maxSaidShareOnPicture: 0.5,
  minSaidWords: 12,
  /** A listing in one frame with a drawing takes this share of the frame's width. */
  listedShare: 0.4,
  /** Strokes and letters reach this much further than they are known to. */
  overhangPt: 2,
  /** The raster on which marks are put together has cells at least this wide, and no more cells: they are wider on a larger page. */
  minCellPt: 3,
  maxCells: 120_000,
  /** No more lines and areas around much of a page are its frame, and do not join what lies in it. */
  maxFrameMarks: 8,
  /** A label stands no further from its drawing; what is set as the labels in it are, and otherwise than the text, no further than this; turned, than this. */
  labelReachEm: 1.1,
  alikeReachEm: 2.4,
  turnedReachPt: 14,
  /** What a chart or an axis is called stands this far from the rest at most, and its middle this close to the drawing's, as a share of its side. */
  nameReachPt: 32,
  offCentreShare: 0.04,
  /** What is larger than the labels in the drawing by this factor is a heading. */
  maxLabelGrowth: 1.3,
  /** A label of more words is a sentence of the text. */
  maxLabelWords: 8,
  /** What has no more than this share of the text's size is a label rather than a line of it. */
  maxLabelShare: 0.95,
  /** As many numbers side by side are a scale: fewer may be years over a table. */
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
