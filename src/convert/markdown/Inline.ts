/** Run[] → Markdown of one line: emphasis, links, raised and lowered text. */

import { alike } from "../lines/Runs.ts"
import type { Run } from "../model/Block.ts"
import type { Usual } from "../model/Document.ts"
import { greatest } from "../model/Geometry.ts"
import { mostShare } from "../model/Measures.ts"
import { asTyped, isProse, plain } from "../model/Text.ts"
import { bare, dedupeUrls } from "./Addresses.ts"
import { escaped } from "./Escape.ts"
import { bracketed, isSafe, target } from "./Positions.ts"

const wordish = /[\p{L}\p{N}]/u

const box = /[☐☑☒□⊠]/
// the squares of TeX are boxes before words, and else signs
const boxes = /(?<!\S)(?:[☐☑☒](?!\S)|[□⊠](?=\s?[\p{L}\p{N}]))/gu

/** What people type; a lone symbol is in a typewriter font because that font has it. */
const typed = /[\x21-\x7e\p{L}\p{N}]/u

type Emphasis = "all" | "code" | "none"

export interface Manner {
  readonly math?: "latex" | "text"
  /** What is shown of bold, italic and code. */
  readonly emphasis?: Emphasis
  /** The marks of the cell of which this is a line. */
  readonly beside?: ReadonlySet<string>
  /** How most of the document is set, which emphasises nothing. */
  readonly usual?: Usual
}

export const print = (
  all: ReadonlyArray<Run>,
  { math = "latex", emphasis = "all", beside = new Set(), usual = {} }: Manner = {}
): string => {
  const kept = runsToPrint(all, { math, emphasis, usual })
  const texts = kept.map((run) => run.text)
  const whole = texts.join("")
  // marks of our own may meet those of the text
  let end = 0
  const parts = kept.map(({ text, mono, href, note, latex }) => {
    const from = end
    end += text.length
    return { from, to: end, isText: !mono && href === undefined && note === undefined && latex === undefined }
  })
  const isMarkedUp = kept.some((run) => run.bold || run.italic || run.struck)
  const hasFormulas = kept.some((run) => run.latex !== undefined)
  const part = escaped(whole, parts, { isMarkedUp, hasFormulas, beside })
  let at = 0
  let out = ""
  for (let i = 0; i < kept.length; ) {
    const href = kept[i]?.href
    let end = i + 1
    while (href !== undefined && end < kept.length && kept[end]?.href === href) end++
    let printed = ""
    for (let k = i; k < end; k++) {
      const run = kept[k] as Run
      printed = followed(printed, styled(run, { whole, at, escaped: part, printed: (printed || out).slice(-1) }))
      at += run.text.length
    }
    out = followed(out, href === undefined ? printed : linked(printed, texts.slice(i, end).join(""), href))
    i = end
  }
  return out
}

/** The runs of one line with the styles, links and formulas that are to be printed. */
export const runsToPrint = (
  all: ReadonlyArray<Run>,
  { math = "latex", emphasis = "all", usual = {} }: Manner
): ReadonlyArray<Run> => {
  const runs = math === "text" ? all.map(withoutLatex) : all
  return normalizeEmphasis(withBoxes(tidy(dedupeUrls(tidy(runs)))), emphasis, usual)
}

/** Boxes to tick beside words as those of lists are written. */
const withBoxes = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> =>
  runs.length === 1 && runs[0]?.text.length === 1
    ? runs
    : runs.map((run) =>
        run.mono || run.latex !== undefined || !box.test(run.text)
          ? run
          : { ...run, text: run.text.replaceAll(boxes, (ticked) => ("☐□".includes(ticked) ? "[ ]" : "[x]")) }
      )

/** The formula in characters, which stand as they are. */
const withoutLatex = ({ latex: _, ...run }: Run): Run => run

/** `!` in front of a bracket of ours would make a picture of a link. */
const followed = (out: string, next: string): string =>
  next.startsWith("[") && out.endsWith("!") && !isEscaped(out, out.length - 1)
    ? `${out.slice(0, -1)}\\!${next}`
    : out + next

const isEscaped = (printed: string, at: number): boolean => {
  let from = at
  while (printed[from - 1] === "\\") from--
  return (at - from) % 2 === 1
}

/** An address of the web or of mail, in angle brackets or without, and what the sentence has around it. */
const addressed =
  /^(\(?)<?(https?:\/\/[^\s<>|`\\]+[\p{L}\p{N}/]|[A-Za-z\d][\w.+-]*@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+)>?([.,;:!?)]*)$/u

/**
 * `part` as a link, its brackets and the sentence's own marks set apart. An address that is its own text is written once, as the link has it:
 * a text over two lines may have lost a hyphen, and one with spaces between its signs has blanks.
 */
const linked = (part: string, text: string, href: string): string => {
  const [, open, address = "", marks = ""] =
    addressed.exec(text.trim()) ?? addressed.exec(text.replace(/\s+/g, "")) ?? []
  const own = href.replace(/^mailto:/, "")
  const isOwn = addressed.exec(own)?.[2] === own && !/&#?\w+;/.test(own)
  if (isOwn && bare(address) === bare(own) && !(marks.includes(")") && address.includes("(")))
    return part.replace(part.trim(), () => `${open}<${own}>${marks}`)
  const lead = /^\s*(?:[([](?=[^)\]]*$))?/.exec(part)?.[0] ?? ""
  const start = lead.length
  let end = part.trimEnd().length
  while (end > start && (isSentenceMark(part, end - 1) || isClosing(part.slice(start, end)))) end--
  const body = part.slice(start, end)
  const code = body.split("`").slice(1, -1)
  if (body === "" || code.some((each) => /[[\]]/.test(each))) return part
  return `${part.slice(0, start)}[${bracketed(body)}](${target(href)})${part.slice(end)}`
}

/** It ends with a bracket that begins before the link. */
const isClosing = (body: string): boolean => body.endsWith(")") && !body.includes("(")

/** Not the end of a character that is written as a reference. */
const isSentenceMark = (printed: string, at: number): boolean =>
  ".,;:!?".includes(printed[at] ?? "") && printed.slice(at - 3, at) !== "&lt" && !isEscaped(printed, at)

const untidy = /\s\s|[^\S ]/

/** One space at most between words, none at the ends. */
const tidy = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  for (const run of runs) {
    const last = out.at(-1)
    const spaced = untidy.test(run.text) ? run.text.replace(/\s+/g, " ") : run.text
    const text = last === undefined || last.text.endsWith(" ") ? spaced.replace(/^ /, "") : spaced
    if (text === "") continue
    out.push({ ...run, text })
  }
  const last = out.at(-1)
  if (last) out[out.length - 1] = { ...last, text: last.text.replace(/ $/, "") }
  return out
}

/** All in typewriter. */
export const isTyped = (runs: ReadonlyArray<Run>): boolean =>
  runs.every(({ mono, text }) => mono || !wordish.test(text))

/** Prose may be set in a typewriter face all through, such as what was typed into a form. */
export const isTypedProse = (runs: ReadonlyArray<Run>): boolean => isTyped(runs) && isProse(plain(runs))

/** Styles that are usual, or not wanted, dropped; neighbours that are then alike joined. */
const normalizeEmphasis = (runs: ReadonlyArray<Run>, emphasis: Emphasis, usual: Usual): ReadonlyArray<Run> => {
  const hasFormulas = runs.some((run) => run.latex !== undefined)
  const slanted = runs.reduce((sum, { italic, text }) => sum + (italic ? text.length : 0), 0)
  const keep = {
    bold: emphasis === "all" && usual.bold !== true,
    // a theorem is set so, and would be cut at each of its formulas
    italic: emphasis === "all" && usual.italic !== true && !(hasFormulas && slanted > mostShare * plain(runs).length),
    mono: emphasis !== "none" && usual.mono !== true && (emphasis === "code" || !isTypedProse(runs))
  }
  // between other words of a heading or a cell, names are code, but no numbers and no lines to write on
  const isCode = (text: string) => (emphasis === "code" && !isTyped(runs) ? /\p{L}/u : typed).test(text)
  const out: Array<Run> = []
  for (const { text, bold, italic, mono, struck, baselineShift: shift, href, note, latex } of runs) {
    const isStruck = struck && latex === undefined && note === undefined
    // typewriter, raised and struck text carry no further marks: two code spans side by side would run into each other
    const plainly = latex === undefined && shift === undefined && !isStruck && !(mono && keep.mono && isCode(text))
    const run: Run = {
      text,
      ...(bold && keep.bold && plainly ? { bold } : {}),
      ...(italic && keep.italic && plainly ? { italic } : {}),
      ...(mono && keep.mono && shift === undefined && !isStruck && isCode(text) ? { mono } : {}),
      ...(isStruck ? { struck } : {}),
      ...(shift !== undefined ? { baselineShift: shift } : {}),
      ...(note !== undefined ? { note } : {}),
      ...(latex !== undefined ? { latex } : {}),
      ...(href !== undefined && isSafe(href) && wordish.test(text) ? { href } : {})
    }
    const last = out.at(-1)
    if (last && alike(last, run)) out[out.length - 1] = { ...last, text: last.text + text }
    else out.push(run)
  }
  return out
}

/** Where a run stands in the text of its block, and the last character written before it. */
interface Surroundings {
  readonly whole: string
  readonly at: number
  readonly escaped: (from: number, to: number) => string
  readonly printed: string
}

const styled = (run: Run, { whole, at, escaped, printed }: Surroundings): string => {
  const lead = /^\s*/.exec(run.text)?.[0] ?? ""
  const body = run.text.trim()
  const trail = run.text.slice(lead.length + body.length)
  if (body === "") return run.text
  if (run.note !== undefined) return `${lead}[^${run.note}]${trail}`
  if (run.latex !== undefined) return `${lead}$${run.latex}$${trail}`
  const from = at + lead.length
  const to = from + body.length
  // two code spans side by side would run into each other
  let text = run.mono && !(lead === "" && printed === "`") ? codeSpan(asTyped(body)) : escaped(from, to)
  // brackets behind a reference to a note would make a link of it
  if (lead === "" && printed === "]" && text.startsWith("(")) text = `\\${text}`
  if (run.baselineShift === 1) text = `<sup>${text}</sup>`
  if (run.baselineShift === -1) text = `<sub>${text}</sub>`
  const marks = run.struck ? "~~" : (run.bold ? "**" : "") + (run.italic ? "*" : "")
  if (marks !== "" && isPlain(body) && flanks(text, whole[from - 1], whole[to]) && !/[*~\\]$/.test(printed + lead))
    text = `${marks}${text}${marks}`
  return lead + text + trail
}

/** Emphasis needs a letter or digit, and no character at either end that marks could run into. */
const isPlain = (body: string): boolean => wordish.test(body) && !/^[*_~`\\]|[*_~`\\]$/.test(body)

/** Whether emphasis marks around `text` open and close where CommonMark says so, with room to spare. */
const flanks = (text: string, outsideLeft = " ", outsideRight = " "): boolean => {
  const first = text[0] ?? ""
  const last = text.at(-1) ?? ""
  return (
    (wordish.test(first) || /\s/.test(outsideLeft)) &&
    (wordish.test(last) || /\s/.test(outsideRight)) &&
    !wordish.test(outsideLeft) &&
    !wordish.test(outsideRight)
  )
}

/** More backticks than stand together in a text, and at least so many. */
export const fenceFor = (text: string, least: number): string =>
  "`".repeat(Math.max(least, 1 + greatest((text.match(/`+/g) ?? []).map((ticks) => ticks.length))))

const codeSpan = (text: string): string => {
  const fence = fenceFor(text, 1)
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : ""
  return fence + pad + text + pad + fence
}
