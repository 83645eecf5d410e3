import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Fiber, Layer, Queue, Stream } from "effect"
import { Dns } from "effect/net"
import { TestClock } from "effect/testing"
import * as LiveEgress from "../../layers/Egress.ts"
import { pdf } from "../../layers/fakes/Converter.ts"
import { type Answer, Web } from "../../layers/fakes/Egress.ts"
import { type Device, pdfForm, signed } from "../../src/client/Device.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import * as Link from "../../src/jobs/intake/Link.ts"
import { freshKey } from "../layers/Blobs.suite.ts"
import * as Service from "../support/Service.ts"

const hello = pdf({ pages: ["Hello", "World"] })

let sites = 0

/** Puts a page up on a host of its own. */
const put = (answer: Answer | Effect.Effect<Answer>, path = "/a.pdf") =>
  Effect.gen(function* () {
    const url = `https://site${sites++}.test${path}`
    yield* Web.use((web) => web.put(url, answer))
    return url
  })

const post = (device: Device, body: unknown, headers: Record<string, string> = {}) =>
  Service.call(device, "/jobs", {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers }
  })

const create = (device: Device, url: string, key?: string) =>
  post(device, { url }, key === undefined ? {} : { "idempotency-key": key })

/** The name that the job of a new device gets. */
const named = (url: string, fields: Record<string, unknown> = {}) =>
  Effect.gen(function* () {
    const { status, json } = yield* post(yield* Service.newDevice, { url, ...fields })
    assert.strictEqual(status, 201)
    return json.file_name
  })

const disposed = (disposition: string) =>
  Effect.flatMap(put({ headers: { "content-disposition": disposition }, body: hello }), named)

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A link", (it) => {
  it.effect("becomes a job like a file does", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const url = yield* put({ body: hello }, "/papers/R%C3%A9sum%C3%A9.pdf?download=1")
      const created = yield* create(device, url)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.json.source, "link")
      assert.strictEqual(created.json.file_name, "Résumé.pdf")
      assert.strictEqual(created.json.input_size, hello.length)
      const { json: job } = yield* Service.call(device, `/jobs/${created.json.job_id}?wait=50`)
      assert.deepStrictEqual([job.status, job.pages], ["ready", 2])
      const { text } = yield* Service.call(device, `/jobs/${job.job_id}/download`)
      assert.include(text, "World")
    })
  )

  it.effect("is followed over five redirects, and no further", () =>
    Effect.gen(function* () {
      let url = yield* put({ body: hello }, "/last.pdf")
      for (let hop = 0; hop < 5; hop++) url = yield* put({ status: 302, headers: { location: url } })
      assert.strictEqual(yield* named(url), "last.pdf")
      const { status, json } = yield* create(
        yield* Service.newDevice,
        yield* put({ status: 302, headers: { location: url } })
      )
      assert.strictEqual(status, 400)
      assert.deepStrictEqual([json.code, json.reason], ["broken_link", "too_many_redirects"])
    })
  )

  it.effect(
    "whose server answers with a part is taken where that part is the whole: 206 was taken whatever it held",
    () =>
      Effect.gen(function* () {
        const all = { "content-range": `bytes 0-${hello.length - 1}/${hello.length}` }
        yield* named(yield* put({ status: 206, headers: all, body: hello }))
      })
  )

  it.effect("is called what the caller says, cut to 255 characters", () =>
    Effect.gen(function* () {
      const url = yield* put({ headers: { "content-disposition": "attachment; filename=b.pdf" }, body: hello })
      assert.strictEqual(yield* named(url, { file_name: "mine.pdf" }), "mine.pdf")
      assert.strictEqual(yield* named(url, { file_name: "../../mine.pdf" }), "mine.pdf")
      assert.strictEqual(yield* named(url, { file_name: "x".repeat(300) }), "x".repeat(255))
      assert.strictEqual(yield* named(url), "b.pdf")
    })
  )

  it.effect("is called what its server says", () =>
    Effect.gen(function* () {
      const names: ReadonlyArray<readonly [string, string]> = [
        ["attachment; filename=plain.pdf", "plain.pdf"],
        ['inline; FileName = "with space; and semicolon.pdf"', "with space; and semicolon.pdf"],
        ['attachment; filename="a \\"quoted\\" name.pdf"', 'a "quoted" name.pdf'],
        ["attachment; filename=\"x.pdf\"; filename*=UTF-8''%E2%82%AC%20rates.pdf", "€ rates.pdf"],
        ["attachment; filename*=iso-8859-1'en'%A3%20rates.pdf", "£ rates.pdf"],
        ["attachment; filename*=utf-8''%FF%FF; filename=fallback.pdf", "fallback.pdf"],
        ["attachment; filename*=utf-7''x; filename=fallback.pdf", "fallback.pdf"],
        ['attachment; filename="Bücher.pdf"', "Bücher.pdf"],
        ['attachment; filename="..\\\\..\\\\windows.pdf"', "windows.pdf"],
        ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"],
        ["attachment; filename*=UTF-8''a%0D%0AX-Evil:%20b.pdf", "aX-Evil: b.pdf"],
        ["attachment; filename*=UTF-8''gpj%E2%80%AEfdp.pdf", "gpjfdp.pdf"],
        ["attachment", "a.pdf"],
        ['attachment; filename=""', "a.pdf"],
        ["", "a.pdf"]
      ]
      for (const [disposition, name] of names) assert.strictEqual(yield* disposed(disposition), name, disposition)
    })
  )

  it.effect("is called document.pdf when nobody says anything", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* named(yield* put({ body: hello }, "/")), "document.pdf")
      assert.strictEqual(yield* named(yield* put({ body: hello }, "/%FF.pdf")), "%FF.pdf")
    })
  )

  it.effect("is fetched within 30 seconds or not at all", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const started = yield* Deferred.make<void>()
      const drip = Stream.concat(
        Stream.succeed(hello),
        Stream.drain(Stream.fromEffect(Effect.andThen(Deferred.succeed(started, undefined), Effect.never)))
      )
      const asked = yield* Effect.forkChild(create(device, yield* put({ body: drip })))
      yield* Deferred.await(started)
      yield* TestClock.adjust("30 seconds")
      const { status, json } = yield* Fiber.join(asked)
      assert.strictEqual(status, 400)
      assert.deepStrictEqual([json.code, json.reason], ["broken_link", "timed_out"])
    })
  )

  it.effect(
    "gives its place back at once when its client hangs up: four of them kept a device's places for 30 seconds",
    () =>
      Effect.gen(function* () {
        const base = yield* Service.Base
        const device = yield* Service.newDevice
        const begun = yield* Queue.unbounded<void>()
        const url = yield* put(Effect.andThen(Queue.offer(begun, undefined), Effect.never))
        const body = new TextEncoder().encode(JSON.stringify({ url }))
        const leaving = new AbortController()
        for (let n = 0; n < 4; n++) {
          const at = yield* Service.source
          const headers = yield* Effect.promise(() =>
            signed(device, { method: "POST", path: "/jobs", bytes: body }, at)
          )
          const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body }
          fetch(`${base}/jobs`, { ...init, signal: leaving.signal }).catch(() => {})
          yield* Queue.take(begun)
        }
        assert.strictEqual((yield* create(device, url)).json.code, "slots_full")
        leaving.abort()
        const other = yield* put({ body: hello })
        const { status } = yield* Effect.repeat(create(device, other), {
          until: ({ json }) => json.code !== "slots_full"
        })
        assert.strictEqual(status, 201)
      })
  )

  it.effect("takes its 30 seconds for all redirects together", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const second = yield* Deferred.make<void>()
      const last = yield* put(Effect.andThen(Deferred.succeed(second, undefined), Effect.never))
      const first = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const url = yield* put(
        Effect.gen(function* () {
          yield* Deferred.succeed(first, undefined)
          yield* Deferred.await(gate)
          return { status: 307, headers: { location: last } }
        })
      )
      const asked = yield* Effect.forkChild(create(device, url))
      yield* Deferred.await(first)
      yield* TestClock.adjust("20 seconds")
      yield* Deferred.succeed(gate, undefined)
      yield* Deferred.await(second)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).json.reason, "timed_out")
    })
  )

  it.effect("with a key is fetched once, even when its server has gone since", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const url = yield* put({ body: hello })
      const first = yield* create(device, url, "k")
      yield* Web.use((web) => web.put(url, { status: 500 }))
      const again = yield* create(device, url, "k")
      assert.deepStrictEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"])
      assert.strictEqual(again.json.job_id, first.json.job_id)
      const requests = yield* Web.use((web) => web.requests)
      assert.strictEqual(requests.filter((request) => request.url === url).length, 1)
    })
  )

  it.effect("with a key that was used for another request is refused", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const url = yield* put({ body: hello })
      const key = { "idempotency-key": "k" }
      assert.strictEqual((yield* post(device, { url }, key)).status, 201)
      const others = [
        yield* post(device, { url: yield* put({ body: hello }) }, key),
        yield* post(device, { url, file_name: "a.pdf" }, key),
        yield* Service.call(device, "/jobs", { method: "POST", body: pdfForm(hello, "a.pdf"), headers: key })
      ]
      for (const { json } of others) assert.strictEqual(json.code, "idempotency_key_reused")
    })
  )

  it.effect("that is broken leaves its key free", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const url = yield* put({ status: 503 })
      assert.strictEqual((yield* create(device, url, "k")).json.reason, "bad_status")
      yield* Web.use((web) => web.put(url, { body: hello }))
      assert.strictEqual((yield* create(device, url, "k")).status, 201)
    })
  )

  it.effect("is not fetched when all slots are taken", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const slow = yield* put({ body: pdf({ pages: ["Slow"], pageTime: "1 hour" }) })
      const made = [yield* create(device, slow), yield* create(device, slow), yield* create(device, slow)]
      const url = yield* put({ body: hello })
      assert.strictEqual((yield* create(device, url)).json.code, "slots_full")
      const requests = yield* Web.use((web) => web.requests)
      assert.isFalse(requests.some((request) => request.url === url))
      for (const { json } of made) yield* Service.call(device, `/jobs/${json.job_id}`, { method: "DELETE" })
    })
  )

  it.effect("to the service's own downloads fetches nothing", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const base = yield* Service.Base
      const { json } = yield* create(device, yield* put({ body: hello }))
      yield* Service.call(device, `/jobs/${json.job_id}?wait=50`)
      const link = { url: `${base}/jobs/${json.job_id}/download`, fileName: undefined }
      const through = (variables: Record<string, string>) =>
        Effect.flip(Effect.flatMap(Link.make, (fetchPdf) => fetchPdf(link, freshKey(), { limit: 1_000_000 }))).pipe(
          Effect.provide(
            Layer.fresh(LiveEgress.layer).pipe(
              Layer.provide([Layer.mock(Dns.Dns)({}), ConfigProvider.layer(ConfigProvider.fromUnknown(variables))])
            )
          )
        )
      assert.include(yield* through({}), { _tag: "broken_link", reason: "blocked_address" })
      assert.include(yield* through({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.0/8" }), {
        _tag: "broken_link",
        reason: "bad_status"
      })
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A link that is refused", (it) => {
  it.effect("says why, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      yield* Web.use((web) => web.name("inside.test", ["93.184.215.14", "10.0.0.1"]))
      const broken: ReadonlyArray<readonly [string, string]> = [
        ["", "bad_url"],
        ["a.pdf", "bad_url"],
        ["https://user:password@a.example/a.pdf", "bad_url"],
        ["http://[fe80::1%25eth0]/a.pdf", "bad_url"],
        ["file:///etc/passwd", "bad_scheme"],
        ["data:application/pdf;base64,JVBERi0=", "bad_scheme"],
        ["gopher://a.example/", "bad_scheme"],
        ["ftp://a.example/a.pdf", "bad_scheme"],
        ["http://a.example:0/", "bad_port"],
        ["http://a.example:22/", "bad_port"],
        ["https://nowhere.example/a.pdf", "unresolvable"],
        ["https://inside.test/a.pdf", "blocked_address"],
        ["HTTP://127.0.0.1/a.pdf", "blocked_address"],
        ["http://2130706433/a.pdf", "blocked_address"],
        ["http://0x7f.1/a.pdf", "blocked_address"],
        ["http://017700000001/a.pdf", "blocked_address"],
        ["http://[::ffff:127.0.0.1]/a.pdf", "blocked_address"],
        ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
        [yield* put({ status: 404 }), "bad_status"],
        [yield* put({ status: 304 }), "bad_status"],
        [yield* put({ status: 206, body: hello }), "bad_status"],
        [yield* put({ status: 206, headers: { "content-range": "bytes 0-99/5000" }, body: hello }), "bad_status"],
        [yield* put({ status: 206, headers: { "content-range": "bytes 0-99/*" }, body: hello }), "bad_status"],
        [yield* put({ status: 302 }), "redirect_invalid"],
        [yield* put({ status: 302, headers: { location: "http://10.0.0.1/" } }), "blocked_address"],
        [yield* put({ status: 302, headers: { location: "file:///etc/passwd" } }), "bad_scheme"]
      ]
      for (const [url, reason] of broken) {
        const { status, json } = yield* create(device, url)
        assert.strictEqual(status, 400, url)
        assert.deepStrictEqual([json.code, json.reason], ["broken_link", reason], url)
        assert.hasAllKeys(json, ["code", "message", "request_id", "reason"])
      }

      for (const body of ["", "Hello", new Uint8Array(5_000), "<html>%PDF"]) {
        const { status, json } = yield* create(device, yield* put({ body }))
        assert.deepStrictEqual([status, json.code], [400, "not_a_pdf"])
      }

      const over = new Uint8Array(10_485_761)
      over.set(hello)
      const declared = { headers: { "content-length": "10485761" }, body: Stream.never }
      for (const answer of [declared, { body: over }, { body: Stream.make(hello, over) }]) {
        const { status, json } = yield* create(device, yield* put(answer))
        assert.deepStrictEqual([status, json.code, json.limit], [413, "file_too_large", 10_485_760])
      }

      const blobs = yield* Blobs
      assert.deepStrictEqual(yield* Stream.runCollect(blobs.keys), [])
      assert.deepStrictEqual((yield* Service.call(device, "/jobs")).json.items, [])
    })
  )

  it.effect("is so for what is in the body", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const url = yield* put({ body: hello })
      const bodies: ReadonlyArray<readonly [unknown, string]> = [
        ["{", "invalid_request"],
        ["", "invalid_request"],
        [[], "invalid_request"],
        ["null", "invalid_request"],
        ['"https://a.example/"', "invalid_request"],
        [{ url: 1 }, "invalid_request"],
        [{ url: null }, "missing_input"],
        [{ url: [url] }, "invalid_request"],
        [{ url, file_name: 1 }, "invalid_request"],
        [{}, "missing_input"],
        [{ file_name: "a.pdf" }, "missing_input"],
        [{ file: "JVBERi0=" }, "missing_input"],
        [{ url, file: "JVBERi0=" }, "missing_input"],
        [{ url: "http://10.0.0.1/a.pdf", file_name: null }, "broken_link"]
      ]
      for (const [body, code] of bodies) {
        const { status, json } = yield* post(device, body)
        assert.deepStrictEqual([status, json.code], [400, code], JSON.stringify(body))
      }
      const { json } = yield* post(device, { url: 1, file_name: 2 })
      assert.deepStrictEqual(
        json.issues.map(({ path }: { path: string }) => path),
        ["body.url", "body.file_name"]
      )
      assert.strictEqual((yield* post(device, { url, colour: "red" })).status, 201)
    })
  )
})
