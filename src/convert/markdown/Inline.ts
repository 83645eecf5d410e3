/** Run[] → Markdown of one line: emphasis, links, raised and lowered text. */

import { alike } from "../lines/Runs.ts"
import type { Run } from "../model/Block.ts"
import { plain } from "../model/Text.ts"
import { bare, dedupeUrls } from "./Addresses.ts"
import { far, inline, isSafe, near, type Singles, singles, target } from "./Escape.ts"

const wordish = /[\p{L}\p{N}]/u

/** What people type; a lone symbol is in a typewriter font because that font has it. */
const typed = /[\x21-\x7e\p{L}\p{N}]/u

/** More than this share of a text in one style is how it is set, not emphasis. */
const mostly = 0.6
/** A text that is typewriter but for its marks is how a document is set, not code in it. */
const entirely = 0.95

export const print = (runs: ReadonlyArray<Run>, emphasis = true): string => {
  const kept = normalizeEmphasis(tidy(dedupeUrls(tidy(runs))), emphasis)
  const texts = kept.map((run) => run.text)
  const whole = texts.join("")
  // marks of our own may meet those of the text
  const single = kept.some((run) => run.bold || run.italic) ? undefined : singles(whole)
  let at = 0
  let out = ""
  for (let i = 0; i < kept.length; ) {
    const href = kept[i]?.href
    let end = i + 1
    while (href !== undefined && end < kept.length && kept[end]?.href === href) end++
    let part = ""
    for (let k = i; k < end; k++) {
      const run = kept[k] as Run
      const from = at
      at += run.text.length
      const before = whole.slice(Math.max(0, from - near), from)
      part += styled(run, before, whole.slice(at, at + far), (part || out).slice(-1), single)
    }
    out += href === undefined ? part : linked(part, texts.slice(i, end).join(""), href)
    i = end
  }
  return out
}

/** `part` as a link, its brackets and the sentence's own marks set apart. An address that is its own text stays text. */
const linked = (part: string, text: string, href: string): string => {
  const address = text.trim()
  if (bare(text) === bare(href) && /^https?:\/\/[^\s<>]+[\p{L}\p{N}/]$/u.test(address))
    return part.replace(part.trim(), () => `<${address}>`)
  const [, lead = "", body = "", trail = ""] = /^(\s*)(.*?)((?:[.,;:!?]+)?\s*)$/s.exec(part) ?? []
  if (body === "" || /`[^`]*[[\]][^`]*`/.test(body)) return part
  return `${lead}[${body.replace(/\\.|[[\]]/g, (c) => (c.length === 2 ? c : `\\${c}`))}](${target(href)})${trail}`
}

/** One space at most between words, none at the ends. */
const tidy = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  for (const run of runs) {
    const last = out.at(-1)
    const spaced = run.text.replace(/\s+/g, " ")
    const text = last === undefined || last.text.endsWith(" ") ? spaced.replace(/^ /, "") : spaced
    if (text === "") continue
    out.push({ ...run, text })
  }
  const last = out.at(-1)
  if (last) out[out.length - 1] = { ...last, text: last.text.replace(/ $/, "") }
  return out
}

/** Styles that are everywhere, or not wanted, dropped; neighbours that are then alike joined. */
const normalizeEmphasis = (runs: ReadonlyArray<Run>, emphasis: boolean): ReadonlyArray<Run> => {
  const all = plain(runs).length
  const share = (key: "bold" | "italic" | "mono") =>
    runs.reduce((sum, run) => sum + (run[key] === true ? run.text.length : 0), 0) / (all || 1)
  const keep = {
    bold: emphasis && share("bold") <= mostly,
    italic: emphasis && share("italic") <= mostly,
    mono: emphasis && share("mono") < entirely
  }
  const out: Array<Run> = []
  for (const { text, bold, italic, mono, baselineShift: shift, href, note } of runs) {
    // typewriter and raised text carry no further marks: two code spans side by side would run into each other
    const plainly = shift === undefined && !(mono && keep.mono && typed.test(text))
    const run: Run = {
      text,
      ...(bold && keep.bold && plainly ? { bold } : {}),
      ...(italic && keep.italic && plainly ? { italic } : {}),
      ...(mono && keep.mono && shift === undefined && typed.test(text) ? { mono } : {}),
      ...(shift !== undefined ? { baselineShift: shift } : {}),
      ...(note !== undefined ? { note } : {}),
      ...(href !== undefined && isSafe(href) && wordish.test(text) ? { href } : {})
    }
    const last = out.at(-1)
    if (last && alike(last, run)) out[out.length - 1] = { ...last, text: last.text + text }
    else out.push(run)
  }
  return out
}

/** `before` and `after` are the text around a run, `printed` the last character written. */
const styled = (run: Run, before: string, after: string, printed: string, single: Singles | undefined): string => {
  const lead = /^\s*/.exec(run.text)?.[0] ?? ""
  const body = run.text.trim()
  const trail = run.text.slice(lead.length + body.length)
  if (body === "") return run.text
  if (run.note !== undefined) return `${lead}[^${run.note}]${trail}`
  const left = before + lead
  const right = trail + after
  let text = run.mono ? codeSpan(body) : inline(body, left, right, single)
  if (run.baselineShift === 1) text = `<sup>${text}</sup>`
  if (run.baselineShift === -1) text = `<sub>${text}</sub>`
  const marks = (run.bold ? "**" : "") + (run.italic ? "*" : "")
  if (marks !== "" && isPlain(body) && flanks(text, left, right) && !/[*\\]$/.test(printed + lead))
    text = `${marks}${text}${marks}`
  return lead + text + trail
}

/** Emphasis needs a letter or digit, and no character at either end that marks could run into. */
const isPlain = (body: string): boolean => wordish.test(body) && !/^[*_~`\\]|[*_~`\\]$/.test(body)

/** Whether emphasis marks around `text` open and close where CommonMark says so, with room to spare. */
const flanks = (text: string, before: string, after: string): boolean => {
  const first = text[0] ?? ""
  const last = text.at(-1) ?? ""
  const outsideLeft = before.at(-1) ?? " "
  const outsideRight = after[0] ?? " "
  return (
    (wordish.test(first) || /\s/.test(outsideLeft)) &&
    (wordish.test(last) || /\s/.test(outsideRight)) &&
    !wordish.test(outsideLeft) &&
    !wordish.test(outsideRight)
  )
}

/** Code between more backticks than it holds. */
const codeSpan = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = "`".repeat(longest + 1)
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : ""
  return fence + pad + text + pad + fence
}
