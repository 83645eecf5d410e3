import { Context, Effect, Layer, Option, Schedule, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type { BlobKey } from "../../../schema/Ids.ts"
import { type Assembled, ConversionFailed, Converter, type Progress } from "../../convert/Converter.ts"
import type { PackedInfo, PackedPage } from "../../convert/model/Document.ts"
import { pagesOf } from "../../convert/model/PageRange.ts"
import { elapsedMillis } from "../../process/Elapsed.ts"
import { isOutage } from "../../process/Outage.ts"
import { spanned } from "../../process/Spanned.ts"
import { Blobs, isOfDisk, newKey, StoreUnavailable } from "../Blobs.ts"
import { gzipping } from "../Gzip.ts"
import type { Work } from "../Job.ts"
import type { Lease } from "../Queue.ts"
import { Attempts, type Outcome } from "./Attempts.ts"

/** Progress is written no more often than this. */
const progressMillis = 1_000

/** Where pages may be left out, this share of the budget is kept for putting the others together. */
const assemblyShare = 0.1

/** A store that failed is given this long before the job is handed out again. */
const storePause = "1 second"

/** What had arrived when the document ended or its time was up. */
interface Arrived {
  readonly info: PackedInfo | null
  readonly pages: ReadonlyArray<PackedPage>
  readonly inTime: boolean
}

/** What a budget buys: everything, or the pages that arrived before it ran out. */
export const within = <E, R, R2>(
  progress: Stream.Stream<Progress, E, R>,
  budgetSeconds: number,
  onStep: (info: PackedInfo | null, pagesDone: number) => Effect.Effect<void, never, R2>
): Effect.Effect<Arrived, E, R | R2> =>
  Effect.suspend(() => {
    const pages: Array<PackedPage> = []
    let info: PackedInfo | null = null
    return progress.pipe(
      Stream.runForEach((step) => {
        if (step._tag === "Opened") info = step.info
        else pages.push(step.page)
        return onStep(info, pages.length)
      }),
      Effect.timeoutOption(budgetSeconds * 1_000),
      Effect.map((ended) => ({ info, pages, inTime: Option.isSome(ended) }))
    )
  })

const failed = (code: "time_budget_exceeded" | ConversionFailed["code"], message: string): Outcome => ({
  _tag: "Failed",
  error: { code, message }
})

const outOfTime = ({ timeBudgetSec }: Work): Outcome =>
  failed("time_budget_exceeded", `The conversion did not end within ${timeBudgetSec} seconds`)

/** Why nothing can be made of what arrived, or null when there is something to put together. */
export const failureOf = (work: Work, { inTime, info, pages }: Arrived): Outcome | null =>
  info === null || (!inTime && (!work.truncates || pages.length === 0))
    ? outOfTime(work)
    : pages.length > 0 && pages.every((page) => page.characters === 0 && page.warnings.includes("page_failed"))
      ? failed("conversion_failed", "No page of the document could be converted")
      : null

/** The first page that was asked for and did not arrive. */
const nextPage = (
  arrived: ReadonlyArray<{ readonly page: number }>,
  info: PackedInfo,
  { settings }: Pick<Work, "settings">
): number | null => {
  const done = new Set(arrived.map(({ page }) => page))
  return pagesOf(settings.page_range, info.pages)?.find((page) => !done.has(page)) ?? null
}

/** Where the Markdown of a run goes, its blocks, and the pictures of its figures. */
interface Keys {
  readonly output: BlobKey
  readonly blocks: BlobKey
  readonly images: BlobKey
}

/** What is left of the time when a document has been read goes to drawing its figures up to this share. */
const figuresShare = 0.5

export class Run extends Context.Service<
  Run,
  {
    /**
     * Runs the job of a lease to its end: one of its outcomes is written, unless the lease is lost on the way.
     * Interrupted, it hands the job back. `onRead` is that of `Converter.pages`.
     */
    readonly job: (lease: Lease, onRead: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("svc/jobs/Run") {}

export const layer = Layer.effect(
  Run,
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const converter = yield* Converter
    const attempts = yield* Attempts
    const gzipped = yield* gzipping
    const random = yield* SecureRandom

    const pages = (work: Work, onRead: Effect.Effect<void>) =>
      Effect.gen(function* () {
        const path = yield* blobs.file(work.inputKey)
        if (Option.isNone(path)) {
          return yield* new ConversionFailed({ code: "conversion_failed", message: "The input is no longer there" })
        }
        let written = yield* elapsedMillis
        return yield* within(
          converter.pages({ path: path.value, owner: work.owner, password: work.password }, work.settings, {
            maxPages: work.maxPages,
            onRead,
            reads: ["markdown", "blocks"]
          }),
          work.truncates ? work.timeBudgetSec * (1 - assemblyShare) : work.timeBudgetSec,
          (info, pagesDone) =>
            Effect.flatMap(elapsedMillis, (now) => {
              if (info === null || now - written < progressMillis) return Effect.void
              written = now
              return attempts
                .progress(work, { pages: info.pages, pagesDone })
                .pipe(Effect.catchDefect((defect) => Effect.logWarning("Progress was not written", defect)))
            })
        )
      })

    /** Stores the pictures of what was put together, and yields how many bytes they have. */
    const pictures = Effect.fnUntraced(function* (work: Work, assembled: Assembled, key: BlobKey, left: number) {
      const path = yield* blobs.file(work.inputKey)
      if (Option.isNone(path)) return 0
      const pdf = { path: path.value, owner: work.owner, password: work.password }
      const images = assembled.images(pdf, { patience: figuresShare * left, folder: "images/" })
      const { size } = yield* blobs.write(
        key,
        Stream.map(images, ({ bytes }) => bytes)
      )
      if (size === 0) yield* Effect.ignore(blobs.remove([key]))
      return size
    }, Effect.scoped)

    const assemble = spanned("Run.assemble")(function* (
      work: Work,
      arrived: Arrived,
      info: PackedInfo,
      { output, blocks, images }: Keys,
      left: number
    ) {
      const { pages, size, pictured, isFiguresCut } = yield* converter.assemble(
        info,
        arrived.pages,
        work.settings,
        (assembled) =>
          Effect.gen(function* () {
            const pictured = work.settings.images === "files" ? yield* pictures(work, assembled, images, left) : 0
            const [{ size }] = yield* Effect.all(
              [blobs.write(output, assembled.markdown), blobs.write(blocks, gzipped(assembled.blocks))],
              { concurrency: assembled.isAtHand ? "unbounded" : 1 }
            )
            const isFiguresCut = assembled.isFiguresCut()
            return { pages: arrived.pages.slice(0, assembled.pages), size, pictured, isFiguresCut }
          })
      )
      const continueFrom = nextPage(pages, info, work)
      return {
        _tag: "Ready",
        outputKey: output,
        blocksKey: blocks,
        imagesKey: pictured > 0 ? images : null,
        isFiguresCut,
        outputSize: size,
        pages: info.pages,
        pagesDone: pages.length,
        truncated: continueFrom !== null,
        continueFrom,
        report: pages.map(({ packed: _, ...facts }) => facts)
      } satisfies Outcome
    })

    const convert = (work: Work, keys: Keys, onRead: Effect.Effect<void>): Effect.Effect<Outcome, StoreUnavailable> =>
      Effect.gen(function* () {
        const begun = yield* elapsedMillis
        const arrived = yield* pages(work, onRead)
        const end = failureOf(work, arrived)
        if (end !== null || arrived.info === null) return end ?? outOfTime(work)
        const left = work.timeBudgetSec * 1_000 - ((yield* elapsedMillis) - begun)
        const assembled = yield* Effect.timeoutOption(assemble(work, arrived, arrived.info, keys, left), left)
        return Option.getOrElse(assembled, () => outOfTime(work))
      }).pipe(
        Effect.scoped,
        Effect.catchTag("ConversionFailed", ({ code, message }) => Effect.succeed(failed(code, message))),
        Effect.catchDefect((defect) =>
          isOfDisk(defect) ? Effect.fail(new StoreUnavailable({ cause: defect })) : Effect.die(defect)
        )
      )

    /** Writes the outcome; of input and output only the one that the job still has stays. */
    const finish = spanned("Run.finish")(function* (work: Work, outcome: Outcome, keys: Keys) {
      const isReady = (yield* attempts.finish(work, outcome)) && outcome._tag === "Ready"
      yield* Effect.ignore(blobs.remove(isReady ? [work.inputKey] : [keys.output, keys.blocks, keys.images]))
    })

    /** Hands a job back as soon as the database takes it: until then a store's fault would count as an attempt. */
    const handedBack = (work: Work) =>
      attempts.handBack(work).pipe(
        Effect.catchDefect((defect) => (isOutage(defect) ? Effect.fail(defect) : Effect.die(defect))),
        Effect.retry(Schedule.spaced(storePause)),
        Effect.orDie
      )

    /**
     * Converts and writes the outcome, or gives the job back when a store fails. Only the conversion can be broken off:
     * what it has written by then goes.
     */
    const toTheEnd = (work: Work, lease: Lease, onRead: Effect.Effect<void>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const keys: Keys = {
            output: yield* newKey(random),
            blocks: yield* newKey(random),
            images: yield* newKey(random)
          }
          const outcome = yield* restore(convert(work, keys, onRead)).pipe(
            Effect.onError(() => Effect.ignore(blobs.remove([keys.output, keys.blocks, keys.images])))
          )
          yield* finish(work, outcome, keys)
          yield* lease.complete
        }).pipe(
          Effect.catchTag("StoreUnavailable", (error) =>
            Effect.logError("The store failed; the job is handed back", error).pipe(
              Effect.andThen(restore(handedBack(work))),
              Effect.andThen(restore(Effect.sleep(storePause))),
              Effect.andThen(lease.release)
            )
          )
        )
      )

    const job = Effect.fn("Run.job")(
      (lease: Lease, onRead: Effect.Effect<void>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const claim = yield* attempts.claim(lease.jobId)
            if (claim._tag !== "Claimed") return yield* lease.complete
            const { work } = claim
            // A lease that is lost counts as an attempt; only a worker that is told to stop hands the job back.
            yield* restore(Effect.raceFirst(toTheEnd(work, lease, onRead), lease.lost)).pipe(
              Effect.onInterrupt(() => attempts.handBack(work))
            )
          })
        ),
      (effect, lease) =>
        effect.pipe(
          Effect.catchDefect((defect) =>
            Effect.logError("A run broke off; the job is handed out again", defect).pipe(
              Effect.andThen(Effect.sleep(storePause)),
              Effect.andThen(lease.release)
            )
          ),
          Effect.annotateLogs({ job_id: lease.jobId })
        )
    )

    return Run.of({ job })
  })
)
