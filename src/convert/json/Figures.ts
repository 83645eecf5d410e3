/** Structured → FigurePlace[]: where the figures of a document are to be cut out, and what their pictures are called. */
import type { Block } from "../model/Block.ts"
import type { Structured } from "../model/Document.ts"
import type { FigurePlace, ResultImage } from "../model/Result.ts"
import { idsOf } from "./Ids.ts"
import { asShown, fractions } from "./Places.ts"

/** Minimum number of digits of page numbers in names, so that names sort as the pages do. */
const digits = 3

export const figurePlaces = ({ pages, blocks }: Structured): ReadonlyArray<FigurePlace> => {
  const views = new Map(pages.flatMap(({ page, view }) => (view === null ? [] : [[page, view] as const])))
  const ids = idsOf(blocks)
  const counts = new Map<number, number>()
  return blocks.flatMap((block) => {
    if (block.kind !== "figure") return []
    const { page, box } = block.place
    const view = views.get(page)
    const bbox = view === undefined ? null : fractions(asShown(box, view), view)
    if (bbox === null || bbox.width === 0 || bbox.height === 0) return []
    const count = (counts.get(page) ?? 0) + 1
    counts.set(page, count)
    const name = `p${String(page).padStart(digits, "0")}-${count}`
    return [{ block: ids.get(block) ?? "", name, page, bbox, isPicture: block.isPicture === true }]
  })
}

/** The path of each figure's picture. */
export const picturesOf = (
  blocks: ReadonlyArray<Block>,
  images: ReadonlyArray<ResultImage>,
  folder: string
): ReadonlyMap<Block, string> => {
  if (images.length === 0) return new Map()
  const names = new Map(images.map(({ block, name }) => [block, name]))
  const ids = idsOf(blocks)
  return new Map(
    blocks.flatMap((block) => {
      const name = names.get(ids.get(block) ?? "")
      return name === undefined ? [] : [[block, `${folder}${name}`] as const]
    })
  )
}
