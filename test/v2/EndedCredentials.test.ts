import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { DeviceId } from "../../schema/Ids.ts"
import { Devices } from "../../src/accounts/Devices.ts"
import { pdfForm, signed } from "../../src/client/Device.ts"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import { local, newAgent, onProvider } from "../support/OAuth.ts"
import * as Service from "../support/Service.ts"

/** A document that is never done: the clock of the test stands still. */
const endless = pdf({ pages: ["One"], pageTime: "1 hour" })

const create = (secret: string) =>
  Effect.map(
    Service.plain("/api/v2/jobs", { method: "POST", headers: bearer(secret), body: pdfForm(endless, "a.pdf") }),
    ({ json }) => json.job_id as string
  )

/** Once a request of this caller has been let in. */
const isIn = (caller: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const charged = sql`SELECT FROM rate_buckets WHERE key = ${`${caller}:requests`}`
    yield* Effect.repeat(charged, { until: (rows) => rows.length > 0 })
  })

const waitFor = (jobId: string, headers: Record<string, string>) =>
  Effect.forkScoped(Service.plain(`/api/v2/jobs/${jobId}?wait=50`, { headers }))

/** The events of a job, once the first has come, up to the end. */
const follow = (jobId: string, headers: Record<string, string>) =>
  Effect.gen(function* () {
    const base = yield* Service.Base
    const { body } = yield* Effect.promise(() => fetch(`${base}/api/v2/jobs/${jobId}/events`, { headers }))
    const reader = body!.getReader()
    yield* Effect.promise(() => reader.read())
    return yield* Effect.forkScoped(
      Effect.promise(async () => {
        while (!(await reader.read()).done);
      })
    )
  })

const mcpWait = (jobId: string) => ({
  name: "pdf_to_markdown_get_job",
  arguments: { job_id: jobId, wait_seconds: 50 }
})

const refusal = ({ status, json }: Service.Answer) => [status, json.code]

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A credential that ends while an answer is waited for", (it) => {
  for (const [what, path] of [
    ["is revoked", (keyId: string) => `/api/v2/api-keys/${keyId}`],
    ["goes with its account", () => "/api/v2/me"]
  ] as const)
    it.effect(`as a key that ${what}: its wait, its events and its MCP call are over at once`, () =>
      Effect.gen(function* () {
        const { key, session } = yield* newPerson("pro")
        const jobId = yield* create(key.secret)
        const other = yield* newKey(session)
        const waiting = yield* waitFor(jobId, bearer(other.secret))
        const calling = yield* Effect.forkScoped(
          Service.plain("/api/v2/mcp", {
            method: "POST",
            headers: { ...bearer(other.secret), "content-type": "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: mcpWait(jobId) })
          })
        )
        const following = yield* follow(jobId, bearer(other.secret))
        yield* isIn(`key:${other.key_id}`)
        assert.strictEqual((yield* withSession(session, path(other.key_id), { method: "DELETE" })).status, 204)
        assert.deepStrictEqual(refusal(yield* Fiber.join(waiting)), [401, "invalid_api_key"])
        const called = yield* Fiber.join(calling)
        const code = called.status === 401 ? called.json.code : called.json.result.structuredContent.code
        assert.strictEqual(code, "invalid_api_key")
        yield* Fiber.join(following)
      }).pipe(Effect.scoped)
    )

  it.effect("as a session that is over, with its wait and its events", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const jobId = yield* create(key.secret)
      const { json } = yield* withSession(session, "/api/v2/me/sessions")
      const waiting = yield* waitFor(jobId, session)
      const following = yield* follow(jobId, session)
      yield* isIn(`session:${json.items[0].session_id}`)
      yield* withSession(session, "/api/v2/auth/logout", { method: "POST" })
      assert.deepStrictEqual(refusal(yield* Fiber.join(waiting)), [401, "invalid_session"])
      yield* Fiber.join(following)
    }).pipe(Effect.scoped)
  )

  it.effect("as a device that is blocked, with its wait", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const made = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(endless, "a.pdf") })
      const waiting = yield* Effect.forkScoped(Service.call(device, `/jobs/${made.json.job_id}?wait=50`))
      yield* isIn(`device:${device.deviceId}`)
      yield* Devices.use((devices) => devices.block(DeviceId.make(device.deviceId), true))
      assert.deepStrictEqual(refusal(yield* Fiber.join(waiting)), [403, "device_blocked"])
    }).pipe(Effect.scoped)
  )

  it.effect("and is let in again waits as before: a device that was blocked and is not any more", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const made = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(endless, "a.pdf") })
      const path = `/jobs/${made.json.job_id}`
      const block = (isBlocked: boolean) =>
        Devices.use((devices) => devices.block(DeviceId.make(device.deviceId), isBlocked))
      const before = yield* Effect.forkScoped(Service.call(device, `${path}?wait=50`))
      yield* isIn(`device:${device.deviceId}`)
      yield* block(true)
      assert.deepStrictEqual(refusal(yield* Fiber.join(before)), [403, "device_blocked"])
      yield* block(false)
      yield* SqlClient.SqlClient.use((sql) => sql`DELETE FROM rate_buckets`)
      const waiting = yield* Effect.forkScoped(Service.call(device, `${path}?wait=50`))
      yield* isIn(`device:${device.deviceId}`)
      yield* Effect.repeat(TestClock.adjust("10 seconds"), { until: () => waiting.pollUnsafe() !== undefined })
      const { status, json } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([status, json.job_id], [200, made.json.job_id])
    }).pipe(Effect.scoped)
  )

  it.effect("as a device that is thrown out, of a job of its account: it was told all to the end", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const device = yield* Service.newDevice
      const at = yield* Service.source
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })
      const jobId = yield* create(key.secret)
      const path = `/api/v2/jobs/${jobId}/events`
      const headers = yield* Effect.promise(() => signed(device, { method: "GET", path, bytes: new Uint8Array() }, at))
      const following = yield* follow(jobId, headers)
      const waiting = yield* Effect.forkScoped(Service.call(device, `/jobs/${jobId}?wait=50`))
      yield* isIn(`device:${device.deviceId}`)
      yield* withSession(session, `/api/v2/me/devices/${device.deviceId}`, { method: "DELETE" })
      yield* Effect.repeat(TestClock.adjust("10 seconds"), {
        until: () => waiting.pollUnsafe() !== undefined && following.pollUnsafe() !== undefined
      })
      assert.deepStrictEqual(refusal(yield* Fiber.join(waiting)), [404, "job_not_found"])
    }).pipe(Effect.scoped)
  )

  it.effect("is noticed by nobody else: another key of the account waits on", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const jobId = yield* create(key.secret)
      const other = yield* newKey(session)
      const waiting = yield* waitFor(jobId, bearer(key.secret))
      const ending = yield* waitFor(jobId, bearer(other.secret))
      for (const { key_id } of [key, other]) yield* isIn(`key:${key_id}`)
      yield* withSession(session, `/api/v2/api-keys/${other.key_id}`, { method: "DELETE" })
      yield* Fiber.join(ending)
      assert.isUndefined(waiting.pollUnsafe())
      yield* Service.plain(`/api/v2/jobs/${jobId}`, { method: "DELETE", headers: bearer(key.secret) })
      assert.deepStrictEqual(refusal(yield* Fiber.join(waiting)), [404, "job_not_found"])
    }).pipe(Effect.scoped)
  )
})

layer(onProvider)("A connection that is taken back while its agent waits", (it) => {
  it.effect("has its call refused at once", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const { access_token } = yield* Effect.promise(() => agent.connect())
      const send = (path: string, init: RequestInit = {}) =>
        Effect.promise(() => agent.browser.step(new URL(path, local), { headers: { origin: local }, ...init }))
      const { text } = yield* send("/api/v2/me/connections")
      const connectionId = JSON.parse(text).items[0].connection_id as string
      const made = yield* Effect.promise(() =>
        agent.call(access_token, "tools/call", {
          name: "pdf_to_markdown_create_job_from_upload",
          arguments: { content_base64: Buffer.from(endless).toString("base64") }
        })
      )
      const jobId = made.json.result.structuredContent.job_id as string
      const calling = yield* Effect.forkScoped(
        Effect.promise(() => agent.call(access_token, "tools/call", mcpWait(jobId)))
      )
      yield* isIn(`key:${connectionId}`)
      assert.strictEqual((yield* send(`/api/v2/me/connections/${connectionId}`, { method: "DELETE" })).status, 204)
      const { status, json } = yield* Fiber.join(calling)
      assert.strictEqual(status === 401 ? json.code : json.result.structuredContent.code, "invalid_api_key")
    }).pipe(Effect.scoped)
  )
})

/** A request, JSON unless `said` is a form, that has been let in, and whose last bytes come only when the test says so. */
const halfSaid = Effect.fnUntraced(function* (
  path: string,
  said: unknown,
  headersOf: (bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<Record<string, string>>,
  method = "POST"
) {
  const sql = yield* SqlClient.SqlClient
  const base = yield* Service.Base
  const sent = new Response(said instanceof FormData ? said : JSON.stringify(said))
  const type = said instanceof FormData ? (sent.headers.get("content-type") ?? "") : "application/json"
  const bytes = new Uint8Array(yield* Effect.promise(() => sent.arrayBuffer()))
  const headers = { ...(yield* headersOf(bytes)), "content-type": type }
  let finish = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 5))
      finish = () => {
        controller.enqueue(bytes.subarray(5))
        controller.close()
      }
    }
  })
  yield* sql`DELETE FROM rate_buckets`
  const init = { method, headers, body, duplex: "half" }
  const answer = yield* Effect.forkScoped(
    Effect.promise(async () => {
      const answer = await fetch(`${base}${path}`, init)
      return [answer.status, (await answer.json()).code]
    })
  )
  yield* Effect.repeat(sql`SELECT FROM rate_buckets`, { until: (rows) => rows.length > 0 })
  return Effect.suspend(() => {
    finish()
    return Fiber.join(answer)
  })
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A credential that ends while its body is on its way", (it) => {
  const keysOf = (session: Record<string, string>) =>
    Effect.map(withSession(session, "/api/v2/api-keys"), ({ json }) => json.items.length as number)

  it.effect("as a session that is over: it made an API key, which lived on", () =>
    Effect.gen(function* () {
      const { accountId, session } = yield* newPerson("pro")
      const other = yield* newSession(accountId)
      const finished = yield* halfSaid("/api/v2/api-keys", { name: "late" }, () => Effect.succeed(session))
      yield* withSession(session, "/api/v2/auth/logout", { method: "POST" })
      assert.deepStrictEqual(yield* finished, [401, "invalid_session"])
      assert.strictEqual(yield* keysOf(other), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("as a device that is thrown out: it made an API key, which stayed behind", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("pro")
      const device = yield* Service.newDevice
      const at = yield* Service.source
      yield* Service.call(device, "/api/v2/account/link/attach", { method: "POST", headers: session })
      const path = "/api/v2/api-keys"
      const finished = yield* halfSaid(path, { name: "late" }, (bytes) =>
        Effect.promise(() => signed(device, { method: "POST", path, bytes }, at))
      )
      yield* withSession(session, `/api/v2/me/devices/${device.deviceId}`, { method: "DELETE" })
      assert.deepStrictEqual(yield* finished, [403, "device_not_linked"])
      assert.strictEqual(yield* keysOf(session), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("as a device that is blocked: it made a job, and changed its settings", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [method, path, said] of [
        ["POST", "/jobs", pdfForm(endless, "a.pdf")],
        ["POST", "/jobs", { url: "https://a.example/a.pdf" }],
        ["PUT", "/settings", { page_breaks: "rule" }]
      ] as const) {
        const device = yield* Service.newDevice
        const at = yield* Service.source
        const id = DeviceId.make(device.deviceId)
        const sign = (bytes: Uint8Array<ArrayBuffer>) =>
          Effect.promise(() => signed(device, { method, path, bytes }, at))
        const finished = yield* halfSaid(path, said, sign, method)
        yield* Devices.use((devices) => devices.block(id, true))
        assert.deepStrictEqual(yield* finished, [403, "device_blocked"], `${method} ${path}`)
        assert.lengthOf(yield* sql`SELECT FROM jobs WHERE device_id = ${id}`, 0)
        yield* Devices.use((devices) => devices.block(id, false))
        assert.strictEqual((yield* Service.call(device, "/settings")).json.page_breaks, "none")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("as a key that is revoked: it registered a webhook, and deleted a job by MCP", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const jobId = yield* create(key.secret)
      for (const [path, said] of [
        ["/api/v2/webhooks", { url: "https://hooks.test/" }],
        [
          "/api/v2/mcp",
          {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "pdf_to_markdown_delete_job", arguments: { job_id: jobId } }
          }
        ]
      ] as const) {
        const other = yield* newKey(session, { scopes: ["jobs:delete", "webhooks:write"] })
        const finished = yield* halfSaid(path, said, () => Effect.succeed(bearer(other.secret)))
        yield* withSession(session, `/api/v2/api-keys/${other.key_id}`, { method: "DELETE" })
        const now = yield* Clock.currentTimeMillis
        yield* TestClock.adjust("2 seconds")
        // The machine's clock may be set back meanwhile.
        yield* TestClock.setTime(now)
        assert.deepStrictEqual(yield* finished, [401, "invalid_api_key"])
      }
      assert.lengthOf((yield* withSession(session, "/api/v2/webhooks")).json.items, 0)
      const { json } = yield* withSession(session, `/api/v2/jobs/${jobId}`)
      assert.include(["queued", "processing"], json.status)
    }).pipe(Effect.scoped)
  )
})
