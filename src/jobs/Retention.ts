import { Context, Effect, Layer, Schedule, Stream } from "effect"
import type { BlobKey } from "../../schema/Ids.ts"
import { elapsedMillis } from "../process/Elapsed.ts"
import { Blobs } from "./Blobs.ts"

/** Expired jobs are gone to readers at once; their files and rows go at the next sweep. */
const sweepEvery = "60 seconds"

/** Files that no job knows are looked for this often. */
const lookEvery = "5 minutes"

/** Longer than it takes from storing a file to its row: a batch waits for the slowest of its links. */
const graceMillis = 10 * 60_000

/** A look whose answer took longer says nothing: what was being written then may have been waiting for the same database. */
const promptMillis = 5_000

/** How many files are compared with the jobs at a time. */
const batch = 500

/** Since when files have been unknown to all jobs, by a clock for durations. */
export type Unknown = ReadonlyMap<BlobKey, number>

/** Of the files that are unknown now, those that have been for the grace are left over; the others may get their row yet. */
export const leftOver = (since: Unknown, keys: ReadonlyArray<BlobKey>, now: number) => {
  const seen = keys.map((key) => [key, since.get(key) ?? now] as const)
  return {
    gone: seen.filter(([, first]) => now - first >= graceMillis).map(([key]) => key),
    waiting: seen.filter(([, first]) => now - first < graceMillis)
  }
}

export class Retention extends Context.Service<
  Retention,
  {
    /** Makes tombstones of jobs whose time is up. Answers with the files to remove. */
    readonly expire: Effect.Effect<ReadonlyArray<BlobKey>>
    /** Forgets old tombstones, nonces, idempotency keys, sign-ins, tickets, sessions, what OAuth left, full rate buckets. */
    readonly forget: Effect.Effect<void>
    /** Which of these files no job knows of. */
    readonly orphans: (keys: ReadonlyArray<BlobKey>) => Effect.Effect<ReadonlyArray<BlobKey>>
  }
>()("svc/jobs/Retention") {}

const watched = (name: string, sweep: Effect.Effect<void, unknown>) =>
  sweep.pipe(
    Effect.catchCause((cause) => Effect.logError(`${name} failed and will be tried again`, cause)),
    Effect.withSpan(name)
  )

/** Removes what has had its time: results, tombstones, nonces, keys, and files left over by a crash. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const retention = yield* Retention

    const expire = Effect.flatMap(retention.expire, (keys) => blobs.remove(keys)).pipe(Effect.andThen(retention.forget))

    let since: Unknown = new Map()

    const orphans = Effect.gen(function* () {
      const still = new Map<BlobKey, number>()
      const look = Effect.fnUntraced(function* (keys: ReadonlyArray<BlobKey>) {
        const asked = yield* elapsedMillis
        const unknown = yield* retention.orphans(keys)
        const now = yield* elapsedMillis
        if (now - asked > promptMillis) return
        const { gone, waiting } = leftOver(since, unknown, now)
        for (const [key, first] of waiting) still.set(key, first)
        yield* blobs.remove(gone)
      })
      yield* blobs.keys.pipe(Stream.grouped(batch), Stream.runForEach(look))
      since = still
      yield* blobs.tidy
    })

    yield* watched("Retention.expire", expire).pipe(Effect.repeat(Schedule.spaced(sweepEvery)), Effect.forkScoped)
    yield* watched("Retention.orphans", orphans).pipe(Effect.repeat(Schedule.spaced(lookEvery)), Effect.forkScoped)
  })
)
