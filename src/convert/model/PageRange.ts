/** Longer than any range a person writes; keeps the parser's work bounded. */
const longest = 1000

const part = /^(\d{1,6})(?:-(\d{1,6})?)?$/

/**
 * The pages of a document of `total` pages that a range such as `"1-3,7"` names: sorted, each once, those beyond the end
 * left out. `"5-"` runs to the end; `null` is all. Answers null when the range is not one.
 */
export const pagesOf = (range: string | null, total: number): ReadonlyArray<number> | null => {
  const wanted = new Set<number>()
  const spans = range === null ? [{ from: 1, to: total }] : parse(range)
  if (spans === null) return null
  for (const { from, to } of spans) for (let page = from; page <= Math.min(to, total); page++) wanted.add(page)
  return [...wanted].sort((a, b) => a - b)
}

/** Whether a range can be read, whatever the document. */
export const isPageRange = (range: string): boolean => parse(range) !== null

const parse = (range: string): ReadonlyArray<{ readonly from: number; readonly to: number }> | null => {
  if (range.length > longest) return null
  const spans: Array<{ from: number; to: number }> = []
  for (const piece of range.split(",")) {
    const match = part.exec(piece.trim())
    if (match === null) return null
    const from = Number(match[1])
    const to = match[2] !== undefined ? Number(match[2]) : piece.includes("-") ? Number.POSITIVE_INFINITY : from
    if (from < 1 || to < from) return null
    spans.push({ from, to })
  }
  return spans
}
