/** Item[] and bars → Item[] and bars: the pieces of braces that lie over or under something, and the strokes between them, as bars. */
import { aroundAll, overlap } from "../../model/Geometry.ts"
import { minPair, slackPt } from "../../model/Measures.ts"
import { parameters } from "../find/Parameters.ts"
import type { Bar, Item } from "./Item.ts"

/** A sign that is as flat as a stroke: fonts of their own fill braces with such. */
const isStroke = ({ box, isExact, node }: Item): boolean =>
  isExact && node === null && box.y1 - box.y0 < parameters.maxFormulaBarPt

const isTip = ({ character, isExact, node }: Item): boolean => isExact && node === null && /^[⏞⏟]$/.test(character)

export interface WithBraces {
  readonly items: ReadonlyArray<Item>
  readonly bars: ReadonlyArray<Bar>
}

export const withBraces = (items: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>): WithBraces => {
  const tips = items.filter(isTip).toSorted((a, b) => a.box.x0 - b.box.x0)
  if (tips.length === 0) return { items, bars }
  const all = [
    ...bars.map((bar) => ({ bar, own: bar })),
    ...items.filter(isStroke).map((own) => ({ bar: { ...own.box, y: (own.box.y0 + own.box.y1) / 2 }, own }))
  ]
  const braces: Array<Bar> = []
  const gone = new Set<Item | Bar>()
  for (const first of tips) {
    if (gone.has(first)) continue
    const own = [first]
    const strokes = all.filter(({ bar: { y } }) => y > first.box.y0 - 2 * slackPt && y < first.box.y1 + 2 * slackPt)
    let end = first.box.x1
    for (let isGrown = true; isGrown; ) {
      const tip = tips.find(
        (each) =>
          !own.includes(each) &&
          overlap(each.box.y0, each.box.y1, first.box.y0, first.box.y1) > 0 &&
          isNext(each.box, end)
      )
      const stroke = strokes.find(({ bar }) => bar.x1 > end + slackPt && isNext(bar, end))?.bar
      isGrown = tip !== undefined || stroke !== undefined
      if (tip !== undefined) own.push(tip)
      end = Math.max(end, tip?.box.x1 ?? end, stroke?.x1 ?? end)
    }
    for (const each of own) gone.add(each)
    for (const { bar, own } of strokes)
      if (bar.x0 > first.box.x0 - 2 * slackPt && bar.x1 < end + 2 * slackPt) gone.add(own)
    // one built of pieces begins with the end that is turned to what it embraces
    const brace = own.length < minPair || first.character === (own.at(-1) as Item).character ? first.character : ""
    if (brace === "") continue
    const { y0, y1 } = aroundAll(own)
    braces.push({ x0: first.box.x0, x1: end, y: (y0 + y1) / 2, brace: brace === "⏞" ? "overbrace" : "underbrace" })
  }
  return {
    items: items.filter((each) => !gone.has(each)),
    bars: [...bars.filter((each) => !gone.has(each)), ...braces]
  }
}

const isNext = ({ x0 }: Pick<Bar, "x0">, end: number): boolean => Math.abs(x0 - end) < 2 * slackPt
