import { type Block, type Item, isEntry } from "../../model/Block.ts"
import { minSeries, nearlyAll } from "../../model/Measures.ts"
import { normal, printedText } from "../../model/Text.ts"

/** The page number of an entry, with what is left of its leader. */
const number = /(?<![\s.…])[\s.…]+(\d{1,4})$/

/** As `normal` has them. */
export const titlesInContents = (pages: ReadonlyArray<ReadonlyArray<Block>>): ReadonlySet<string> =>
  new Set(pages.flatMap((blocks) => titlesOf(blocks.filter(isEntry))))

/** The pages of contents rise, those of an index do not. */
const titlesOf = (items: ReadonlyArray<Item>): ReadonlyArray<string> => {
  const entries = items.flatMap((item) => {
    const text = printedText(item)
    const [end, page] = number.exec(text) ?? []
    return end === undefined ? [] : [{ title: text.slice(0, -end.length), page: Number(page) }]
  })
  const rising = entries.filter(({ page }, i) => page >= (entries[i - 1]?.page ?? 0))
  const isContents = entries.length >= minSeries && rising.length >= nearlyAll * entries.length
  return isContents ? entries.map(({ title }) => normal(title)) : []
}
