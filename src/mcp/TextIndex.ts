/** Where the characters of a Markdown stand among its bytes, so that a part of it is read without the rest. */
import { Effect, Stream } from "effect"

/** Characters of text, as its length counts them: from the first to the one behind the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface TextIndex {
  readonly chars: number
  readonly bytes: number
  /** Pairs that ascend: a character, and the byte that it begins with. */
  readonly places: ReadonlyArray<readonly [char: number, byte: number]>
  /** Where the pages are marked: those that ascend; what does not is text. */
  readonly pages: ReadonlyArray<Span & { readonly page: number }>
}

/** Bytes between two places. */
const step = 65_536
/** More pages than any document has. */
const maxPages = 100_000

const lineFeed = 0x0a
const mark = /^<!-- page (\d{1,6}) -->$/
/** Longer lines mark no page. */
const longestMark = 32

/** Reads the bytes once and holds a chunk of them at a time. */
export const indexOf = Effect.fnUntraced(function* <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) {
  const places: Array<readonly [number, number]> = []
  const marks: Array<{ readonly page: number; readonly from: number }> = []
  let chars = 0
  let at = 0
  let due = 0
  let line = { from: 0, text: "", length: 0 }
  const endLine = () => {
    const page = Number((line.length <= longestMark ? mark.exec(line.text) : null)?.[1] ?? 0)
    if (page > (marks.at(-1)?.page ?? 0) && marks.length < maxPages) marks.push({ page, from: line.from })
  }
  yield* Stream.runForEach(bytes, (chunk) =>
    Effect.sync(() => {
      for (const byte of chunk) {
        const isFirst = (byte & 0xc0) !== 0x80
        if (isFirst && at >= due) {
          places.push([chars, at])
          due = at + step
        }
        at++
        // four bytes are a pair of surrogates
        if (isFirst) chars += byte >= 0xf0 ? 2 : 1
        if (byte === lineFeed) {
          endLine()
          line = { from: chars, text: "", length: 0 }
        } else if (line.length++ < longestMark) line.text += String.fromCharCode(byte)
      }
    })
  )
  endLine()
  const pages = marks.map(({ page, from }, i) => ({ page, from, to: marks[i + 1]?.from ?? chars }))
  return { chars, bytes: at, places, pages } satisfies TextIndex
})

/** The bytes that have the characters of `span` in them, and the character that they begin with. */
export const bytesOf = (index: TextIndex, span: Span) => {
  const first = index.places.findLast(([char]) => char <= span.from) ?? [0, 0]
  const last = index.places.find(([char]) => char >= span.to)?.[1] ?? index.bytes
  return { char: first[0], offset: first[1], length: last - first[1] }
}

const parse = (range: string) =>
  range.split(",").map((part) => {
    const [from = 0, to = from] = part.split("-").map(Number)
    return { from, to }
  })

/** Where the pages stand that a range like `1-3,7` names. */
export const pagesIn = (index: TextIndex, range: string): ReadonlyArray<Span> => {
  const wanted = parse(range)
  return index.pages.filter(({ page }) => wanted.some(({ from, to }) => from <= page && page <= to))
}

/** What of `spans`, laid end to end, stands between `from` and `to`. */
export const within = (spans: ReadonlyArray<Span>, { from, to }: Span): ReadonlyArray<Span> => {
  const out: Array<Span> = []
  let before = 0
  for (const span of spans) {
    const start = Math.max(span.from, span.from + from - before)
    const end = Math.min(span.to, span.from + to - before)
    if (start < end) out.push({ from: start, to: end })
    before += span.to - span.from
  }
  return out
}
