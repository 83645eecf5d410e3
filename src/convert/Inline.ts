/** Run[] → Markdown of one line: emphasis, links, raised and lowered text. */
import { inline, isSafe, target } from "./Escape.ts"
import type { Run } from "./Page.ts"
import { alike, plain } from "./Runs.ts"

/** More than this share of a text in one style is how it is set, not emphasis. */
const mostly = 0.6

export const print = (runs: ReadonlyArray<Run>, emphasis = true): string => {
  const kept = calm(tidy(runs), emphasis)
  const texts = kept.map((run) => run.text)
  let out = ""
  kept.forEach((run, i) => {
    const before = texts.slice(0, i).join("")
    const after = texts.slice(i + 1).join("")
    out += styled(run, before, after, out)
  })
  return out
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
const calm = (runs: ReadonlyArray<Run>, emphasis: boolean): ReadonlyArray<Run> => {
  const all = plain(runs).length
  const share = (key: "bold" | "italic" | "mono") =>
    runs.reduce((sum, run) => sum + (run[key] === true ? run.text.length : 0), 0) / (all || 1)
  const keep = {
    bold: emphasis && share("bold") <= mostly,
    italic: emphasis && share("italic") <= mostly,
    mono: emphasis && share("mono") <= mostly
  }
  const out: Array<Run> = []
  for (const { text, bold, italic, mono, shift, href } of runs) {
    const run: Run = {
      text,
      ...(bold && keep.bold && shift === undefined ? { bold } : {}),
      ...(italic && keep.italic && shift === undefined ? { italic } : {}),
      ...(mono && keep.mono && shift === undefined ? { mono } : {}),
      ...(shift !== undefined ? { shift } : {}),
      ...(href !== undefined && isSafe(href) ? { href } : {})
    }
    const last = out.at(-1)
    if (last && alike(last, run)) out[out.length - 1] = { ...last, text: last.text + text }
    else out.push(run)
  }
  return out
}

const styled = (run: Run, before: string, after: string, printed: string): string => {
  const lead = /^\s*/.exec(run.text)?.[0] ?? ""
  const whole = run.text.trim()
  // a sentence's end is not part of the link in it
  const body = run.href === undefined ? whole : whole.replace(/(?<=[^.,;:!?])[.,;:!?]+$/, "")
  const trail = run.text.slice(lead.length + body.length)
  if (body === "") return run.text
  const left = before + lead
  const right = trail + after
  let text = run.mono ? codeSpan(body) : inline(body, left, right)
  if (run.shift === 1) text = `<sup>${text}</sup>`
  if (run.shift === -1) text = `<sub>${text}</sub>`
  if (run.href !== undefined && run.href !== body && !(run.mono && /[[\]]/.test(body)))
    text = `[${run.mono ? text : text.replace(/\\.|[[\]]/g, (c) => (c.length === 2 ? c : `\\${c}`))}](${target(run.href)})`
  const marks = (run.bold ? "**" : "") + (run.italic ? "*" : "")
  if (marks !== "" && isPlain(body) && flanks(text, left, right) && !/[*\\]$/.test(printed + lead))
    text = `${marks}${text}${marks}`
  return lead + text + inline(trail.trimEnd(), left + body, after) + (/\s$/.test(trail) ? " " : "")
}

const wordish = /[\p{L}\p{N}]/u

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
