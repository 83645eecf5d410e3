import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import * as PlanLimits from "../../src/accounts/PlanLimits.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import { ask, deliveriesOf, newUrl, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const occupants = (states: string) => [...states].map((state, at) => ({ id: `${at}`, isEnabled: state === "+" }))

describe("A plan has room", () => {
  it("for the oldest; what comes back is the oldest that waits, and nothing has to go for it", () => {
    assert.deepStrictEqual(PlanLimits.fitted(occupants("++++"), 2), { over: ["2", "3"], back: [] })
    assert.deepStrictEqual(PlanLimits.fitted(occupants("++++"), 0), { over: ["0", "1", "2", "3"], back: [] })
    assert.deepStrictEqual(PlanLimits.fitted(occupants("++--"), 3), { over: [], back: ["2"] })
    assert.deepStrictEqual(PlanLimits.fitted(occupants("+--+"), 2), { over: [], back: [] })
    assert.deepStrictEqual(PlanLimits.fitted(occupants("+--+"), 9), { over: [], back: ["1", "2"] })
    assert.deepStrictEqual(PlanLimits.fitted([], 2), { over: [], back: [] })
  })
})

interface Listed {
  readonly used: number
  readonly items: ReadonlyArray<{ readonly disabled_reason: string | null }>
}

/** Why each is disabled, oldest first. */
const reasons = ({ items }: Listed) => items.map(({ disabled_reason }) => disabled_reason).reverse()

const keysOf = (session: Record<string, string>) =>
  Effect.map(withSession(session, "/api/v2/api-keys"), ({ json }) => json as Listed)

const hooksOf = (session: Record<string, string>) => Effect.map(ask(session, "GET"), ({ json }) => json as Listed)

const over = (limit: number, count: number) =>
  Array.from({ length: count }, (_, at) => (at < limit ? null : "plan_limit"))

const none = (count: number) => over(count, count)

/** An account of the largest plan with so many keys and webhooks. */
const crowded = Effect.fnUntraced(function* (keys: number, webhooks: number) {
  const account = yield* newAccount("business")
  const session = yield* newSession(account.accountId)
  const secrets: Array<string> = []
  for (let n = 0; n < keys; n++) {
    secrets.push((yield* newKey(session)).secret)
    yield* TestClock.adjust(1)
  }
  const url = newUrl()
  yield* (yield* Web).put(url, {})
  for (let n = 0; n < webhooks; n++) {
    yield* ask(session, "POST", "", { url })
    yield* TestClock.adjust(1)
  }
  return { ...account, session, secrets, url }
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("A tier that an operator sets", (it) => {
  it.effect("disables the newest keys and webhooks that it has no room for, and gives them back when it grows", () =>
    Effect.gen(function* () {
      const { setTier } = yield* Accounts
      const { email, session, secrets } = yield* crowded(12, 7)
      const newest = () => Service.plain("/api/v2/me", { headers: bearer(secrets.at(-1)!) })
      yield* setTier(email, "pro")
      assert.deepStrictEqual(reasons(yield* keysOf(session)), over(10, 12))
      assert.deepStrictEqual(reasons(yield* hooksOf(session)), over(5, 7))
      assert.strictEqual((yield* newest()).json.code, "invalid_api_key")
      yield* setTier(email, "free")
      assert.deepStrictEqual(reasons(yield* keysOf(session)), over(2, 12))
      assert.deepStrictEqual(reasons(yield* hooksOf(session)), over(0, 7))
      yield* setTier(email, "business")
      assert.deepStrictEqual(reasons(yield* keysOf(session)), none(12))
      assert.deepStrictEqual(reasons(yield* hooksOf(session)), none(7))
      assert.strictEqual((yield* newest()).status, 200)
    })
  )

  it.effect("lets what waits for a webhook wait until the plan has room for it, and sends it then", () =>
    Effect.gen(function* () {
      const { setTier } = yield* Accounts
      const { email, session, url, secrets } = yield* crowded(1, 1)
      const { put } = yield* Web
      yield* put(url, { status: 503 })
      yield* Service.plain("/api/v2/jobs", {
        method: "POST",
        headers: bearer(secrets[0]!),
        body: pdfForm(Converter.pdf({ pages: ["Hello"] }), "a.pdf")
      })
      yield* until(deliveriesOf(session), ([one]) => one?.attempts === 1)
      yield* setTier(email, "free")
      yield* put(url, {})
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        (yield* deliveriesOf(session)).map(({ attempts }) => attempts),
        [1]
      )
      yield* setTier(email, "business")
      yield* until(deliveriesOf(session), ([one]) => one?.status === "delivered")
    })
  )

  it.effect("leaves what was disabled for another reason, and what its owner has chosen to keep", () =>
    Effect.gen(function* () {
      const { setTier } = yield* Accounts
      const { email, session } = yield* crowded(3, 3)
      const sql = yield* SqlClient.SqlClient
      const [, second] = (yield* ask(session, "GET")).json.items
      yield* sql`UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'gone' WHERE id = ${second.webhook_id}`
      yield* setTier(email, "free")
      const [, , oldest] = (yield* withSession(session, "/api/v2/api-keys")).json.items
      yield* withSession(session, `/api/v2/api-keys/${oldest.key_id}`, { method: "DELETE" })
      yield* TestClock.adjust(1)
      yield* newKey(session)
      yield* setTier(email, "free")
      // Not the key that waited since, but the one that was made in the free place.
      assert.deepStrictEqual(reasons(yield* keysOf(session)), [null, "plan_limit", null])
      yield* setTier(email, "pro")
      assert.deepStrictEqual(reasons(yield* keysOf(session)), none(3))
      assert.deepStrictEqual(reasons(yield* hooksOf(session)), [null, "gone", null])
    })
  )

  it.effect("counts for a webhook, a key and an enabling that were under way when it became smaller", () =>
    Effect.gen(function* () {
      const { session, accountId } = yield* newPerson("business")
      const [slow, other] = [newUrl(), newUrl()]
      const web = yield* Web
      yield* web.put(slow, {})
      yield* web.put(other, {})
      const { json } = yield* ask(session, "POST", "", { url: other })
      const sql = yield* SqlClient.SqlClient
      // Each is past the door, and waits for the account that the downgrade holds.
      const held = Effect.gen(function* () {
        yield* sql`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`
        const waiting = yield* Effect.forkChild(
          Effect.all(
            [
              ask(session, "POST", "", { url: slow }),
              ask(session, "POST", `/${json.webhook_id}/enable`),
              withSession(session, "/api/v2/api-keys", { method: "POST", body: JSON.stringify({ name: "late" }) })
            ],
            { concurrency: "unbounded" }
          )
        )
        yield* until(
          sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`,
          ([row]) => (row?.n ?? 0) >= 3
        )
        yield* sql`UPDATE accounts SET tier = 'free' WHERE id = ${accountId}`
        yield* sql`INSERT INTO api_keys (id, account_id, hash, name, prefix, last4, scopes, created_at)
          VALUES (gen_random_uuid(), ${accountId}, '\\x00', 'second', '', '', '[]', now())`
        return waiting
      }).pipe(sql.withTransaction)
      const waiting = yield* held
      const answers = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        answers.map(({ status, json }) => [status, json.code]),
        [
          [403, "webhooks_unavailable"],
          [403, "webhooks_unavailable"],
          [403, "key_limit_reached"]
        ]
      )
    })
  )
})

const file = join(mkdtempSync(join(tmpdir(), "room-")), "tiers.json")
writeFileSync(file, JSON.stringify({ pro: { webhooks: 1 }, business: { apiKeys: 10, webhooks: 2 } }))

layer(Service.layer({ RATE_LIMIT_SCALE: "100000", TIERS_FILE: file }))("A table of tiers", (it) => {
  it.effect("that is another one after a start disables what it has no room for, and gives back what it has", () =>
    Effect.gen(function* () {
      const { session, accountId } = yield* crowded(2, 2)
      const other = yield* crowded(1, 2)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET tier = 'pro' WHERE id = ${accountId}`
      yield* sql`UPDATE webhooks SET disabled_at = created_at, disabled_reason = 'plan_limit'
        WHERE account_id = ${other.accountId}`
      yield* Effect.scoped(
        Effect.andThen(
          Layer.build(PlanLimits.layer),
          until(
            Effect.all([hooksOf(session), hooksOf(other.session)]),
            ([one, two]) => reasons(one)[1] === "plan_limit" && reasons(two).every((reason) => reason === null)
          )
        )
      )
      assert.deepStrictEqual(reasons(yield* hooksOf(session)), over(1, 2))
      assert.deepStrictEqual(reasons(yield* keysOf(session)), none(2))
      assert.deepStrictEqual(reasons(yield* hooksOf(other.session)), none(2))
    })
  )
})
