/** One horizontal ruling → the table whose header stands on it: the lines right above it, and those below that follow closely. */

import { rowsOf } from "../../lines/Joined.ts"
import { around, overlap } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxDrawn, maxHeaderLines, maxLeadingEm, minSizeStep, sameRowEm, usualLeadingEm } from "../../model/Measures.ts"
import { pieces } from "../ColumnSeparators.ts"
import type { Ruling } from "../Edges.ts"
import type { Draft, Proposal, Sight } from "../Proposal.ts"
import { readings, rulingsIn } from "../Reading.ts"
import { looseRules } from "./Rules.ts"
import { maxRowGapEm, runsThrough, sized } from "./Runs.ts"

/** Words reach this far beyond the ends of their ruling, in points. */
const maxOverhangPt = 6
/** The first line below a header's ruling is at most this far under it, in em. */
const maxBodyDropEm = 2.6
/** A line further down than this, against the widest distance of those above it, is no longer of the table. */
const maxRowGapGrowth = 1.5
export const headerRules = (sight: Sight): ReadonlyArray<Proposal> => {
  const loose = looseRules(sight)
  if (loose.length > maxDrawn) return []
  const lines = [...sight.lines].sort((a, b) => a.baseline - b.baseline)
  return loose.flatMap((rule) => under(rule, lines, sight))
}

const under = (rule: Ruling, lines: ReadonlyArray<Line>, sight: Sight): ReadonlyArray<Proposal> => {
  const start = lines.findIndex((each) => each.baseline > rule.at)
  const header = start < 0 ? [] : headerOf(rule, lines, start)
  const last = header.at(-1)
  if (last === undefined) return []
  const body = rowsOf(bodyOf(rule, lines, start, last))
  if (body.length === 0) return []
  const all = [...header, ...body]
  const through = runsThrough(all, header.length)
  const own = through < 0 ? all : all.slice(0, through)
  if (own.length <= header.length) return []
  const box = around(own.map((each) => each.box))
  return readings(own, rulingsIn(sight.groups, box)).map(({ draft }) => ({
    detector: "header rule",
    box,
    draft: withoutNote(draft),
    closed: 0,
    ruled: 0.4,
    right: Math.max(rule.to, box.x1),
    scope: "rulings"
  }))
}

/** Rows at the end with a text in the first column only are lines below the table. */
const withoutNote = (draft: Draft): Draft => {
  const last = draft.at(-1) ?? []
  const isNote = draft.length > 2 && last.every((cell, i) => (i === 0) === cell.words.length > 0)
  return isNote ? withoutNote(draft.slice(0, -1)) : draft
}

const meets = (rule: Ruling, { box }: Line): boolean => overlap(box.x0, box.x1, rule.from, rule.to) > 0
const fits = (rule: Ruling, { box }: Line): boolean =>
  box.x0 >= rule.from - maxOverhangPt && box.x1 <= rule.to + maxOverhangPt

/** The rows that stand on the ruling, close above one another; none when there are more than a header has. */
const headerOf = (rule: Ruling, lines: ReadonlyArray<Line>, start: number): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let lowest = rule.at
  for (let i = start - 1; i >= 0; i--) {
    const each = lines[i] as Line
    const limit = maxLeadingEm * each.size
    if (lowest - each.baseline > maxRowGapEm * each.size) break
    if (!meets(rule, each)) continue
    if (lowest - each.baseline > limit || !fits(rule, each)) break
    lowest = each.baseline
    out.push(each)
  }
  const rows = [...rowsOf(out)]
  // a heading above the header
  while (rows[0] !== undefined && rows[1] !== undefined && pieces(rows[0]).length === 1 && isApart(rows[0], rows[1]))
    rows.shift()
  return rows.length > maxHeaderLines || rows.every((row) => pieces(row).length < 2) ? [] : rows
}

const isApart = (line: Line, next: Line): boolean =>
  Math.abs(line.size - next.size) > minSizeStep * next.size ||
  (next.baseline - line.baseline > usualLeadingEm * next.size && line.box.x0 <= next.box.x0 + next.size)

/** The lines below the ruling that follow one another closely and do not reach beyond its ends. */
const bodyOf = (rule: Ruling, lines: ReadonlyArray<Line>, start: number, header: Line): ReadonlyArray<Line> => {
  const out: Array<Line> = []
  let last = header.baseline
  let widest = 0
  for (let i = start; i < lines.length; i++) {
    const each = lines[i] as Line
    const distance = each.baseline - last
    if (distance > maxRowGapEm * header.size) break
    if (!meets(rule, each)) continue
    const isSize = each.size <= sized * header.size && header.size <= sized * each.size
    if (!fits(rule, each) || !isSize || (out.length === 0 && each.baseline - rule.at > maxBodyDropEm * each.size)) break
    if (distance > sameRowEm * each.size) {
      if (widest > 0 && distance > maxRowGapGrowth * widest) break
      widest = Math.max(widest, distance)
      last = each.baseline
    }
    out.push(each)
  }
  return out
}
