/** Candidate → PlacedBox[] or null: what stands side by side in columns, and is no table: addresses, or a letter's sender and its dates. */
import { line } from "../lines/Lines.ts"
import { around } from "../model/Geometry.ts"
import type { LineWord, PlacedBox } from "../model/Line.ts"
import { minPair, minSeries, nearlyAll } from "../model/Measures.ts"
import { field, isNumeral, type Spot, spotsOf } from "./evidence/Spots.ts"
import { linesOf } from "./Grid.ts"
import type { Candidate } from "./Judge.ts"

/**
 * The columns, each to be read whole: where no rule, no header and no tree says that rows are one thing, columns of words begin together, have no gaps,
 * and one ends well before another; or where all of one are labels with their values, beside them or in the next column.
 */
export const sideBySide = (candidate: Candidate): ReadonlyArray<PlacedBox> | null => {
  const { closed, ruled, header, told } = candidate.evidence
  if (closed + told > 0) return null
  const spots = spotsOf(candidate).filter(({ words }) => words.length > 0)
  const columns = withValues([...Map.groupBy(spots, ({ column }) => column).values()])
  const lengths = columns.map(({ length }) => length)
  // two columns may be names and values
  const areFields = columns.some(
    (own, i) => (i > 0 || columns.length > minPair) && own.length >= minSeries && own.every(isField)
  )
  const areCells =
    ruled + header > 0 ||
    spots.some(({ columns }) => columns > 1) ||
    columns.some((own) => own.some(({ row }, i) => row !== i)) ||
    columns.some(([, ...rest]) => rest.every(({ text }) => isNumeral(text))) ||
    Math.min(...lengths) < minPair ||
    Math.min(...lengths) >= nearlyAll * Math.max(...lengths)
  return areCells && !areFields ? null : columns.map((own) => box(own.flatMap(({ words }) => words)))
}

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

const isLabel = ({ text }: Spot): boolean => /[:：]$/.test(text)

/** A label with its value, on one line. */
const isField = (spot: Spot): boolean => field.test(spot.text) && !isLabel(spot) && linesOf(spot.words).length === 1

const box = (words: ReadonlyArray<LineWord>): PlacedBox => {
  const pieces = linesOf(words).map((own) => line(own))
  return { kind: "box", pieces, box: around(pieces.map((each) => each.box)), size: pieces[0]?.size ?? 0 }
}
