import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import * as Test from "../../layers/Test.ts"
import type { DeviceActor } from "../../schema/Actor.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Intake } from "../../src/jobs/intake/Intake.ts"
import { type Received, single } from "../../src/jobs/intake/Submission.ts"
import { newActor } from "../support/Actor.ts"
import * as TestDatabase from "../support/Database.ts"

const services = Test.services.pipe(
  Layer.provideMerge(Test.config()),
  Layer.provideMerge(TestDatabase.layer),
  Layer.orDie
)

/** What a device uploads, from the admission on. */
const upload = Effect.fnUntraced(function* (actor: DeviceActor, idempotencyKey: string | undefined, inputKey: BlobKey) {
  const intake = yield* Intake
  const admission = yield* intake.admit({ surface: "v1", actor }, idempotencyKey)
  yield* (yield* Blobs).write(inputKey, Stream.succeed(new Uint8Array(8)))
  const file: Received = { inputKey, inputSize: 8, inputSha256: "", fileName: "a.pdf", source: "upload" }
  return yield* intake.create(admission, single(file))
}, Effect.scoped)

const newKey = Effect.gen(function* () {
  return BlobKey.make(yield* (yield* SecureRandom).uuidV7())
})

const kept = (key: BlobKey) => Effect.flatMap(Blobs, (blobs) => Effect.map(blobs.read(key), Option.isSome))

layer(services)("A create", (it) => {
  it.effect("that is broken off while its row is committed keeps the job's file", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const actor = yield* newActor()
      // A commit that takes its time, as one does on a busy disk.
      yield* sql`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$`
      yield* sql`CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION linger()`
      const key = yield* newKey
      const creating = yield* Effect.forkChild(upload(actor, "k", key))
      const committing = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
      yield* Effect.repeat(committing, { until: (rows) => rows.length > 0 })
      yield* Fiber.interrupt(creating)
      yield* sql`DROP TRIGGER linger ON jobs`
      const rows = yield* sql<{ input_key: string }>`SELECT input_key FROM jobs WHERE device_id = ${actor.deviceId}`
      assert.deepStrictEqual(
        rows.map((row) => row.input_key),
        [String(key)]
      )
      assert.isTrue(yield* kept(key))
    })
  )

  it.effect("that is refused keeps nothing", () =>
    Effect.gen(function* () {
      const actor = yield* newActor()
      const keys = yield* Effect.all(Array.from({ length: 10 }, () => newKey))
      const ends = yield* Effect.forEach(keys, (key) => Effect.exit(upload(actor, undefined, key)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(ends.filter(({ _tag }) => _tag === "Success").length, 3)
      const there = yield* Effect.forEach(keys, kept)
      assert.strictEqual(there.filter((is) => is).length, 3)
    })
  )
})
