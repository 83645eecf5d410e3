/** Finds words in a document as a reader would: whatever their case, spacing, hyphens and quotes. */

/** Characters of a passage. */
const passageChars = 600

const alike: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."‐‑‒–—―−"].map((dash) => [dash, "-"])),
  ...Object.fromEntries([..."“”„‟«»"].map((quote) => [quote, '"'])),
  ...Object.fromEntries([..."‘’‚‛"].map((quote) => [quote, "'"])),
  "\u00ad": "",
  "\u200b": ""
}

/** A text as it is compared, and where each of its characters stood. */
const folded = (text: string): { readonly text: string; readonly at: ReadonlyArray<number> } => {
  let out = ""
  const at: Array<number> = []
  let from = 0
  for (const character of text) {
    const like = alike[character] ?? character.normalize("NFKC").toLowerCase()
    const same = /^\s+$/u.test(like) ? (out === "" || out.endsWith(" ") ? "" : " ") : like
    for (let i = 0; i < same.length; i++) at.push(from)
    out += same
    from += character.length
  }
  return { text: out.trimEnd(), at }
}

/** The part of a text around a place, cut between words. */
export const passageAt = (text: string, place: number): string => {
  if (text.length <= passageChars) return text
  const start = Math.max(0, Math.min(place - passageChars / 3, text.length - passageChars))
  const end = Math.min(text.length, start + passageChars)
  const first = start === 0 ? 0 : text.indexOf(" ", start) + 1 || start
  const space = text.lastIndexOf(" ", end)
  const last = end === text.length || space <= place ? end : space
  const part = text.slice(Math.min(first, place), last)
  return `${first === 0 ? "" : "…"}${part}${last === text.length ? "" : "…"}`
}

export interface Match {
  /** The whole phrase stands there, or all of its words do. */
  readonly kind: "phrase" | "words"
  /** Where, in the text. */
  readonly place: number
}

/** What finds the phrase in a text, if it is there; nothing finds one without a letter or digit. */
export const searching = (phrase: string): ((text: string) => Match | null) => {
  const wanted = folded(phrase.trim()).text
  const words = [...new Set(wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""))]
  if (words.length === 0) return () => null
  return (text) => {
    const { text: own, at } = folded(text)
    const whole = own.indexOf(wanted)
    if (whole !== -1) return { kind: "phrase", place: at[whole] ?? 0 }
    if (words.length === 1 || !words.every((word) => own.includes(word))) return null
    return { kind: "words", place: at[Math.min(...words.map((word) => own.indexOf(word)))] ?? 0 }
  }
}
