/**
 * What each piece of evidence (`MarginEvidence.ts`) for notes in a margin is worth: above 0 in all they are. Set by hand over the
 * pages of a thousand documents: small names in typewriter need no more than to be flush at the text, other text has to stand between its lines.
 */
export const marginWeights: Readonly<Record<string, number>> = {
  bias: -3,
  alone: 2.5,
  many: -2,
  inward: 0.9,
  mono: 1,
  off: 1.5,
  outward: -0.7,
  ruled: -3,
  smaller: 1.2,
  tears: 2,
  text: 0.7
}
