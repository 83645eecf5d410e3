/** The one escape table: which characters mean something in Markdown, and where. Everything else stays as it is. */

/** A character of a text, and the row of the same character that it stands in. */
interface Place {
  readonly text: string
  readonly at: number
  readonly from: number
  readonly to: number
  /** Nothing but blanks before it. */
  readonly isFirst: boolean
  /** It stands in an address that renderers make a link of as it is. */
  readonly inAddress: boolean
  readonly pairs: Pairs
}

/** What of a text could pair: its marks are as they are where nothing could close them, or be closed by them. */
interface Pairs {
  /** There is more than one row of this mark. */
  readonly stars: boolean
  readonly lines: boolean
  readonly waves: boolean
  /** Where the first row of `_` stands that may open, and the last that may close. */
  readonly opening: number
  readonly closing: number
  /** A dollar could open or close a formula. */
  readonly dollars: boolean
  /** Where the last `](` stands in code, which some renderers take for the end of a link. */
  readonly codeBracket: number
}

/** What a text stands among, and its marks could pair with. */
interface Company {
  /** Marks of ours. */
  readonly isMarkedUp: boolean
  readonly hasFormulas: boolean
  /** Marks of the cell of which it is a line. */
  readonly beside: ReadonlySet<string>
}

const alone: Company = { isMarkedUp: false, hasFormulas: false, beside: new Set() }

/** The marks of all lines of a cell that could pair with each other. */
export const marksOf = (text: string): ReadonlySet<string> => {
  const once = new Set<string>()
  const found = new Set<string>()
  for (const [mark] of text.matchAll(/\]\(|[*_~$]/g)) {
    if (once.has(mark) || mark === "](") found.add(mark)
    once.add(mark)
  }
  return found
}

const pairsOf = (text: string, parts: ReadonlyArray<Part>, { isMarkedUp, hasFormulas, beside }: Company): Pairs => {
  const rows = [...text.matchAll(/_+/g)].map((row) => flanks(text, row.index, row.index + row[0].length))
  return {
    stars: isMarkedUp || beside.has("*") || hasMore(text, "*"),
    lines: isMarkedUp || beside.has("_") || rows.length > 1,
    waves: isMarkedUp || beside.has("~") || hasMore(text, "~"),
    dollars: hasFormulas || beside.has("$") || couldBeFormula.test(text),
    opening: beside.has("_") ? -1 : (rows.find(({ opens }) => opens)?.from ?? text.length),
    closing: beside.has("_") ? text.length : (rows.findLast(({ closes }) => closes)?.from ?? -1),
    codeBracket: beside.has("](")
      ? text.length
      : parts.reduce((last, { from, to, isText }) => {
          const at = isText ? -1 : text.slice(from, to).lastIndexOf("](")
          return at < 0 ? last : from + at
        }, -1)
  }
}

/** What renderers may take for a formula: a dollar before a character, and another one wherever it stands, as some take it. */
const couldBeFormula = /\$\S[^$]*\$|\$\$/

const hasMore = (text: string, mark: string): boolean => {
  const first = text.indexOf(mark)
  if (first < 0) return false
  let end = first
  while (text[end] === mark) end++
  return text.indexOf(mark, end) >= 0
}

/** Whether the row of `_` from `from` to `to` may open emphasis, or close it: not within a word. */
const flanks = (text: string, from: number, to: number) => ({
  from,
  opens: /^\S/.test(text.slice(to, to + 1)) && !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)),
  closes: /\S$/.test(text.slice(Math.max(0, from - 1), from)) && !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2))
})

const is = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Marks in a row between two blanks, such as a line to write on, open and close nothing. */
const isDelimiter = ({ text, from, to }: Place): boolean =>
  (from > 0 && !/\s/.test(text[from - 1] ?? "")) || (to < text.length && !/\s/.test(text[to] ?? ""))

const isInWord = ({ text, at }: Place): boolean =>
  /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(text.slice(at + 1, at + 3))

const isPaired = ({ text, from, to, pairs }: Place): boolean => {
  const { opens, closes } = flanks(text, from, to)
  return (opens && from < pairs.closing) || (closes && from > pairs.opening)
}

const rules: Readonly<Record<string, (place: Place) => boolean>> = {
  "\\": ({ text, at }) => at + 1 === text.length || is(/[!-/:-@[-`{-~]/y, text, at + 1),
  "`": () => true,
  "*": (place) =>
    (isDelimiter(place) && place.pairs.stars) || (place.isFirst && is(/\s|$|\*[*\s]*$/y, place.text, place.at + 1)),
  _: (place) => (place.inAddress ? isPaired(place) : place.pairs.lines && isDelimiter(place) && !isInWord(place)),
  "~": (place) => place.to - place.from > 1 || (place.pairs.waves && !place.inAddress),
  "]": ({ text, at }) => is(/[([:]/y, text, at + 1),
  "[": ({ text, at, isFirst, pairs }) =>
    is(/\^/y, text, at + 1) || (isFirst && is(/[ xX]\]/y, text, at + 1)) || at < pairs.codeBracket,
  $: ({ pairs }) => pairs.dollars,
  "!": ({ text, at }) => is(/\[/y, text, at + 1),
  // what could be a tag, a comment or an address, whatever follows
  "<": ({ text, at }) => at + 1 === text.length || is(/[a-z/!?]/iy, text, at + 1),
  "&": ({ text, at }) => is(/(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/iy, text, at + 1)
}

/** What may be a link as it stands, up to a blank or `<`; links that are not ours too. */
const addresses = /(?:https?:\/\/|ftp:\/\/|xmpp:|www\.)[^\s<]*/gi
const heads = /https?(?=:\/\/)|ftp(?=:\/\/)|xmpp(?=:)|www(?=\.)/gi
const foreign = /ftp:\/\/|xmpp:/i
/** What every renderer that makes links of addresses makes one of, its host apart. */
const path = /(?<=(?:^|[\s(])(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+)[/?#][^\s<]*/gi

/** Marks at the end of an address belong to the sentence. */
const withoutTrailing = (address: string): string => {
  let end = address.length
  while (end > 0 && "?!.,:;*_~'\")]".includes(address[end - 1] ?? "")) end--
  return address.slice(0, end)
}

/** A part of a text as it is printed: what stands between two changes of style. */
interface Part {
  readonly from: number
  readonly to: number
  /** It is printed as text, and is no link yet. */
  readonly isText: boolean
}

/**
 * `whole`, the text of a block that is printed as `parts`, so that it reads as itself: any part of it.
 *
 * A renderer that takes an address for a link takes what follows as it stands, up to a blank or `<`: a backslash in
 * front of a mark would be part of the link, and the mark would be live. So an address that has to have one, or that
 * another part follows, is put in angle brackets, where nothing means anything, or is no link.
 */
export const escaped = (
  whole: string,
  parts: ReadonlyArray<Part> = [{ from: 0, to: whole.length, isText: true }],
  company = alone
): ((from: number, to: number) => string) => {
  const pairs = pairsOf(whole, parts, company)
  const marked = new Uint8Array(whole.length)
  const spans = spansOf(whole, addresses)
  const exempt = spans.length === 0 ? [] : spansOf(whole, path, withoutTrailing)
  mark(whole, marked, exempt, pairs)
  const isNew = startsOf(whole, parts)
  const broken = spans.filter(
    ({ text, from, to }) => foreign.test(text) || has(marked, from, to + 1) || has(isNew, from + 1, to + 1)
  )
  if (broken.length === 0) return printer(whole, marked, new Map())
  const isBroken = new Uint8Array(whole.length)
  for (const { from, to } of broken) isBroken.fill(1, from, to)
  marked.fill(0)
  const unbroken = exempt.filter(({ from }) => isBroken[from] === 0)
  mark(whole, marked, unbroken, pairs)
  return printer(whole, marked, enclosed(whole, marked, broken, parts))
}

/** Where a part begins with more than a blank. */
const startsOf = (whole: string, parts: ReadonlyArray<Part>): Uint8Array => {
  const starts = new Uint8Array(whole.length)
  for (const { from } of parts) if (/\S/.test(whole[from] ?? "")) starts[from] = 1
  return starts
}

/** Sets in `marked` how addresses are kept from being links by themselves; gives what is printed where angle brackets stand. */
const enclosed = (
  whole: string,
  marked: Uint8Array,
  broken: ReadonlyArray<Span>,
  parts: ReadonlyArray<Part>
): ReadonlyMap<number, string> => {
  const brackets = new Map<number, string>()
  let next = 0
  for (const { text, from } of broken) {
    while ((parts[next]?.to ?? whole.length) <= from) next++
    const part = parts[next]
    const address = withoutTrailing(text.slice(0, Math.max(0, (part?.to ?? 0) - from)))
    const last = from + address.length - 1
    const isEnclosed = part?.isText === true && isEnclosable(address)
    if (isEnclosed) {
      marked.fill(0, from, last)
      brackets.set(from, `<${whole[from]}`).set(last, `${whole[last]}>`)
      marked[from] = marked[last] = 1
      if (whole[from - 1] === "\\") marked[from - 1] = 1
    }
    for (const head of text.matchAll(heads))
      if (!isEnclosed || head.index >= address.length) marked[from + head.index + head[0].length] = 1
  }
  return brackets
}

/** Prints any part of a text of which it is known which characters are marked. */
const printer =
  (whole: string, marked: Uint8Array, brackets: ReadonlyMap<number, string>) =>
  (from: number, to: number): string => {
    const marks = marked.subarray(0, to)
    let out = ""
    let written = from
    for (let at = marks.indexOf(1, from); at >= 0; at = marks.indexOf(1, at + 1)) {
      out += whole.slice(written, at) + (brackets.get(at) ?? (whole[at] === "<" ? "&lt;" : `\\${whole[at]}`))
      written = at + 1
    }
    out += whole.slice(written, to)
    // what comes after a part may begin with a mark
    return written < to && whole[to - 1] === "\\" ? `${out}\\` : out
  }

/** An address that is the same in angle brackets, whatever reads it. */
const isEnclosable = (address: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may stand in an address
  /^https?:\/\/[a-z\d][^\u0000-\u001f\u007f<>\\`]*$/.test(address) && !/&#?\w+;|ftp:|xmpp:/i.test(address)

const spansOf = (whole: string, pattern: RegExp, cut = (found: string): string => found): ReadonlyArray<Span> =>
  [...whole.matchAll(pattern)].map(({ 0: found, index: from }) => {
    const text = cut(found)
    return { text, from, to: from + text.length }
  })

/** Where an address is in a text. */
interface Span {
  readonly text: string
  readonly from: number
  readonly to: number
}

const has = (positions: Uint8Array, from: number, to: number): boolean => positions.subarray(from, to).includes(1)

const special = /[\\`*_~\][!<&$]/g

/** Sets in `marked` which characters of `text` mean something. */
const mark = (text: string, marked: Uint8Array, spans: ReadonlyArray<Span>, pairs: Pairs): void => {
  const first = text.search(/\S/)
  let from = 0
  let to = 0
  let next = 0
  for (const match of text.matchAll(special)) {
    const at = match.index
    if (at >= to || match[0] !== text[from]) {
      from = at
      to = at + 1
      while (text[to] === match[0]) to++
    }
    while (next < spans.length && (spans[next]?.to ?? 0) <= at) next++
    const inAddress = (spans[next]?.from ?? text.length) <= at
    const place = { text, at, from, to, isFirst: at <= first, inAddress, pairs }
    if (rules[match[0]]?.(place)) marked[at] = 1
  }
}

/** `text`, all of it, so that it reads as itself. */
export const inline = (text: string): string => escaped(text)(0, text.length)
