/** What each piece of evidence for a heading's being the document's title (`TitleEvidence.ts`) is worth: above 0 it is. */
export const titleWeights: Readonly<Record<string, number>> = {
  bias: -2.5,
  elsewhere: 1.5,
  first: 1.5,
  isTitle: 2,
  known: -3,
  larger: 3,
  low: -1.5,
  lower: 1,
  numbered: -3,
  onOwnPage: 1,
  second: -2,
  smaller: -2,
  unlike: 0.5
}
