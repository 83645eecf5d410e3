/** Spot[] → how much more likely it is things side by side, of which each is read by itself, than rows: addresses, or a letter's sender and its dates. */
import { flag, weigh } from "../../model/Evidence.ts"
import { minPair, minSeries, nearlyAll } from "../../model/Measures.ts"
import type { Evidence } from "../TableWeights.ts"
import { fieldsOf } from "./Lookalikes.ts"
import { isLabel, isNumeral, type Spot } from "./Spots.ts"

/** What says that columns are read each by itself, each a share from 0 to 1, and what says that rows are one thing. */
const weights = {
  bias: -2,
  /** Columns say the same things one after the other. */
  turned: 10,
  /** By how much the shortest column ends before the longest, where none has gaps. */
  uneven: 9,
  /** One column is labels with their values, beside them or in the next. */
  fields: 30,
  ruled: -9,
  header: -6,
  closed: -30,
  told: -30,
  captioned: -30,
  /** A text covers several columns; a column has gaps, or figures alone. */
  spanned: -9,
  gaps: -9,
  figures: -6
}

/** Above 0 it is no table. */
export const apartness = (
  all: ReadonlyArray<Spot>,
  { turned, ruled, header, closed, told, captioned }: Evidence
): number => {
  const spots = all.filter(({ words }) => words.length > 0)
  const columns = columnsIn(spots)
  const lengths = columns.map(({ length }) => length)
  const isGap = ({ row }: Spot, i: number) => row !== i
  const gaps = flag(columns.some((own) => own.some(isGap)))
  const areFields = (own: ReadonlyArray<Spot>) => own.length >= minSeries && fieldsOf(own) === 1 && !own.some(isLabel)
  const evidence = {
    turned,
    uneven: gaps > 0 || Math.min(...lengths) < minPair ? 0 : 1 - Math.min(...lengths) / Math.max(...lengths),
    // two columns may be names and values
    fields: flag(columns.slice(columns.length > minPair ? 0 : 1).some(areFields)),
    ruled,
    header,
    closed,
    told,
    captioned,
    spanned: flag(spots.some(({ columns }) => columns > 1)),
    gaps,
    figures: flag(columns.some(([, ...rest]) => rest.every(({ text }) => isNumeral(text))))
  }
  return weigh(evidence, weights)
}

/** What stands in each column. */
export const columnsIn = (spots: ReadonlyArray<Spot>): ReadonlyArray<ReadonlyArray<Spot>> =>
  withValues([...Map.groupBy(spots, ({ column }) => column).values()])

/** The columns, those of labels and of their values as one where they stand beside others that have no labels and end before them. */
const withValues = (columns: ReadonlyArray<ReadonlyArray<Spot>>): ReadonlyArray<ReadonlyArray<Spot>> => {
  const at = columns.findIndex((own) => own.length >= minSeries && own.every(isLabel))
  const [labels = [], values] = columns.slice(Math.max(0, at))
  const isBeside = (own: ReadonlyArray<Spot>) => own.length < nearlyAll * labels.length && !own.some(isLabel)
  const isLabelled = (value: Spot) => labels.some(({ row }) => row === value.row)
  if (at < 1 || !columns.slice(0, at).every(isBeside) || values?.every(isLabelled) !== true) return columns
  const fields = labels.map((label) => {
    const own = [label, ...values.filter(({ row }) => row === label.row)]
    return { ...label, text: own.map(({ text }) => text).join(" "), words: own.flatMap(({ words }) => words) }
  })
  return [...columns.slice(0, at), fields, ...columns.slice(at + 2)]
}
