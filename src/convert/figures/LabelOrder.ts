/**
 * Text[] → the labels of a figure as they are read, a line each: those of several lines, such as the texts of boxes side by side,
 * one after the other, what else stands in one row as one line, and the numbers of a scale too.
 */
import { maxDrawn, sameRowEm } from "../model/Measures.ts"
import { lettersIn } from "../model/Text.ts"
import { parameters } from "./Parameters.ts"
import { isNext, type Text } from "./Texts.ts"

export const inReadingOrder = (labels: ReadonlyArray<Text>): string => {
  const lines: Array<string> = []
  /** The one before, if it is of one line. */
  let single: Text | null = null
  for (const label of whole(labels)) {
    const [first] = label
    const row = lines.length - 1
    if (label.length === 1 && single !== null && isLevel(single, first)) lines[row] += ` ${first.text}`
    else lines.push(...(isScale(label) ? [label.map(({ text }) => text).join(" ")] : label.map(({ text }) => text)))
    single = label.length === 1 ? first : null
  }
  return lines.join("\n")
}

/** Numbers one below the other, with their units. */
const isScale = (label: Label): boolean => label.every(({ text }) => lettersIn(text) <= 2)

/** Where it stands, whichever way it is read. */
const yOf = ({ isTurned, box, line }: Text): number => (isTurned ? box.y0 : line.baseline)

const isLevel = (a: Text, b: Text): boolean =>
  !a.isTurned && !b.isTurned && Math.abs(yOf(a) - yOf(b)) < sameRowEm * Math.max(a.size, b.size)

/** Points of a plot may be characters: signs alone say nothing. */
const isSaid = ({ text }: Text): boolean => /[\p{L}\p{N}\p{Sc}]/u.test(text)

type Label = [Text, ...Array<Text>]

/** The lines of each label, and the labels in the order of their first lines. */
const whole = (texts: ReadonlyArray<Text>): ReadonlyArray<Label> => {
  const labels: Array<Label> = []
  /** Those that end near enough for another line. */
  let open: ReadonlyArray<{ readonly label: Label; last: Text }> = []
  for (const each of texts.filter(isSaid).toSorted((a, b) => yOf(a) - yOf(b) || a.box.x0 - b.box.x0)) {
    open = open.slice(-maxDrawn).filter(({ last }) => yOf(each) - yOf(last) < parameters.maxProseLeadingEm * last.size)
    const above = open.findLast(({ last }) => !each.isTurned && !isLevel(last, each) && isNext(last, each))
    if (above === undefined) {
      const label: Label = [each]
      labels.push(label)
      if (!each.isTurned) open = [...open, { label, last: each }]
    } else {
      above.label.push(each)
      above.last = each
    }
  }
  return labels
}
