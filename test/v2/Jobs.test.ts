import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newKey, newPerson, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs"

const hello = Converter.pdf({ pages: ["Hello", "World"] })

/** A document that is not done while the clock stands still. */
const slow = Converter.pdf({ pages: ["one", "two", "three"], pageTime: "1 minute" })

/** Text parts and the file, as a form. */
const form = (file: Uint8Array<ArrayBuffer>, fields: ReadonlyArray<readonly [string, string]> = []) => {
  const form = pdfForm(file, "report.pdf")
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const create = (secret: string, body: FormData | Record<string, unknown>, headers: Record<string, string> = {}) =>
  Service.plain(path, {
    method: "POST",
    headers: {
      ...bearer(secret),
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers
    },
    body: body instanceof FormData ? body : JSON.stringify(body)
  })

const get = (secret: string, suffix: string, init: RequestInit = {}) =>
  Service.plain(`${path}${suffix}`, { ...init, headers: { ...bearer(secret), ...init.headers } })

/** The job once it has ended; nothing moves the clock, so the time to wait is never up. */
const ended = (secret: string, jobId: string) => Effect.map(get(secret, `/${jobId}?wait=50`), ({ json }) => json)

const pagesUsed = (secret: string) =>
  Effect.map(Service.plain("/api/v2/usage", { headers: bearer(secret) }), ({ json }) => json.pages.used as number)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("v2 jobs", (it) => {
  it.effect("turn a PDF into Markdown, and count its pages", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const created = yield* create(
        key.secret,
        form(hello, [
          ["external_id", "invoice 7"],
          ["tags", "a"],
          ["tags", "b"]
        ])
      )
      assert.strictEqual(created.status, 201)
      const job = created.json
      assert.deepStrictEqual(
        { ...job, job_id: "", created_at: "", status_since: "" },
        {
          job_id: "",
          status: "queued",
          status_since: "",
          created_at: "",
          file_name: "report.pdf",
          source: "upload",
          input_size: hello.length,
          pages: null,
          pages_done: 0,
          output_size: null,
          truncated: false,
          expires_at: null,
          error: null,
          external_id: "invoice 7",
          tags: ["a", "b"],
          slot_usage: { used: 1, limit: 10 },
          tier: "pro",
          warnings: [],
          retention_sec: null,
          continue_from: null
        }
      )
      const ready = yield* ended(key.secret, job.job_id)
      assert.strictEqual(ready.download_url, `${path}/${job.job_id}/download`)
      assert.strictEqual(Date.parse(ready.expires_at) - Date.parse(ready.status_since), 172_800_000)
      assert.deepStrictEqual(ready.slot_usage, { used: 0, limit: 10 })
      const { status, text, headers } = yield* Service.plain(ready.download_url, { headers: bearer(key.secret) })
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/markdown/)
      assert.include(text, "World")
      assert.strictEqual(yield* pagesUsed(key.secret), 2)
      const report = yield* get(key.secret, `/${job.job_id}/pages`)
      assert.strictEqual(report.json.continue_from, null)
      assert.deepStrictEqual(
        report.json.items.map(({ page, method }: { page: number; method: string }) => [page, method]),
        [
          [1, "text"],
          [2, "text"]
        ]
      )
    })
  )

  it.effect("are made by a form at an address of its own, which takes nothing else", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const post = (body: FormData | string) =>
        Service.plain(`${path}/file`, {
          method: "POST",
          headers: {
            ...bearer(key.secret),
            "idempotency-key": "once",
            ...(typeof body === "string" ? { "content-type": "application/json" } : {})
          },
          body
        })
      const refused = yield* post(JSON.stringify({ url: "https://files.example/a.pdf" }))
      assert.deepInclude(refused.json, { status: 400, code: "invalid_request" })
      const made = yield* post(form(hello, [["tags", "a"]]))
      assert.deepInclude(made.json, { file_name: "report.pdf", tags: ["a"] })
      const again = yield* create(key.secret, form(hello, [["tags", "a"]]), { "idempotency-key": "once" })
      assert.deepStrictEqual([made.status, again.status, again.json.job_id], [201, 200, made.json.job_id])
    })
  )

  it.effect("are made once under an Idempotency-Key: 200 and a header tell a repeat, another request is refused", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const other = yield* newKey(session)
      const headers = { "idempotency-key": "k1" }
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => create(key.secret, form(hello, [["tags", '["x"]']]), headers)),
        { concurrency: "unbounded" }
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.lengthOf(made, 1)
      for (const { status, json } of answers) {
        if (status === 409) assert.strictEqual(json.code, "idempotency_in_progress")
        else assert.strictEqual(json.job_id, made[0]?.json.job_id)
      }
      const repeat = yield* create(other.secret, form(hello, [["tags", "x"]]), headers)
      assert.strictEqual(repeat.status, 200)
      assert.strictEqual(repeat.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(repeat.json.job_id, made[0]?.json.job_id)
      const reused = yield* create(key.secret, form(hello, [["tags", "y"]]), headers)
      assert.deepStrictEqual([reused.status, reused.json.code], [400, "idempotency_key_reused"])
    })
  )

  it.effect("are refused with slots_full when all slots are taken, however many are asked for at once", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const answers = yield* Effect.all(
        Array.from({ length: 9 }, () => create(key.secret, form(slow))),
        { concurrency: "unbounded" }
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.lengthOf(made, 3)
      const refused = answers.find(({ status }) => status === 409)
      assert.deepInclude(refused?.json, { code: "slots_full", used: 3, limit: 3, retryable: true })
      for (const { json } of made) {
        const canceled = yield* get(key.secret, `/${json.job_id}`, { method: "DELETE" })
        assert.deepStrictEqual([canceled.status, canceled.json.status], [200, "canceled"])
        const again = yield* get(key.secret, `/${json.job_id}`, { method: "DELETE" })
        assert.deepStrictEqual([again.status, again.json.status], [200, "canceled"])
      }
    })
  )

  it.effect("are refused with quota_exceeded once the month's pages are used, until the month is over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, key, session } = yield* newPerson("free")
      const limited = yield* newKey(session, { monthly_pages: 2 })
      const made = yield* create(limited.secret, form(hello))
      yield* ended(limited.secret, made.json.job_id)
      const spent = yield* create(limited.secret, form(hello))
      assert.deepInclude(spent.json, { code: "quota_exceeded", used: 2, limit: 2 })
      assert.strictEqual((yield* create(key.secret, form(slow))).status, 201)
      yield* sql`UPDATE usage SET pages = 500 WHERE account_id = ${accountId} AND key_id = ${limited.key_id}`
      const { status, json } = yield* create(key.secret, form(hello))
      assert.strictEqual(status, 409)
      assert.deepInclude(json, { code: "quota_exceeded", used: 500, limit: 500 })
      assert.match(json.reset_at, /^\d{4}-\d\d-01T00:00:00\.000Z$/)
      const rows = yield* sql`SELECT FROM jobs WHERE account_id = ${accountId}`
      assert.lengthOf(rows, 2)
    })
  )

  it.effect(
    "are refused with quota_exceeded when the month's last pages are counted while they wait for their turn",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, key } = yield* newPerson("free")
        const now = new Date(yield* Clock.currentTimeMillis)
        const waiting = yield* Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account:${accountId}`}, 0))`
          const asked = yield* Effect.forkChild(create(key.secret, form(hello)))
          yield* Effect.repeat(
            sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks JOIN pg_database d ON d.oid = database
            WHERE NOT granted AND locktype = 'advisory' AND d.datname = current_database()`,
            { until: ([row]) => row?.n === 1 }
          )
          yield* sql`INSERT INTO usage (account_id, day, key_id, pages)
          VALUES (${accountId}, ${now}::timestamptz::date, ${key.key_id}, 500)`
          return asked
        }).pipe(sql.withTransaction)
        const { status, json } = yield* Fiber.join(waiting)
        assert.strictEqual(status, 409)
        assert.deepInclude(json, { code: "quota_exceeded", used: 500, limit: 500 })
      })
  )

  it.effect("are listed newest first, page by page, by status, external_id and tag", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("business")
      const ids: Array<string> = []
      for (let n = 0; n < 5; n++) {
        const labels: Array<readonly [string, string]> = [
          ["external_id", `job ${n % 2}`],
          ["tags", `n${n}`]
        ]
        ids.unshift((yield* create(key.secret, form(n === 0 ? hello : slow, labels))).json.job_id)
      }
      const listed = (query: string) =>
        Effect.map(get(key.secret, `?${query}`), ({ json }) => json.items.map((job: { job_id: string }) => job.job_id))
      assert.deepStrictEqual(yield* listed(""), ids)
      const seen: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const { json }: Service.Answer = yield* get(key.secret, `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`)
        seen.push(...json.items.map((job: { job_id: string }) => job.job_id))
        cursor = json.next_cursor
      }
      assert.deepStrictEqual(seen, ids)
      yield* ended(key.secret, ids[4]!)
      assert.deepStrictEqual(yield* listed("status=ready"), [ids[4]])
      assert.deepStrictEqual(yield* listed("external_id=job%201"), [ids[1], ids[3]])
      assert.deepStrictEqual(yield* listed("tag=n3"), [ids[1]])
      yield* get(key.secret, `/${ids[0]}`, { method: "DELETE" })
      assert.deepStrictEqual(yield* listed(""), ids.slice(1))
      assert.deepStrictEqual(yield* listed("status=canceled"), [ids[0]])
      for (const bad of ["cursor=x", "cursor=MTIzLng"]) {
        assert.strictEqual((yield* get(key.secret, `?${bad}`)).json.code, "invalid_cursor")
      }
      for (const bad of ["limit=0", "limit=101", "limit=x", "status=done", "tag=%00", "external_id=a%00"]) {
        const { status, json } = yield* get(key.secret, `?${bad}`)
        assert.deepStrictEqual([status, json.code], [400, "invalid_request"], bad)
      }
      for (const id of ids.slice(1)) yield* get(key.secret, `/${id}`, { method: "DELETE" })
    })
  )

  it.effect("of a linked device are the account's too, and others cannot see any of them", () =>
    Effect.gen(function* () {
      const person = yield* newPerson("pro")
      const stranger = yield* newPerson("pro")
      const device = yield* Service.newDevice
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: person.session })
      const { json: ofDevice } = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(hello, "a.pdf") })
      const { json: ofKey } = yield* create(person.key.secret, form(hello))
      const { json } = yield* withSession(person.session, path)
      assert.sameMembers(
        json.items.map((job: { job_id: string }) => job.job_id),
        [ofDevice.job_id, ofKey.job_id]
      )
      for (const id of [ofDevice.job_id, ofKey.job_id, "x"]) {
        for (const [method, suffix] of [
          ["GET", ""],
          ["DELETE", ""],
          ["GET", "/download"],
          ["GET", "/pages"]
        ] as const) {
          const { status, json } = yield* get(stranger.key.secret, `/${id}${suffix}`, { method })
          assert.deepStrictEqual([status, json.code], [404, "job_not_found"], `${method} ${suffix}`)
        }
      }
    })
  )

  it.effect("take settings for themselves alone, before those of the account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { key, session } = yield* newPerson("pro")
      yield* withSession(session, "/api/v2/settings", {
        method: "PUT",
        body: JSON.stringify({ tables: "html", images: "alt" })
      })
      const { json } = yield* create(key.secret, form(hello, [["options", '{"tables":"gfm","front_matter":true}']]))
      const [row] = yield* sql<{
        settings: Record<string, unknown>
      }>`SELECT settings FROM jobs WHERE id = ${json.job_id}`
      assert.deepInclude(row?.settings, { tables: "gfm", images: "alt", front_matter: true, converter: "auto" })
      const bad = yield* create(key.secret, form(hello, [["options", '{"tabels":"gfm"}']]))
      assert.deepStrictEqual([bad.status, bad.json.code], [400, "invalid_setting"])
      const worse = yield* create(key.secret, form(hello, [["options", "{"]]))
      assert.deepStrictEqual([worse.status, worse.json.code], [400, "invalid_request"])
    })
  )

  it.effect("are not made of bad requests, which leave nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, key } = yield* newPerson("pro")
      const notPdf = new TextEncoder().encode("hello")
      const bad: ReadonlyArray<readonly [FormData | Record<string, unknown>, number, string]> = [
        [{}, 400, "missing_input"],
        [{ url: "https://a.example/x.pdf", file: "x" }, 400, "missing_input"],
        [{ url: 7 }, 400, "invalid_request"],
        [{ url: "ftp://a.example/x.pdf" }, 400, "broken_link"],
        [{ url: "https://a.example/x.pdf", tags: ["x".repeat(65)] }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", tags: Array(21).fill("x") }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", external_id: "x".repeat(256) }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", external_id: "a\u0000b" }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", tags: ["a\u0000b"] }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", tags: ["\ud800"] }, 400, "invalid_request"],
        [{ url: "https://a.example/x.pdf", options: { page_range: "9-1" } }, 400, "invalid_setting"],
        [form(notPdf), 400, "not_a_pdf"],
        [form(hello, [["url", "https://a.example/x.pdf"]]), 400, "missing_input"],
        [form(hello, [["tags", "["]]), 400, "invalid_request"]
      ]
      for (const [body, status, code] of bad) {
        const { json, headers, ...answer } = yield* create(key.secret, body)
        assert.deepStrictEqual([answer.status, json.code], [status, code])
        assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/)
      }
      const headers = yield* create(key.secret, form(hello), { "idempotency-key": "ü" })
      assert.strictEqual(headers.json.code, "idempotency_key_invalid")
      assert.lengthOf(yield* sql`SELECT FROM jobs WHERE account_id = ${accountId}`, 0)
    })
  )

  it.effect("take files up to the tier's size", () =>
    Effect.gen(function* () {
      const free = yield* newPerson("free")
      const pro = yield* newPerson("pro")
      const large = new Uint8Array(10_485_761)
      large.set(hello)
      const refused = yield* create(free.key.secret, form(large))
      assert.deepStrictEqual(
        [refused.status, refused.json.code, refused.json.limit],
        [413, "file_too_large", 10_485_760]
      )
      assert.strictEqual((yield* create(pro.key.secret, form(large))).status, 201)
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A v2 job that outlasts its time", (it) => {
  it.effect("keeps the pages that fitted, and says where to go on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { key } = yield* newPerson("free")
      const { json } = yield* create(
        key.secret,
        form(Converter.pdf({ pages: Array.from({ length: 30 }, (_, n) => `p${n}`), pageTime: "1 minute" }))
      )
      yield* Effect.repeat(get(key.secret, `/${json.job_id}`), { until: ({ json }) => json.status === "processing" })
      // Small steps, each with an answer awaited: what is to happen within the time for assembling has time to happen.
      const aWhileLater = Effect.andThen(TestClock.adjust("10 seconds"), get(key.secret, `/${json.job_id}`))
      const { json: job } = yield* Effect.repeat(aWhileLater, { until: ({ json }) => json.status !== "processing" })
      assert.isAbove(job.pages_done, 0)
      assert.strictEqual(job.status, "ready")
      assert.isTrue(job.truncated)
      assert.strictEqual(job.continue_from, job.pages_done + 1)
      const report = yield* get(key.secret, `/${json.job_id}/pages`)
      assert.strictEqual(report.json.continue_from, job.continue_from)
      assert.lengthOf(report.json.items, job.pages_done)
      assert.strictEqual(yield* pagesUsed(key.secret), job.pages_done)
      assert.lengthOf(yield* sql`SELECT FROM page_reports WHERE job_id = ${json.job_id}`, 1)
      yield* get(key.secret, `/${json.job_id}`, { method: "DELETE" })
      assert.lengthOf(yield* sql`SELECT FROM page_reports WHERE job_id = ${json.job_id}`, 0)
    })
  )
})
