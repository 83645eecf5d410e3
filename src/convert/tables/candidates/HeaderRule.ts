/** Horizontal rulings → the tables that they stand in: lines right above one, and below it, whose gaps stand above one another. */

import { rowsOf } from "../../lines/Joined.ts"
import { around, overlap } from "../../model/Geometry.ts"
import type { Line } from "../../model/Line.ts"
import { maxDrawn, maxLeadingEm } from "../../model/Measures.ts"
import type { Ruling } from "../Edges.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import { readings, rulingsIn } from "../Reading.ts"
import { looseRules } from "./Rules.ts"
import { stretches } from "./Runs.ts"

/** Words reach this far beyond the ends of their ruling, in points. */
const maxRuleOverhangPt = 6
/** The first line below a ruling is at most this far under it, in em: under a running head text stands further. */
const maxBodyDropEm = 2.6

export const headerRules = (sight: Sight): ReadonlyArray<Proposal> => {
  const loose = looseRules(sight)
  if (loose.length > maxDrawn) return []
  const flush = Map.groupBy(loose, ({ from, to }) => `${Math.round(from)} ${Math.round(to)}`)
  return [...flush.values()].flatMap((rules) => on(rules, sight))
}

/** Lines that do not reach beyond the ends of the rulings, and have one among them. */
const on = (rules: ReadonlyArray<Ruling>, sight: Sight): ReadonlyArray<Proposal> => {
  const { from, to } = rules[0] as Ruling
  const rows = rowsOf(sight.lines.filter(({ box }) => overlap(box.x0, box.x1, from, to) > 0))
  const isWide = ({ box }: Line) => box.x0 < from - maxRuleOverhangPt || box.x1 > to + maxRuleOverhangPt
  const ends = [...rows.flatMap((row, i) => (isWide(row) ? [i] : [])), rows.length]
  const parts = ends.flatMap((end, i) => {
    const own = rows.slice((ends[i - 1] ?? -1) + 1, end)
    // from where lines follow one another down to a rule, too
    const isApart = (at: number) => (row: Line, i: number) =>
      row.baseline < at && Math.min(at, own[i + 1]?.baseline ?? at) - row.baseline > maxLeadingEm * row.size
    const starts = new Set([0, ...rules.map(({ at }) => own.findLastIndex(isApart(at)) + 1)])
    return [...starts].map((start) => own.slice(start))
  })
  return parts.flatMap((own) =>
    stretches(own).flatMap(({ from: begin, to: end }) => {
      const lines = own.slice(begin, end)
      const isAmong = ({ at }: Ruling) => {
        const next = lines.find(({ baseline }) => baseline > at)
        return next !== undefined && next !== lines[0] && next.baseline - at <= maxBodyDropEm * next.size
      }
      if (!rules.some(isAmong)) return []
      const above = rows[rows.indexOf(lines[0] as Line) - 1]?.baseline ?? 0
      const below = own[end]?.baseline ?? Number.POSITIVE_INFINITY
      const ruled = Math.min(1, rules.filter(({ at }) => at > above && at < below).length / 3)
      const box = around(lines.map((each) => each.box))
      const right = Math.max(to, box.x1)
      const common = { detector: "header rule", box, closed: 0, ruled, right } as const
      return readings(lines, rulingsIn(sight.groups, box), sight.leading).map(({ draft }) => ({ ...common, draft }))
    })
  )
}
