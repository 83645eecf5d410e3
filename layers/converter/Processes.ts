/**
 * Converts in child processes. Like the files it imports, it names the modules of effect one by one: the command line
 * starts twice as fast without the others.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { type Blocks, ConversionFailed, Converter, type Progress } from "../../src/convert/Converter.ts"
import { bytesOf, type PackedInfo, type PackedPage } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import * as Child from "./Child.ts"
import { exchange } from "./Conversation.ts"
import { type Limits, limits as usual } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import { failed, read as readThrough, type Step } from "./Reading.ts"
import * as Recognition from "./Recognition.ts"
import * as Spool from "./Spool.ts"
import type { Reply, Request } from "./Wire.ts"

export interface ConverterOptions {
  /** Documents converted at the same time. */
  readonly converters: number
  /** Pages recognised at the same time, by children of their own. */
  readonly recognisers?: number | undefined
  /** Children beyond those: one takes over at once when a child is killed, and assembles while all convert. */
  readonly spares: number
  readonly spool: string
  /** A folder for what Node compiled, which only this program's owner may write to; children start in half the time. */
  readonly code?: string | undefined
  readonly entry?: string | undefined
  readonly limits?: Partial<Limits> | undefined
  /** A child that lives already, and the folder that `Spool.open` made for it. */
  readonly first?: { readonly child: Child.Child; readonly spool: string } | undefined
  /** How the children run. */
  readonly manner?: Pick<Child.ForkOptions, "singleThreaded" | "shortLived" | "skipWarmup"> | undefined
}

/** Recognition gives way to conversions and to the service: how much nicer its processes are. */
const behind = 5

/** A document asks for so many pages at once for each that can be recognised; others' pages come in between. */
const ahead = 2

const noOutline = bytesOf([])

const parts = function* (info: PackedInfo, pages: ReadonlyArray<PackedPage>, options: Options): Iterable<Request> {
  for (const { packed, ...page } of pages) yield { _tag: "Keep", page, packed }
  const { outline = noOutline, ...rest } = info
  yield { _tag: "Assemble", info: rest, outline, options }
}

/** More bytes of blocks than this are not what a document of the largest Markdown has. */
const mostOfBlocks = 1024 ** 3

/** What the child says of the blocks that it has put together, as fast as they are taken. */
const blocksOf = (child: Child.Child, limits: Limits): Blocks =>
  Stream.paginate(0, (before) =>
    Effect.gen(function* () {
      const heard: Array<Reply> = []
      const hear = (reply: Reply) => {
        heard.push(reply)
        return limits.assembling
      }
      yield* exchange(child, [{ _tag: "More" }], limits.memory, limits.assembling, hear)
      const [answer] = heard
      const size = before + (answer?._tag === "Blocks" ? answer.lines.length : 0)
      if (answer?._tag !== "Blocks" || size > mostOfBlocks) {
        return yield* failed("conversion_failed", "The blocks of the document could not be put together")
      }
      return [[answer.lines], answer.isLast ? Option.none() : Option.some(size)] as const
    })
  )

const isCrash = (error: unknown): error is ConversionFailed =>
  error instanceof ConversionFailed && error.code === "engine_crashed"

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
        ...(options.manner ?? { singleThreaded: options.converters > 1 }),
        first: options.first?.child
      })
      const permits = yield* Semaphore.make(options.converters)
      const recognisers = options.recognisers ?? 1
      const { recognise } = yield* Recognition.make({
        recognisers,
        spool,
        code: options.code,
        limits,
        nice: behind
      })
      let documents = 0

      const shared = { pool, limits, permits, converters: options.converters }

      return Converter.of({
        pages: ({ path }, options, { maxPages, onRead = Effect.void }) => {
          const document = documents++
          let scans = 0
          // All scans are read as the languages of the first, so that only that one is read twice.
          let first: Deferred.Deferred<ReadonlyArray<string>> | null = null
          const read = Effect.fnUntraced(function* (step: Extract<Step, { _tag: "Scan" }>) {
            const scan = { ...step, document, path }
            if (first !== null) {
              const ocr_languages = yield* Deferred.await(first)
              return (yield* recognise({ ...scan, options: { ...options, ocr_languages } })).page
            }
            first = Deferred.makeUnsafe()
            const { page, languages } = yield* recognise({ ...scan, options })
            yield* Deferred.succeed(first, languages)
            return page
          })
          const finish = (step: Step): Effect.Effect<Progress> =>
            step._tag === "Scan"
              ? Effect.map(read(step), (page) => {
                  scans--
                  return { _tag: "Page", page }
                })
              : Effect.succeed(step)
          return Stream.callback<Step, ConversionFailed>((steps) =>
            readThrough(shared, { path, options, maxPages }, (step) => {
              if (step._tag === "Scan") scans++
              Queue.offerUnsafe(steps, step)
            }).pipe(
              permits.withPermit,
              Effect.andThen(Effect.suspend(() => (scans > 0 ? onRead : Effect.void))),
              Effect.andThen(Queue.end(steps))
            )
          ).pipe(
            Stream.mapEffect(finish, { concurrency: ahead * (recognisers + 1) }),
            Stream.withSpan("Converter.pages")
          )
        },

        assemble: Effect.fn("Converter.assemble")(
          function* <E, R>(
            info: PackedInfo,
            pages: ReadonlyArray<PackedPage>,
            options: Options,
            keep?: (blocks: Blocks) => Effect.Effect<void, E, R>
          ) {
            const heard: Array<Reply> = []
            const hear = (reply: Reply) => {
              heard.push(reply)
              return limits.assembling
            }
            const child = yield* pool.lease
            const ending = yield* exchange(child, parts(info, pages, options), limits.memory, limits.assembling, hear)
            const [answer] = heard
            if (answer?._tag === "Assembled") {
              if (keep !== undefined) yield* keep(blocksOf(child, limits))
              return Buffer.from(answer.markdown).toString()
            }
            if (ending === "crash") return yield* failed("engine_crashed", "The converter ended")
            return yield* failed("conversion_failed", "The pages could not be put together")
          },
          Effect.scoped,
          Effect.retry({ times: 1, while: isCrash }),
          Effect.mapError((error) => (isCrash(error) ? failed("conversion_failed", error.message) : error))
        )
      })
    })
  )
