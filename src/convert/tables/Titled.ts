/** Candidate → Candidate: a table without the title in its first row, which stands over it as any heading: one larger text, in a grid that no borders close. */

import { median } from "../model/Geometry.ts"
import { minDisplay, minSeries } from "../model/Measures.ts"
import type { Candidate } from "./Judge.ts"

/** Borders drawn around this share of the cells hold a title too. */
const mostClosed = 0.5

export const withoutTitle = (candidate: Candidate): Candidate => {
  const [first = [], ...below] = candidate.draft
  const [title, ...others] = first.filter(({ words }) => words.length > 0)
  const isFree = candidate.closed < mostClosed && candidate.told === undefined
  if (!isFree || title === undefined || others.length > 0 || title.rows > 1 || below.length + 1 < minSeries)
    return candidate
  const size = median(below.flat().flatMap(({ words }) => words.map((word) => word.size)))
  const isLarger = title.words.every((word) => word.size >= minDisplay * size)
  return isLarger ? { ...candidate, draft: below } : candidate
}
