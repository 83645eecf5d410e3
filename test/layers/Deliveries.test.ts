import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as FakeEgress from "../../layers/fakes/Egress.ts"
import * as Database from "../../layers/postgres/Database.ts"
import * as Random from "../../layers/Random.ts"
import * as Audit from "../../layers/sql/logs/Audit.ts"
import * as LiveDeliveries from "../../layers/sql/webhooks/Deliveries.ts"
import * as Test from "../../layers/Test.ts"
import * as Deliver from "../../src/webhooks/Deliver.ts"
import { type Busy, Deliveries, type Due, leaseMillis, type Shares } from "../../src/webhooks/Deliveries.ts"
import * as TestDatabase from "../support/Database.ts"
import { until } from "../support/Receiver.ts"

const live = Audit.layer.pipe(
  Layer.provide(Random.layer),
  Layer.provideMerge(Layer.merge(TestDatabase.layer, FakeEgress.layer)),
  Layer.provideMerge(Test.config())
)

const idle: Busy = { receivers: new Map(), accounts: new Map() }

const plenty: Shares = { total: 1_000, perReceiver: 1_000, perAccount: 1_000 }

/** A node of its own, on the database that all share. */
const node = Effect.map(Layer.build(Layer.fresh(LiveDeliveries.layer)), (context) => Context.get(context, Deliveries))

/** So many deliveries that are due now, to each of these receivers. */
const due = Effect.fnUntraced(function* (receivers: ReadonlyArray<string>, each = 1) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* sql`DELETE FROM deliveries`
  const rows = receivers.flatMap((receiver) => {
    const account = randomUUID()
    return Array.from({ length: each }, () => ({
      id: randomUUID().replace(/^(.{14})./, "$17"),
      account_id: account,
      receiver,
      job_id: randomUUID(),
      event: "job.ready",
      url: `https://${receiver}.example/take`,
      secret: "a secret that the caller chose",
      payload: "{}",
      created_at: at,
      next_attempt_at: at,
      due_at: at
    }))
  })
  yield* sql`INSERT INTO deliveries ${sql.insert([rows[0]!, ...rows.slice(1)])}`
  return rows.map(({ id }) => id)
})

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ id: string; status: string; attempts: number }>`SELECT id, status, attempts FROM deliveries ORDER BY id`
)

const made = { at: 0, durationMillis: 1, responseCode: 204, error: null, reply: "" }

layer(live)("Two nodes on one database", (it) => {
  it.effect("take no delivery both, however often they ask at once", () =>
    Effect.gen(function* () {
      const ids = yield* due(
        Array.from({ length: 20 }, (_, at) => `both-${at}`),
        10
      )
      const nodes = [yield* node, yield* node]
      const taken: Array<string> = []
      // A node that finds all of what it looked at held by the other comes back, as it does after a second.
      while (taken.length < ids.length) {
        const some = yield* Effect.forEach([...nodes, ...nodes, ...nodes], ({ take }) => take(7, idle, plenty), {
          concurrency: "unbounded"
        })
        taken.push(...some.flat().map(({ deliveryId }) => deliveryId))
      }
      assert.deepStrictEqual(taken.sort(), ids.sort())
      for (const { take } of nodes) assert.deepStrictEqual(yield* take(7, idle, plenty), [])
    })
  )

  it.effect("send each of three hundred deliveries once", () =>
    Effect.gen(function* () {
      const { put, requests } = yield* FakeEgress.Web
      const receivers = Array.from({ length: 30 }, (_, at) => `once-${at}`)
      for (const receiver of receivers) yield* put(`https://${receiver}.example/take`, {})
      const ids = yield* due(receivers, 10)
      const deliverer = Layer.fresh(Deliver.layer.pipe(Layer.provide(LiveDeliveries.layer)))
      yield* Layer.build(deliverer)
      yield* Layer.build(deliverer)
      // Each looks again after a second where the other was at it.
      yield* until(Effect.andThen(TestClock.adjust("1 second"), rows), (all) =>
        all.every(({ status }) => status === "delivered")
      )
      const sent = (yield* requests).map(({ headers }) => headers?.["webhook-id"] ?? "")
      assert.deepStrictEqual(sent.sort(), ids.sort())
      assert.isTrue((yield* rows).every(({ attempts }) => attempts === 1))
    })
  )

  it.effect("send nothing that waits for a webhook that was disabled, and wait for nothing of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [id] = yield* due(["disabled"])
      const [account, webhook] = [randomUUID(), randomUUID()]
      const at = new Date(yield* Clock.currentTimeMillis)
      yield* sql`INSERT INTO accounts (id, email, tier, created_at) VALUES (${account}, 'a@b.example', 'pro', ${at})`
      yield* sql`INSERT INTO webhooks (id, account_id, url, events, secret, created_at, disabled_at, disabled_reason)
        VALUES (${webhook}, ${account}, 'https://disabled.example/take', '[]', 'whsec_a', ${at}, ${at}, 'plan_limit')`
      yield* sql`UPDATE deliveries SET account_id = ${account}, webhook_id = ${webhook} WHERE id = ${id}`
      const { take, nextDue } = yield* node
      assert.deepStrictEqual(yield* take(7, idle, plenty), [])
      assert.isTrue(Option.isNone(yield* nextDue))
      yield* sql`UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL WHERE id = ${webhook}`
      assert.isTrue(Option.isSome(yield* nextDue))
      assert.lengthOf(yield* take(7, idle, plenty), 1)
    })
  )

  it.effect("write an attempt down once: who was given up for dead and comes back is too late", () =>
    Effect.gen(function* () {
      yield* due(["late"])
      const [one, two] = [yield* node, yield* node]
      const [first] = yield* one.take(1, idle, plenty)
      assert.deepStrictEqual(yield* two.take(1, idle, plenty), [])
      yield* TestClock.adjust(leaseMillis)
      const [second] = yield* two.take(1, idle, plenty)
      assert.strictEqual(second?.deliveryId, first?.deliveryId)
      yield* two.record(second as Due, made, { _tag: "Delivered" })
      yield* one.record(first as Due, { ...made, responseCode: 500 }, { _tag: "Retry", at: 0 })
      yield* one.release(first as Due)
      yield* one.drop(first as Due, "failed", "webhook_deleted")
      assert.deepStrictEqual(
        (yield* rows).map(({ status, attempts }) => [status, attempts]),
        [["delivered", 1]]
      )
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual((yield* sql`SELECT FROM delivery_attempts WHERE delivery_id = ${first!.deliveryId}`).length, 1)
    })
  )

  it.effect("lose nothing when one is killed in the midst of an attempt", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const ids = yield* due(["killed"], 3)
      const connection = yield* Database.Connection
      if ("url" in connection) return yield* Effect.die("the test server has no url")
      const program = fileURLToPath(new URL("./DeliveriesHolder.ts", import.meta.url))
      const child = spawn(process.execPath, [program, connection.host, connection.database], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      const [said] = yield* Effect.promise(() => once(child.stdout, "data"))
      assert.deepStrictEqual(String(said).trim().split(" ").sort(), ids.sort())
      const { take, nextDue } = yield* node
      assert.deepStrictEqual(yield* take(9, idle, plenty), [])
      child.kill("SIGKILL")
      yield* TestClock.setTime(Option.getOrThrow(yield* nextDue))
      const again = yield* take(9, idle, plenty)
      assert.deepStrictEqual(again.map(({ deliveryId }) => deliveryId as string).sort(), ids.sort())
      assert.isTrue(again.every(({ attempts }) => attempts === 0))
    })
  )
})

layer(live)("What is due", (it) => {
  it.effect("is taken of every receiver, whatever lies before it of one that has had its share", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* due(["few-1", "few-2"], 2)
      const account = randomUUID()
      // Two thousand older ones for one receiver, a thousand each for three more of one account.
      for (const [receiver, owner, count] of [
        ["many", null, 2_000],
        ["crowd-1", account, 1_000],
        ["crowd-2", account, 1_000],
        ["crowd-3", account, 1_000]
      ] as const) {
        yield* sql`INSERT INTO deliveries
            (id, account_id, receiver, job_id, event, url, secret, payload, created_at, next_attempt_at, due_at)
          SELECT gen_random_uuid(), ${owner}::uuid, ${receiver}, gen_random_uuid(), 'job.ready', 'https://a.example/', 's',
            '{}', ${new Date(-1_000)}, ${new Date(-1_000)}, ${new Date(-1_000)} FROM generate_series(1, ${count}::int)`
      }
      const shares = { total: 64, perReceiver: 4, perAccount: 6 }
      const { take } = yield* node
      const busy = { receivers: new Map<string, number>(), accounts: new Map<string, number>() }
      for (;;) {
        const taken = yield* take(64, busy, shares)
        if (taken.length === 0) break
        for (const { receiver, account } of taken) {
          busy.receivers.set(receiver, (busy.receivers.get(receiver) ?? 0) + 1)
          busy.accounts.set(account, (busy.accounts.get(account) ?? 0) + 1)
        }
      }
      assert.deepStrictEqual(
        ["few-1", "few-2", "many"].map((receiver) => busy.receivers.get(receiver)),
        [2, 2, 4]
      )
      assert.strictEqual(busy.accounts.get(account), 6)
    })
  )
})
