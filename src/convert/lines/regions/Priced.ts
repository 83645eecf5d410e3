/**
 * Piece[] → Piece[]: in columns of names with their prices, as on a menu or a price list, each name and the price at the right edge of its
 * column are one line: what is free between them is no gutter. Such columns have a larger heading each, which no pair of a table's
 * columns has.
 */

import { median } from "../../model/Geometry.ts"
import { isText, type Line, type Piece, textOf } from "../../model/Line.ts"
import { maxDrawn, minDisplay, minPair, minSeries, nearlyAll, sameEdgePt, slackPt } from "../../model/Measures.ts"
import { isFigure } from "../../model/Text.ts"
import { line } from "../Lines.ts"

/** A name and its price, on one baseline. */
interface Entry {
  readonly name: Line
  readonly price: Line
}

export const priced = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const texts = pieces.filter(isText)
  const prices = texts.filter(isPrice)
  if (prices.length < minPair * minSeries || prices.length > maxDrawn) return pieces
  const rows = Map.groupBy(texts, ({ baseline }) => Math.round(baseline))
  const entries = prices.flatMap((price) => {
    const name = nameOf(price, rows)
    return name === undefined || isPrice(name) ? [] : [{ name, price }]
  })
  const columns = inLine(entries, ({ price }) => price.box.x1)
    .flatMap((own) => inLine(own, ({ name }) => name.box.x0))
    .filter((own) => own.length >= minSeries)
  const areApart = columns.every((own, i) =>
    columns.every((other, j) => i === j || startOf(own) > endOf(other) || startOf(other) > endOf(own))
  )
  if (columns.length < minPair || !areApart || !columns.every((own) => isHeaded(own, texts))) return pieces
  const joined = new Map<Piece, Line>()
  for (const { name, price } of columns.flat()) {
    const whole = line([...name.words, ...price.words])
    joined.set(name, whole)
    joined.set(price, whole)
  }
  return [...new Set(pieces.map((each) => joined.get(each) ?? each))]
}

const isPrice = ({ words, angle }: Line): boolean =>
  angle === 0 && words.some(({ text }) => isFigure(text)) && words.every(({ text }) => /^[\p{Sc}\d.,-]+$/u.test(text))

/** The text before a price on its baseline. */
const nameOf = (price: Line, rows: ReadonlyMap<number, ReadonlyArray<Line>>): Line | undefined => {
  const at = Math.round(price.baseline)
  const before = [at - 1, at, at + 1]
    .flatMap((row) => rows.get(row) ?? [])
    .filter(({ box, baseline }) => box.x1 < price.box.x0 && Math.abs(baseline - price.baseline) < 1)
  return before.reduce<Line | undefined>(
    (last, each) => (last === undefined || each.box.x1 > last.box.x1 ? each : last),
    undefined
  )
}

/** Those whose places differ by rounding alone, together. */
const inLine = (all: ReadonlyArray<Entry>, at: (each: Entry) => number): ReadonlyArray<ReadonlyArray<Entry>> => {
  const out: Array<Array<Entry>> = []
  let from = Number.NEGATIVE_INFINITY
  for (const each of all.toSorted((a, b) => at(a) - at(b))) {
    if (at(each) - from <= 2 * slackPt) out.at(-1)?.push(each)
    else {
      out.push([each])
      from = at(each)
    }
  }
  return out
}

const startOf = ([first]: ReadonlyArray<Entry>): number => first?.name.box.x0 ?? 0
const endOf = ([first]: ReadonlyArray<Entry>): number => first?.price.box.x1 ?? 0

/** Right above the first of its names one larger text stands, by itself, within the column. */
const isHeaded = (own: ReadonlyArray<Entry>, texts: ReadonlyArray<Line>): boolean => {
  const [from, to] = [startOf(own), endOf(own)]
  const first = own.reduce((top, { name }) => Math.min(top, name.baseline), Number.POSITIVE_INFINITY)
  const size = median(own.map(({ name }) => name.size))
  const above = texts.filter(({ box, baseline }) => baseline < first - slackPt && box.x1 > from && box.x0 < to)
  const last = above.reduce((low, { baseline }) => Math.max(low, baseline), 0)
  const heads = above.filter(({ baseline }) => baseline > last - sameEdgePt)
  const [head] = heads
  return (
    head !== undefined &&
    heads.length === 1 &&
    head.size >= minDisplay * size &&
    head.box.x0 > from - sameEdgePt &&
    head.box.x1 < to + sameEdgePt &&
    !isFigure(textOf(head.words)) &&
    own.filter(({ name }) => Math.abs(name.size - size) < slackPt).length >= nearlyAll * own.length
  )
}
