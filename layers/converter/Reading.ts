/** One document, read through to its last page by as many children as it takes. */
import * as Effect from "effect/Effect"
import { ConversionFailed, type FailureCode, type Progress } from "../../src/convert/Converter.ts"
import type { FinishedPage } from "../../src/convert/Document.ts"
import type { Options } from "../../src/convert/Page.ts"
import type { Sheet } from "../../src/convert/Scan.ts"
import { converse } from "./Conversation.ts"
import type { Limits } from "./Limits.ts"
import type { Pool } from "./Pool.ts"
import * as Spool from "./Spool.ts"
import { failedPage, type Reply } from "./Wire.ts"

export interface Document {
  readonly path: string
  readonly options: Options
  readonly maxPages: number
}

/** How far the reading has come; a `Scan` is a page that is still to be recognised. */
export type Step = Progress | { readonly _tag: "Scan"; readonly page: FinishedPage; readonly sheet: Sheet }

/** Children that may die in a row before they start a page. */
const openings = 3

export const failed = (code: FailureCode, message: string) => new ConversionFailed({ code, message })

/**
 * Emits what `Converter.pages` promises, but for scans. The page during which a child dies arrives as failed, and a fresh child goes
 * on after it.
 */
export const read = Effect.fnUntraced(function* (
  pool: Pool,
  limits: Limits,
  document: Document,
  emit: (step: Step) => void
) {
  let isOpened = false
  let last = Number.POSITIVE_INFINITY
  let started: number | null = null
  let finished = 0
  let survived = 0
  let isTooBig = false
  let deaths = 0
  let refusal: ConversionFailed | null = null

  const arrive = (step: Exclude<Step, { _tag: "Opened" }>) => {
    if (!step.page.warnings.includes("page_failed")) survived++
    finished = step.page.page
    started = null
    deaths = 0
    emit(step)
  }

  const hear = (reply: Reply) => {
    switch (reply._tag) {
      case "Opened":
        last = reply.last
        if (!isOpened) emit({ _tag: "Opened", info: reply.info })
        isOpened = true
        return limits.opening
      case "Started":
        started = reply.page
        return limits.page
      case "Page":
      case "Scan":
        arrive(reply)
        return limits.page
      case "Failed":
        refusal = failed(reply.code, reply.message)
    }
    return limits.page
  }

  const attempt = Effect.gen(function* () {
    const child = yield* pool.lease
    const path = yield* Effect.tryPromise({
      try: () => Spool.place(child.folder, document.path),
      catch: () => failed("conversion_failed", "The file could not be read")
    }).pipe(Effect.uninterruptible)
    const request = { _tag: "Convert" as const, ...document, path, after: finished }
    return yield* converse(child, [request], limits.memory, limits.opening, hear)
  }).pipe(Effect.scoped)

  while (finished < last && deaths < openings) {
    const ending = yield* attempt
    if (refusal !== null) return yield* refusal as ConversionFailed
    if (ending === "answered") break
    if (ending === "memory") isTooBig = true
    if (started !== null) arrive({ _tag: "Page", page: failedPage(started) })
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
