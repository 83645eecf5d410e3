/** What the page's own tree tells → tables of its cells. */
import { around, centreX, centreY } from "../../model/Geometry.ts"
import { spotsOf } from "../evidence/Spots.ts"
import type { Draft, Proposal, Sight } from "../Proposal.ts"
import { rulingsIn } from "../Reading.ts"
import type { RulingGroup } from "../Rulings.ts"

export const taggedTables = (sight: Sight): ReadonlyArray<Proposal> =>
  sight.told.map(({ words, draft, agreement, tellsSpans }) => {
    const box = around(words.map((word) => word.box))
    return {
      detector: "tags",
      box,
      draft,
      closed: painted(draft, sight.groups.flat()),
      right: box.x1,
      ruled: Math.min(1, rulingsIn(sight.groups, box).across.length / 3),
      told: agreement,
      tellsSpans
    }
  })

/** The share of the cells with texts that a ruling parts from what stands to the right of them or below them. */
const painted = (draft: Draft, rulings: RulingGroup): number => {
  const spots = spotsOf({ draft }).filter(({ words }) => words.length > 0)
  const [across, upright] = [rulings.filter((each) => each.horizontal), rulings.filter((each) => !each.horizontal)]
  let sides = 0
  let found = 0
  const count = (some: RulingGroup, low: number, high: number, at: number) => {
    sides++
    if (some.some((each) => each.at >= low && each.at <= high && each.from <= at && each.to >= at)) found++
  }
  for (const { row, column, box } of spots) {
    const right = spots.find((each) => each.row === row && each.column > column)
    const below = spots.find((each) => each.row > row && each.column === column)
    if (right !== undefined) count(upright, box.x1 - 1, right.box.x0 + 1, centreY(box))
    if (below !== undefined) count(across, centreY(box), centreY(below.box), centreX(box))
  }
  return sides === 0 ? 0 : found / sides
}
