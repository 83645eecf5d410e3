import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as Test from "../../layers/Test.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Intake, uploaded } from "../../src/jobs/intake/Intake.ts"
import { newActor } from "../support/Actor.ts"
import * as TestDatabase from "../support/Database.ts"

const services = Test.services.pipe(
  Layer.provideMerge(Test.config()),
  Layer.provideMerge(TestDatabase.layer),
  Layer.orDie
)

const store = (key: BlobKey) =>
  Effect.gen(function* () {
    yield* (yield* Blobs).write(key, Stream.succeed(new Uint8Array(8)))
    return uploaded({ inputKey: key, inputSize: 8, inputSha256: "", fileName: "a.pdf", source: "upload" })
  })

const kept = (key: BlobKey) => Effect.flatMap(Blobs, (blobs) => Effect.map(blobs.read(key), Option.isSome))

layer(services)("A create", (it) => {
  it.effect("that is broken off while its row is committed keeps the job's file", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* Effect.context<Blobs>()
      const actor = yield* newActor()
      // A commit that takes its time, as one does on a busy disk.
      yield* sql`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$`
      yield* sql`CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION linger()`
      let key: BlobKey | undefined
      const creating = yield* Effect.forkChild(
        (yield* Intake).create({ surface: "v1", actor }, "k", (newKey) =>
          Effect.flatMap(newKey, (inputKey) => {
            key = inputKey
            return Effect.provide(store(inputKey), blobs)
          })
        )
      )
      const committing = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
      yield* Effect.repeat(committing, { until: (rows) => rows.length > 0 })
      yield* Fiber.interrupt(creating)
      yield* sql`DROP TRIGGER linger ON jobs`
      const rows = yield* sql<{ input_key: string }>`SELECT input_key FROM jobs WHERE device_id = ${actor.deviceId}`
      assert.deepStrictEqual(
        rows.map((row) => row.input_key),
        [String(key)]
      )
      assert.isTrue(yield* kept(key as BlobKey))
    })
  )

  it.effect("that is refused keeps nothing", () =>
    Effect.gen(function* () {
      const blobs = yield* Effect.context<Blobs>()
      const intake = yield* Intake
      const actor = yield* newActor()
      const keys: Array<BlobKey> = []
      const create = intake.create({ surface: "v1", actor }, undefined, (newKey) =>
        Effect.flatMap(newKey, (key) => {
          keys.push(key)
          return Effect.provide(store(key), blobs)
        })
      )
      const ends = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.exit(create)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ends.filter(({ _tag }) => _tag === "Success").length, 3)
      const there = yield* Effect.forEach(keys, kept)
      assert.strictEqual(there.filter((is) => is).length, 3)
    })
  )
})
