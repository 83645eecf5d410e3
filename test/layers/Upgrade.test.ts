import { createHash } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import * as App from "../../layers/App.ts"
import * as FakeConverter from "../../layers/fakes/Converter.ts"
import * as Database from "../../layers/postgres/Database.ts"
import * as PgQueue from "../../layers/postgres/Queue.ts"
import * as Test from "../../layers/Test.ts"
import first from "../../migrations/0001_jobs.ts"
import unlinkedDevices from "../../migrations/0019_unlinked_devices.ts"
import type { DeviceActor } from "../../schema/Actor.ts"
import { BlobKey, DeviceId, JobId } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Idempotency } from "../../src/jobs/intake/Idempotency.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Converters } from "../../src/jobs/runs/Worker.ts"
import * as TestDatabase from "../support/Database.ts"

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`

const deviceId = DeviceId.make(id(1))
const actor: DeviceActor = { kind: "device", deviceId, accountId: null, tier: "anonymous", bodySha256: "" }
const owner = `device:${deviceId}` as const

const at = new Date()
const later = new Date(at.getTime() + 3_600_000)

/** Jobs as the first release left them, in every state, with the columns it had; the files of each by its number. */
const jobs = [
  { n: 10, status: "queued", input_key: id(110) },
  // Its node is gone; the queue hands it out again.
  {
    n: 11,
    status: "processing",
    status_since: new Date(at.getTime() - 3_600_000),
    input_key: id(111),
    attempt: 1,
    pages: 3,
    pages_done: 2
  },
  {
    n: 12,
    status: "ready",
    output_key: id(212),
    output_size: 5,
    pages: 1,
    pages_done: 1,
    truncated: true,
    expires_at: later
  },
  {
    n: 13,
    status: "error",
    input_key: id(113),
    attempt: 1,
    error_code: "conversion_failed",
    error_message: "No",
    expires_at: later
  },
  { n: 14, status: "canceled", gone_reason: "canceled", tombstone_until: later },
  { n: 15, status: "deleted", gone_reason: "expired", tombstone_until: later }
] as const

/** The database of the first release. */
const firstRelease = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Migrator.make({})({ loader: Migrator.fromRecord({ "0001_jobs": first }), table: "migrations" })
  yield* sql`INSERT INTO devices ${sql.insert({ id: deviceId, thumbprint: "t", public_key: sql`${"{}"}::jsonb`, created_at: at })}`
  for (const { n, ...job } of jobs) {
    yield* sql`INSERT INTO jobs ${sql.insert({
      id: id(n),
      owner,
      owner_type: "device",
      device_id: deviceId,
      surface: "v1",
      status_since: at,
      created_at: at,
      file_name: "a.pdf",
      source: "upload",
      input_size: 8,
      input_sha256: "",
      settings: sql`${'{"converter":"auto","tables":"gfm"}'}::jsonb`,
      tier: "anonymous",
      pool: "standard",
      priority: 0,
      time_budget_sec: 300,
      ready_ttl_sec: 3_600,
      max_pages: 200,
      ...job
    })}`
  }
  yield* sql`INSERT INTO idempotency_keys ${sql.insert({
    owner,
    key: "k",
    holder: id(900),
    held_until: at,
    job_id: id(12),
    fingerprint: "f",
    expires_at: later
  })}`
})

it.live("a database of the first release, with jobs in every state, is brought up to date and its jobs go on", () =>
  Effect.gen(function* () {
    const database = yield* Layer.build(TestDatabase.clients.pipe(Layer.provideMerge(TestDatabase.empty), Layer.orDie))
    yield* Effect.provide(firstRelease, database)
    assert.isAbove((yield* Effect.provide(Database.migrate, database)).length, 0)

    const services = yield* Layer.build(
      App.services.pipe(
        Layer.provideMerge(PgQueue.layer),
        Layer.provideMerge(Layer.merge(Test.adapters, FakeConverter.layer)),
        Layer.provideMerge(Test.config()),
        Layer.provideMerge(Layer.succeedContext(database)),
        Layer.orDie
      )
    )
    const service = Context.get(services, Jobs)
    const blobs = Context.get(services, Blobs)
    const write = (key: string, text: string) =>
      blobs.write(BlobKey.make(key), Stream.succeed(new TextEncoder().encode(text)))
    for (const key of [id(110), id(111), id(113)]) yield* write(key, "%PDF-1.7\n")
    yield* write(id(212), "# Old")

    const known = yield* service.newest(actor, 10)
    assert.deepStrictEqual(known.map(({ jobId, status }) => [jobId, status]).sort(), [
      [id(10), "queued"],
      [id(11), "processing"],
      [id(12), "ready"],
      [id(13), "error"]
    ])
    const { job, outputKey } = yield* service.result(actor, JobId.make(id(12)))
    assert.deepInclude(job, { truncated: true, tags: [], warnings: [], externalId: null, blocksKey: null })
    assert.strictEqual(outputKey, id(212))
    assert.deepInclude(yield* Effect.flip(service.result(actor, JobId.make(id(14)))), {
      _tag: "gone",
      reason: "canceled"
    })
    assert.deepInclude(yield* Effect.flip(service.result(actor, JobId.make(id(15)))), {
      _tag: "gone",
      reason: "expired"
    })
    const again = yield* Effect.scoped(Context.get(services, Idempotency).claim(owner, "k"))
    assert.deepStrictEqual(again, {
      _tag: "Repeat",
      jobIds: [JobId.make(id(12))],
      fingerprint: createHash("sha256").update("f").digest("hex")
    })

    // What was waiting or running is worked, and what failed can be tried again.
    assert.isTrue(yield* service.retry(JobId.make(id(13))))
    yield* Layer.build(
      App.worker.pipe(Layer.provide(Layer.succeed(Converters, 2)), Layer.provide(Layer.succeedContext(services)))
    )
    for (const n of [10, 11, 13]) {
      const ended = yield* service.wait(actor, JobId.make(id(n)), 50)
      assert.strictEqual(ended.status, "ready", String(n))
      const { outputKey } = yield* service.result(actor, ended.jobId)
      assert.isTrue(Option.isSome(yield* blobs.read(outputKey)))
    }
  }).pipe(Effect.scoped)
)

it.effect(
  "devices of accounts that were deleted forget the address that they were linked from; linked ones keep it",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO accounts (id, email, tier, created_at) VALUES (${id(2)}, 'a@b.example', 'pro', ${at})`
      for (const [n, account] of [
        [1, null],
        [3, id(2)]
      ] as const) {
        yield* sql`INSERT INTO devices (id, thumbprint, public_key, created_at, account_id, linked_from)
        VALUES (${id(n)}, ${`t${n}`}, '{}', ${at}, ${account}, '192.0.2.1')`
      }
      yield* unlinkedDevices
      assert.deepStrictEqual(yield* sql`SELECT linked_from FROM devices ORDER BY id`, [
        { linked_from: null },
        { linked_from: "192.0.2.1" }
      ])
    }).pipe(Effect.provide(TestDatabase.layer))
)
