import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import * as App from "../../layers/App.ts"
import * as Queue from "../../layers/postgres/Queue.ts"
import * as Test from "../../layers/Test.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { Tiers } from "../../src/accounts/Tiers.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { newKeyActor } from "../support/Actor.ts"
import * as TestDatabase from "../support/Database.ts"

/** With the queue beside the jobs, as in a service. */
const services = App.services.pipe(
  Layer.provideMerge(Queue.layer),
  Layer.provideMerge(Test.adapters),
  Layer.provideMerge(Test.config()),
  Layer.provideMerge(TestDatabase.layer),
  Layer.orDie
)

const create = Effect.fnUntraced(function* (
  actor: Effect.Success<ReturnType<typeof newKeyActor>>,
  converters: ReadonlyArray<"auto" | "text"> = ["auto"]
) {
  const random = yield* SecureRandom
  const inputs = yield* Effect.forEach(converters, (converter) =>
    Effect.map(random.uuidV7(), (id) => ({
      inputKey: BlobKey.make(id),
      inputSize: 8,
      inputSha256: "",
      fileName: "a.pdf",
      source: "upload" as const,
      settings: { ...defaults, converter },
      externalId: null,
      tags: []
    }))
  )
  return yield* (yield* Jobs).create({ surface: "v2", actor }, inputs, Option.none())
})

/** What is there of an account: jobs as they are queued, and how many were counted. */
const left = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* sql<{ id: string; priority: number }>`
    SELECT jobs.id, queue.priority FROM jobs LEFT JOIN queue ON queue.job_id = jobs.id
    WHERE account_id = ${accountId} ORDER BY queue.arrival`
  const [usage] = yield* sql<{ created: number }>`
    SELECT COALESCE(sum(jobs_created), 0)::int AS created FROM usage WHERE account_id = ${accountId}`
  return { jobs, created: usage?.created }
})

layer(services, { excludeTestServices: true })("Creates", (it) => {
  it.effect("that come at once never take more than the slots; those that are refused leave nothing", () =>
    Effect.gen(function* () {
      const actor = yield* newKeyActor()
      const { slots } = (yield* Tiers)[actor.tier]
      const made = yield* Effect.forEach(
        Array.from({ length: 4 * slots }),
        () => create(actor).pipe(Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: ([job]) => job!.slotsUsed })),
        { concurrency: "unbounded" }
      )
      const refused = made.filter((one) => one === "slots_full")
      assert.strictEqual(refused.length, 3 * slots)
      const taken = Array.from({ length: slots }, (_, n) => n + 1)
      assert.sameMembers(
        made.filter((one) => one !== "slots_full"),
        taken
      )
      const { jobs, created } = yield* left(actor.accountId)
      assert.deepStrictEqual(
        jobs.map(({ priority }) => priority),
        taken.map((n) => 0 - (n - 1))
      )
      assert.strictEqual(created, slots)
    })
  )

  it.effect("of several jobs have all or none, queued in their order, each behind those of its converter", () =>
    Effect.gen(function* () {
      const actor = yield* newKeyActor()
      const { slots } = (yield* Tiers)[actor.tier]
      const all = Array.from({ length: slots }, (_, n) => (n === 1 ? ("text" as const) : ("auto" as const)))
      assert.strictEqual((yield* Effect.flip(create(actor, [...all, "auto"])))._tag, "slots_full")
      assert.deepStrictEqual(yield* left(actor.accountId), { jobs: [], created: 0 })
      const made = yield* create(actor, all)
      const { jobs } = yield* left(actor.accountId)
      assert.deepStrictEqual(
        jobs.map(({ id }) => id),
        made.map(({ jobId }) => jobId)
      )
      assert.deepStrictEqual(
        jobs.slice(0, 3).map(({ priority }) => priority),
        [0, 0, -1]
      )
    })
  )

  it.effect("are refused once the key has used its pages of the month", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const actor = yield* newKeyActor("free", 5)
      const used = (pages: number) => sql`
        INSERT INTO usage (account_id, day, key_id, pages) VALUES (${actor.accountId}, now()::date, ${actor.keyId}, ${pages})
        ON CONFLICT (account_id, day, key_id) DO UPDATE SET pages = EXCLUDED.pages`
      yield* used(4)
      yield* create(actor)
      yield* used(5)
      assert.strictEqual((yield* Effect.flip(create(actor)))._tag, "quota_exceeded")
      assert.strictEqual((yield* left(actor.accountId)).jobs.length, 1)
    })
  )
})
