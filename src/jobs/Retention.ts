import { Clock, Context, Effect, Layer, Schedule, Stream } from "effect"
import type { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "./Blobs.ts"

/** Expired jobs are gone to readers at once; their files and rows go at the next sweep. */
const sweepEvery = "60 seconds"

/** Files that no job knows are looked for this often, and only those older than the grace are removed. */
const orphansEvery = "1 hour"

/** Longer than any upload or conversion lasts between storing a file and its row. */
const graceMillis = 3 * 3_600_000

/** How many files are compared with the jobs at a time. */
const batch = 500

/** When a UUIDv7 was made, in milliseconds since the epoch (RFC 9562, section 5.7). */
export const madeAt = (key: BlobKey): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)

export class Retention extends Context.Service<
  Retention,
  {
    /** Makes tombstones of jobs whose time is up. Answers with the files to remove. */
    readonly expire: Effect.Effect<ReadonlyArray<BlobKey>>
    /** Forgets old tombstones, nonces, idempotency keys, sign-ins, tickets, sessions, and full rate buckets. */
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

    const orphans = Effect.gen(function* () {
      const before = (yield* Clock.currentTimeMillis) - graceMillis
      yield* blobs.keys.pipe(
        Stream.filter((key) => madeAt(key) < before),
        Stream.grouped(batch),
        Stream.runForEach((keys) => Effect.flatMap(retention.orphans(keys), (gone) => blobs.remove(gone)))
      )
    })

    yield* watched("Retention.expire", expire).pipe(Effect.repeat(Schedule.spaced(sweepEvery)), Effect.forkScoped)
    yield* watched("Retention.orphans", orphans).pipe(Effect.repeat(Schedule.spaced(orphansEvery)), Effect.forkScoped)
  })
)
