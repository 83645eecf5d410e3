/**
 * Run[] → Run[]: print writes a link's address out behind its text, in brackets, since paper has no links. Where the link
 * itself is at hand, that says nothing new and goes: `[Guide](https://…)`, not `[Guide (https://…)](https://…)`.
 */
import type { Run } from "../model/Block.ts"
import { plain } from "../model/Text.ts"

/** Where an address in brackets begins, in a link's text or right behind it. */
const inside = / ?[(（<](?=(?:https?:|mailto:|www\.)|[\w.+-]+@)/iu
const behind = /^ ?[(（<](?=(?:https?:|mailto:|www\.)|[\w.+-]+@)/iu
const sign = /[\p{L}\p{N}]/u
/** How many marks may stand between the letters and digits of an address, for each of these. */
const maxMarksPerSign = 3

/** An address as it is compared: by its letters and digits. */
export const bare = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^(?:https?|mailto):/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "")

export const dedupeUrls = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  if (runs.every((run) => run.href === undefined)) return runs
  const whole = plain(runs)
  const cuts: Array<readonly [number, number]> = []
  let at = 0
  for (let i = 0; i < runs.length; ) {
    const href = runs[i]?.href
    const start = at
    do at += runs[i++]?.text.length ?? 0
    while (i < runs.length && runs[i]?.href === href)
    const cut = href === undefined ? null : repeated(whole, start, at, href)
    if (cut !== null) cuts.push(cut)
  }
  return cuts.length === 0 ? runs : without(runs, cuts)
}

/** Where the address of the link from `start` to `end` stands once more. */
const repeated = (whole: string, start: number, end: number, href: string): readonly [number, number] | null => {
  const own = whole.slice(start, end)
  const within = inside.exec(own)
  const open = within ?? behind.exec(whole.slice(end, end + 40))
  if (open === null) return null
  const bracket = (within === null ? end : start) + open.index
  const from = before(whole, bracket)
  if (!sign.test(whole.slice(start, from))) return null
  const wanted = bare(href)
  const first = bracket + open[0].length
  const scheme = /^(?:https?|mailto):/i.exec(whole.slice(first, first + 8))?.[0].length ?? 0
  let to = first + scheme
  let same = 0
  let depth = 0
  for (; same < wanted.length && to < first + scheme + maxMarksPerSign * wanted.length; to++) {
    const character = (whole[to] ?? "").toLowerCase()
    if (character === "(") depth++
    if (character === ")") depth--
    if (!sign.test(character)) continue
    if (character !== wanted[same]) return null
    same++
  }
  if (same < wanted.length) return null
  const rest = /^[^\p{L}\p{N}\s()（）<>]*(\)*)([)）>])/u.exec(whole.slice(to, to + 8))
  if (rest === null || (rest[1] ?? "").length !== Math.max(0, depth)) return null
  const stop = to + rest[0].length
  return [from, stop + (/^ (?=[.,;:!?](?:\s|$))/.test(whole.slice(stop, stop + 3)) ? 1 : 0)]
}

/** Where the blanks begin that end at `at`. */
const before = (text: string, at: number): number => {
  let from = at
  while (text[from - 1] === " ") from--
  return from
}

const without = (runs: ReadonlyArray<Run>, cuts: ReadonlyArray<readonly [number, number]>): ReadonlyArray<Run> => {
  const out: Array<Run> = []
  let at = 0
  let next = 0
  for (const run of runs) {
    const end = at + run.text.length
    let text = ""
    let from = at
    while (next < cuts.length) {
      const [start, stop] = cuts[next] as readonly [number, number]
      if (start >= end) break
      text += run.text.slice(from - at, Math.max(from, start) - at)
      from = Math.min(end, stop)
      if (stop > end) break
      next++
    }
    text += run.text.slice(from - at)
    if (text !== "") out.push({ ...run, text })
    at = end
  }
  return out
}
