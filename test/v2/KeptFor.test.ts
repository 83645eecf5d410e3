import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { Web } from "../../layers/fakes/Egress.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { tool, upload } from "../support/Mcp.ts"
import * as Service from "../support/Service.ts"

const path = "/api/v2/jobs"

const hello = Converter.pdf({ pages: ["Hello"] })

const broken = Converter.pdf({ pages: ["Hello"], failure: "corrupt_pdf" })

const link = "https://kept.test/a.pdf"

const post = (secret: string, to: string, body: FormData | Record<string, unknown>, headers = {}) =>
  Service.plain(to, {
    method: "POST",
    headers: {
      ...bearer(secret),
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers
    },
    body: body instanceof FormData ? body : JSON.stringify(body)
  })

const form = (file: Uint8Array<ArrayBuffer>, retention: string) => {
  const form = pdfForm(file, "a.pdf")
  form.append("retention_sec", retention)
  return form
}

const ended = (secret: string, jobId: string) =>
  Effect.map(Service.plain(`${path}/${jobId}?wait=50`, { headers: bearer(secret) }), ({ json }) => json)

const secondsKept = ({ status_since, expires_at }: { status_since: string; expires_at: string }) =>
  (Date.parse(expires_at) - Date.parse(status_since)) / 1_000

const issues = ({ status, json }: Service.Answer) => [
  status,
  json.code,
  ...json.issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)
]

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("retention_sec", (it) => {
  it.effect("is how long a result is kept, whichever way the job was made, and a failure too", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      yield* Web.use((web) => web.put(link, { body: hello }))
      const created = [
        (yield* post(key.secret, path, form(hello, "60"))).json,
        (yield* post(key.secret, path, form(broken, "60"))).json,
        (yield* post(key.secret, path, { url: link, retention_sec: 60 })).json,
        (yield* post(key.secret, `${path}/batch`, { items: [{ url: link, retention_sec: 60 }] })).json.items[0],
        (yield* tool(key.secret, "create_job_from_url", { url: link, retention_sec: 60 })).structuredContent,
        (yield* upload(key.secret, hello, { retention_sec: 60 })).structuredContent
      ]
      for (const { job_id, retention_sec } of created) {
        assert.strictEqual(retention_sec, 60)
        const job = yield* ended(key.secret, job_id)
        assert.deepStrictEqual([secondsKept(job), job.retention_sec], [60, 60])
      }
      yield* TestClock.adjust("61 seconds")
      const gone = yield* Service.plain(`${path}?status=deleted`, { headers: bearer(key.secret) })
      const listed = gone.json.items.map((job: { job_id: string }) => job.job_id)
      assert.sameMembers(
        listed,
        created.map(({ job_id }) => job_id),
        "some were in no list until they were swept"
      )
      assert.isTrue(gone.json.items.every(({ status }: { status: string }) => status === "deleted"))
      const download = yield* Service.plain(`${path}/${created[0].job_id}/download`, { headers: bearer(key.secret) })
      assert.deepStrictEqual([download.status, download.json.reason], [410, "expired"])
    })
  )

  it.effect("is null where nobody asked, and the plan's retention holds", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { json } = yield* post(key.secret, path, pdfForm(hello, "a.pdf"))
      const job = yield* ended(key.secret, json.job_id)
      assert.deepStrictEqual([job.retention_sec, secondsKept(job)], [null, 172_800])
    })
  )

  it.effect("goes from a minute to what the plan has; anything else says so, and where", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const least = "must be a whole number of at least 60"
      const most = "must be a whole number from 60 to 3600, which the plan has"
      const refused = (at: string, message: string) => [400, "invalid_request", `${at}: ${message}`]
      const create = (body: FormData | Record<string, unknown>) => Effect.map(post(key.secret, path, body), issues)
      assert.deepStrictEqual(yield* create(form(hello, "59")), refused("form.retention_sec", least))
      assert.deepStrictEqual(yield* create(form(hello, "an hour")), refused("form.retention_sec", least))
      assert.deepStrictEqual(yield* create({ url: link, retention_sec: 60.5 }), refused("body.retention_sec", least))
      assert.deepStrictEqual(yield* create(form(hello, "3601")), refused("form.retention_sec", most))
      assert.deepStrictEqual(yield* create({ url: link, retention_sec: 3601 }), refused("body.retention_sec", most))
      assert.strictEqual((yield* post(key.secret, path, form(hello, "3600"))).status, 201)
      const { structuredContent } = yield* upload(key.secret, hello, { retention_sec: 3601 })
      assert.deepStrictEqual(
        [structuredContent.code, structuredContent.issues],
        ["invalid_request", [{ path: "arguments.retention_sec", message: most }]]
      )
      const { key: paid } = yield* newPerson("pro")
      const items = [{ url: link }, { url: link, retention_sec: 200_000 }]
      const batch = yield* post(paid.secret, `${path}/batch`, { items })
      assert.deepStrictEqual(
        [...issues(batch), batch.json.index],
        [...refused("body.items.1.retention_sec", "must be a whole number from 60 to 172800, which the plan has"), 1]
      )
    })
  )

  it.effect("makes a request another than the one without it", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const headers = { "idempotency-key": "one" }
      yield* post(key.secret, path, form(hello, "60"), headers)
      assert.strictEqual((yield* post(key.secret, path, form(hello, "60"), headers)).status, 200)
      const other = yield* post(key.secret, path, form(hello, "61"), headers)
      assert.deepStrictEqual([other.status, other.json.code], [400, "idempotency_key_reused"])
    })
  )
})
