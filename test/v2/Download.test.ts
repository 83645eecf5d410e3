import { gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Converter from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const text = Array.from({ length: 150 }, (_, n) => `Sentence ${n} of a long text with an ü.`)

const long = Converter.pdf({ pages: text })
const short = Converter.pdf({ pages: ["Hello"] })

/** A ready job of this document. */
const ready = Effect.fnUntraced(function* (secret: string, file: Uint8Array<ArrayBuffer>) {
  const headers = bearer(secret)
  const { json } = yield* Service.plain("/api/v2/jobs", { method: "POST", headers, body: pdfForm(file, "a.pdf") })
  const job = yield* Service.plain(`/api/v2/jobs/${json.job_id}?wait=50`, { headers })
  assert.strictEqual(job.json.status, "ready")
  return job.json as { readonly job_id: string; readonly download_url: string; readonly output_size: number }
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A download", (it) => {
  it.effect("is whole, tagged and private", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { job_id, download_url, output_size } = yield* ready(key.secret, long)
      const { status, headers, body } = yield* Service.raw(download_url, bearer(key.secret))
      assert.strictEqual(status, 200)
      assert.strictEqual(body.toString(), `${text.join("\n\n")}\n`)
      const { etag, vary } = headers
      assert.deepStrictEqual([etag, vary], [`"${job_id}"`, "Accept-Encoding, Origin"])
      assert.strictEqual(headers["content-length"], String(output_size))
      assert.strictEqual(headers["content-type"], "text/markdown; charset=utf-8")
      assert.strictEqual(headers["accept-ranges"], "bytes")
      assert.strictEqual(headers["cache-control"], "private, no-cache")
      assert.match(String(headers["content-disposition"]), /^attachment; filename="a\.md"/)
    })
  )

  it.effect("in parts is the same bytes", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { job_id, download_url, output_size } = yield* ready(key.secret, long)
      const whole = (yield* Service.raw(download_url, bearer(key.secret))).body
      const part = (range: string, more: Record<string, string> = {}) =>
        Service.raw(download_url, { ...bearer(key.secret), range, ...more })
      const first = yield* part("bytes=0-999", { "accept-encoding": "gzip" })
      assert.deepStrictEqual(
        [
          first.status,
          first.headers["content-range"],
          first.headers["content-length"],
          first.headers["content-encoding"]
        ],
        [206, `bytes 0-999/${output_size}`, "1000", undefined]
      )
      const rest = yield* part("bytes=1000-", { "if-range": `"${job_id}"` })
      assert.strictEqual(rest.status, 206)
      assert.deepStrictEqual(Buffer.concat([first.body, rest.body]), whole)
      assert.deepStrictEqual((yield* part("bytes=-10")).body, whole.subarray(-10))
      for (const [range, more] of [
        ["bytes=0-1,5-6", {}],
        ["bytes=5-1", {}],
        ["bytes=0-9", { "if-range": '"other"' }],
        ["bytes=0-9", { "if-range": `"${job_id}-gzip"` }]
      ] as const) {
        const { status, body } = yield* part(range, more)
        assert.deepStrictEqual([status, body.length], [200, output_size])
      }
      const beyond = yield* part(`bytes=${output_size}-`)
      assert.deepStrictEqual([beyond.status, beyond.headers["content-range"]], [416, `bytes */${output_size}`])
      assert.deepInclude(JSON.parse(beyond.body.toString()), { code: "range_not_satisfiable", size: output_size })
    })
  )

  it.effect("that the client has already is not sent again", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const stranger = yield* newPerson("pro")
      const { job_id, download_url } = yield* ready(key.secret, long)
      for (const tag of [`"${job_id}"`, `W/"${job_id}"`, `"x", "${job_id}"`, "*"]) {
        const known = yield* Service.raw(download_url, {
          ...bearer(key.secret),
          "if-none-match": tag,
          range: "bytes=0-1"
        })
        assert.deepStrictEqual([known.status, known.body.length, known.headers["etag"]], [304, 0, `"${job_id}"`], tag)
      }
      const other = yield* Service.raw(download_url, { ...bearer(key.secret), "if-none-match": '"other"' })
      assert.strictEqual(other.status, 200)
      const theirs = yield* Service.raw(download_url, { ...bearer(stranger.key.secret), "if-none-match": "*" })
      assert.strictEqual(theirs.status, 404)
      yield* Service.plain(`/api/v2/jobs/${job_id}`, { method: "DELETE", headers: bearer(key.secret) })
      const gone = yield* Service.raw(download_url, { ...bearer(key.secret), "if-none-match": `"${job_id}"` })
      assert.strictEqual(gone.status, 410)
    })
  )

  it.effect("is compressed when the client asks for that, under a tag of its own", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const headers = { ...bearer(key.secret), "accept-encoding": "br, gzip" }
      const { job_id, download_url, output_size } = yield* ready(key.secret, long)
      const packed = yield* Service.raw(download_url, headers)
      assert.strictEqual(packed.status, 200)
      assert.strictEqual(packed.headers["content-encoding"], "gzip")
      assert.strictEqual(packed.headers["content-length"], String(packed.body.length))
      assert.strictEqual(packed.headers["vary"], "Accept-Encoding, Origin")
      assert.isBelow(packed.body.length, output_size / 2)
      assert.strictEqual(gunzipSync(packed.body).toString(), `${text.join("\n\n")}\n`)
      assert.strictEqual(packed.headers["etag"], `"${job_id}-gzip"`)
      const known = yield* Service.raw(download_url, { ...headers, "if-none-match": `"${job_id}-gzip"` })
      assert.deepStrictEqual([known.status, known.headers["etag"]], [304, `"${job_id}-gzip"`])
      const refused = yield* Service.raw(download_url, { ...headers, "accept-encoding": "gzip;q=0" })
      assert.isUndefined(refused.headers["content-encoding"])
      const small = yield* ready(key.secret, short)
      assert.isUndefined((yield* Service.raw(small.download_url, headers)).headers["content-encoding"])
    })
  )

  it.effect("is 409 while there is nothing yet or never will be, and 410 once it is gone", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("free")
      const made = (script: Converter.Script) =>
        Effect.map(
          Service.plain("/api/v2/jobs", {
            method: "POST",
            headers: bearer(key.secret),
            body: pdfForm(Converter.pdf(script), "a.pdf")
          }),
          ({ json }) => json.job_id as string
        )
      const asked = (jobId: string, suffix: string, method = "GET") =>
        Service.plain(`/api/v2/jobs/${jobId}${suffix}`, { method, headers: bearer(key.secret) })

      const slow = yield* made({ pages: ["x"], pageTime: "1 day" })
      const early = yield* asked(slow, "/download")
      assert.deepInclude(early.json, { status: 409, code: "not_ready", retryable: true })
      assert.include(["queued", "processing"], early.json.job_status)
      yield* asked(slow, "", "DELETE")
      assert.deepInclude((yield* asked(slow, "/download")).json, { status: 410, code: "gone", reason: "canceled" })

      const broken = yield* made({ pages: ["x"], failure: "corrupt_pdf" })
      yield* asked(broken, "?wait=50")
      const never = yield* asked(broken, "/download")
      assert.deepInclude(never.json, { status: 409, code: "not_ready", retryable: false, job_status: "error" })

      const [deleted, expired] = [(yield* ready(key.secret, short)).job_id, (yield* ready(key.secret, short)).job_id]
      yield* asked(deleted, "", "DELETE")
      assert.deepInclude((yield* asked(deleted, "/download")).json, { status: 410, code: "gone", reason: "deleted" })
      yield* TestClock.adjust("1 hour")
      assert.deepInclude((yield* asked(expired, "/download")).json, { status: 410, code: "gone", reason: "expired" })
    })
  )

  it.effect("of v1 is as it was: whole, whatever part and packing are asked for", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const { json } = yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(long, "a.pdf") })
      yield* Service.call(device, `/jobs/${json.job_id}?wait=50`)
      const {
        status,
        text: body,
        headers
      } = yield* Service.call(device, `/jobs/${json.job_id}/download`, {
        headers: { range: "bytes=0-9", "accept-encoding": "gzip" }
      })
      assert.strictEqual(status, 200)
      assert.strictEqual(body, `${text.join("\n\n")}\n`)
      for (const name of ["content-encoding", "content-range"]) assert.isNull(headers.get(name), name)
    })
  )
})
