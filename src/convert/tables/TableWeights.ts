/** What each piece of evidence for and against a table is worth, set by hand on printed documents. */
import type { Evidence } from "./evidence/Evidence.ts"

/** What each piece of evidence adds to a score. Above 0 a proposal is a table. */
export const weights: Readonly<Record<keyof Evidence, number>> = {
  closed: 2.6,
  told: 4,
  untold: -3,
  ruled: 1,
  aligned: 2.2,
  gap: 0.4,
  rows: 1.6,
  columns: 1.7,
  filled: 2,
  numerals: 0.6,
  header: 1.2,
  parted: 0.9,
  captioned: 1.5,
  brief: 1.4,
  loose: 0.6,
  through: -7,
  prose: -2.5,
  runsOn: -2.3,
  listed: -4,
  contents: -4,
  equations: -3,
  turned: -6,
  labelled: -4,
  fields: -6,
  glued: -2.4,
  stacked: -4,
  graphics: -2.2,
  repeats: -3,
  torn: -2,
  code: -2.6,
  headings: -1.5,
  single: -2.4
}

/** What a proposal with no evidence scores. */
export const bias = -8.1
