/** What a page of another site can do in a browser that is signed in: the browser sends the session's cookie with it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openApi } from "../../src/http/docs/Docs.ts"
import { newPerson, origin, withSession } from "../support/Account.ts"
import * as Service from "../support/Service.ts"

/** Origins that are not ours, some of which look like it; `null` is that of a page in a sandbox. */
const others: ReadonlyArray<Record<string, string>> = [
  {},
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: `${origin}.evil.example` },
  { origin: `${origin}@evil.example` },
  { origin: `${origin}, https://evil.example` },
  { origin: `${origin}/` },
  { origin: origin.replace("http:", "https:") },
  { origin: origin.replace("://", "://a.") },
  { origin: origin.replace("8080", "8081") },
  { referer: `${origin}/` },
  { "sec-fetch-site": "same-origin" }
]

/** What a form of another site can send, and what a script asks leave for. */
const types = ["text/plain", "application/x-www-form-urlencoded", "application/json"]

/** Signing out is no secret: the cookie does not come along from other sites. */
const harmless = "/api/v2/auth/logout"

const changes = Object.entries(openApi["paths"] as Record<string, object>).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => !["get", "head", "options"].includes(method) && path !== harmless)
    .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, crypto.randomUUID()) }))
)

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("A page of another site", (it) => {
  it.effect(
    "changes nothing with the session of who looks at it, by any route",
    () =>
      Effect.gen(function* () {
        assert.isAbove(changes.length, 30)
        const { session } = yield* newPerson("business")
        const refusals = new Set<string>()
        for (const { method, path } of changes) {
          for (const [at, headers] of others.entries()) {
            const type = types[at % types.length]!
            const answer = yield* Service.plain(path, {
              method,
              headers: { cookie: session.cookie, "content-type": type, ...headers },
              ...(method === "DELETE" ? {} : { body: "{}" })
            })
            assert.isAtLeast(answer.status, 400, `${method} ${path} ${JSON.stringify(headers)}`)
            refusals.add(String(answer.json?.code))
          }
        }
        assert.includeMembers([...refusals], ["origin_not_allowed", "api_key_required"])
        for (const code of ["missing_scope", "job_not_found", "key_not_found", "webhook_not_found", "device_not_found"])
          assert.notInclude([...refusals], code)
        assert.strictEqual((yield* withSession(session, "/api/v2/me")).status, 200)
      }),
    120_000
  )
})
