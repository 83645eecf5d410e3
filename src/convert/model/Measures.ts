/** What several stages take for the same, once: `Em` counts the size of the text, `Pt` points; shares are of 1. */

/** What is smaller than this share of the text beside it is raised or lowered: an index, an exponent, the mark of a note. */
export const scriptShare = 0.86
/** Sizes that differ by more than this share of them are two. */
export const minSizeStep = 0.06
/** Text this much larger than other text is a title, a heading, a display. */
export const minDisplay = 1.15
/** Letters and signs closer than this touch. */
export const touchEm = 0.14
/** Baselines closer than this are those of one row. */
export const sameRowEm = 0.35
/** No space between words is as wide as this, unless it is stretched: columns, cells and boxes are that far apart. */
export const minGutterEm = 0.6
/** Lines of one paragraph, note or title are no further apart … */
export const maxLeadingEm = 1.6
/** … and this far where there is nothing to measure. */
export const usualLeadingEm = 1.25
/** An indent is at least this. */
export const minIndentEm = 0.8
/** Edges, centres and rules closer than this are one. */
export const sameEdgePt = 3
/** What is so of this share is so of nearly all; the rest may be slips. */
export const nearlyAll = 0.8
/** More lines, areas or signs of one kind than this on a page are a drawing, or data. */
export const maxDrawn = 400
/** Lines are looked up by their baselines in steps of this. */
export const rowStepPt = 16
/** Places that differ by no more than this are meant to be one: rounding, and strokes that reach over their letter. */
export const slackEm = 0.1
export const slackPt = 0.5
