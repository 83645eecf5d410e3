import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import type { TierName } from "../../schema/Actor.ts"
import { type Device, pdfForm } from "../../src/client/Device.ts"
import { ticketSeconds } from "../../src/jobs/intake/Tickets.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs/upload"

const hello = Converter.pdf({ pages: ["Hello", "World"] })

/** A document that is not done while the clock stands still. */
const slow = Converter.pdf({ pages: ["one"], pageTime: "1 minute" })

/** A PDF of so many bytes. */
const large = (size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(hello)
  return bytes
}

/** A person and a device of theirs. */
const linked = Effect.fnUntraced(function* (tier: Exclude<TierName, "anonymous">) {
  const person = yield* newPerson(tier)
  const device = yield* Service.newDevice
  yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: person.session })
  return { ...person, device }
})

const ask = (device: Device, headers: Record<string, string> = {}) =>
  Service.call(device, "/api/v2/jobs/upload-ticket", { method: "POST", headers })

const ticketOf = (device: Device) => Effect.map(ask(device), ({ json }) => json.ticket as string)

const upload = (ticket: string | null, body: FormData | string, headers: Record<string, string> = {}) =>
  Service.plain(path, {
    method: "POST",
    headers: { ...(ticket === null ? {} : { "upload-ticket": ticket }), ...headers },
    body
  })

const told = ({ status, json }: Service.Answer) => `${status} ${json.code}`

layer(Service.layer({ RATE_LIMIT_SCALE: "1000", PUBLIC_ORIGINS: "http://localhost:8080,https://b.example" }))(
  "Upload tickets",
  (it) => {
    it.effect("are for linked devices of paying accounts; the others are told that they are not eligible", () =>
      Effect.gen(function* () {
        const none = { eligible: false, ticket: null, upload_url: null, max_bytes: null, expires_at: null }
        for (const device of [yield* Service.newDevice, (yield* linked("free")).device]) {
          const { status, json } = yield* ask(device)
          assert.deepStrictEqual([status, json], [200, none])
        }
        for (const [tier, maxBytes] of [
          ["pro", 104_857_600],
          ["business", 524_288_000]
        ] as const) {
          const { device } = yield* linked(tier)
          const { status, json } = yield* ask(device)
          assert.strictEqual(status, 200)
          assert.match(json.ticket, /^[\w-]{43}$/)
          assert.deepStrictEqual(
            { ...json, ticket: "" },
            {
              eligible: true,
              ticket: "",
              upload_url: `http://localhost:8080${path}`,
              max_bytes: maxBytes,
              expires_at: "1970-01-01T00:10:00.000Z"
            }
          )
        }
        assert.strictEqual(told(yield* Service.plain(`${path}-ticket`, { method: "POST" })), "401 missing_credentials")
      })
    )

    it.effect("make a job of the ticket's account, with what is said of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, device, key } = yield* linked("pro")
        const form = pdfForm(hello, "a.pdf")
        form.append("external_id", "invoice 7")
        form.append("options", '{"tables":"html"}')
        const { status, json } = yield* upload(yield* ticketOf(device), form)
        assert.strictEqual(status, 201)
        assert.deepInclude(json, { file_name: "a.pdf", external_id: "invoice 7", tier: "pro", source: "upload" })
        const [row] = yield* sql`
          SELECT owner, owner_type, account_id, device_id, key_id, surface, pool, time_budget_sec,
            settings ->> 'tables' AS tables
          FROM jobs WHERE id = ${json.job_id}`
        assert.deepStrictEqual(row, {
          owner: `account:${accountId}`,
          owner_type: "account_device",
          account_id: accountId,
          device_id: device.deviceId,
          key_id: null,
          surface: "v2",
          pool: "priority",
          time_budget_sec: 1_800,
          tables: "html"
        })
        const seen = yield* Service.plain(`/api/v2/jobs/${json.job_id}?wait=50`, { headers: bearer(key.secret) })
        assert.strictEqual(seen.json.status, "ready")
        const usage = yield* Service.plain("/api/v2/usage", { headers: bearer(key.secret) })
        assert.strictEqual(usage.json.pages.used, 2)
      })
    )

    it.effect("are void for the file that is on its way when their device is thrown out: it became a job", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const base = yield* Service.Base
        const { accountId, device, session } = yield* linked("pro")
        const ticket = yield* ticketOf(device)
        const form = new Response(pdfForm(hello, "a.pdf"))
        const headers = { "upload-ticket": ticket, "content-type": form.headers.get("content-type") ?? "" }
        const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
        let finish = () => {}
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(bytes.subarray(0, 100))
            finish = () => {
              controller.enqueue(bytes.subarray(100))
              controller.close()
            }
          }
        })
        const init = { method: "POST", headers, body, duplex: "half" }
        const sending = yield* Effect.forkChild(Effect.promise(() => fetch(`${base}${path}`, init)))
        const unspent = sql`SELECT FROM upload_tickets WHERE device_id = ${device.deviceId}`
        yield* Effect.repeat(unspent, { until: (rows) => rows.length === 0 })
        yield* withSession(session, `/api/v2/me/devices/${device.deviceId}`, { method: "DELETE" })
        finish()
        const answer = yield* Fiber.join(sending)
        assert.strictEqual(answer.status, 401)
        assert.strictEqual((yield* Effect.promise(() => answer.json())).code, "invalid_upload_ticket")
        assert.lengthOf(yield* sql`SELECT FROM jobs WHERE account_id = ${accountId}`, 0)
      })
    )

    it.effect("count the pages of their job for their account, unlinked or not: unlinking in time made them free", () =>
      Effect.gen(function* () {
        const { device, session } = yield* linked("pro")
        const slow = Converter.pdf({ pages: ["One", "Two"], pageTime: "1 minute" })
        const { json } = yield* upload(yield* ticketOf(device), pdfForm(slow, "a.pdf"))
        yield* Service.call(device, "/api/v2/account/unlink", { method: "POST" })
        const other = yield* newPerson()
        yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: other.session })
        yield* Effect.repeat(
          Effect.andThen(TestClock.adjust("1 minute"), Service.call(device, `/jobs/${json.job_id}`)),
          { until: ({ json }) => json.status === "ready" }
        )
        const pages = (session: Record<string, string>) =>
          Effect.map(withSession(session, "/api/v2/usage"), ({ json }) => [json.pages.used, json.jobs.ready])
        assert.deepStrictEqual(yield* pages(session), [2, 1])
        assert.deepStrictEqual(yield* pages(other.session), [0, 0])
      })
    )

    it.effect("are good once, however many come with one at the same time", () =>
      Effect.gen(function* () {
        const { device } = yield* linked("business")
        const ticket = yield* ticketOf(device)
        const answers = yield* Effect.all(
          Array.from({ length: 8 }, () => upload(ticket, pdfForm(hello, "a.pdf"))),
          { concurrency: "unbounded" }
        )
        const counts = answers.map(({ status, json }) => `${status} ${json.code ?? ""}`).sort()
        assert.deepStrictEqual(counts, ["201 ", ...Array(7).fill("401 invalid_upload_ticket")])
        for (const { status, headers } of answers) {
          assert.strictEqual(headers.get("www-authenticate"), status === 401 ? "UploadTicket" : null)
        }
      })
    )

    it.effect("are spent by whatever they arrive with", () =>
      Effect.gen(function* () {
        const { device } = yield* linked("pro")
        const bad: ReadonlyArray<readonly [FormData | string, string]> = [
          [pdfForm(new TextEncoder().encode("hello"), "a.pdf"), "400 not_a_pdf"],
          [new FormData(), "400 missing_input"],
          ["{}", "400 invalid_request"]
        ]
        for (const [body, code] of bad) {
          const ticket = yield* ticketOf(device)
          assert.strictEqual(told(yield* upload(ticket, body)), code)
          assert.strictEqual(told(yield* upload(ticket, pdfForm(hello, "a.pdf"))), "401 invalid_upload_ticket")
        }
        const ticket = yield* ticketOf(device)
        const refused = yield* upload(ticket, pdfForm(hello, "a.pdf"), { "idempotency-key": "ü" })
        assert.strictEqual(told(refused), "400 idempotency_key_invalid")
        assert.strictEqual(told(yield* upload(ticket, pdfForm(hello, "a.pdf"))), "401 invalid_upload_ticket")
      })
    )

    it.effect("are void when missing, unknown, expired, or when their device is blocked or somebody else's", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device, session } = yield* linked("pro")
        const form = pdfForm(hello, "a.pdf")
        for (const ticket of [null, "", "nobody"]) {
          assert.strictEqual(told(yield* upload(ticket, form)), "401 invalid_upload_ticket")
        }
        const { secret } = (yield* newPerson("pro")).key
        assert.strictEqual(told(yield* upload(null, form, bearer(secret))), "401 invalid_upload_ticket")

        const expired = yield* ticketOf(device)
        yield* TestClock.adjust(`${ticketSeconds} seconds`)
        assert.strictEqual(told(yield* upload(expired, form)), "401 invalid_upload_ticket")

        const unlinked = yield* ticketOf(device)
        yield* Service.call(device, "/api/v2/account/unlink", { method: "POST" })
        assert.strictEqual(told(yield* upload(unlinked, form)), "401 invalid_upload_ticket")

        yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })
        const moved = yield* ticketOf(device)
        const other = yield* newPerson("pro")
        yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: other.session })
        assert.strictEqual(told(yield* upload(moved, form)), "401 invalid_upload_ticket")

        const blocked = yield* ticketOf(device)
        yield* sql`UPDATE devices SET blocked_at = ${new Date(0)} WHERE id = ${device.deviceId}`
        assert.strictEqual(told(yield* upload(blocked, form)), "401 invalid_upload_ticket")
        assert.strictEqual(told(yield* ask(device)), "403 device_blocked")
      })
    )

    it.effect("take a file of exactly their size, and cut a larger one without keeping any of it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device } = yield* linked("pro")
        const ticket = yield* ticketOf(device)
        yield* sql`UPDATE upload_tickets SET max_bytes = 200000`
        assert.strictEqual((yield* upload(ticket, pdfForm(large(200_000), "a.pdf"))).status, 201)
        for (const size of [200_001, 5_000_000]) {
          const small = yield* ticketOf(device)
          yield* sql`UPDATE upload_tickets SET max_bytes = 200000`
          const { status, json } = yield* upload(small, pdfForm(large(size), "a.pdf"))
          assert.deepStrictEqual([status, json.code, json.limit], [413, "file_too_large", 200_000])
        }
        assert.lengthOf(yield* sql`SELECT FROM jobs WHERE device_id = ${device.deviceId}`, 1)
      })
    )

    it.effect("give the same job for the same Idempotency-Key, each time for a fresh ticket", () =>
      Effect.gen(function* () {
        const { device } = yield* linked("pro")
        const headers = { "idempotency-key": "k" }
        const first = yield* upload(yield* ticketOf(device), pdfForm(hello, "a.pdf"), headers)
        const ticket = yield* ticketOf(device)
        const repeat = yield* upload(ticket, pdfForm(hello, "a.pdf"), headers)
        assert.deepStrictEqual([first.status, repeat.status], [201, 200])
        assert.strictEqual(repeat.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(repeat.json.job_id, first.json.job_id)
        const used = yield* upload(ticket, pdfForm(hello, "a.pdf"), headers)
        assert.strictEqual(told(used), "401 invalid_upload_ticket")
        const reused = yield* upload(yield* ticketOf(device), pdfForm(hello, "b.pdf"), headers)
        assert.strictEqual(told(reused), "400 idempotency_key_reused")
      })
    )

    it.effect("obey the account's slots and pages", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, device, key } = yield* linked("pro")
        for (let n = 0; n < 10; n++) {
          assert.strictEqual((yield* upload(yield* ticketOf(device), pdfForm(slow, "a.pdf"))).status, 201)
        }
        const full = yield* upload(yield* ticketOf(device), pdfForm(hello, "a.pdf"))
        assert.strictEqual(told(full), "409 slots_full")
        assert.deepInclude(full.json, { used: 10, limit: 10 })
        const { json } = yield* Service.plain("/api/v2/jobs", { headers: bearer(key.secret) })
        for (const { job_id } of json.items) {
          yield* Service.plain(`/api/v2/jobs/${job_id}`, { method: "DELETE", headers: bearer(key.secret) })
        }
        const day = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
        yield* sql`
          INSERT INTO usage AS u (account_id, day, key_id, pages) VALUES (${accountId}, ${day}::timestamptz::date, ${accountId}, 10000)
          ON CONFLICT (account_id, day, key_id) DO UPDATE SET pages = 10000`
        const spent = yield* upload(yield* ticketOf(device), pdfForm(hello, "a.pdf"))
        assert.strictEqual(told(spent), "409 quota_exceeded")
        assert.match(spent.json.reset_at, /-01T00:00:00\.000Z$/)
      })
    )
  }
)

layer(Service.layer())("Upload tickets, asked for or guessed too often,", (it) => {
  it.effect("are refused with 429", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      for (let n = 0; n < 60; n++) yield* ask(device)
      const { status, json, headers } = yield* ask(device)
      assert.deepStrictEqual([status, json.code], [429, "rate_limited"])
      assert.match(headers.get("retry-after") ?? "", /^\d+$/)
      for (let n = 0; n < 20; n++) yield* upload("guess", "")
      assert.strictEqual(told(yield* upload("guess", "")), "429 rate_limited")
    })
  )
})
