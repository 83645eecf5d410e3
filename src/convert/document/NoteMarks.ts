/** Run → the labels that it refers to notes with, raised or by where they stand; Block → the block with these as references. */

import { noteLabel, noteSign } from "../lines/Markers.ts"
import type { Block, Run } from "../model/Block.ts"
import { linesOf } from "../model/Text.ts"

/** A figure of the line, or a raised one of the font's own. */
export const figure = /[\d⁰¹²³⁴-⁹]/
/** What parts marks in one place. */
const between = /[,;\s]+/
/** Signs in one place: each of them, or several of one kind, is a mark. */
const signs = new RegExp(`^${noteSign}+$`)
const same = /(.)\1*/gu
/**
 * A mark that is not raised, or raised only by the shape of its figures: it is told by where it stands, right after a word, or between two
 * sentences.
 */
const glued = new RegExp(
  [
    /(?<=\p{Ll}\p{Ll}[.,;:!?"'”’)\]]{0,3}|\p{L}\p{L}[.,;:!?"'”’)\]]{1,3})\d{1,3}(?=$|[\s.,;:)])/u,
    /(?<=[.:;!?"'”’)\]] )\d{1,3}(?=$| \p{Lu})/u,
    /(?<=\p{N}[)\]][.,;:!?])\d{1,3}(?=$|\s)/u,
    /(?<=\p{Lo}[。、！？」』）]{1,2})\d{1,3}(?=$|\s|[^\p{N}.,年月日時分回人個件章節])/u,
    /(?<=[\p{L}.,;:!?"'”’)\]]) ?\d{0,2}[⁰¹²³⁴-⁹]{1,3}/u
  ]
    .map((each) => each.source)
    .join("|"),
  "gu"
)
/** What leads to a place of the document by a numeral may be a mark right behind a word, and in raised figures behind anything. */
const linked = /^(?:\d{1,3}|[⁰¹²³⁴-⁹]{1,3})(?=$|[\s.,:;)])/
const behind = /(?:[\p{Lu}\p{Ll}]{2}["'”’»]?\d{1,3}|[⁰¹²³⁴-⁹])$/u
/** What comes before a mark is looked at this far back. */
const lookBackCharacters = 6
/** What an exponent stands on: a numeral, or a variable or unit of a letter or two. */
const base = /(?:^|[^\p{L}])(?!\p{Lo})\p{L}$|\p{N}$/u
/** A numeral that is seldom raised to a power: neither ten nor two. */
const versioned = /(?<!(?:^|[^\p{N}.,])(?:10|2))(?<=\p{N})\p{L}?$/u
const unit = /(?:^|[^\p{L}])\p{L}{2}$/u
/** What units are raised to. */
const squaredOrCubed = /^[23]$/
/** A year, or the number of a standard, is raised to no power. */
const long = /(?:^|[^\p{N}.,])\d{4,}$/u

/** A label in the figures of the line. */
export const numeralsOf = (text: string): string => text.normalize("NFKC").trim()

export const marksOf = (block: Block, isCalled?: (label: string) => boolean): ReadonlyArray<string> =>
  linesOf(block).flatMap(({ runs }) =>
    runs.flatMap((run, i) => referred(run, runs[i - 1], isCalled) ?? unraised(run, runs[i - 1]).map(({ text }) => text))
  )

interface Mark {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** What may be marks in a run that is not raised, by where they stand. */
export const unraised = (run: Run, before: Run | undefined): ReadonlyArray<Mark> => {
  // most runs
  if (!figure.test(run.text) || !isPlain(run)) return []
  const lead = (before?.text ?? "").slice(-lookBackCharacters)
  const own = run.href === undefined ? undefined : linked.exec(run.text)?.[0]
  if (own !== undefined && behind.test(lead + own)) return [{ text: numeralsOf(own), from: 0, to: own.length }]
  return [...(lead + run.text).matchAll(glued)].flatMap((match) => {
    const at = match.index - lead.length
    // the space before it may end the run before
    const from = lead.endsWith(" ") && match[0].startsWith(" ") ? Math.max(at, 0) : at
    return from < 0 ? [] : [{ text: numeralsOf(match[0]), from, to: at + match[0].length }]
  })
}

/** Marks of notes often lead to their notes. */
const isWithin = (href: string): boolean => href.startsWith("#")

const isPlain = (run: Run): boolean =>
  run.baselineShift === undefined &&
  run.mono === undefined &&
  run.latex === undefined &&
  (run.href === undefined || isWithin(run.href))

/** The labels a raised run refers to, unless it is an exponent; behind a numeral it may refer to what is called so. */
const referred = (
  run: Run,
  before: Run | undefined,
  isCalled: (label: string) => boolean = () => false
): ReadonlyArray<string> | null => {
  if (run.baselineShift !== 1 || before === undefined) return null
  const marks = run.text.trim().split(between)
  const labels = marks.flatMap((mark) => (signs.test(mark) ? (mark.match(same) ?? []) : mark)).map(noteLabel)
  if (!labels.every((each) => each !== null)) return null
  const isBase = base.test(before.text) || (unit.test(before.text) && squaredOrCubed.test(run.text.trim()))
  if (before.mono !== undefined || !isBase || long.test(before.text)) return labels
  return versioned.test(before.text) && labels.every(isCalled) ? labels : null
}

/** Every label that is raised right behind something and may be a mark, also behind a numeral. */
export const raisedIn = (block: Block): ReadonlyArray<string> =>
  linesOf(block).flatMap(({ runs }) =>
    runs.flatMap((run, i) =>
      /\S$/.test(runs[i - 1]?.text ?? "") ? (referred(run, runs[i - 1], () => true) ?? []) : []
    )
  )

/** A block in which marks refer to notes by their names. */
export const referring = (
  block: Block,
  names: ReadonlyMap<string, string>,
  isCalled: (label: string) => boolean
): Block => {
  if (block.kind !== "paragraph" && block.kind !== "item" && block.kind !== "heading") return block
  if (!marksOf(block, isCalled).some((mark) => names.has(mark))) return block
  const lines = block.lines.map((line) => ({
    ...line,
    runs: line.runs.flatMap((run, i): ReadonlyArray<Run> => {
      const marks = referred(run, line.runs[i - 1], isCalled)
      if (marks === null) return parted(run, line.runs[i - 1], names)
      // beside the numbers of affiliations, signs and letters are marks of notes
      const areNamed = marks.every((mark) => names.has(mark))
      const isNamed = (mark: string) => areNamed || (names.has(mark) && !/\d/.test(mark))
      if (!marks.some(isNamed)) return [run]
      const trail = /\s*$/.exec(run.text)?.[0] ?? ""
      return [
        ...marks.map((mark): Run => {
          const note = isNamed(mark) ? names.get(mark) : undefined
          return note === undefined ? { ...run, text: mark } : { text: mark, note }
        }),
        ...(trail === "" ? [] : [{ text: " " }])
      ]
    })
  }))
  return { ...block, lines }
}

/** A run with the marks in it as runs of their own. */
const parted = (run: Run, before: Run | undefined, names: ReadonlyMap<string, string>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  let at = 0
  for (const { text, from, to } of unraised(run, before)) {
    const name = names.get(text)
    if (name === undefined) continue
    out.push({ ...run, text: run.text.slice(at, from).trimEnd() }, { text, note: name })
    at = to
  }
  return out.length === 0 ? [run] : [...out, { ...run, text: run.text.slice(at) }].filter(({ text }) => text !== "")
}
