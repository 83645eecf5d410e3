/** Lines whose gaps stand above one another → tables: within each column of text, and between the ends of rulings that stand among them. */
import { rowsOf } from "../../lines/TextRows.ts"
import { around, greatest, overlap } from "../../model/Geometry.ts"
import { isText, type Line } from "../../model/Line.ts"
import { maxDrawn, maxLeadingEm } from "../../model/Measures.ts"
import type { Ruling } from "../Edges.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import { proposals } from "../Reading.ts"
import { looseRules } from "./Rules.ts"
import { stretches } from "./Runs.ts"

/** Words reach this far beyond the ends of their ruling, in points. */
const maxRuleOverhangPt = 6
/** The first line below a ruling is at most this far under it, in em: under a running head text stands further. */
const maxBodyDropEm = 2.6

export const streams = (sight: Sight): ReadonlyArray<Proposal> => {
  const columns = sight.columns.map(({ parts }) => parts.filter(isText).filter(({ angle }) => angle === 0))
  const loose = looseRules(sight)
  const flush = Map.groupBy(loose, ({ from, to }) => `${Math.round(from)} ${Math.round(to)}`)
  const ruled = loose.length > maxDrawn ? [] : [...flush.values()]
  return [
    ...columns.flatMap((lines) => inLines(lines, sight)),
    ...ruled.flatMap((rules) => within(rules, sight).flatMap(([lines, own]) => inLines(lines, sight, own)))
  ]
}

/**
 * Lines one after the other that do not reach beyond the ends of the rulings, and from where they follow one another down to one, each with the
 * rulings below what stands over them.
 */
const within = (
  rules: ReadonlyArray<Ruling>,
  sight: Sight
): ReadonlyArray<readonly [ReadonlyArray<Line>, ReadonlyArray<Ruling>]> => {
  const { from, to } = rules[0] as Ruling
  const rows = rowsOf(sight.lines.filter(({ box }) => overlap(box.x0, box.x1, from, to) > 0))
  const isWide = ({ box }: Line) => box.x0 < from - maxRuleOverhangPt || box.x1 > to + maxRuleOverhangPt
  const ends = [...rows.flatMap((row, i) => (isWide(row) ? [i] : [])), rows.length]
  return ends.flatMap((end, i) => {
    const first = (ends[i - 1] ?? -1) + 1
    const own = rows.slice(first, end)
    const isApart = (at: number) => (row: Line, i: number) =>
      row.baseline < at && Math.min(at, own[i + 1]?.baseline ?? at) - row.baseline > maxLeadingEm * row.size
    const starts = new Set([0, ...rules.map(({ at }) => own.findLastIndex(isApart(at)) + 1)])
    return [...starts].map((start) => {
      const above = rows[first + start - 1]?.baseline ?? 0
      return [own.slice(start), rules.filter(({ at }) => at > above)] as const
    })
  })
}

/** With `rules`, only where one of them stands below the first line and right over another. */
const inLines = (
  lines: ReadonlyArray<Line>,
  sight: Sight,
  rules: ReadonlyArray<Ruling> | null = null
): ReadonlyArray<Proposal> => {
  const right = rules?.[0]?.to ?? greatest(lines.map((each) => each.box.x1))
  const captions = new Set(sight.captions.map(({ words }) => words[0]))
  return stretches(lines, rules === null, captions).flatMap(({ from, to }) => {
    const own = lines.slice(from, to)
    const isAmong = ({ at }: Ruling) => {
      const next = own.find(({ baseline }) => baseline > at)
      return next !== undefined && next !== own[0] && next.baseline - at <= maxBodyDropEm * next.size
    }
    if (rules?.some(isAmong) === false) return []
    const [above, below] = [lines[from - 1]?.baseline ?? 0, lines[to]?.baseline ?? Number.POSITIVE_INFINITY]
    const drawn = rules?.filter(({ at }) => at > above && at < below).length ?? 0
    const box = around(own.map((each) => each.box))
    return proposals("stream", own, { box, right: Math.max(right, box.x1), rules: drawn }, sight)
  })
}
