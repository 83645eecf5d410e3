import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Metric, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as AttemptsSql from "../../layers/sql/jobs/Attempts.ts"
import * as RetentionSql from "../../layers/sql/jobs/Retention.ts"
import * as Test from "../../layers/Test.ts"
import type { DeviceActor, KeyActor } from "../../schema/Actor.ts"
import { BlobKey, type JobId } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import * as Retention from "../../src/jobs/Retention.ts"
import * as AttemptMetrics from "../../src/jobs/runs/AttemptMetrics.ts"
import { Attempts } from "../../src/jobs/runs/Attempts.ts"
import { newActor, newKeyActor } from "../support/Actor.ts"
import * as TestDatabase from "../support/Database.ts"

/** The services without workers, so that a test takes each step of a job's life itself. */
const services = Layer.mergeAll(AttemptMetrics.layer.pipe(Layer.provide(AttemptsSql.layer)), RetentionSql.layer).pipe(
  Layer.provideMerge(Test.services),
  Layer.provideMerge(Test.config()),
  Layer.provideMerge(TestDatabase.layer),
  Layer.orDie
)

const newKey = Effect.flatMap(SecureRandom, (random) => Effect.map(random.uuidV7(), (id) => BlobKey.make(id)))

const stored = Effect.gen(function* () {
  const key = yield* newKey
  yield* (yield* Blobs).write(key, Stream.succeed(new Uint8Array(8)))
  return key
})

const create = Effect.fnUntraced(function* (actor: DeviceActor | KeyActor, converter: "auto" | "text" = "auto") {
  const inputKey = yield* stored
  const [job] = yield* (yield* Jobs).create(
    actor.kind === "key" ? { surface: "v2", actor } : { surface: "v1", actor },
    [
      {
        inputKey,
        inputSize: 8,
        inputSha256: "",
        fileName: "a.pdf",
        source: "upload",
        settings: { ...defaults, converter },
        externalId: null,
        tags: []
      }
    ],
    Option.none()
  )
  return job!
})

const claimed = Effect.fnUntraced(function* (jobId: JobId) {
  const claim = yield* (yield* Attempts).claim(jobId)
  return claim._tag === "Claimed" ? claim.work : assert.fail(`The claim was ${claim._tag}`)
})

const countOf = (outcome: string) =>
  Effect.map(Metric.snapshot, (all) => {
    const found = all.find(({ id, attributes }) => id === "conversions_total" && attributes?.["outcome"] === outcome)
    return found?.type === "Counter" ? Number(found.state.count) : 0
  })

const ready = Effect.gen(function* () {
  return {
    _tag: "Ready",
    outputKey: yield* stored,
    blocksKey: yield* stored,
    imagesKey: null,
    isFiguresCut: false,
    outputSize: 8,
    pages: 1,
    pagesDone: 1,
    truncated: false,
    continueFrom: null,
    report: []
  } as const
})

layer(services)("A job", (it) => {
  it.effect(
    "waits for no other one that ends with it before its own turn: a device that was unlinked just then failed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const attempts = yield* Attempts
        const actor = yield* newActor()
        const [first, second] = [yield* create(actor), yield* create(actor)]
        const works = [yield* claimed(second.jobId), yield* claimed(first.jobId)]
        const ends = yield* Effect.forEach(works, (work) =>
          Effect.map(ready, (outcome) => attempts.finish(work, outcome))
        )
        const waiting = Effect.andThen(
          sql`SELECT pg_stat_clear_snapshot()`,
          sql`SELECT FROM pg_locks WHERE NOT granted
          AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
        )
        const ending = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM jobs WHERE id = ${first.jobId} FOR UPDATE`
            const ending = yield* Effect.forkDetach(Effect.all(ends, { concurrency: "unbounded" }))
            yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
            assert.lengthOf(yield* sql`SELECT FROM jobs WHERE id = ${second.jobId} FOR UPDATE SKIP LOCKED`, 1)
            return ending
          })
        )
        assert.deepStrictEqual(yield* Fiber.join(ending), [true, true])
      })
  )

  it.effect("is engine_crashed, and counted as that once, after three runs that broke off", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const attempts = yield* Attempts
      const { jobId } = yield* create(actor)
      const before = yield* countOf("engine_crashed")
      for (const attempt of [1, 2, 3]) assert.strictEqual((yield* claimed(jobId)).attempt, attempt)
      assert.strictEqual((yield* attempts.claim(jobId))._tag, "GivenUp")
      assert.strictEqual((yield* attempts.claim(jobId))._tag, "Unwanted")
      assert.strictEqual(yield* countOf("engine_crashed"), before + 1)
      const job = yield* (yield* Jobs).find(actor, jobId)
      assert.strictEqual(job.status, "error")
      assert.strictEqual(job.error?.code, "engine_crashed")
    })
  )

  it.effect("does not count a run that was handed back", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const attempts = yield* Attempts
      const { jobId } = yield* create(actor)
      for (let n = 0; n < 5; n++) {
        const work = yield* claimed(jobId)
        assert.strictEqual(work.attempt, 1)
        yield* attempts.handBack(work)
        assert.strictEqual((yield* (yield* Jobs).find(actor, jobId)).status, "queued")
      }
    })
  )

  it.effect("heeds only its newest run", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const attempts = yield* Attempts
      const { jobId } = yield* create(actor)
      const old = yield* claimed(jobId)
      const current = yield* claimed(jobId)
      yield* attempts.progress(old, { pages: 9, pagesDone: 9 })
      yield* attempts.handBack(old)
      assert.isFalse(yield* attempts.finish(old, yield* ready))
      const job = yield* (yield* Jobs).find(actor, jobId)
      assert.deepStrictEqual([job.status, job.pages, job.pagesDone], ["processing", null, 0])
      const written = yield* ready
      assert.isTrue(yield* attempts.finish(current, written))
      // As after a commit whose answer was lost with the connection: the files are the job's, and are told of once.
      assert.isTrue(yield* attempts.finish(current, written))
      assert.isFalse(yield* attempts.finish(current, yield* ready))
    })
  )

  it.effect("that was canceled is neither claimed, nor finished, nor handed back", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const attempts = yield* Attempts
      const jobs = yield* Jobs
      const { jobId } = yield* create(actor)
      const work = yield* claimed(jobId)
      assert.strictEqual((yield* jobs.remove(actor, jobId)).status, "canceled")
      assert.isFalse(yield* attempts.finish(work, yield* ready))
      yield* attempts.handBack(work)
      assert.strictEqual((yield* attempts.claim(jobId))._tag, "Unwanted")
      assert.strictEqual((yield* jobs.remove(actor, jobId)).status, "canceled")
      assert.isTrue(Option.isNone(yield* (yield* Blobs).read(work.inputKey)))
    })
  )

  it.effect("has one end when cancel and finish race, fifty times over", () =>
    Effect.gen(function* () {
      const attempts = yield* Attempts
      const jobs = yield* Jobs
      for (let n = 0; n < 50; n++) {
        const actor = yield* newActor()
        const { jobId } = yield* create(actor)
        const work = yield* claimed(jobId)
        const outcome = yield* ready
        const [{ status }, finished] = yield* Effect.all([jobs.remove(actor, jobId), attempts.finish(work, outcome)], {
          concurrency: "unbounded"
        })
        assert.strictEqual(status, finished ? "deleted" : "canceled")
        assert.strictEqual((yield* Effect.flip(jobs.result(actor, jobId)))._tag, "gone")
      }
    })
  )

  it.effect("waits behind those of devices and accounts that ran fewer today with the same converter", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const prioritised = Effect.fnUntraced(function* (actor: DeviceActor | KeyActor, converter?: "text") {
        const { jobId } = yield* create(actor, converter)
        const [row] = yield* sql<{ priority: number }>`SELECT priority FROM jobs WHERE id = ${jobId}`
        yield* jobs.remove(actor, jobId)
        return row?.priority
      })
      yield* TestClock.adjust("1 hour")
      const now = yield* Clock.currentTimeMillis
      for (const actor of [yield* newActor(), yield* newKeyActor()]) {
        const made = yield* Effect.forEach(["auto", "auto", "text", "auto"] as const, (converter) =>
          converter === "text" ? prioritised(actor, converter) : prioritised(actor)
        )
        assert.deepStrictEqual(made, [0, -1, 0, -2])
        const together = yield* Effect.all([prioritised(actor), prioritised(actor)], { concurrency: "unbounded" })
        assert.sameMembers(together, [-3, -4])
        // As a node does whose clock is behind, or a request that came first and had its turn last.
        for (const [behind, expected] of [
          [0, -5],
          [2_000, -6],
          [1_000, -7],
          [2_000, -8]
        ] as const) {
          yield* TestClock.setTime(now - behind)
          assert.strictEqual(yield* prioritised(actor), expected)
        }
        yield* TestClock.setTime(now)
      }
      const actor = yield* newActor()
      assert.deepStrictEqual([yield* prioritised(actor), yield* prioritised(actor)], [0, -1])
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* prioritised(actor), 0)
    })
  )

  it.effect("that failed can be queued again by an operator, until it expires", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const jobs = yield* Jobs
      const attempts = yield* Attempts
      const { jobId } = yield* create(actor)
      assert.isFalse(yield* jobs.retry(jobId))
      const failed = { _tag: "Failed", error: { code: "corrupt_pdf", message: "" } } as const
      yield* attempts.finish(yield* claimed(jobId), failed)
      assert.isTrue(yield* jobs.retry(jobId))
      const job = yield* jobs.find(actor, jobId)
      assert.deepStrictEqual([job.status, job.error, job.expiresAt], ["queued", null, null])
      const work = yield* claimed(jobId)
      assert.strictEqual(work.attempt, 1)
      yield* attempts.finish(work, failed)
      yield* TestClock.adjust("1 hour")
      assert.isFalse(yield* jobs.retry(jobId))
    })
  )
})

layer(services)("A tombstone", (it) => {
  it.effect("is known for 30 days to the millisecond, swept or not", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const actor = yield* newActor()
      const { jobId } = yield* create(actor)
      yield* jobs.remove(actor, jobId)
      yield* TestClock.adjust("2591999999 millis")
      assert.strictEqual((yield* jobs.remove(actor, jobId)).status, "canceled")
      assert.strictEqual((yield* Effect.flip(jobs.result(actor, jobId)))._tag, "gone")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Effect.flip(jobs.remove(actor, jobId)))._tag, "job_not_found")
      assert.strictEqual((yield* Effect.flip(jobs.result(actor, jobId)))._tag, "job_not_found")
    })
  )
})

layer(services)("The sweep", (it) => {
  it.effect("removes files at expiry, tombstones after 30 days, and files that no job knows within minutes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* Blobs
      const jobs = yield* Jobs
      const actor = yield* newActor()
      const { jobId } = yield* create(actor)
      const outcome = yield* ready
      yield* (yield* Attempts).finish(yield* claimed(jobId), outcome)
      const kept = yield* create(actor)
      yield* Effect.forkScoped(Layer.launch(Retention.layer))
      const there = (key: BlobKey) => Effect.map(blobs.read(key), Option.isSome)
      /** Lets the clock tick while the sweeps' statements take their real time. */
      const until = (tick: "1 minute", fact: Effect.Effect<boolean, unknown>) =>
        Effect.orDie(Effect.repeat(Effect.andThen(TestClock.adjust(tick), fact), { until: (is) => is }))

      const reports = Effect.map(sql`SELECT FROM page_reports WHERE job_id = ${jobId}`, (rows) => rows.length)
      yield* TestClock.adjust("59 minutes")
      assert.isTrue(yield* there(outcome.outputKey))
      assert.isTrue(yield* there(outcome.blocksKey))
      assert.strictEqual(yield* reports, 1)
      yield* until(
        "1 minute",
        Effect.map(there(outcome.outputKey), (is) => !is)
      )
      assert.isFalse(yield* there(outcome.blocksKey))
      assert.strictEqual((yield* Effect.flip(jobs.result(actor, jobId)))._tag, "gone")
      assert.strictEqual(yield* reports, 0)

      const orphan = yield* stored
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(yield* there(orphan))
      yield* until(
        "1 minute",
        Effect.map(there(orphan), (is) => !is)
      )
      const [row] = yield* sql<{ input_key: string }>`SELECT input_key FROM jobs WHERE id = ${kept.jobId}`
      assert.isTrue(yield* there(BlobKey.make(row?.input_key ?? "")))

      yield* TestClock.adjust("30 days")
      yield* until(
        "1 minute",
        Effect.map(sql`SELECT FROM jobs WHERE id = ${jobId}`, (rows) => rows.length === 0)
      )
      assert.strictEqual((yield* Effect.flip(jobs.result(actor, jobId)))._tag, "job_not_found")
    }).pipe(Effect.scoped)
  )
})
