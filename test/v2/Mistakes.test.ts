/** What people do wrong, and that the answer says how to do it right. */
import { gzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Converter from "../../layers/fakes/Converter.ts"
import { bearer, newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

const pdf = Converter.pdf({ pages: ["Hello"] })

type Body = FormData | Uint8Array<ArrayBuffer> | string | Record<string, unknown>

const typed = (body: Body): { readonly body: BodyInit; readonly headers: Record<string, string> } => {
  if (body instanceof FormData) return { body, headers: {} }
  if (body instanceof Uint8Array) return { body, headers: { "content-type": "application/pdf" } }
  const json = { "content-type": "application/json" }
  return typeof body === "string" ? { body, headers: json } : { body: JSON.stringify(body), headers: json }
}

const post = (secret: string, path: string, body: Body, headers: Record<string, string> = {}) => {
  const sent = typed(body)
  return Service.plain(path, {
    method: "POST",
    body: sent.body,
    headers: { ...bearer(secret), ...sent.headers, ...headers }
  })
}

const form = (parts: ReadonlyArray<readonly [string, string | Blob]>) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value as string)
  return form
}

const file = new Blob([pdf], { type: "application/pdf" })

const issues = ({ status, json }: Service.Answer) => [
  status,
  json.code,
  ...(json.issues ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)
]

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("v2", (it) => {
  it.effect("says what a whole URL is, where a password goes, and which scheme Authorization has", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      for (const url of ["/files/a.pdf", "example.com/a.pdf"]) {
        const { json } = yield* post(key.secret, "/api/v2/jobs", { url })
        assert.deepStrictEqual(
          [json.code, json.detail],
          ["broken_link", "The URL must be a whole one: https:// or http://, a host and a path"]
        )
      }
      const body = { url: "https://a.example/a.pdf" }
      assert.deepStrictEqual(issues(yield* post(key.secret, "/api/v2/jobs?password=x&colour=red", body)), [
        400,
        "invalid_request",
        "query.password: is not known here; send it in the body, since addresses are kept in logs",
        "query.colour: is not known here"
      ])
      for (const authorization of [`Basic ${btoa(`${key.secret}:`)}`, key.secret, "Bearer a b"]) {
        for (const path of ["/api/v2/jobs", "/api/v2/me"]) {
          const { status, json } = yield* Service.plain(path, { headers: { authorization } })
          assert.deepStrictEqual([status, json.code], [401, "missing_credentials"], authorization)
          assert.include(json.detail, "Authorization: Bearer svc_")
        }
      }
    })
  )

  it.effect("names unknown fields of a body, all of them, and what was meant", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const body = { url: "https://a.example/a.pdf", page_range: "1", optons: {}, colour: "red" }
      assert.deepStrictEqual(issues(yield* post(key.secret, "/api/v2/jobs", body)), [
        400,
        "invalid_request",
        "body.page_range: is not known here; did you mean options.page_range?",
        "body.optons: is not known here; did you mean options?",
        "body.colour: is not known here"
      ])
      const items = [{ url: "https://a.example/a.pdf" }, { url: "https://a.example/a.pdf", fileName: "x" }]
      const refused = yield* post(key.secret, "/api/v2/jobs/batch", { items })
      assert.deepStrictEqual(issues(refused), [
        400,
        "invalid_request",
        "body.items.1.fileName: is not known here; did you mean items.1.file_name?"
      ])
      assert.strictEqual(refused.json.index, 1)
    })
  )

  it.effect("names unknown parts of a form", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const answer = yield* post(
        key.secret,
        "/api/v2/jobs",
        form([
          ["page_range", "1"],
          ["file", file],
          ["copy", file]
        ])
      )
      assert.deepStrictEqual(issues(answer), [
        400,
        "invalid_request",
        "form.page_range: is not known here; did you mean options.page_range?",
        "form.copy: is not known here"
      ])
    })
  )

  it.effect("takes options that a Blob of JSON carries; they were said to be no JSON", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const send = (text: string) => {
        const options = new Blob([text], { type: "application/json" })
        return post(
          key.secret,
          "/api/v2/jobs",
          form([
            ["options", options],
            ["file", file]
          ])
        )
      }
      assert.strictEqual((yield* send('{"tables":"html"}')).status, 201)
      assert.include(
        issues(yield* send('{"tables":"csv"}')).join(),
        "invalid_setting,form.options.tables: must be one of"
      )
    })
  )

  it.effect("says where a setting is that is wrong; it stood in the answer without its place, or with none", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const url = "https://a.example/a.pdf"
      const change = (body: unknown) =>
        Service.plain("/api/v2/settings", {
          method: "PUT",
          body: JSON.stringify(body),
          headers: { ...bearer(key.secret), "content-type": "application/json" }
        })
      const refused: ReadonlyArray<readonly [Service.Answer, string]> = [
        [yield* post(key.secret, "/api/v2/jobs", { url, options: { tables: 1 } }), "body.options.tables"],
        [yield* post(key.secret, "/api/v2/jobs", { url, options: [] }), "body.options"],
        [
          yield* post(key.secret, "/api/v2/jobs/batch", { items: [{ url, options: { x: 1 } }] }),
          "body.items.0.options.x"
        ],
        [
          yield* post(
            key.secret,
            "/api/v2/jobs",
            form([
              ["options", '{"x":1}'],
              ["file", file]
            ])
          ),
          "form.options.x"
        ],
        [yield* change({ tables: 1 }), "body.tables"],
        [yield* change([]), "body"]
      ]
      for (const [{ json }, path] of refused) {
        assert.strictEqual(json.code, "invalid_setting", path)
        assert.deepStrictEqual(
          json.issues.map((issue: { path: string }) => issue.path),
          [path]
        )
        assert.isTrue(json.detail.startsWith(`${path}: `), json.detail)
      }
    })
  )

  it.effect("takes url: null for no link; it was said to be no text", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const bodies: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
        ["/api/v2/jobs", { url: null }],
        ["/api/v2/jobs/estimate", { url: null }],
        ["/api/v2/jobs/batch", { items: [{ url: null }] }]
      ]
      for (const [path, body] of bodies) {
        const { status, json } = yield* post(key.secret, path, body)
        assert.deepStrictEqual([status, json.code], [400, "missing_input"], path)
      }
      const device = yield* Service.newDevice
      const { json } = yield* Service.call(device, "/jobs", {
        method: "POST",
        body: '{"url":null}',
        headers: { "content-type": "application/json" }
      })
      assert.strictEqual(json.code, "missing_input")
    })
  )

  it.effect("says that a form's media type, set by hand, has no boundary; the form was said to be broken", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const answer = yield* post(key.secret, "/api/v2/jobs", "--b\r\n", { "content-type": "multipart/form-data" })
      assert.deepStrictEqual(issues(answer), [
        400,
        "invalid_request",
        "content-type: must name a boundary: leave this header to what builds the form"
      ])
    })
  )

  it.effect("counts characters, as its document does: an emoji was two, and twelve letters were a secret there", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const of = (length: number) => "🎉".repeat(length)
      const create = (fields: Record<string, unknown>) =>
        post(key.secret, "/api/v2/jobs", { url: "https://a.example/a.pdf", ...fields })
      for (const fields of [{ external_id: of(255) }, { tags: [of(64)] }, { password: of(255) }])
        assert.strictEqual((yield* create(fields)).json.code, "broken_link", Object.keys(fields)[0])
      assert.include(
        issues(yield* create({ external_id: of(256) }))[2],
        "body.external_id: must be a text of at most 255"
      )
      assert.include(issues(yield* create({ tags: [of(65)] }))[2], "body.tags.0: must be a text of 1 to 64 characters")
      const callback_url = "https://a.example/hook"
      const short = yield* create({ callback_url, callback_secret: of(12) })
      assert.deepStrictEqual([short.status, short.json.code], [400, "invalid_request"])
      const names = (name: string) =>
        Service.plain("/api/v2/api-keys", {
          method: "POST",
          headers: { ...session, "content-type": "application/json" },
          body: JSON.stringify({ name })
        })
      assert.strictEqual((yield* names(of(64))).status, 201)
      assert.strictEqual((yield* names(of(65))).status, 400)
      const { json: document } = yield* Service.plain("/openapi.json")
      const { properties } = document.components.schemas.V2CreateJobFromFile
      assert.deepInclude(properties.callback_secret, { minLength: 24, maxLength: 256 })
    })
  )

  it.effect("takes no part of a form twice but tags, nor one that is named like what every object has", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const refused = (name: string, ...values: ReadonlyArray<string>) =>
        Effect.map(
          post(key.secret, "/api/v2/jobs", form([...values.map((value) => [name, value] as const), ["file", file]])),
          issues
        )
      for (const [name, value] of [
        ["external_id", "a"],
        ["options", "{}"],
        ["retention_sec", "60"]
      ] as const) {
        assert.deepStrictEqual(yield* refused(name, value, value), [
          400,
          "invalid_request",
          `form.${name}: must be sent once`
        ])
      }
      assert.deepStrictEqual(yield* refused("__proto__", "x"), [
        400,
        "invalid_request",
        "form.__proto__: is not known here"
      ])
      assert.deepStrictEqual(yield* refused("tags", "a", "b"), [201, undefined])
    })
  )

  it.effect("names unknown query parameters, where the route takes some and where it takes none", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const get = (path: string) => Service.plain(path, { headers: bearer(key.secret) })
      assert.deepStrictEqual(issues(yield* get("/api/v2/jobs?limt=5&tags=x&status=done")), [
        400,
        "invalid_request",
        "query.limt: is not known here; did you mean limit?",
        "query.tags: is not known here; did you mean tag?",
        "query.status: must be one of queued, processing, ready, error, canceled, deleted"
      ])
      assert.deepStrictEqual(issues(yield* get("/api/v2/jobs?limit=0")), [
        400,
        "invalid_request",
        "query.limit: must be a whole number from 1 to 100"
      ])
      assert.deepStrictEqual(issues(yield* get("/api/v2/me?verbose=1")), [
        400,
        "invalid_request",
        "query.verbose: is not known here"
      ])
      assert.strictEqual((yield* Service.plain("/api/v2/me?verbose=1")).status, 401)
      assert.strictEqual((yield* Service.plain("/api/v2/billing/plans?x=1")).status, 400)
      assert.strictEqual((yield* Service.plain("/api/v2/billing/return?x=1")).status, 200)
    })
  )

  it.effect("takes null for a field that may be left out", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const body = { url: "http://127.0.0.1/a.pdf", tags: null, options: null, file_name: null, callback_url: null }
      assert.strictEqual((yield* post(key.secret, "/api/v2/jobs", body)).json.code, "broken_link")
    })
  )

  it.effect("names both media types when one is wrong", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      assert.deepStrictEqual(issues(yield* post(key.secret, "/api/v2/jobs", "x", { "content-type": "text/csv" })), [
        400,
        "invalid_request",
        "content-type: must be application/json, multipart/form-data or application/pdf, and is text/csv"
      ])
      assert.deepStrictEqual(
        issues(yield* post(key.secret, "/api/v2/jobs/batch", "x", { "content-type": "text/csv" })),
        [400, "invalid_request", "content-type: must be application/json, and is text/csv"]
      )
    })
  )

  it.effect("says in which part of a form the file must be, and where it was", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { json } = yield* post(key.secret, "/api/v2/jobs", form([["document", file]]))
      assert.strictEqual(json.code, "missing_input")
      assert.include(json.detail, "`file`")
      assert.include(json.detail, "`document`")
    })
  )

  it.effect("names unknown query parameters of a logout, of which there are none", () =>
    Effect.gen(function* () {
      const refused = yield* Service.plain("/api/v2/auth/logout?everywhere=true", { method: "POST" })
      assert.deepStrictEqual(issues(refused), [400, "invalid_request", "query.everywhere: is not known here"])
    })
  )

  it.effect("takes the part `file` without a file name, as programs send it that read from a pipe", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const head = '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/pdf\r\n\r\n'
      const body = Buffer.concat([Buffer.from(head), pdf, Buffer.from("\r\n--b--\r\n")])
      const { status, json } = yield* Service.plain("/api/v2/jobs", {
        method: "POST",
        body,
        headers: { ...bearer(key.secret), "content-type": "multipart/form-data; boundary=b" }
      })
      assert.deepStrictEqual([status, json.file_name, json.input_size], [201, "document.pdf", pdf.length])
    })
  )

  it.effect("says how to send a file where its name was sent instead", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { status, json } = yield* post(key.secret, "/api/v2/jobs", form([["file", "report.pdf"]]))
      assert.deepStrictEqual([status, json.code], [400, "not_a_pdf"])
      assert.include(json.detail, "-F file=@report.pdf")
    })
  )

  it.effect("takes a body that is the PDF itself, and calls it what the query says", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const { status, json } = yield* post(key.secret, "/api/v2/jobs?file_name=report.pdf", pdf)
      assert.deepStrictEqual([status, json.file_name, json.input_size], [201, "report.pdf", pdf.length])
      const again = yield* post(key.secret, "/api/v2/jobs", pdf, { "idempotency-key": "k" })
      const repeat = yield* post(key.secret, "/api/v2/jobs", pdf, { "idempotency-key": "k" })
      assert.deepStrictEqual([repeat.status, repeat.json.job_id], [200, again.json.job_id])
      const wrong = yield* post(key.secret, "/api/v2/jobs", new TextEncoder().encode("hello"))
      assert.deepStrictEqual([wrong.status, wrong.json.code], [400, "not_a_pdf"])
      const estimate = yield* post(key.secret, "/api/v2/jobs/estimate", pdf)
      assert.strictEqual(estimate.json.input_size, pdf.length)
    })
  )

  it.effect("says where a name belongs that a form or a link got in its address, instead of losing it", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const bodies = [
        ["form", form([["file", new File([pdf], "a.pdf")]])],
        ["body", { url: "https://a.example/a.pdf" }]
      ] as const
      for (const [place, body] of bodies) {
        const { status, json } = yield* post(key.secret, "/api/v2/jobs?file_name=report.pdf", body)
        const message = `names a body of application/pdf; did you mean ${place}.file_name?`
        assert.deepStrictEqual([status, json.issues], [400, [{ path: "query.file_name", message }]])
      }
    })
  )

  it.effect("tells a secret without a callback, and a bearer without a token", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const body = { url: "https://a.example/a.pdf", callback_secret: "s".repeat(24) }
      const { json } = yield* post(key.secret, "/api/v2/jobs", body)
      assert.deepStrictEqual([json.code, json.issues[0].message], ["invalid_request", "needs a callback_url"])
      for (const authorization of ["Bearer", "Bearer ", ""]) {
        const { status, json } = yield* Service.plain("/api/v2/jobs", { headers: { authorization } })
        assert.deepStrictEqual([status, json.code], [401, "missing_credentials"], authorization)
      }
    })
  )

  it.effect("names the credentials that a route takes; it said that there were none of them", () =>
    Effect.gen(function* () {
      const { key, session } = yield* newPerson("pro")
      const apiKey = "an API key (`Authorization: Bearer svc_…`)"
      for (const [method, path, headers, named] of [
        ["GET", "/api/v2/api-keys", bearer(key.secret), "the cookie of a session or the signature of a device"],
        ["GET", "/api/v2/account", bearer(key.secret), "the signature of a device"],
        ["POST", "/api/v2/account/link/attach", {}, "the signature of a device and the cookie of a session"],
        ["GET", "/api/v2/me", {}, `${apiKey} or the cookie of a session`],
        ["GET", "/api/v2/webhooks", {}, `${apiKey}, the cookie of a session or the signature of a device`],
        ["POST", "/api/v2/mcp", { cookie: `svc_session=${session}` }, apiKey]
      ] as const) {
        const { status, json } = yield* Service.plain(path, { method, headers })
        assert.deepStrictEqual([status, json.code], [401, "missing_credentials"], path)
        assert.strictEqual(json.detail, `The request must carry ${named}`, path)
      }
    })
  )

  it.effect("lets a key with the scope manage webhooks", () =>
    Effect.gen(function* () {
      const { session } = yield* newPerson("pro")
      const made = yield* Service.plain("/api/v2/api-keys", {
        method: "POST",
        headers: { ...session, "content-type": "application/json" },
        body: JSON.stringify({ name: "hooks", scopes: ["webhooks:read"] })
      })
      const get = yield* Service.plain("/api/v2/webhooks", { headers: bearer(made.json.secret) })
      assert.strictEqual(get.status, 200)
      const refused = yield* post(made.json.secret, "/api/v2/webhooks", { url: "https://hooks.example/" })
      assert.deepStrictEqual([refused.json.code, refused.json.scope], ["missing_scope", "webhooks:write"])
    })
  )

  it.effect("says that a body is compressed, is empty, or has a thing twice, and not what that makes of it", () =>
    Effect.gen(function* () {
      const { key } = yield* newPerson("pro")
      const jobs = "/api/v2/jobs"
      const gzip = { "content-encoding": "gzip" }
      const compressed = "content-encoding: must be absent: bodies are taken as they are, not compressed"
      for (const body of [new Uint8Array(gzipSync(pdf)), form([["file", file]]), "{}"]) {
        assert.deepStrictEqual(issues(yield* post(key.secret, jobs, body, gzip)), [400, "invalid_request", compressed])
      }
      const named = yield* post(key.secret, jobs, pdf, { "content-encoding": "utf-8" })
      assert.strictEqual(named.status, 201)
      const empty = yield* post(key.secret, jobs, "")
      assert.deepStrictEqual(issues(empty), [400, "invalid_request", "body: The body is empty"])
      const two = form([
        ["file", file],
        ["file", file]
      ])
      assert.deepStrictEqual(issues(yield* post(key.secret, jobs, two)), [
        400,
        "invalid_request",
        "form.file: must be one file only"
      ])
      const twice = yield* Service.plain(`${jobs}?limit=1&limit=2&tag=a&tag=b&x=1&x=2`, { headers: bearer(key.secret) })
      assert.deepStrictEqual(issues(twice), [
        400,
        "invalid_request",
        "query.x: is not known here",
        "query.limit: must be sent once",
        "query.tag: must be sent once"
      ])
    })
  )
})
