/** The one escape table: which characters mean something in Markdown, and where. Everything else stays as it is. */

interface Rule {
  readonly character: RegExp
  /** Whether the character would mean something here. `before` and `after` are all the text on each side. */
  readonly means: (before: string, after: string) => boolean
}

const space = /^$|^\s/
const ends = /^$|\s$/

const rules: ReadonlyArray<Rule> = [
  { character: /\\/, means: (_, after) => after === "" || /^[!-/:-@[-`{-~]/.test(after) },
  { character: /`/, means: () => true },
  { character: /\*/, means: (before, after) => !(ends.test(before) && space.test(after)) || before.trim() === "" },
  { character: /_/, means: (before, after) => !(/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) },
  { character: /~/, means: (before, after) => /~/.test(before) || /~/.test(after) },
  { character: /\]/, means: (_, after) => /^[([:]|^$/.test(after) },
  { character: /\[/, means: (before, after) => /^\^/.test(after) || (before.trim() === "" && /^[ xX]\]/.test(after)) },
  { character: /</, means: (_, after) => /^[a-z/!?]/i.test(after) || after === "" },
  { character: /&/, means: (_, after) => /^(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i.test(after) }
]

const special = /[\\`*_~\][<&]/g

/** `text` so that it reads as itself between `before` and `after`, the plain text around it. */
export const inline = (text: string, before = "", after = ""): string =>
  text.replace(special, (character, at: number) => {
    // what comes after a run may begin with a mark
    if (character === "\\" && at === text.length - 1) return "\\\\"
    const rule = rules.find((each) => each.character.test(character))
    return rule?.means(before + text.slice(0, at), text.slice(at + 1) + after) ? `\\${character}` : character
  })

/** What would begin a block, at the start of a line that `inline` has seen. */
export const opening = (line: string): string =>
  line
    .replace(/^(#{1,6})(?=\s|$)/, "\\$1")
    .replace(/^([+-])(?=\s|$)/, "\\$1")
    .replace(/^([-=])(?=[-=\s]*$)/, "\\$1")
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
