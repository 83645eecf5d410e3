/** What the page's own tree tells → tables of its cells. */
import { around } from "../../model/Geometry.ts"
import type { Proposal, Sight } from "../Proposal.ts"
import { rulingsIn } from "../Reading.ts"

export const taggedTables = (sight: Sight): ReadonlyArray<Proposal> =>
  sight.told.map(({ words, draft, agreement }) => {
    const box = around(words.map((word) => word.box))
    return {
      detector: "tags",
      box,
      draft,
      closed: 0,
      right: box.x1,
      ruled: Math.min(1, rulingsIn(sight.groups, box).across.length / 3),
      told: agreement
    }
  })
