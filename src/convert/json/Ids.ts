/** Block[] → their ids. */
import type { Block } from "../model/Block.ts"

/** By page, and by place on it: `p12-3` is the third block that begins on page 12. */
export const idsOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Block, string> => {
  const counts = new Map<number, number>()
  return new Map(
    blocks.map((block) => {
      const { page } = block.place
      const count = (counts.get(page) ?? 0) + 1
      counts.set(page, count)
      return [block, `p${page}-${count}`]
    })
  )
}
