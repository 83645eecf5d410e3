/** Run[] → HTML of one line in a cell: links, code, raised, lowered and struck text. Bold and italic are not marked, as in cells of GFM. */

import type { Run } from "../model/Block.ts"
import { type Manner, runsToPrint } from "./Inline.ts"
import { attribute, html } from "./Positions.ts"

export const inlineHtml = (all: ReadonlyArray<Run>, manner: Manner): string => {
  const kept = runsToPrint(all, manner)
  let out = ""
  for (let i = 0; i < kept.length; ) {
    const href = kept[i]?.href
    let text = ""
    do text += marked(kept[i++] as Run)
    while (href !== undefined && kept[i]?.href === href)
    out += href === undefined ? text : linked(text, href)
  }
  return out
}

/** A link begins behind the space before it and ends before the space and the sentence's own marks behind it. */
const linked = (text: string, href: string): string => {
  const start = text.length - text.trimStart().length
  let end = text.length
  while (end > start && " .,:!?".includes(text.charAt(end - 1))) end--
  const body = text.slice(start, end)
  return body === "" ? text : `${text.slice(0, start)}<a href="${attribute(href)}">${body}</a>${text.slice(end)}`
}

const marked = (run: Run): string => {
  const body = run.text.trim()
  return body === "" ? run.text : run.text.replace(body, () => inElement(run, html(body)))
}

const inElement = ({ mono, baselineShift, struck, note, latex }: Run, body: string): string => {
  // renderers leave it as it is, and a reader of the Markdown finds the note by it
  if (note !== undefined) return `[^${note}]`
  if (latex !== undefined) return `$${html(latex)}$`
  if (mono) return `<code>${body}</code>`
  if (baselineShift !== undefined) return baselineShift === 1 ? `<sup>${body}</sup>` : `<sub>${body}</sub>`
  return struck ? `<s>${body}</s>` : body
}
