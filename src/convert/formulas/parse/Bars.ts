/** Item[] and bars → Item[]: fractions, roots, and what has a line over or under it, the innermost first. */
import { aroundAll, greatest, overlap, smallest } from "../../model/Geometry.ts"
import { mostShare, sameRowEm, scriptShare, slackEm, slackPt } from "../../model/Measures.ts"
import { axis, type Bar, centre, type Item, isBig, isDelimiter, type Parse, sizeOf, whole } from "./Item.ts"

import { minRowGapEm } from "./Rows.ts"

/** How far, in em of the nearest item, the first item of a storey is from its bar, and a sum from its limits; and how far the next is. */
const first = 0.75
const maxNextGapEm = 0.3
/** A line over or under something is this close to it, in em. */
const close = 0.42
/** A storey stands out over its bar by this many points at most. */
const storeyOverhangPt = 1.5
/** Maximum distance, in em, from the end of a root's sign to the beginning of its bar. */
const joint = 0.22
/** A root's degree is smaller than this share of what stands under the root. */
const maxDegree = 0.72

export interface WithBars {
  readonly items: ReadonlyArray<Item>
  /** Bars that are part of nothing that was found. */
  readonly left: ReadonlyArray<Bar>
}

export const withBars = (items: ReadonlyArray<Item>, bars: ReadonlyArray<Bar>, parse: Parse): WithBars => {
  let current = items
  const left: Array<Bar> = []
  const open = [...bars].sort((a, b) => a.x1 - a.x0 - (b.x1 - b.x0))
  open.forEach((bar, i) => {
    const others = [...open.slice(i + 1), ...left]
    const found =
      bar.brace === undefined
        ? (rooted(current, bar, others, parse) ?? parted(current, bar, others, parse))
        : braced(current, bar, bar.brace, others, parse)
    if (found === null) left.push(bar)
    else current = found
  })
  return { items: current, left }
}

/** What stands under a bar that begins at a root sign. */
const rooted = (
  items: ReadonlyArray<Item>,
  bar: Bar,
  others: ReadonlyArray<Bar>,
  parse: Parse
): ReadonlyArray<Item> | null => {
  const signs = items.filter(
    (each) =>
      each.character === "√" && Math.abs(each.box.x1 - bar.x0) < joint * each.size + slackPt && bar.y < each.box.y1
  )
  const sign = signs.sort((a, b) => Math.abs(a.box.x1 - bar.x0) - Math.abs(b.box.x1 - bar.x0))[0]
  if (sign === undefined || others.some((other) => isOver(other, bar, sign))) return null
  const rest = items.filter((each) => each !== sign)
  const body = storey(rest, bar, 1, others, true)
  if (body.length === 0) return null
  const size = sizeOf(body) || sign.size
  const degree = rest.filter(
    (each) =>
      !body.includes(each) &&
      each.size > 0 &&
      each.size < maxDegree * size &&
      centre(each) > sign.box.x0 - 0.6 * size &&
      each.box.x1 < sign.box.x1 + slackEm * size &&
      each.box.x1 > sign.box.x0 &&
      each.baseline < greatest(body.map(({ box }) => box.y1)) &&
      each.box.y1 > bar.y &&
      each.character !== "√"
  )
  const node = { kind: "root", body: parse(body), degree: parse(degree) } as const
  const baseline = rowBaseline(body)
  const stroke = { x0: sign.box.x0, x1: bar.x1, y0: bar.y, y1: bar.y }
  const root = { ...whole([...body, ...degree], node, baseline, [stroke]), size }
  return [...rest.filter((each) => !body.includes(each) && !degree.includes(each)), root]
}

/** The root's own bar is the highest that begins at its sign; one below it is a fraction's. */
const isOver = (other: Bar, bar: Bar, { box, size }: Item): boolean =>
  Math.abs(other.x0 - bar.x0) < joint * size + slackPt &&
  other.y < bar.y - slackPt &&
  other.y > box.y0 - slackEm * size - slackPt

/** The baseline of most of the largest items. */
export const rowBaseline = (items: ReadonlyArray<Item>): number => {
  const size = sizeOf(items)
  const main = items.filter((each) => each.size > scriptShare * size || size === 0)
  const sorted = main.map(({ baseline }) => baseline).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** A fraction, or what has a line over or under it. */
const parted = (
  items: ReadonlyArray<Item>,
  bar: Bar,
  others: ReadonlyArray<Bar>,
  parse: Parse
): ReadonlyArray<Item> | null => {
  const above = storey(items, bar, -1, others)
  const below = storey(items, bar, 1, others)
  const rest = (gone: ReadonlyArray<Item>) => items.filter((each) => !gone.includes(each))
  const stroke = { x0: bar.x0, x1: bar.x1, y0: bar.y, y1: bar.y }
  const isFilled = (part: ReadonlyArray<Item>) => part.length > 0
  if (isFilled(above) && isFilled(below)) {
    const node = { kind: "fraction", above: parse(above), below: parse(below), isBinomial: false } as const
    const size = sizeOf([...above, ...below])
    return [...rest([...above, ...below]), whole([...above, ...below], node, bar.y + axis * size, [stroke])]
  }
  for (const [part, command] of [
    [below, "overline"],
    [above, "underline"]
  ] as const) {
    const size = sizeOf(part)
    const box = aroundAll(part)
    const gap = command === "overline" ? box.y0 - bar.y : bar.y - box.y1
    // an underscore is drawn as a rule
    if (command === "underline" && isFilled(part) && part.every(({ character }) => character === "_")) return items
    if (!isFilled(part) || gap > close * size || bar.x1 - bar.x0 > box.x1 - box.x0 + 0.8 * size) continue
    const node = { kind: "accent", command, body: parse(part) } as const
    return [...rest(part), whole(part, node, rowBaseline(part), [stroke])]
  }
  return null
}

/** What a brace embraces, and the small text at its tip. */
const braced = (
  items: ReadonlyArray<Item>,
  bar: Bar,
  command: "overbrace" | "underbrace",
  others: ReadonlyArray<Bar>,
  parse: Parse
): ReadonlyArray<Item> | null => {
  const side = command === "overbrace" ? 1 : -1
  const body = storey(items, bar, side, others)
  if (body.length === 0) return null
  const size = sizeOf(body)
  const label = storey(items, bar, side === 1 ? -1 : 1, others).filter((each) => each.size < scriptShare * size)
  const tallest = body.reduce<Item | null>(
    (most, each) =>
      isDelimiter(each) && each.isExact && (most === null || heightOf(each) > heightOf(most)) ? each : most,
    null
  )
  const embraced = { kind: "accent", command, body: parse(body) } as const
  const text = parse(label)
  const [above, below] = side === 1 ? [text, []] : [[], text]
  const node =
    label.length === 0 ? embraced : ({ kind: "scripts", base: [embraced], above, below, isStacked: true } as const)
  const made = whole([...body, ...label], node, tallest?.baseline ?? rowBaseline(body))
  return [...items.filter((each) => !body.includes(each) && !label.includes(each)), { ...made, size }]
}

const heightOf = ({ box }: Item): number => box.y1 - box.y0

/** The items next to a bar over its length, on one side of it, and those next to them. */
const storey = (
  items: ReadonlyArray<Item>,
  bar: Bar,
  side: 1 | -1,
  others: ReadonlyArray<Bar>,
  hasRows = false
): ReadonlyArray<Item> => {
  const near = (each: Item) => (side === 1 ? each.box.y0 - bar.y : bar.y - each.box.y1)
  const candidates = items
    .filter(
      (each) =>
        centre(each) > bar.x0 - storeyOverhangPt &&
        centre(each) < bar.x1 + storeyOverhangPt &&
        each.box.x0 > bar.x0 - storeyOverhangPt - maxNextGapEm * each.size &&
        each.box.x1 < bar.x1 + storeyOverhangPt + maxNextGapEm * each.size &&
        (side === 1 ? (each.box.y0 + each.box.y1) / 2 > bar.y : (each.box.y0 + each.box.y1) / 2 < bar.y)
    )
    .sort((a, b) => near(a) - near(b))
  const found: Array<Item> = []
  let reach = 0
  const biggest = sizeOf(candidates)
  for (const each of candidates) {
    const gap = near(each) - reach
    const em = each.size || biggest || 10
    const isLimit = found.some(isBig) && each.size < scriptShare * biggest
    const most = found.length === 0 || isBig(each) || isLimit ? first : maxNextGapEm
    if (gap > most * Math.max(em, mostShare * biggest)) break
    if (others.some((other) => isBetween(other, bar, each))) continue
    // the next row: no smaller than what it stands under, and what belongs to it is no nearer
    if (!hasRows && found.some((own) => isRowBeyond(each, own, found))) {
      const first = smallest(found.filter(({ baseline }) => baseline === each.baseline).map(near))
      return found.filter((own) => near(own) < first)
    }
    found.push(each)
    reach = Math.max(reach, side === 1 ? each.box.y1 - bar.y : bar.y - each.box.y0)
  }
  return found
}

/** Under letters of the storey's own size or a row away, and no smaller than these, unless delimiters reach around both, or a sum has the one over it. */
const isRowBeyond = (each: Item, own: Item, found: ReadonlyArray<Item>): boolean =>
  own.size > 0 &&
  own.size > scriptShare * sizeOf(found) &&
  each.size >= own.size &&
  (!each.isExact || each.node !== null) &&
  !own.isExact &&
  Math.abs(each.baseline - own.baseline) > sameRowEm * own.size &&
  ((centre(each) > own.box.x0 && centre(each) < own.box.x1) ||
    Math.abs(each.baseline - own.baseline) > minRowGapEm * each.size) &&
  !found.some(
    (other) =>
      other.isExact &&
      (isDelimiter(other) || isBig(other)) &&
      overlap(other.box.y0, other.box.y1, each.box.y0, each.box.y1) > 0
  )

/** Whether another bar parts an item from this one. */
const isBetween = (other: Bar, bar: Bar, { box }: Item): boolean => {
  const at = (box.y0 + box.y1) / 2
  const isInside = (other.y > bar.y && other.y < at) || (other.y < bar.y && other.y > at)
  return isInside && overlap(other.x0, other.x1, box.x0, box.x1) > 0
}
