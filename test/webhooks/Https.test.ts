/** Real jobs, and a real receiver over HTTPS behind the way out that the service really has. */

import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import * as Converter from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { came, Https, service, url } from "../support/HttpsReceiver.ts"
import { closedAddresses, refusedUrls } from "../support/Inside.ts"
import { ask, deliveriesOf, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

/** Every document has five seconds: enough for its first page on a busy machine. */
const tiers = join(mkdtempSync(join(tmpdir(), "tiers-")), "tiers.json")
const brief = { timeBudgetSec: 5 }
writeFileSync(tiers, JSON.stringify({ anonymous: brief, free: brief, pro: brief, business: brief }))

const create = (secret: string, script: Converter.Script) =>
  Service.plain("/api/v2/jobs", {
    method: "POST",
    headers: bearer(secret),
    body: pdfForm(Converter.pdf(script), "a.pdf")
  })

layer(service({ TIERS_FILE: tiers }), { excludeTestServices: true })("A receiver over HTTPS", (it) => {
  const hook = Effect.fnUntraced(function* (path: string) {
    const person = yield* newPerson("business")
    const { json, status } = yield* ask(person.session, "POST", "", { url: yield* url(path) })
    assert.strictEqual(status, 201, JSON.stringify(json))
    return { ...person, secret: json.secret as string, webhookId: json.webhook_id as string }
  })

  const failed = (session: Record<string, string>) =>
    Effect.map(
      until(deliveriesOf(session), ([one]) => (one?.attempts ?? 0) > 0),
      ([one]) => one!
    )

  it.effect("gets all four events of real jobs, and a ready library verifies each", () =>
    Effect.gen(function* () {
      const { key, secret } = yield* hook("/all")
      const ready = yield* create(key.secret, { pages: ["Hello"] })
      yield* create(key.secret, { pages: ["x"], failure: "corrupt_pdf" })
      yield* create(key.secret, { pages: ["one", "two"], endless: 2 })
      yield* came("/all", 4)
      yield* Service.plain(`/api/v2/jobs/${ready.json.job_id}`, { method: "DELETE", headers: bearer(key.secret) })
      const all = yield* came("/all", 5)
      for (const { headers, text } of all) new Webhook(secret).verify(text, headers)
      assert.deepStrictEqual(all.map(({ headers }) => headers["x-svc-event"]).sort(), [
        "job.deleted",
        "job.error",
        "job.ready",
        "job.ready",
        "job.truncated"
      ])
      const { host } = new URL(yield* url("/"))
      for (const { headers } of all) {
        assert.strictEqual(headers["host"], host)
        assert.strictEqual(headers["content-type"], "application/json")
      }
    })
  )

  it.effect("that is not who it says, or whose name has come to mean an inner address too, is not told", () =>
    Effect.gen(function* () {
      const { got, names } = yield* Https
      const { session, webhookId } = yield* hook("/impostor")
      names.set("impostor.test", ["127.0.0.1"])
      const impostor = (yield* url("/impostor")).replace("secure.test", "impostor.test")
      yield* ask(session, "PATCH", `/${webhookId}`, { url: impostor })
      yield* ask(session, "POST", `/${webhookId}/test`)
      assert.strictEqual((yield* failed(session)).error, "tls_failed")
      const rebound = yield* hook("/rebound")
      names.set("secure.test", ["127.0.0.1", "10.0.0.7"])
      yield* ask(rebound.session, "POST", `/${rebound.webhookId}/test`)
      const { error } = yield* failed(rebound.session)
      names.set("secure.test", ["127.0.0.1"])
      assert.strictEqual(error, "blocked_address")
      assert.deepStrictEqual(
        got.filter(({ path }) => path === "/rebound" || path === "/impostor"),
        []
      )
    })
  )

  it.effect("may be plain http inside the networks that are opened", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("business")
      const { plainPort } = yield* Https
      const { json } = yield* ask(session, "POST", "", { url: `http://127.0.0.1:${plainPort}/plain` })
      yield* ask(session, "POST", `/${json.webhook_id}/test`)
      assert.strictEqual((yield* came("/plain")).length, 1)
    })
  )
})

layer(service({ ALLOW_PRIVATE_ADDRESSES: "" }))("No delivery is sent", (it) => {
  /** Deliveries to these addresses, and what became of the first attempt at each. */
  const attempted = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
    const { accountId } = yield* newPerson("business")
    const sql = yield* SqlClient.SqlClient
    const now = new Date(yield* Clock.currentTimeMillis)
    const rows = urls.map((url, at) => ({
      id: `01890000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      account_id: accountId,
      receiver: `receiver ${at}`,
      job_id: "01890000-0000-7000-8000-000000000000",
      event: "job.ready",
      url,
      secret: "a secret that the caller chose",
      payload: "{}",
      created_at: now,
      next_attempt_at: now,
      due_at: now
    }))
    yield* sql`DELETE FROM deliveries`
    yield* sql`INSERT INTO deliveries ${sql.insert([rows[0]!, ...rows.slice(1)])}`
    yield* sql`SELECT pg_notify('delivery_due', 'due')`
    return yield* until(
      sql<{ url: string; attempts: number; status: string; error: string; response_code: number | null }>`
        SELECT url, attempts, status, error, response_code FROM deliveries ORDER BY id`,
      (all) => all.every(({ attempts }) => attempts > 0)
    )
  })

  it.effect("to an address that would not be registered, though it is in the table", () =>
    Effect.gen(function* () {
      const all = yield* attempted(refusedUrls.map(([url]) => url))
      assert.deepStrictEqual(
        all.map(({ url, status, error, response_code }) => [url, status, error, response_code]),
        refusedUrls.map(([url, reason]) => [url, "pending", reason, null])
      )
      assert.deepStrictEqual((yield* Https).got, [])
    })
  )

  it.effect(
    "to a name that has come to mean an inner address, alone or beside a public one; it is looked up once",
    () =>
      Effect.gen(function* () {
        const { got, names, lookups, port } = yield* Https
        const hosts = closedAddresses.flatMap((address, at) => [
          [`alone-${at}.test`, [address]] as const,
          [`beside-${at}.test`, ["93.184.215.14", address]] as const
        ])
        for (const [host, addresses] of hosts) names.set(host, addresses)
        const all = yield* attempted(hosts.map(([host]) => `https://${host}:${port}/inside`))
        assert.deepStrictEqual(
          all.map(({ url, error }) => [new URL(url).hostname, error]),
          hosts.map(([host]) => [host, "blocked_address"])
        )
        for (const [host] of hosts) assert.strictEqual(lookups.get(host), 1, host)
        assert.deepStrictEqual(got, [])
      })
  )
})
