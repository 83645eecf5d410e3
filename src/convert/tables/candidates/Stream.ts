/** Lines whose gaps stand above one another → tables without rulings, within each column of text. */
import { around, greatest } from "../../model/Geometry.ts"
import { isText, type Line } from "../../model/Line.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import { readings, rulingsIn } from "../Reading.ts"
import { stretches } from "./Runs.ts"

export const streams = (sight: Sight): ReadonlyArray<Proposal> => {
  const columns = sight.columns.map(({ parts }) => parts.filter(isText).filter(({ angle }) => angle === 0))
  return columns.flatMap((lines) => inLines(lines, sight))
}

const inLines = (lines: ReadonlyArray<Line>, sight: Sight): ReadonlyArray<Proposal> => {
  const right = greatest(lines.map((each) => each.box.x1))
  return stretches(lines).flatMap(({ from, to }) => {
    const own = lines.slice(from, to)
    const box = around(own.map((each) => each.box))
    const rulings = rulingsIn(sight.groups, box)
    const ruled = Math.min(1, rulings.across.length / 3)
    const common = { detector: "stream", box, closed: 0, ruled, right } as const
    return readings(own, rulings, sight.leading).map(({ draft }) => ({ ...common, draft }))
  })
}
