/** Windows of results: only the bytes of the window are read, and at most so many are held at once by all callers. */
import { Cache, Duration, Effect, Exit, Semaphore, Stream } from "effect"
import type { Gone } from "../../schema/Errors.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import { windowChars } from "../../schema/mcp/ToolFields.ts"
import * as Results from "../jobs/Results.ts"
import { bytesOf, indexOf, type Span, type TextIndex, within } from "./TextIndex.ts"
import { type Window, windowOf } from "./Window.ts"

/** What all callers together may hold of results, in bytes; what does not fit waits. */
const maxHeld = 32 * 1024 * 1024
/** A window with its places before and behind it, as bytes and as text. */
const windowBytes = 1024 * 1024
/** Indices that are kept: a few kilobytes each. */
const maxIndices = 200
const kept = Duration.minutes(10)

export const make = Effect.gen(function* () {
  const bytes = yield* Results.reading
  const held = yield* Semaphore.make(maxHeld)

  /** A result never changes: neither does its index. */
  const indices = yield* Cache.makeWith(
    (key: BlobKey) => held.withPermits(windowBytes)(Effect.flatMap(bytes(key), indexOf)),
    { capacity: maxIndices, timeToLive: (exit) => (Exit.isSuccess(exit) ? kept : Duration.zero) }
  )

  const textOf = Effect.fnUntraced(function* (key: BlobKey, index: TextIndex, span: Span) {
    const { char, ...range } = bytesOf(index, span)
    const text = yield* Stream.mkString(Stream.decodeText(yield* bytes(key, range)))
    return text.slice(span.from - char, span.to - char)
  })

  /** The window of `spans`, laid end to end, from `offset` on. */
  const window = (
    key: BlobKey,
    index: TextIndex,
    spans: ReadonlyArray<Span>,
    offset: number,
    maxChars: number = windowChars
  ): Effect.Effect<Window, Gone> => {
    const total = spans.reduce((sum, { from, to }) => sum + to - from, 0)
    const start = Math.min(offset, total)
    // a character more on each side, which a cut might tear
    const from = Math.max(0, start - 1)
    const to = Math.min(total, start + Math.min(maxChars, windowChars) + 1)
    return held.withPermits(windowBytes)(
      Effect.map(
        Effect.forEach(within(spans, { from, to }), (span) => textOf(key, index, span)),
        (parts) => windowOf({ text: parts.join(""), from, total }, offset, maxChars)
      )
    )
  }

  return { index: (key: BlobKey) => Cache.get(indices, key), window }
})
