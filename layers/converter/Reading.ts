/** One document, read through to its last page by as many children as it takes. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Semaphore from "effect/Semaphore"
import { ConversionFailed, type FailureCode, type Progress, type Told } from "../../src/convert/Converter.ts"
import { failedPage, type PackedPage, type Printed } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import { pagesOf } from "../../src/convert/model/PageRange.ts"
import { exchange } from "./Conversation.ts"
import { type Division, firstShare, type Limits } from "./Limits.ts"
import type { Pool } from "./Pool.ts"
import { inOrder, type Shelf } from "./Shelf.ts"
import * as Spool from "./Spool.ts"
import { lineLengths, type Reply } from "./Wire.ts"

export interface Document {
  readonly owner: string
  readonly path: string
  readonly password: string | null
  readonly options: Options
  readonly maxPages: number
  readonly reads: ReadonlyArray<Told>
}

/** A page that has been read; a `Scan` is still to be recognised. */
type Arrival =
  | Extract<Progress, { _tag: "Page" }>
  | { readonly _tag: "Scan"; readonly page: PackedPage; readonly graphics: () => Uint8Array }

/** How far the reading has come. */
export type Step =
  | Progress
  | Arrival
  /** There is no room for more pages. */
  | { readonly _tag: "Full" }

/** So many of a document's pages, from the first after `after`; null is the share of the child that opens it. */
interface PageSpan {
  readonly after: number
  readonly most: number | null
}

/** Children that may die in a row before they start a page. */
const openings = 3

/** A document is read in no more spans than this: each opens the file anew and looks its first page up among all. */
const maxSpans = 100

/** How often a long document asks whether a converter has nothing to do, in ms. */
const askAgain = 50

/** What a child tells of a whole document is what was wanted, and no more than may be told of one: else it is put together anew. */
const isWithin = (limits: Limits, told: Partial<Record<Told, Uint8Array>>, wanted: ReadonlyArray<Told>) =>
  (["markdown", "blocks"] as const).every((of) => {
    const bytes = told[of]
    if (bytes === undefined) return !wanted.includes(of)
    return bytes.length <= limits[of] && (of === "markdown" || lineLengths(bytes, 0).longest <= limits.block)
  })

/** What documents share. */
export interface Shared {
  readonly pool: Pool
  readonly limits: Limits
  /** One for each document that is being read, and for each other child that helps. */
  readonly permits: Semaphore.Semaphore
  readonly converters: number
}

export const failed = (code: FailureCode, message: string) => new ConversionFailed({ code, message })

/**
 * Emits what `Converter.pages` promises, but for scans; the caller holds one of the permits. A page during which a child dies
 * is read once more, alone; if that one dies too, or the page took too long, it arrives as failed. Another child goes on after it. A long document is read in spans, by other children too as long as
 * permits are left over: documents that wait come first.
 */
export const read = Effect.fnUntraced(function* (
  { pool, limits, permits, converters }: Shared,
  document: Document,
  shelf: Shelf,
  emit: (step: Step) => void
) {
  const open: Array<PageSpan> = []
  const division: Division = { undivided: limits.undivided, children: converters }
  let isOpened = false
  /** Known once the document is open. */
  let first = Number.POSITIVE_INFINITY
  /** Pages that are asked for: a child has no others to speak of. */
  let asked: ReadonlySet<number> = new Set()
  let survived = 0
  let isTooBig = false
  let printed: Printed | null = null
  const isDivided = yield* Deferred.make<boolean>()
  const ordered = inOrder<Arrival>(({ page }) => page.page, emit)

  const opened = (reply: Extract<Reply, { _tag: "Opened" }>) => {
    if (isOpened) return
    isOpened = true
    const { owner } = document
    emit({ _tag: "Opened", info: { ...reply.info, outline: reply.outline, owner, printed: () => printed } })
    const selected = reply.info.pages > document.maxPages ? [] : pagesOf(document.options.page_range, reply.info.pages)
    if (selected === null) return
    asked = new Set(selected)
    const most = Math.max(limits.stretch, Math.ceil(selected.length / maxSpans))
    first = firstShare(selected.length, division)
    for (let i = first; i < selected.length; i += most) open.push({ after: selected[i - 1] ?? 0, most })
    ordered.expect(selected)
    Deferred.doneUnsafe(isDivided, Exit.succeed(open.length > 0))
  }

  const readSpan = Effect.fnUntraced(function* ({ after, most }: PageSpan) {
    let last = Number.POSITIVE_INFINITY
    let started: number | null = null
    let finished = after
    let done = 0
    let deaths = 0
    /** A page during which a child died, though nobody killed it for the time it took: it is tried once more, alone. */
    let suspect: number | null = null
    let refusal: ConversionFailed | null = null
    /** What the child at work may tell of the whole document. */
    let expected: ReadonlyArray<Told> = []

    const arrive = (step: Arrival) => {
      if (!step.page.warnings.includes("page_failed")) survived++
      finished = step.page.page
      started = null
      suspect = null
      deaths = 0
      done++
      if (shelf.isFull()) emit({ _tag: "Full" })
      else ordered.arrive(step)
    }

    const begin = (page: number | null) => {
      if (page !== null && !(asked.has(page) && page > finished)) return null
      started = page
      return limits.page
    }

    const hear = (reply: Reply) => {
      switch (reply._tag) {
        case "Opened":
          if (suspect === null) last = reply.last
          opened(reply)
          return limits.opening
        case "Started":
          return begin(reply.page)
        case "Page":
        case "Scan": {
          if (reply.page.page !== started) return null
          const page = { ...reply.page, packed: shelf.put(reply.packed) }
          if (reply._tag === "Page") arrive({ _tag: "Page", page })
          else arrive({ _tag: "Scan", page, graphics: shelf.put(reply.graphics) })
          return begin(reply.next)
        }
        case "Printed":
          if (expected.length === 0 || done !== asked.size) return null
          if (isWithin(limits, reply, expected)) {
            const { markdown, blocks = null } = reply
            printed = { pages: done, options: document.options, markdown, blocks }
          }
          return limits.page
        case "Failed":
          refusal = failed(reply.code, reply.message)
          return limits.page
        case "Done":
          return limits.page
        default:
          return null
      }
    }

    const attempt = Effect.gen(function* () {
      const child = yield* pool.lease(document.owner)
      const path = yield* Effect.promise(() => Spool.place(child, document.path)).pipe(
        Effect.uninterruptible,
        Effect.catchDefect((defect) =>
          defect instanceof Error && "code" in defect && defect.code === "ENOENT"
            ? failed("conversion_failed", "The file is no longer there")
            : Effect.die(defect)
        )
      )
      const { options, maxPages, password } = document
      expected = isOpened || finished > 0 ? [] : document.reads
      const request = {
        _tag: "Convert" as const,
        options,
        maxPages,
        path,
        after: finished,
        most: suspect !== null ? 1 : most === null && !isOpened ? division : (most ?? first) - done,
        outline: !isOpened,
        password,
        reads: expected
      }
      return yield* exchange(child, [request], limits.memory, limits.opening, hear)
    }).pipe(Effect.scoped)

    const isLeft = () => finished < last && done < (most ?? first)
    while (isLeft() && deaths < openings) {
      const wasAlone = suspect !== null
      const ending = yield* attempt
      if (refusal !== null) return yield* refusal as ConversionFailed
      if (ending === "answered" && !wasAlone) break
      if (ending === "answered") {
        if (suspect !== null) arrive({ _tag: "Page", page: failedPage(suspect) })
        continue
      }
      // All it had left to do was to put the pages together.
      if (done > 0 && !isLeft()) break
      if (ending === "memory") isTooBig = true
      if (started !== null && ending !== "time" && suspect !== started) suspect = started
      else if (started !== null) arrive({ _tag: "Page", page: failedPage(started) })
      else if (ending === "time") return yield* failed("engine_crashed", "The document could not be opened in time")
      else deaths++
    }
    if (isTooBig && survived === 0) {
      return yield* failed("memory_limit_exceeded", "The document needs more memory than a conversion may take")
    }
    if (deaths === openings) {
      return yield* failed("engine_crashed", `The converter ended ${openings} times at this document`)
    }
  })

  const next = Effect.suspend(() => {
    const span = open.shift()
    return span === undefined ? Effect.void : readSpan(span)
  })
  // The pause gives the permit to the next that waits for it.
  const help = Effect.whileLoop({
    while: () => open.length > 0,
    body: () =>
      Effect.flatMap(permits.withPermitsIfAvailable(1)(next), (taken) =>
        Effect.sleep(Option.isSome(taken) ? 1 : askAgain)
      ),
    step: () => {}
  })
  const lead = readSpan({ after: 0, most: null }).pipe(
    Effect.ensuring(Deferred.succeed(isDivided, false)),
    Effect.andThen(Effect.whileLoop({ while: () => open.length > 0, body: () => next, step: () => {} }))
  )
  const helper = Effect.flatMap(Deferred.await(isDivided), (divided) => (divided ? help : Effect.void))
  const helpers = Array.from({ length: converters - 1 }, () => helper)
  yield* Effect.all([lead, ...helpers], { concurrency: "unbounded", discard: true })
})
