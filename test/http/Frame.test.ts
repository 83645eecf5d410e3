import { request } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newPerson } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

/** A path exactly as it is, which fetch would tidy up. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  Effect.flatMap(Service.Base, (base) =>
    Effect.callback<{ status: number; body: string }>((resume) => {
      const { hostname, port } = new URL(base)
      request({ hostname, port, path, headers }, (response) => {
        let body = ""
        response.on("data", (chunk) => {
          body += chunk
        })
        response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, body })))
      }).end()
    })
  )

const variables = { RATE_LIMIT_SCALE: "1000", EXTENSION_ORIGINS: "chrome-extension://abcdefgh" }

layer(Service.layer(variables))("Every answer", (it) => {
  it.effect("carries a request id: the caller's when it is well formed, else a new one", () =>
    Effect.gen(function* () {
      const echoed = yield* Service.plain("/healthz", { headers: { "x-request-id": "My.id_1-2" } })
      assert.strictEqual(echoed.headers.get("x-request-id"), "My.id_1-2")
      for (const id of ["", "a b", "x".repeat(129), "id;drop"]) {
        const { headers } = yield* Service.plain("/healthz", { headers: { "x-request-id": id } })
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      }
      const failed = yield* Service.plain("/nowhere", { headers: { "x-request-id": "failed-1" } })
      assert.strictEqual(failed.json.request_id, "failed-1")
    })
  )

  it.effect("to a name in another way than it takes is 405 before anybody is asked who they are", () =>
    Effect.gen(function* () {
      const cases = [
        ["GET", "/api/v2/jobs/upload-ticket", "POST"],
        ["GET", "/api/v2/jobs/upload", "POST"],
        ["DELETE", "/api/v2/jobs/batch", "POST"],
        ["GET", "/api/v2/jobs/estimate", "POST"],
        ["DELETE", "/api/v2/webhooks/deliveries", "GET, HEAD"],
        ["PUT", "/api/v2/jobs", "POST, GET, HEAD"]
      ] as const
      for (const [method, path, allow] of cases) {
        const { status, json, headers } = yield* Service.plain(path, { method })
        assert.deepStrictEqual([status, json.code, headers.get("allow")], [405, "method_not_allowed", allow], path)
      }
      assert.strictEqual((yield* Service.plain("/api/v2/jobs/upload-ticket", { method: "POST" })).status, 401)
    })
  )

  it.effect("to a method of another protocol is 405 where there is something, with an id in its path too", () =>
    Effect.gen(function* () {
      const id = "018f3b1e-0000-7000-8000-000000000000"
      const cases = [
        ["/jobs", "POST, GET, HEAD"],
        [`/jobs/${id}`, "GET, HEAD, DELETE"],
        [`/api/v2/jobs/${id}/download`, "GET, HEAD"],
        [`/api/v2/webhooks/${id}`, "PATCH, DELETE"],
        ["/docs", "GET, HEAD"]
      ] as const
      for (const [path, allow] of cases) {
        const { status, json, headers } = yield* Service.plain(path, { method: "PROPFIND" })
        assert.deepStrictEqual([status, json.code, headers.get("allow")], [405, "method_not_allowed", allow], path)
      }
      assert.strictEqual((yield* Service.plain("/nowhere", { method: "PROPFIND" })).status, 404)
    })
  )

  it.effect("to an unknown path is 404 in the shape of its surface", () =>
    Effect.gen(function* () {
      for (const path of ["/nowhere", "/jobs/a/b/c", "/JOBS", "/jobs/a/download/x"]) {
        const { status, json, headers } = yield* Service.plain(path)
        assert.strictEqual(status, 404, path)
        assert.strictEqual(json.code, "not_found")
        assert.strictEqual(headers.get("content-type"), "application/json")
      }
      const root = yield* Service.plain("/api/v2")
      assert.strictEqual(root.headers.get("content-type"), "application/problem+json")
      const v2 = yield* Service.plain("/api/v2/nowhere")
      assert.strictEqual(v2.headers.get("content-type"), "application/problem+json")
      assert.deepStrictEqual(
        { ...v2.json, request_id: "" },
        {
          type: "/docs/errors#not_found",
          title: "There is nothing here",
          status: 404,
          detail: "No route has this path. An empty segment or a slash at the end makes another path.",
          code: "not_found",
          retryable: false,
          request_id: ""
        }
      )
    })
  )

  it.effect("to a path in disguise is 404, so that no cache takes what is private for public", () =>
    Effect.gen(function* () {
      const paths = ["/%61pi/v2/me", "/api/v2/m%65", "/api/v2/me;a.css", "/config;a=1", "/api/v2/me%23", "*"]
      for (const path of paths) assert.strictEqual((yield* raw(path)).status, 404, path)
    })
  )

  it.effect("comes though a header is thousands of spaces that HTTP takes for letters, 150 times", () =>
    Effect.gen(function* () {
      const spaces = "\u00a0".repeat(7_500)
      const started = process.cpuUsage()
      for (let n = 0; n < 150; n++)
        assert.strictEqual((yield* raw("/api/v2/me", { authorization: `${spaces}x` })).status, 401)
      // one such header took a tenth of a second
      assert.isBelow(process.cpuUsage(started).user / 1_000, 8_000)
    })
  )

  it.effect("to a query of a thousand unknown names tells of the first ones", () =>
    Effect.gen(function* () {
      const query = Array.from({ length: 1_000 }, (_, n) => `k${n}`).join("&")
      const { session } = yield* newPerson()
      const { status, body } = yield* raw(`/api/v2/me?${query}`, session)
      assert.strictEqual(status, 400)
      assert.lengthOf(JSON.parse(body).issues, 20)
    })
  )

  it.effect("to a known path with another method is 405 with Allow, before any authentication", () =>
    Effect.gen(function* () {
      const allowed: ReadonlyArray<readonly [string, string, string]> = [
        ["PATCH", "/jobs", "POST, GET, HEAD"],
        ["POST", "/jobs/018f3b1e-0000-7000-8000-000000000000", "GET, HEAD, DELETE"],
        ["GET", "/register", "POST"],
        ["DELETE", "/settings", "GET, HEAD, PUT"],
        ["POST", "/docs", "GET, HEAD"]
      ]
      for (const [method, path, allow] of allowed) {
        const { status, json, headers } = yield* Service.plain(path, { method })
        assert.strictEqual(status, 405, `${method} ${path}`)
        assert.strictEqual(json.code, "method_not_allowed")
        assert.deepStrictEqual(
          (headers.get("allow") ?? "").split(", ").sort(),
          allow.split(", ").sort(),
          `${method} ${path}`
        )
      }
    })
  )

  it.effect("to HEAD is that to GET without its body", () =>
    Effect.gen(function* () {
      for (const path of ["/config", "/docs", "/docs/errors", "/openapi.json", "/healthz", "/api/v2/billing/plans"]) {
        const got = yield* Service.plain(path)
        const head = yield* Service.plain(path, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [got.status, ""], path)
        assert.strictEqual(head.headers.get("content-type"), got.headers.get("content-type"), path)
      }
      assert.strictEqual((yield* Service.plain("/nowhere", { method: "HEAD" })).status, 404)
      const refused = yield* Service.plain("/register", { method: "HEAD" })
      assert.deepStrictEqual([refused.status, refused.headers.get("allow")], [405, "POST"])
    })
  )

  it.effect("to a path with an empty segment or a slash at its end is 404, before any authentication", () =>
    Effect.gen(function* () {
      for (const path of [
        "/jobs/",
        "/jobs//download",
        "//config",
        "/config/",
        "/api/v2/jobs/",
        "/api/v2/jobs//pages"
      ]) {
        const { status, body } = yield* raw(path)
        assert.deepStrictEqual([status, JSON.parse(body).code], [404, "not_found"], path)
      }
    })
  )

  it.effect("survives paths and headers that nobody would send in good faith", () =>
    Effect.gen(function* () {
      for (const path of [
        "/%",
        "/jobs/%ff",
        "/jobs/%00",
        "//jobs",
        "/jobs/../jobs",
        `/${"x".repeat(8_000)}`,
        "/jobs?%"
      ]) {
        const { status } = yield* raw(path)
        assert.isAbove(status, 399, path)
        assert.isBelow(status, 500, path)
      }
      assert.strictEqual((yield* raw("/jobs", { "x-svc-device-token": "x".repeat(10_000) })).status, 401)
    })
  )

  it.effect("allows cookies to the pages of the allow-list only", () =>
    Effect.gen(function* () {
      const asked = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-svc-device-token, content-type"
      }
      for (const origin of ["http://localhost:8080", "chrome-extension://abcdefgh"]) {
        const answer = yield* Service.plain("/healthz", { headers: { origin } })
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin)
        assert.strictEqual(answer.headers.get("access-control-allow-credentials"), "true")
        assert.strictEqual(answer.headers.get("vary"), "Origin")
        const preflight = yield* Service.plain("/jobs", { method: "OPTIONS", headers: { origin, ...asked } })
        assert.strictEqual(preflight.headers.get("access-control-allow-credentials"), "true")
        assert.strictEqual(
          preflight.headers.get("access-control-allow-headers"),
          asked["access-control-request-headers"]
        )
      }
      for (const origin of ["https://evil.example", "null", "http://localhost:8081", "https://localhost:8080"]) {
        const { headers } = yield* Service.plain("/healthz", { headers: { origin } })
        assert.strictEqual(headers.get("access-control-allow-origin"), "*", origin)
        assert.strictEqual(headers.get("access-control-allow-credentials"), null, origin)
      }
    })
  )

  it.effect("to a preflight allows any page to call without cookies", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* Service.plain("/jobs", {
        method: "OPTIONS",
        headers: { origin: "https://example.com", "access-control-request-method": "POST" }
      })
      assert.strictEqual(status, 204)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(headers.get("access-control-allow-credentials"), null)
    })
  )
})
