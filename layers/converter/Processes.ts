/**
 * Converts in child processes. Like the files it imports, it names the modules of effect one by one: the command line
 * starts twice as fast without the others.
 */
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { type ConversionFailed, Converter, type Progress } from "../../src/convert/Converter.ts"
import * as Child from "./Child.ts"
import { converse } from "./Conversation.ts"
import { type Limits, limits as usual } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import { failed, read } from "./Reading.ts"
import * as Spool from "./Spool.ts"
import type { Reply, Request } from "./Wire.ts"

export interface ConverterOptions {
  /** Documents converted at the same time. */
  readonly converters: number
  /** Children beyond those: one takes over at once when a child is killed, and assembles while all convert. */
  readonly spares: number
  readonly spool: string
  /** A folder for what Node compiled, which only this program's owner may write to; children start in half the time. */
  readonly code?: string | undefined
  readonly entry?: string | undefined
  readonly limits?: Partial<Limits> | undefined
  /** A child that lives already, and the folder that `Spool.open` made for it. */
  readonly first?: { readonly child: Child.Child; readonly spool: string } | undefined
}

/** Pages sent for assembling in one message: a few hundred KB, so that the parent is not held up. */
const bundle = 64

export const layerWith = (options: ConverterOptions) =>
  Layer.effect(
    Converter,
    Effect.gen(function* () {
      const limits: Limits = { ...usual, ...options.limits }
      const spool = yield* Effect.acquireRelease(
        Effect.sync(() => options.first?.spool ?? Spool.open(options.spool)),
        (folder) => Effect.promise(() => Spool.remove(folder))
      )
      const pool = yield* Pool.make({
        children: options.converters + options.spares,
        entry: options.entry ?? Child.entry,
        spool,
        code: options.code,
        limits,
        first: options.first?.child
      })
      const permits = yield* Semaphore.make(options.converters)

      return Converter.of({
        pages: (pdf, options, { maxPages }) =>
          Stream.callback<Progress, ConversionFailed>((progress) =>
            read(pool, limits, { path: pdf.path, options, maxPages }, (step) => Queue.offerUnsafe(progress, step)).pipe(
              permits.withPermit,
              Effect.andThen(Queue.end(progress))
            )
          ).pipe(Stream.withSpan("Converter.pages")),

        assemble: Effect.fn("Converter.assemble")(
          function* (info, pages, options) {
            const request: ReadonlyArray<Request> = [
              ...Array.chunksOf(pages, bundle).map((pages): Request => ({ _tag: "Keep", pages })),
              { _tag: "Assemble", info, options }
            ]
            const heard: Array<Reply> = []
            const hear = (reply: Reply) => {
              heard.push(reply)
              return limits.assembling
            }
            const child = yield* pool.lease
            const ending = yield* converse(child, request, limits.memory, limits.assembling, hear)
            const [answer] = heard
            if (answer?._tag === "Assembled") return answer.markdown
            if (ending === "crash") return yield* failed("engine_crashed", "The converter ended")
            return yield* failed("conversion_failed", "The pages could not be put together")
          },
          Effect.scoped,
          Effect.retry({ times: 1, while: (error) => error.code === "engine_crashed" }),
          Effect.mapError(({ message }) => failed("conversion_failed", message))
        )
      })
    })
  )
