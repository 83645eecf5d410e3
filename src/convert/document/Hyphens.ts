/** TextLine[] → Run[]: the lines of a block as one text, words broken at a line's end made whole. */

import { alike } from "../lines/Runs.ts"
import type { Run, TextLine } from "../model/Block.ts"
import type { Spelling } from "../model/Document.ts"
import { lineSeparator, unspaced } from "../model/Text.ts"

const hyphens = "-\u2010\u00ad"
/** First parts that keep their hyphen when nothing else is known. */
const prefixes = new Set(
  "self non well ex anti co quasi semi cross all half high low long short multi post pre pro so two three four x e".split(
    " "
  )
)
/** Those that are also syllables of longer words, such as `ex-ample`: they keep it before a word that the document has. */
const syllables = new Set(["ex", "co", "pre", "pro", "so", "post", "all", "e"])
/** Of two words English makes one with a hyphen, other languages without; shorter ones are often syllables. */
const minWordLetters = 4

/** A run to which lines are added: its text in parts, because a paragraph may be a document long. */
interface Growing {
  readonly run: Run
  readonly parts: Array<string>
  /** What follows its last space, or that space: as much of it as a seam looks at. */
  end: string
}

const maxEndCharacters = 2000

const grow = (growing: Growing, text: string): void => {
  if (text === "") return
  growing.parts.push(text)
  const before = growing.end === " " ? "" : growing.end
  growing.end = text.endsWith(" ")
    ? " "
    : text.includes(" ")
      ? text.slice(text.lastIndexOf(" ") + 1)
      : (before + text).slice(-maxEndCharacters)
}

const begun = (run: Run, text: string): Growing => {
  const growing: Growing = { run, parts: [], end: "" }
  grow(growing, text)
  return growing
}

/** Without the hyphen that it ends in. */
const shorten = (growing: Growing): void => {
  const last = growing.parts.pop() ?? ""
  growing.parts.push(last.slice(0, -1))
  growing.end = growing.end.slice(0, -1)
}

export const joined = (lines: ReadonlyArray<Pick<TextLine, "runs">>, stats: Spelling): ReadonlyArray<Run> => {
  const out: Array<Growing> = []
  for (const line of lines) {
    const [first] = line.runs
    if (first === undefined) continue
    const isBroken = isBrokenCode(out, first)
    if (isBroken) out.pop()
    const last = out.at(-1)
    let between = ""
    if (last !== undefined) {
      const seam =
        isBroken || isFileName(last, first) || isAddress(last, first)
          ? { drop: false, between: "" }
          : lineJoin(last.end, textFrom(line.runs), last.run.mono === true && first.mono === true, stats)
      between = seam.between
      if (seam.drop) shorten(last)
    }
    line.runs.forEach((run, i) => {
      const before = out.at(-1)
      const text = run.text.replaceAll("\u00ad", i === line.runs.length - 1 ? "\u00ad" : "")
      if (before && i === 0) grow(before, between)
      if (before && alike(before.run, run)) grow(before, text)
      else out.push(begun(run, text))
    })
  }
  return out.map(({ run, parts }) => ({ ...run, text: parts.join("").replaceAll("\u00ad", "") }))
}

/** Whether code is broken at a hyphen that is in another font, and so no part of it. */
const isBrokenCode = (out: ReadonlyArray<Growing>, first: Run): boolean => {
  const [before, last] = [out.at(-2), out.at(-1)]
  const isHyphen = last !== undefined && last.run.mono !== true && last.end.length === 1 && hyphens.includes(last.end)
  return isHyphen && first.mono === true && before?.run.mono === true && /\S$/.test(before.end)
}

/** Whether the name of a file is broken before what kind it is of. */
const isFileName = ({ run: last, end }: Growing, first: Run): boolean =>
  last.mono === true && first.mono === true && /\w\.$/.test(end) && /^[a-z]\w{0,4}[^\w\s]?\s*$/.test(first.text)

/** Whether a link's own address is its text, and broken between these two: then it is whole without a blank, with its hyphens. */
const isAddress = ({ run: last, end: text }: Growing, first: Run): boolean => {
  if (last.href === undefined || last.href !== first.href) return false
  const end = /\S+$/.exec(text)?.[0] ?? ""
  const start = /^\S+/.exec(first.text)?.[0] ?? ""
  return /[/@]|^www\./i.test(end) && last.href.toLowerCase().includes((end + start).toLowerCase())
}

/** What a cell says: a text for each line that was meant to end. In narrow columns words are broken though nowhere else. */
export const cellTexts = (runs: ReadonlyArray<Run>, spelling: Spelling): ReadonlyArray<ReadonlyArray<Run>> =>
  split(runs, lineSeparator).map((text) => joined(split(text.runs, "\n"), { ...spelling, isUnbroken: false }))

const split = (runs: ReadonlyArray<Run>, at: string): ReadonlyArray<Pick<TextLine, "runs">> => {
  const out: Array<{ runs: Array<Run> }> = [{ runs: [] }]
  for (const run of runs) {
    run.text.split(at).forEach((text, i) => {
      if (i > 0) out.push({ runs: [] })
      if (text !== "") out.at(-1)?.runs.push({ ...run, text })
    })
  }
  return out
}

const textFrom = (runs: ReadonlyArray<Run>): string =>
  runs
    .map((run) => run.text)
    .join("")
    .slice(0, 80)

interface Seam {
  readonly drop: boolean
  readonly between: "" | " "
}

/** How a line that ends in `end` goes on in one that starts with `start`. */
const lineJoin = (end: string, start: string, mono: boolean, { lexicon, hyphen, isUnbroken }: Spelling): Seam => {
  const last = end.at(-1) ?? ""
  if (last === " " || last === "") return { drop: false, between: "" }
  if (unspaced.test(last) && unspaced.test(start[0] ?? "")) return { drop: false, between: "" }
  const address = /(?:https?:\/|www\.)\S*[/\-_.=&?]$/.test(end) && /^[\w/%]/.test(start)
  if (address || (/\bhttps?:$/.test(end) && start.startsWith("//"))) return { drop: false, between: "" }
  if (last === "/" && /^[\w.~$<{*]/.test(start) && (mono || /\/[^\s/]+\/$/.test(end)))
    return { drop: false, between: "" }
  if (!hyphens.includes(last)) return { drop: false, between: " " }
  const left = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*(?=[-‐\u00ad]$)/u.exec(end)?.[0]
  const right = /^[\p{L}\p{N}]+/u.exec(start)?.[0]
  if (left === undefined || right === undefined) return { drop: false, between: " " }
  if (last === "\u00ad") return { drop: true, between: "" }
  const whole = lexicon.has((left + right).toLowerCase())
  const hyphenated = lexicon.has(`${left}-${right}`.toLowerCase())
  const keep = { drop: false, between: "" } as const
  const join = { drop: true, between: "" } as const
  if (hyphen !== undefined) return last === hyphen ? join : keep
  if (whole && !hyphenated) return join
  if (hyphenated || isUnbroken) return keep
  // of three parts
  if (/^\p{L}+[-‐]\p{L}/u.test(start)) return keep
  if (/^\p{Lu}|^\p{N}/u.test(right) || /\p{N}$/u.test(left) || /[-‐]/.test(left)) return keep
  const first = left.toLowerCase()
  const isEnglish = lexicon.has("the") && lexicon.has("of")
  const areWords = lexicon.has(first) && lexicon.has(right.toLowerCase())
  if (isEnglish && areWords && Math.min(first.length, right.length) >= minWordLetters) return keep
  return prefixes.has(first) && !(syllables.has(first) && !lexicon.has(right.toLowerCase())) ? keep : join
}
