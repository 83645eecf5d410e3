/** What a way down a page is worth as a gutter, beside 1 for each em of it that has text on both sides. */

/** For each place that it bends aside. */
export const bend = 0.1
/** For each place nearer to the middle of what is free, and the maximum number that counts. */
export const inMiddle = 0.01
export const mostInMiddle = 8
