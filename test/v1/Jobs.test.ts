import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Device, pdfForm, signed } from "../../src/client/Device.ts"
import { Draining } from "../../src/process/Draining.ts"
import * as Service from "../support/Service.ts"

const bytesOf = (script: Parameters<typeof pdf>[0]) => pdf(script)

const hello = bytesOf({ pages: ["Hello", "World"] })

/** A document whose conversion takes an hour of the test's clock. */
const slow = bytesOf({ pages: ["Slow"], pageTime: "1 hour" })

const create = (device: Device, file: Uint8Array<ArrayBuffer>, name = "a.pdf", headers: Record<string, string> = {}) =>
  Service.call(device, "/jobs", { method: "POST", body: pdfForm(file, name), headers })

const ended = (device: Device, jobId: string) => Service.call(device, `/jobs/${jobId}?wait=50`)

const remove = (device: Device, jobId: string) => Service.call(device, `/jobs/${jobId}`, { method: "DELETE" })

const download = (device: Device, jobId: string) => Service.call(device, `/jobs/${jobId}/download`)

/** Answers once the job is being processed. */
const running = (device: Device, jobId: string) =>
  Effect.gen(function* () {
    for (;;) {
      const { json } = yield* Service.call(device, `/jobs/${jobId}`)
      if (json.status !== "queued") return json
    }
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("v1 jobs", (it) => {
  it.effect("turn a PDF into Markdown", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const created = yield* create(device, hello, "Bericht März.pdf")
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers.get("location"), "http://localhost:8080/jobs")
      assert.deepStrictEqual(
        { ...created.json, job_id: "", created_at: "", status_since: "" },
        {
          job_id: "",
          status: "queued",
          status_since: "",
          created_at: "",
          file_name: "Bericht März.pdf",
          source: "upload",
          input_size: hello.length,
          pages: null,
          pages_done: 0,
          output_size: null,
          truncated: false,
          expires_at: null,
          error: null
        }
      )

      const { json: job } = yield* ended(device, created.json.job_id)
      assert.strictEqual(job.status, "ready")
      assert.strictEqual(job.pages, 2)
      assert.strictEqual(job.pages_done, 2)
      assert.strictEqual(Date.parse(job.expires_at) - Date.parse(job.status_since), 3_600_000)

      const markdown = yield* download(device, job.job_id)
      assert.strictEqual(markdown.status, 200)
      assert.strictEqual(markdown.headers.get("content-type"), "text/markdown; charset=utf-8")
      assert.strictEqual(
        markdown.headers.get("content-disposition"),
        `attachment; filename="Bericht M_rz.md"; filename*=UTF-8''Bericht%20M%C3%A4rz.md`
      )
      assert.include(markdown.text, "Hello")
      assert.strictEqual(new TextEncoder().encode(markdown.text).length, job.output_size)
    })
  )

  it.effect("have a result that clients keep for as long as they ask whether it is still there", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const { json } = yield* create(device, bytesOf({ pages: ["Hello"] }))
      yield* Service.call(device, `/jobs/${json.job_id}?wait=50`)
      const get = (headers: Record<string, string> = {}) =>
        Service.call(device, `/jobs/${json.job_id}/download`, { headers })
      const first = yield* get()
      assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
      const tag = first.headers.get("etag")!
      const again = yield* get({ "if-none-match": tag })
      assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", tag])
      yield* Service.call(device, `/jobs/${json.job_id}`, { method: "DELETE" })
      assert.strictEqual((yield* get({ "if-none-match": tag })).status, 410)
    })
  )

  it.effect("end in error with a code when the document cannot be converted", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const created = yield* create(device, bytesOf({ pages: [], failure: "password_required" }))
      const { json: job } = yield* ended(device, created.json.job_id)
      assert.strictEqual(job.status, "error")
      assert.strictEqual(job.error.code, "password_required")
      const refused = yield* download(device, job.job_id)
      assert.strictEqual(refused.status, 409)
      assert.strictEqual(refused.json.code, "not_ready")
      assert.strictEqual(refused.json.status, "error")
      assert.strictEqual((yield* remove(device, job.job_id)).json.status, "deleted")
    })
  )

  it.effect("end in time_budget_exceeded after 5 minutes", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const created = yield* create(device, slow)
      yield* running(device, created.json.job_id)
      assert.strictEqual((yield* download(device, created.json.job_id)).json.status, "processing")
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual((yield* Service.call(device, `/jobs/${created.json.job_id}`)).json.status, "processing")
      yield* TestClock.adjust("1 second")
      const { json: job } = yield* ended(device, created.json.job_id)
      assert.strictEqual(job.status, "error")
      assert.strictEqual(job.error.code, "time_budget_exceeded")
    })
  )

  it.effect("refuse what is not one PDF, and leave nothing behind", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const late = new Uint8Array(2_000).fill(32)
      late.set(new TextEncoder().encode("%PDF-1.7"), 1_020)
      const just = new Uint8Array(2_000).fill(32)
      just.set(new TextEncoder().encode("%PDF-1.7"), 1_019)
      for (const bytes of [new Uint8Array(0), new TextEncoder().encode("Hello"), new Uint8Array(5_000), late]) {
        const { status, json } = yield* create(device, bytes)
        assert.strictEqual(status, 400)
        assert.strictEqual(json.code, "not_a_pdf")
      }
      assert.strictEqual((yield* create(device, just)).status, 201)

      const empty = new FormData()
      empty.set("file_name", "x.pdf")
      const both = pdfForm(hello, "a.pdf")
      both.set("url", "https://example.com/a.pdf")
      for (const body of [empty, both]) {
        const { status, json } = yield* Service.call(device, "/jobs", { method: "POST", body })
        assert.strictEqual(status, 400)
        assert.strictEqual(json.code, "missing_input")
      }
      const two = pdfForm(hello, "a.pdf")
      two.append("file", new File([hello], "b.pdf"))
      assert.strictEqual(
        (yield* Service.call(device, "/jobs", { method: "POST", body: two })).json.code,
        "invalid_request"
      )
      assert.strictEqual((yield* Service.call(device, "/jobs")).json.items.length, 1)
    })
  )

  it.effect("refuse a body of another type, or one that is broken", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const bodies: ReadonlyArray<readonly [string, string]> = [
        ["text/plain", "hello"],
        ["application/json", "{"],
        ["multipart/form-data", "no boundary"],
        [
          "multipart/form-data; boundary=x",
          "--x\r\nContent-Disposition: form-data; name=file; filename=a.pdf\r\n\r\n%PDF-"
        ]
      ]
      for (const [type, body] of bodies) {
        const { status, json } = yield* Service.call(device, "/jobs", {
          method: "POST",
          body,
          headers: { "content-type": type }
        })
        assert.strictEqual(status, 400, type)
        assert.strictEqual(json.code, "invalid_request", type)
      }
      const nothing = yield* Service.call(device, "/jobs", {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" }
      })
      assert.strictEqual(nothing.json.code, "missing_input")
    })
  )

  it.effect("say that a file comes in a form, to one who sends the PDF itself", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const headers = { "content-type": "application/pdf" }
      const { json } = yield* Service.call(device, "/jobs", { method: "POST", body: hello, headers })
      assert.strictEqual(
        json.message,
        "content-type: must be application/json or multipart/form-data, and is application/pdf"
      )
    })
  )

  it.effect("take 10 MB and not one byte more", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const full = new Uint8Array(10_485_760)
      full.set(hello)
      assert.strictEqual((yield* create(device, full)).status, 201)
      const over = new Uint8Array(10_485_761)
      over.set(hello)
      const { status, json } = yield* create(device, over)
      assert.strictEqual(status, 413)
      assert.strictEqual(json.code, "file_too_large")
      assert.strictEqual(json.limit, 10_485_760)
    })
  )

  it.effect("take no form that goes on and on after its end", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const form = new Response(pdfForm(hello, "a.pdf"))
      const type = form.headers.get("content-type") ?? ""
      const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
      const body = new Uint8Array(11_000_000)
      body.set(bytes)
      const { status, json } = yield* Service.call(device, "/jobs", {
        method: "POST",
        headers: { "content-type": type },
        body
      })
      assert.deepStrictEqual([status, json.code], [413, "file_too_large"])
    })
  )

  it.effect("are not made from a body other than the signed one", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const form = new Response(pdfForm(hello, "a.pdf"))
      const type = form.headers.get("content-type") ?? ""
      const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
      const headers = yield* Effect.promise(() => signed(device, { method: "POST", path: "/jobs", bytes }, at))
      const other = new Uint8Array([...bytes, 13, 10])
      const { status, json } = yield* Service.plain("/jobs", {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body: other
      })
      assert.strictEqual(status, 401)
      assert.strictEqual(json.code, "body_hash_mismatch")
      assert.strictEqual((yield* Service.call(device, "/jobs")).json.items.length, 0)
    })
  )

  it.effect("fill 3 slots, which clear as jobs end", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => create(device, slow)),
        { concurrency: "unbounded" }
      )
      const made = answers.filter(({ status }) => status === 201)
      assert.strictEqual(made.length, 3)
      for (const { status, json } of answers.filter((answer) => !made.includes(answer))) {
        assert.strictEqual(status, 409)
        assert.strictEqual(json.code, "slots_full")
        assert.deepStrictEqual([json.used, json.limit], [3, 3])
      }
      yield* remove(device, made[0]?.json.job_id)
      const next = yield* create(device, slow)
      assert.strictEqual(next.status, 201)
      assert.strictEqual((yield* create(device, slow)).status, 409)
      for (const { json } of [...made, next]) yield* remove(device, json.job_id)
    })
  )

  it.effect("are listed newest first, three of them", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const ids: Array<string> = []
      for (let n = 0; n < 5; n++) {
        const { json } = yield* create(device, hello, `${n}.pdf`)
        yield* ended(device, json.job_id)
        ids.unshift(json.job_id)
      }
      const { json } = yield* Service.call(device, "/jobs")
      assert.deepStrictEqual(
        json.items.map((job: { job_id: string }) => job.job_id),
        ids.slice(0, 3)
      )
      yield* remove(device, ids[0] ?? "")
      assert.strictEqual((yield* Service.call(device, "/jobs")).json.items[2].job_id, ids[3])
    })
  )

  it.effect("are canceled while active and deleted once ended, and repeating it says the same", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const active = (yield* create(device, slow)).json.job_id
      yield* running(device, active)
      assert.deepStrictEqual((yield* remove(device, active)).json, {
        job_id: active,
        status: "canceled",
        message: "The job was canceled"
      })
      assert.strictEqual((yield* remove(device, active)).json.status, "canceled")
      assert.strictEqual((yield* Service.call(device, `/jobs/${active}`)).status, 404)
      const gone = yield* download(device, active)
      assert.strictEqual(gone.status, 410)
      assert.deepStrictEqual([gone.json.code, gone.json.reason], ["gone", "canceled"])

      const done = (yield* create(device, hello)).json.job_id
      yield* ended(device, done)
      assert.strictEqual((yield* remove(device, done)).json.status, "deleted")
      assert.strictEqual((yield* remove(device, done)).json.status, "deleted")
      assert.strictEqual((yield* download(device, done)).json.reason, "deleted")
    })
  )

  it.effect("expire after exactly an hour: 404, and 410 for the result", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const jobId = (yield* create(device, hello)).json.job_id
      yield* ended(device, jobId)
      yield* TestClock.adjust("3599999 millis")
      assert.strictEqual((yield* download(device, jobId)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Service.call(device, `/jobs/${jobId}`)).status, 404)
      const gone = yield* download(device, jobId)
      assert.strictEqual(gone.status, 410)
      assert.strictEqual(gone.json.reason, "expired")
      assert.strictEqual((yield* Service.call(device, "/jobs")).json.items.length, 0)
      assert.strictEqual((yield* remove(device, jobId)).json.status, "deleted")
    })
  )

  it.effect("are nobody else's", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const other = yield* Service.newDevice
      const jobId = (yield* create(device, hello)).json.job_id
      yield* ended(device, jobId)
      for (const id of [jobId, "018f3b1e-0000-7000-8000-000000000000", "nonsense", "%00"]) {
        for (const answer of [
          yield* Service.call(other, `/jobs/${id}`),
          yield* Service.call(other, `/jobs/${id}?wait=5`),
          yield* remove(other, id),
          yield* download(other, id)
        ]) {
          assert.strictEqual(answer.status, 404)
          assert.strictEqual(answer.json.code, "job_not_found")
        }
      }
      assert.strictEqual((yield* download(device, jobId)).status, 200)
    })
  )

  it.effect("can be waited for up to 50 seconds", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const jobId = (yield* create(device, slow)).json.job_id
      yield* running(device, jobId)
      for (const wait of ["-1", "51", "1.5", "soon", ""]) {
        const { status, json } = yield* Service.call(device, `/jobs/${jobId}?wait=${wait}`)
        assert.strictEqual(status, 400, wait)
        assert.strictEqual(json.code, "invalid_request")
      }
      const waiting = yield* Effect.forkChild(Service.call(device, `/jobs/${jobId}?wait=50`))
      yield* remove(device, jobId)
      assert.strictEqual((yield* Fiber.join(waiting)).status, 404)
    })
  )
})

layer(Service.layer())("v1 creates", (it) => {
  it.effect("are limited to 10 a minute, beside the other requests", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      for (let n = 0; n < 10; n++) {
        const { status, headers } = yield* create(device, new Uint8Array(3))
        assert.strictEqual(status, 400)
        assert.strictEqual(headers.get("ratelimit-policy"), '"create";q=10;w=60')
      }
      const refused = yield* create(device, hello)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "6")
      assert.strictEqual((yield* Service.call(device, "/jobs")).status, 200)
    })
  )
})

layer(Service.layer())("A process that is about to stop", (it) => {
  it.effect("keeps nobody waiting: the answer is the job as it is", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const jobId = (yield* create(device, slow)).json.job_id
      yield* running(device, jobId)
      const sql = yield* SqlClient.SqlClient
      const nonces = Effect.map(sql`SELECT FROM nonces WHERE device_id = ${device.deviceId}`, (rows) => rows.length)
      const before = yield* nonces
      const waiting = yield* Effect.forkChild(ended(device, jobId), { startImmediately: true })
      // Its nonce tells that the request is past the gate that a drain closes.
      yield* Effect.repeat(nonces, { until: (count) => count > before })
      yield* (yield* Draining).begin
      const { status, json } = yield* Fiber.join(waiting)
      assert.deepStrictEqual([status, json.status], [200, "processing"])
      const late = yield* Service.call(device, `/jobs/${jobId}`)
      assert.deepStrictEqual([late.status, late.json.code], [503, "unavailable"])
      assert.isAbove(Number(late.headers.get("retry-after")), 0)
    })
  )
})
