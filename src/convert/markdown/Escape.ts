/** The one escape table: which characters mean something in Markdown, and where. Everything else stays as it is. */

interface Rule {
  readonly character: RegExp
  /** Whether the character would mean something here, between the text on each side. */
  readonly means: (before: string, after: string, single: Singles) => boolean
}

/** Marks that stand alone in a text: what could close them, or what they could close, is not there. */
export interface Singles {
  readonly star: boolean
  readonly line: boolean
  readonly wave: boolean
}

const none: Singles = { star: false, line: false, wave: false }

/** The marks of which `text`, the whole of a block, has one run and no more. */
export const singles = (text: string): Singles => ({
  star: isSingle(text, "*"),
  line: isSingle(text, "_"),
  wave: isSingle(text, "~")
})

const isSingle = (text: string, mark: string): boolean => {
  const first = text.indexOf(mark)
  if (first < 0) return true
  let end = first
  while (text[end] === mark) end++
  return text.indexOf(mark, end) < 0
}

/** How far on each side a character's meaning is looked for. */
export const near = 200
export const far = 1000

/** Marks in a row between two spaces, such as a line to write on, open and close nothing. */
const isDelimiter = (mark: "*" | "_", before: string, after: string): boolean => {
  let from = before.length
  while (from > 0 && before[from - 1] === mark) from--
  let to = 0
  while (to < after.length && after[to] === mark) to++
  return (from > 0 && !/\s/.test(before[from - 1] ?? "")) || (to < after.length && !/\s/.test(after[to] ?? ""))
}

/** An address is a link as it stands, and a backslash would be part of it. */
const address = /(?:https?:\/\/|www\.)[^\s<]*$/i

/** What makes a tag, a comment or an address of the `<` before it; an address or a tag needs its `>`. */
const isTag = (after: string): boolean => /^(?:[/!?]|[a-z][^<]*>)/i.test(after)

const rules: ReadonlyArray<Rule> = [
  { character: /\\/, means: (_, after) => after === "" || /^[!-/:-@[-`{-~]/.test(after) },
  { character: /`/, means: () => true },
  {
    character: /\*/,
    means: (before, after, single) =>
      (isDelimiter("*", before, after) && !single.star) || (before.trim() === "" && /^(?:\s|$|\*[*\s]*$)/.test(after))
  },
  {
    character: /_/,
    means: (before, after, single) =>
      !(/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) &&
      isDelimiter("_", before, after) &&
      !address.test(before) &&
      !single.line
  },
  { character: /~/, means: (before, after, single) => !single.wave || /~$/.test(before) || /^~/.test(after) },
  { character: /\]/, means: (_, after) => /^[([:]|^$/.test(after) },
  { character: /\[/, means: (before, after) => /^\^/.test(after) || (before.trim() === "" && /^[ xX]\]/.test(after)) },
  {
    character: /</,
    means: (before, after) => after === "" || isTag(after) || (before.trim() === "" && /^[a-z/!?]/i.test(after))
  },
  { character: /&/, means: (_, after) => /^(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i.test(after) }
]

const special = /[\\`*_~\][<&]/g

/** `text` so that it reads as itself between `before` and `after`, the plain text around it. */
export const inline = (text: string, before = "", after = "", single = none): string => {
  const whole = before.slice(-near) + text + after.slice(0, far)
  const shift = Math.min(before.length, near)
  return text.replace(special, (character, at: number) => {
    // what comes after a run may begin with a mark
    if (character === "\\" && at === text.length - 1) return "\\\\"
    const rule = rules.find((each) => each.character.test(character))
    const i = at + shift
    return rule?.means(whole.slice(Math.max(0, i - near), i), whole.slice(i + 1, i + 1 + far), single)
      ? `\\${character}`
      : character
  })
}

/** What would begin a block, at the start of a line that `inline` has seen. */
export const opening = (line: string): string =>
  line
    .replace(/^(#{1,6})(?=\s|$)/, "\\$1")
    .replace(/^([+-])(?=\s|$)/, "\\$1")
    .replace(/^([-=_])(?=[-=_\s]*$)/, "\\$1")
    .replace(/^>/, "\\>")
    .replace(/^\[(?=(?:\\.|[^\]\\])*\]:)/, "\\[")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

/** A heading's text may not end in what would close it. */
export const closing = (line: string): string =>
  line.replace(/(^|\s)(#+)$/, (_, gap: string, marks: string) => `${gap}\\${marks}`)

export const cell = (text: string): string => text.replaceAll("|", "\\|")

/** A link's target, so that no character of it ends it. */
export const target = (url: string): string =>
  url.replace(/[\s<>()\\]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)

/** Only what a reader can follow without harm. */
export const isSafe = (url: string): boolean => /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url)

export const html = (text: string): string =>
  text.replace(/[&<>]/g, (c) => (c === "&" ? "&amp;" : c === "<" ? "&lt;" : "&gt;"))
