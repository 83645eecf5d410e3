import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Fake from "../../layers/fakes/Converter.ts"
import { AuditEntry } from "../../schema/v2/Logs.ts"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { bearer, newPerson, newSession, origin, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const upload = (device: Device, script: Fake.Script = { pages: ["Hello"] }) =>
  Effect.map(
    Service.call(device, "/jobs", { method: "POST", body: pdfForm(Fake.pdf(script), "a.pdf") }),
    ({ json }) => json.job_id as string
  )

/** A document that is not done while the clock stands still. */
const slow: Fake.Script = { pages: ["one", "two"], pageTime: "1 minute" }

/** How a job ended; nothing moves the clock, so the time to wait is never up. */
const ended = (device: Device, jobId: string) =>
  Effect.map(Service.call(device, `/jobs/${jobId}?wait=50`), ({ json }) => json.status)

const attach = (device: Device, session: Record<string, string>) =>
  Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })

const unlink = (device: Device) => Service.call(device, "/api/v2/account/unlink", { method: "POST" })

const status = (device: Device) => Service.call(device, "/api/v2/account")

const listed = (device: Device) =>
  Effect.map(Service.call(device, "/jobs"), ({ json }) => json.items.map(({ job_id }: { job_id: string }) => job_id))

const owners = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ id: string; owner_type: string; tier: string }>`SELECT id, owner_type, tier FROM jobs`,
    (rows) => new Map(rows.map(({ id, owner_type, tier }) => [id, `${owner_type} ${tier}`]))
  )
)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A device", (it) => {
  it.effect("loses no job when it is linked and unlinked while it makes them and they end", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("business")
      const device = yield* Service.newDevice
      yield* attach(device, person.session)
      const made: Array<string> = []
      const making = Effect.forEach(
        Array.from({ length: 12 }),
        () =>
          // While it is nobody's the device has three slots.
          Effect.map(Effect.repeat(upload(device, { pages: ["x"] }), { until: (id) => id !== undefined }), (id) =>
            made.push(id)
          ),
        { concurrency: 4, discard: true }
      )
      const moving = Effect.forEach(
        Array.from({ length: 8 }),
        (_, n) => (n % 2 === 0 ? unlink(device) : attach(device, person.session)),
        { discard: true }
      )
      yield* Effect.all([making, moving], { concurrency: 2 })
      yield* attach(device, person.session)
      assert.lengthOf(made, 12)
      for (const id of made) assert.strictEqual(yield* ended(device, id), "ready")
    })
  )

  it.effect("is linked by attach and unlinked again, and its live jobs go with it; repeating it changes nothing", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const device = yield* Service.newDevice
      const unlinked = { linked: false, account: null }
      const linked = {
        linked: true,
        account: { account_id: person.accountId, email: person.email, tier: "pro" }
      }
      assert.deepStrictEqual((yield* status(device)).json, unlinked)
      const ready = yield* upload(device)
      yield* ended(device, ready)
      const deleted = yield* upload(device)
      yield* Service.call(device, `/jobs/${deleted}`, { method: "DELETE" })
      const running = yield* upload(device, slow)

      for (let again = 0; again < 2; again++) {
        const attached = yield* attach(device, person.session)
        assert.strictEqual(attached.status, 200)
        assert.deepStrictEqual(attached.json, linked)
        assert.sameMembers(yield* listed(device), [ready, running])
      }
      const moved = yield* owners
      assert.strictEqual(moved.get(ready), "account_device pro")
      assert.strictEqual(moved.get(running), "account_device pro")
      assert.strictEqual(moved.get(deleted), "device anonymous")
      assert.deepStrictEqual((yield* status(device)).json, linked)

      const made = yield* upload(device, slow)
      for (let again = 0; again < 2; again++) {
        assert.deepStrictEqual((yield* unlink(device)).json, unlinked)
        assert.sameMembers(yield* listed(device), [ready, running, made])
      }
      const back = yield* owners
      for (const id of [ready, running, made]) assert.strictEqual(back.get(id), "device anonymous")
    })
  )

  it.effect("is told of the job it waits for when it is linked and unlinked meanwhile: it was told there is none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      const job = yield* upload(device, slow)
      const letIn = sql`SELECT FROM rate_buckets WHERE key = ${`device:${device.deviceId}:requests`}`
      for (const move of [attach(device, person.session), unlink(device)]) {
        yield* sql`DELETE FROM rate_buckets`
        const waiting = yield* Effect.forkChild(Service.call(device, `/jobs/${job}?wait=50`))
        yield* Effect.repeat(letIn, { until: (rows) => rows.length > 0 })
        assert.strictEqual((yield* move).status, 200)
        yield* Effect.repeat(TestClock.adjust("10 seconds"), { until: () => waiting.pollUnsafe() !== undefined })
        const { status, json } = yield* Fiber.join(waiting)
        assert.deepStrictEqual([status, json.job_id], [200, job])
      }
    })
  )

  it.effect("of one account that is attached to another leaves its jobs with the first", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* newPerson(), yield* newPerson()]
      const device = yield* Service.newDevice
      yield* attach(device, first.session)
      const job = yield* upload(device, slow)
      const { json } = yield* attach(device, second.session)
      assert.strictEqual(json.account.account_id, second.accountId)
      assert.deepStrictEqual(yield* listed(device), [])
      yield* unlink(device)
      assert.deepStrictEqual(yield* listed(device), [])
      assert.strictEqual((yield* owners).get(job), "account_device free")
    })
  )

  it.effect("cannot be attached without its signature, without a session, or from a page of others", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      const path = "/api/v2/account/link/attach"
      const withoutDevice = yield* withSession(person.session, path, { method: "POST" })
      assert.deepStrictEqual([withoutDevice.status, withoutDevice.json.code], [401, "missing_credentials"])
      const withoutSession = yield* attach(device, { origin })
      assert.deepStrictEqual([withoutSession.status, withoutSession.json.code], [401, "missing_credentials"])
      const badSession = yield* attach(device, { origin, cookie: "svc_session=x" })
      assert.deepStrictEqual([badSession.status, badSession.json.code], [401, "invalid_session"])
      const elsewhere = yield* attach(device, { ...person.session, origin: "https://evil.example" })
      assert.deepStrictEqual([elsewhere.status, elsewhere.json.code], [403, "origin_not_allowed"])
      assert.isFalse((yield* status(device)).json.linked)
    })
  )

  it.effect("is told when sign-in is not configured, and works on without it", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const { status, json } = yield* Service.call(device, "/api/v2/account/link/start", { method: "POST" })
      assert.deepStrictEqual([status, json.code], [503, "oauth_not_configured"])
      assert.strictEqual((yield* Service.call(device, "/jobs")).status, 200)
    })
  )

  it.effect("may manage the keys of its account once it is linked, and is told when it is not", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      const refused = yield* Service.call(device, "/api/v2/api-keys")
      assert.deepStrictEqual([refused.status, refused.json.code], [403, "device_not_linked"])
      yield* attach(device, person.session)
      const keys = yield* Service.call(device, "/api/v2/api-keys")
      assert.deepStrictEqual([keys.json.items[0].key_id, keys.json.limit, keys.json.used], [person.key.key_id, 2, 1])
      const created = yield* Service.call(device, "/api/v2/api-keys", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "from the extension" })
      })
      assert.strictEqual(created.status, 201)
      const removed = yield* Service.call(device, `/api/v2/api-keys/${created.json.key_id}`, { method: "DELETE" })
      assert.strictEqual(removed.status, 204)
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("An account", (it) => {
  it.effect("is shown to its keys and its sessions", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("business")
      const device = yield* Service.newDevice
      yield* attach(device, person.session)
      const shown = yield* withSession(person.session, "/api/v2/me")
      assert.strictEqual(shown.status, 200)
      const { devices, ...me } = shown.json
      assert.deepStrictEqual(me, {
        account_id: person.accountId,
        email: person.email,
        name: null,
        tier: "business",
        created_at: "1970-01-01T00:00:00.000Z",
        auth: { kind: "session", key_id: null, scopes: null }
      })
      assert.deepStrictEqual(devices, [
        {
          device_id: device.deviceId,
          name: null,
          linked_at: devices[0].linked_at,
          linked_from: devices[0].linked_from,
          last_seen_at: devices[0].last_seen_at
        }
      ])
      assert.match(devices[0].linked_from, /127\.0\.0\.1$|^::1$/)
      assert.match(devices[0].last_seen_at, /^\d{4}-\d\d-\d\dT/)
      const { json } = yield* Service.plain("/api/v2/me", { headers: bearer(person.key.secret) })
      assert.deepStrictEqual(json.auth, {
        kind: "key",
        key_id: person.key.key_id,
        scopes: ["jobs:create", "jobs:read", "jobs:download", "jobs:delete", "settings:read", "settings:write"]
      })
    })
  )

  it.effect("has the limits of its tier, and slots that its jobs take", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const device = yield* Service.newDevice
      yield* attach(device, person.session)
      yield* upload(device, slow)
      const { status, json } = yield* withSession(person.session, "/api/v2/limits")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, {
        tier: "pro",
        slots: { used: 1, limit: 10 },
        max_file_size: 104_857_600,
        max_pages: 3_000,
        time_budget_sec: 1_800,
        ready_ttl_sec: 172_800,
        monthly_pages: 10_000,
        rate_limit_per_min: 600,
        api_keys_limit: 10,
        webhooks_limit: 5,
        webhooks_enabled: true,
        batch_enabled: true,
        upload_tickets_enabled: true
      })
    })
  )

  it.effect("counts its jobs by day in the UTC month, and begins anew with the next", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      yield* attach(device, person.session)
      yield* ended(device, yield* upload(device))
      yield* ended(device, yield* upload(device, { pages: [], failure: "corrupt_pdf" }))
      const usage = Effect.map(withSession(person.session, "/api/v2/usage"), ({ json }) => json)
      const now = yield* usage
      assert.deepStrictEqual(now.jobs, { created: 2, ready: 1, error: 1 })
      assert.deepStrictEqual(now.pages, { used: 0, limit: 500 })
      assert.deepStrictEqual(now.by_day, [
        { date: now.period_start.slice(0, 8) + now.by_day[0].date.slice(8), pages: 0, jobs: 2 }
      ])
      assert.match(now.period_start, /-01T00:00:00\.000Z$/)
      const wait = Date.parse(now.reset_at) - (yield* Effect.clockWith((clock) => clock.currentTimeMillis))
      yield* TestClock.adjust(wait)
      const session = yield* newSession(person.accountId)
      const then = (yield* withSession(session, "/api/v2/usage")).json
      assert.strictEqual(then.period_start, now.reset_at)
      assert.deepStrictEqual(then.jobs, { created: 0, ready: 0, error: 0 })
      assert.deepStrictEqual(then.by_day, [])
    })
  )

  it.effect("has settings of its own, which keys reach with the scopes for it", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const path = "/api/v2/settings"
      const changed = yield* Service.plain(path, {
        method: "PUT",
        headers: { ...bearer(person.key.secret), "content-type": "application/json" },
        body: JSON.stringify({ tables: "html" })
      })
      assert.strictEqual(changed.status, 200)
      const { json } = yield* withSession(person.session, path)
      assert.strictEqual(json.tables, "html")
      assert.strictEqual(json.converter, "auto")
      const auto = yield* withSession(person.session, path, { method: "PUT", body: '{"tables":"auto"}' })
      assert.strictEqual(auto.json.tables, "auto")
      const refused = yield* withSession(person.session, path, { method: "PUT", body: '{"tabels":"html"}' })
      assert.deepStrictEqual([refused.status, refused.json.code], [400, "invalid_setting"])
    })
  )

  it.effect("can be exported whole, without secrets", () =>
    Effect.gen(function* () {
      const person = yield* newPerson()
      const device = yield* Service.newDevice
      yield* attach(device, person.session)
      const job = yield* upload(device)
      const { status, headers, json, text } = yield* withSession(person.session, "/api/v2/me/export")
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-disposition") ?? "", /^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/)
      assert.strictEqual(json.account.email, person.email)
      assert.strictEqual(json.jobs[0].job_id, job)
      assert.strictEqual(json.api_keys[0].key_id, person.key.key_id)
      assert.strictEqual(json.devices[0].device_id, device.deviceId)
      assert.deepStrictEqual(
        json.audit.map(({ action }: { action: string }) => action),
        ["key.created", "device.linked"]
      )
      assert.deepStrictEqual(Object.keys(json.audit[0]), Object.keys(AuditEntry.fields))
      assert.lengthOf(json.sessions, 1)
      assert.isArray(json.requests)
      assert.notInclude(text, person.key.secret.slice(8, 30))
      assert.notInclude(text, "hash")
    })
  )

  it.effect("is exported a page of rows after the other, each of them once, however many there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* newPerson()
      yield* sql`
        INSERT INTO usage (account_id, day, key_id, pages)
        SELECT ${person.accountId}::uuid, date '2020-01-01' + n % 700, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n
        FROM generate_series(1, 1500) AS n`
      const { json } = yield* withSession(person.session, "/api/v2/me/export")
      const pages = json.usage.map((row: { readonly pages: number }) => row.pages)
      assert.lengthOf(pages, 1_500)
      assert.lengthOf(new Set(pages), 1_500)
    })
  )

  it.effect(
    "leaves nothing behind when it is deleted: no row, no file, no running job; its devices are anonymous",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const blobs = yield* Blobs
        const person = yield* newPerson()
        const bystander = yield* newPerson()
        const device = yield* Service.newDevice
        yield* attach(device, person.session)
        const ready = yield* upload(device)
        yield* ended(device, ready)
        yield* upload(device, slow)
        const files = yield* sql<{ key: string }>`
        SELECT unnest(ARRAY[input_key, output_key]) AS key FROM jobs WHERE account_id = ${person.accountId}`

        const refused = yield* withSession({ ...person.session, origin: "https://evil.example" }, "/api/v2/me", {
          method: "DELETE"
        })
        assert.deepStrictEqual([refused.status, refused.json.code], [403, "origin_not_allowed"])
        assert.strictEqual((yield* withSession(person.session, "/api/v2/me", { method: "DELETE" })).status, 204)

        assert.strictEqual((yield* withSession(person.session, "/api/v2/me")).json.code, "invalid_session")
        const byKey = yield* Service.plain("/api/v2/me", { headers: bearer(person.key.secret) })
        assert.strictEqual(byKey.json.code, "invalid_api_key")
        assert.isFalse((yield* status(device)).json.linked)
        assert.deepStrictEqual(yield* listed(device), [])
        const tables = yield* sql<{ name: string }>`
        SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_name)
        WHERE c.column_name = 'account_id' AND t.table_type = 'BASE TABLE' AND c.table_schema = 'public'`
        assert.includeMembers(
          tables.map(({ name }) => name),
          ["jobs", "api_keys", "sessions", "usage", "devices"]
        )
        for (const { name } of tables) {
          const left = yield* sql`SELECT FROM ${sql(name)} WHERE account_id = ${person.accountId}`
          assert.strictEqual(left.length, 0, name)
        }
        // The device stays, without the address that it was linked from.
        assert.deepStrictEqual(yield* sql`SELECT linked_at, linked_from FROM devices WHERE id = ${device.deviceId}`, [
          { linked_at: null, linked_from: null }
        ])
        for (const { key } of files) {
          if (key === null) continue
          assert.strictEqual((yield* blobs.read(key as never))._tag, "None")
        }
        assert.strictEqual((yield* withSession(bystander.session, "/api/v2/me")).status, 200)
      })
  )
})
