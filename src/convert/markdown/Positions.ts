/** Escaped text → the same where some of it would mean something by its position: at a line's start or end, in a cell, in brackets, in a link's target. */

/** What would begin a block, at the start of a line that has been escaped. */
export const opening = (line: string): string =>
  line
    .replace(/^(#{1,6})(?=\s|$)/, "\\$1")
    .replace(/^([+-])(?=\s|$)/, "\\$1")
    .replace(/^([-=_])(?=[-=_\s]*$)/, "\\$1")
    .replace(/^>/, "\\>")
    .replace(/^\[(?=(?:\\.|[^\]\\])*\]:)/, "\\[")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

/** A line of a paragraph of several: it makes no table of the line above, and opens no bracket that another line closes. */
export const followed = (line: string): string =>
  opening(line)
    .replace(/^\[/, "\\[")
    .replace(/^[-:|](?=[-:|\s]*$)/, "\\$&")

/** A heading's text may not end in what would close it. */
export const closing = (line: string): string =>
  line.replace(/(^|\s)(#+)$/, (_, gap: string, marks: string) => `${gap}\\${marks}`)

export const cell = (text: string): string => text.replaceAll("|", "\\|")

/**
 * Text between brackets: none of its own closes or opens one. Some renderers read it a second time without its
 * backslashes, so what would then be a link or a note's reference has none.
 */
export const bracketed = (printed: string): string =>
  printed.replace(/\\.|[[\]]/g, (c, at: number) => {
    const next = printed[at + c.length]
    if (c.endsWith("]") && next === "(") return "&#93;"
    if (c.endsWith("[") && next === "^") return "&#91;"
    return c.length === 2 ? c : `\\${c}`
  })

/**
 * What follows `[^1]: `. Renderers without notes read a lone word there as the address of a link, with what may stand in quotes or brackets
 * behind it for a title. An address of the web or of mail is one, and the mark then leads there; another word has a blank in another
 * form behind it, as an address in angle brackets may have blanks itself, and no title begins with a backslash.
 */
export const noted = (line: string): string => {
  const [, web, mail, mark = ""] = lone.exec(line) ?? []
  if (web !== undefined) return `<${web}>${mark}`
  if (mail !== undefined) return `<mailto:${mail}>${mark}`
  return line
    .replace(mailed, "[$1](mailto:$1)")
    .replace(bracketedWord, "&lt;")
    .replace(/^(\S+\s+)(?=["'(].*["')]$)/, "$1\\")
    .replace(/^\S+$/, (word) => (autolinked.test(word) ? word : `${word} &#32;`))
}

const mailbox = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.source
/** An address and nothing else, in angle brackets or in typewriter. */
const lone = new RegExp(`^[<\`]?(?:(https?://[^\\s<>\`\\\\]*[\\w/])|(${mailbox}))[>\`]?([.,;]?)$`)
/** With another bracket behind it: some renderers take the last for its end. */
const mailed = new RegExp(`^<(${mailbox})>(?=.*>)`)
const bracketedWord = new RegExp(`^<(?!https?://|${mailbox}>)`)
/** Its bracket is closed before the word ends, which is no address of a link then. */
const autolinked = /^<[^\s<>]+>[^\s<>]+$/

/** A link's target, so that no character of it ends it or means something else. */
export const target = (url: string): string =>
  url
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character ends a target
    .replace(/[\s<>()\\`\u0000-\u001f\u007f]/g, (character) => encodeURIComponent(character).replace(/[()]/, percent))
    .replace(/&(?=(?:#\w+|\w+);)/g, "&amp;")

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Only what a reader can follow without harm. */
export const isSafe = (url: string): boolean => /^(?:https?:\/\/|mailto:|#)[^\s]+$/i.test(url)

export const html = (text: string): string =>
  text.replace(/[&<>]/g, (c) => (c === "&" ? "&amp;" : c === "<" ? "&lt;" : "&gt;"))

/** The value of an attribute, between double quotes. */
export const attribute = (value: string): string => html(value).replaceAll('"', "&quot;")
