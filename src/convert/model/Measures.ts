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
/** A gap of this many em ends a line. A gutter is rarely less, a justified space rarely more. */
export const maxGapEm = 1
/** No space between words is as wide as this, unless it is stretched: columns, cells and boxes are that far apart. */
export const minGutterEm = 0.6
/** Lines of one paragraph, note or title are no further apart … */
export const maxLeadingEm = 1.6
/** … and this far where there is nothing to measure. */
export const usualLeadingEm = 1.2
/** A distance of baselines this many times the usual one parts two paragraphs. */
export const maxLeadingGrowth = 1.35
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
/** A header, of a table or a list, has no more lines. */
export const maxHeaderLines = 3
/** A heading has no more. */
export const maxHeadingLines = 4
/** Minimum number of characters of a text that a heading may stand over; a line of a title page is shorter. */
export const longText = 80
/** What is so of this share is so of most. */
export const mostShare = 0.6
/** Fewer characters prove nothing. */
export const minSample = 200
/** A tint of this share of the page's width and height is the page's own. */
export const wholePage = 0.95
/** The middle of small letters stands this far over their baseline. */
export const middleEm = 0.3
/** Edges or centres of texts this close stand in line. */
export const inLineEm = 0.4
/** Minimum number of a kind, one after the other, that is no chance: a list, a series, a column. */
export const minSeries = 3
/** Fewer are none at all. */
export const minPair = 2
/** What belongs to a mark, a bar or a marker begins this close to it. */
export const maxTabEm = 3
/** Texts in one row that are this far apart have nothing to do with one another. */
export const farEm = 3
/** A page's number stands this far behind its title. */
export const minLeaderEm = 2
/** A line that ends within this share of its column's width reaches the column's edge. */
export const edgeShare = 0.12
/** What runs over or under the pages stands within this share of their height from the edge. */
export const edgeZone = 0.14
/** The colour of paper, unless a page says otherwise. */
export const white = 0xffffff
