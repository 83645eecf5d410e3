import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson, withSession } from "../support/Account.ts"
import { tool, upload } from "../support/Mcp.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs"

const password = "Grüße & 7 Zwerge"

const locked = Converter.pdf({ pages: ["Hello", "World"], password })

/** Does not end while the clock stands still. */
const slow = Converter.pdf({ pages: ["Hello"], pageTime: "1 minute", password })

const link = "https://passwords.test/a.pdf"

/** Text parts and the file, as a form. */
const form = (file: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) => {
  const form = pdfForm(file, "a.pdf")
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const post = (
  secret: string,
  to: string,
  body: FormData | Record<string, unknown>,
  headers: Record<string, string> = {}
) =>
  Service.plain(to, {
    method: "POST",
    headers: {
      ...bearer(secret),
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers
    },
    body: body instanceof FormData ? body : JSON.stringify(body)
  })

/** How a job ended; nothing moves the clock, so the time to wait is never up. */
const outcome = (secret: string, jobId: string) =>
  Effect.map(Service.plain(`${path}/${jobId}?wait=50`, { headers: bearer(secret) }), ({ json }) =>
    json.status === "error" ? json.error.code : json.status
  )

/** The tables in which the words are anywhere. */
const tablesWith = Effect.fnUntraced(function* (words: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  const found: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* sql`
      SELECT FROM ${sql.literal(name)} AS t
      WHERE strpos(t::text, ${words}) > 0 OR strpos(t::text, ${Buffer.from(words).toString("hex")}) > 0`
    if (rows.length > 0) found.push(name)
  }
  return found
})

const sealed = Effect.fnUntraced(function* (jobId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ password: Uint8Array | null }>`SELECT password FROM jobs WHERE id = ${jobId}`
  return row!.password
})

const lines: Array<string> = []

const service = Service.layer({ RATE_LIMIT_SCALE: "1000" }).pipe(
  Layer.provide(
    Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))], { mergeWithExisting: false })
  )
)

layer(service)("A password", (it) => {
  it.effect("opens a document whichever way it comes", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      yield* Web.use((web) => web.put(link, { body: locked }))
      const created = [
        yield* post(key.secret, path, form(locked, { password })),
        yield* post(key.secret, path, { url: link, password })
      ].map(({ status, json }) => {
        assert.strictEqual(status, 201)
        return json
      })
      const batch = yield* post(key.secret, `${path}/batch`, { items: [{ url: link, password }, { url: link }] })
      const called = [
        yield* tool(key.secret, "create_job_from_url", { url: link, password }),
        yield* upload(key.secret, locked, { password })
      ].map(({ structuredContent }) => structuredContent)
      const outcomes = yield* Effect.forEach([...created, ...called, ...batch.json.items], ({ job_id }) =>
        outcome(key.secret, job_id)
      )
      assert.deepStrictEqual(outcomes, [...Array(5).fill("ready"), "password_required"])
    })
  )

  it.effect("that is wrong is told apart from one that is missing, by jobs and estimates", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const cases = [
        [{}, "password_required"],
        [{ password: "grüße & 7 zwerge" }, "password_wrong"]
      ] as const
      for (const [fields, code] of cases) {
        const { json } = yield* post(key.secret, path, form(locked, fields))
        assert.strictEqual(yield* outcome(key.secret, json.job_id), code)
        const estimate = yield* post(key.secret, `${path}/estimate`, form(locked, fields))
        assert.deepInclude(estimate.json, { encrypted: true, pages: null, accepted: false, refusals: [code] })
      }
      const estimate = yield* post(key.secret, `${path}/estimate`, form(locked, { password }))
      assert.deepInclude(estimate.json, { encrypted: true, pages: 2, accepted: true })
    })
  )

  it.effect("that is wrong is one that is required to a device of v1, which knows no other", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const device = yield* Service.newDevice
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })
      const { json } = yield* post(key.secret, path, form(locked, { password: "wrong" }))
      assert.strictEqual(yield* outcome(key.secret, json.job_id), "password_wrong")
      const seen = yield* Service.call(device, `/jobs/${json.job_id}`)
      assert.strictEqual(seen.json.error.code, "password_required")
    })
  )

  it.effect("opens the document whose pages are counted for a page_range", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const refused = yield* post(key.secret, path, form(locked, { password, options: '{"page_range":"3-9"}' }))
      assert.deepStrictEqual([refused.status, refused.json.code], [400, "invalid_page_range"])
    })
  )

  it.effect("is sealed while the job lives, and gone when it ends: converted, failed, canceled, deleted", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const ready = yield* post(key.secret, path, form(locked, { password }))
      const wrong = yield* post(key.secret, path, form(locked, { password: `not ${password}` }))
      for (const { json } of [ready, wrong]) {
        yield* outcome(key.secret, json.job_id)
        assert.isNull(yield* sealed(json.job_id))
      }
      const { json } = yield* post(key.secret, path, form(slow, { password }))
      assert.notInclude(Buffer.from((yield* sealed(json.job_id))!).toString(), password)
      yield* Service.plain(`${path}/${json.job_id}`, { method: "DELETE", headers: bearer(key.secret) })
      assert.isNull(yield* sealed(json.job_id))
    })
  )

  it.effect("is read nowhere: not in an answer, a row, an export, a delivery or the log", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const callback_url = "https://hooks.passwords.test/"
      yield* Web.use((web) => web.put(callback_url, { body: new Uint8Array() }))
      const idempotent = { "idempotency-key": "locked" }
      const running = yield* post(key.secret, path, form(slow, { password, callback_url }), idempotent)
      const failed = yield* post(key.secret, path, form(locked, { password: `${password}!`, callback_url }))
      const answers = [
        running,
        failed,
        yield* post(key.secret, path, form(slow, { password, callback_url }), idempotent),
        yield* post(key.secret, path, form(slow, { password: password.repeat(99) })),
        yield* post(key.secret, path, { url: link, password: [password] }),
        yield* post(key.secret, `${path}?password=${encodeURIComponent(password)}`, form(slow)),
        yield* Service.plain(`${path}/${failed.json.job_id}?wait=50`, { headers: bearer(key.secret) }),
        yield* withSession(session, "/api/v2/me/export"),
        yield* withSession(session, "/api/v2/webhooks/deliveries")
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [201, 201, 200, 400, 400, 400, 200, 200, 200]
      )
      for (const { text } of answers) assert.notInclude(text, password)
      assert.deepStrictEqual(yield* tablesWith(password), [])
      assert.isNotEmpty(lines)
      assert.notInclude(lines.join("\n"), password)
    })
  )

  it.effect("is no part of what makes a request the same as another", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const headers = { "idempotency-key": "one" }
      const first = yield* post(key.secret, path, form(slow, { password: "typed wrong" }), headers)
      const again = yield* post(key.secret, path, form(slow, { password }), headers)
      assert.deepStrictEqual([again.status, again.json.job_id], [200, first.json.job_id])
    })
  )
})
