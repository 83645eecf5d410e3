/**
 * Converts in child processes. Like the files it imports, it names the modules of effect one by one: the command line
 * starts twice as fast without the others.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import {
  type Assembled,
  atHand,
  ConversionFailed,
  Converter,
  type Progress,
  type Told
} from "../../src/convert/Converter.ts"
import { bytesOf, type PackedInfo, type PackedPage, type Printed } from "../../src/convert/model/Document.ts"
import type { Options } from "../../src/convert/model/Options.ts"
import type { ResultImage } from "../../src/convert/model/Result.ts"
import * as Child from "./Child.ts"
import { type Ending, exchange } from "./Conversation.ts"
import { gallery } from "./Figures.ts"
import { type Limits, limits as usual } from "./Limits.ts"
import * as Pool from "./Pool.ts"
import { failed, read as readThrough, type Step } from "./Reading.ts"
import * as Recognition from "./Recognition.ts"
import * as Shelf from "./Shelf.ts"
import * as Spool from "./Spool.ts"
import { lineLengths, type Reply, type Request } from "./Wire.ts"

export interface ConverterOptions {
  /** Documents converted at the same time. */
  readonly converters: number
  /** Pages recognised at the same time, by children of their own. */
  readonly recognisers?: number | undefined
  /** Children beyond those, from when one is needed: it takes over when a child is killed, and assembles while all convert. */
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

/** Owns what nobody is said to own. */
const nobody = ""

const noOutline = bytesOf([])

const parts = function* (
  info: PackedInfo,
  pages: ReadonlyArray<PackedPage>,
  options: Options,
  most: number
): Iterable<Request> {
  for (const { packed, ...page } of pages) yield { _tag: "Keep", page, packed: packed() }
  const { outline = noOutline, owner: _, printed: __, ...rest } = info
  yield { _tag: "Assemble", info: rest, outline, options, most }
}

/** Why a child did not finish what it had put together: one that died without our doing is followed by another. */
const unfinished = (ending: Ending) =>
  ending === "crash"
    ? failed("engine_crashed", "The converter ended")
    : failed("conversion_failed", "The document could not be put together")

/** What the child tells of what it has put together, as fast as it is taken, and no more of it than it may be. */
const told = (child: Child.Child, of: Told, limits: Limits) =>
  Stream.paginate({ size: 0, openLine: 0 }, (before) =>
    Effect.gen(function* () {
      const heard: Array<Reply> = []
      const hear = (reply: Reply) => {
        heard.push(reply)
        return limits.assembling
      }
      const ending = yield* exchange(child, [{ _tag: "More", of }], limits.memory, limits.assembling, hear)
      const [answer] = heard
      if (answer?._tag !== "Portion") return yield* unfinished(ending)
      const size = before.size + answer.bytes.length
      const { longest, open } = lineLengths(answer.bytes, before.openLine)
      if (size > limits[of] || (of === "blocks" && longest > limits.block)) return yield* unfinished(ending)
      return [[answer.bytes], answer.isLast ? Option.none() : Option.some({ size, openLine: open })] as const
    })
  )

/** What was put together where it was read. */
const toldAtOnce = ({ pages, markdown, blocks }: Printed): Assembled => ({
  ...atHand,
  pages,
  markdown: Stream.succeed(markdown),
  blocks: blocks === null ? Stream.die(new Error("Nobody said that blocks would be read")) : Stream.succeed(blocks)
})

/** Has the child put pictures into what it has put together. */
const illustrate = Effect.fnUntraced(function* (
  child: Child.Child,
  images: ReadonlyArray<ResultImage>,
  folder: string,
  limits: Limits
) {
  const heard: Array<Reply> = []
  const request = [{ _tag: "Illustrate", images, folder }] as const
  const ending = yield* exchange(child, request, limits.memory, limits.assembling, (reply) => {
    heard.push(reply)
    return limits.assembling
  })
  if (heard[0]?._tag !== "Illustrated") return yield* unfinished(ending)
})

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
      const { obstacle } = Child.confinementOf({ spool, code: options.code })
      if (obstacle !== null)
        yield* Effect.logWarning(`Converters run as root, without a user of their own: ${obstacle}`)
      const pool = yield* Pool.make({
        children: options.converters + options.spares,
        spares: options.spares,
        entry: options.entry ?? Child.entry,
        spool,
        code: options.code,
        limits,
        ...(options.manner ?? { singleThreaded: options.converters > 1 }),
        first: options.first?.child
      })
      const permits = yield* Semaphore.make(options.converters)
      const recognisers = options.recognisers ?? 1
      const drawers = yield* Pool.makeDrawers({ drawers: recognisers, spool, code: options.code, limits, nice: behind })
      const { recognise } = yield* Recognition.make({
        drawers,
        recognisers,
        spool,
        code: options.code,
        limits,
        nice: behind
      })
      let documents = 0

      const shared = { pool, limits, permits, converters: options.converters }

      return Converter.of({
        pages: (
          { path, owner = nobody, password: sealed },
          options,
          { maxPages, onRead = Effect.void, reads = [] }
        ) => {
          const password = sealed == null ? null : Redacted.value(sealed)
          const document = documents++
          let scans = 0
          // All scans are read as the languages of the first, so that only that one is read twice.
          let first: Deferred.Deferred<ReadonlyArray<string>> | null = null
          const read = Effect.fnUntraced(function* (step: Extract<Step, { _tag: "Scan" }>) {
            const scan = { ...step, owner, document, path, password }
            if (first !== null) {
              const ocr_languages = yield* Deferred.await(first)
              return (yield* recognise({ ...scan, options: { ...options, ocr_languages } })).page
            }
            first = Deferred.makeUnsafe()
            const { page, languages } = yield* recognise({ ...scan, options })
            yield* Deferred.succeed(first, languages)
            return page
          })
          const finish =
            (shelf: Shelf.Shelf) =>
            (step: Exclude<Step, { _tag: "Full" }>): Effect.Effect<Progress> =>
              step._tag === "Scan"
                ? Effect.map(read(step), ({ packed, ...page }) => {
                    scans--
                    return { _tag: "Page", page: { ...page, packed: shelf.put(packed()) } }
                  })
                : Effect.succeed(step)
          const steps = (shelf: Shelf.Shelf) =>
            Stream.callback<Step, ConversionFailed>((steps) =>
              readThrough(shared, { owner, path, password, options, maxPages, reads }, shelf, (step) => {
                if (step._tag === "Scan") scans++
                Queue.offerUnsafe(steps, step)
              }).pipe(
                permits.withPermit,
                Effect.andThen(Effect.suspend(() => (scans > 0 ? onRead : Effect.void))),
                Effect.andThen(Queue.end(steps))
              )
            ).pipe(
              Stream.takeWhile((step) => step._tag !== "Full"),
              Stream.mapEffect(finish(shelf), { concurrency: ahead * (recognisers + 1) })
            )
          return Stream.fromEffect(Shelf.make(spool, limits.pages)).pipe(
            Stream.flatMap(steps),
            Stream.withSpan("Converter.pages")
          )
        },

        assemble: Effect.fn("Converter.assemble")(
          function* <A, E, R>(
            info: PackedInfo,
            pages: ReadonlyArray<PackedPage>,
            options: Options,
            take: (assembled: Assembled) => Effect.Effect<A, E, R>
          ) {
            const printed = info.printed?.() ?? null
            if (printed !== null && printed.pages === pages.length && printed.options === options) {
              return yield* take(toldAtOnce(printed))
            }
            const heard: Array<Reply> = []
            const hear = (reply: Reply) => {
              heard.push(reply)
              return limits.assembling
            }
            const child = yield* pool.lease(info.owner ?? nobody)
            const request = parts(info, pages, options, limits.markdown)
            const ending = yield* exchange(child, request, limits.memory, limits.assembling, hear)
            const [answer] = heard
            if (answer?._tag === "Assembled") {
              const { figures } = answer
              let isCut = answer.isFiguresCut
              return yield* take({
                pages: Math.min(answer.pages, pages.length),
                images: ({ path, password }, { patience, folder }) => {
                  if (figures.length === 0) return Stream.empty
                  const source = {
                    ...{ owner: info.owner ?? nobody, document: documents++, path },
                    password: password == null ? null : Redacted.value(password)
                  }
                  const { images, index, isCut: isLeftOut } = gallery(drawers, source, figures, patience, limits)
                  const illustrated = Effect.suspend(() => {
                    isCut ||= isLeftOut()
                    return illustrate(child, index(), folder, limits)
                  })
                  return Stream.concat(images, Stream.drain(Stream.fromEffect(illustrated)))
                },
                isFiguresCut: () => isCut,
                isAtHand: false,
                markdown: told(child, "markdown", limits),
                blocks: told(child, "blocks", limits)
              })
            }
            return yield* unfinished(ending)
          },
          Effect.scoped,
          Effect.retry({ times: 1, while: isCrash }),
          Effect.mapError((error) => (isCrash(error) ? failed("conversion_failed", error.message) : error))
        )
      })
    })
  )
