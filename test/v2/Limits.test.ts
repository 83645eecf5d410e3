import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import * as Service from "../support/Service.ts"

const me = (headers: Record<string, string>) => Service.plain("/api/v2/me", { headers })

describe("Rate limits of v2", () => {
  layer(Service.layer())((it) => {
    it.effect("are each key's and each session's own, by the tier of the account", () =>
      Effect.gen(function* () {
        const { accountId } = yield* newAccount("free")
        const session = yield* newSession(accountId)
        const [first, second] = [yield* newKey(session), yield* newKey(session)]
        for (let left = 119; left >= 0; left--) {
          const { status, headers } = yield* me(bearer(first.secret))
          assert.strictEqual(status, 200)
          if (left === 119) {
            assert.strictEqual(headers.get("ratelimit-policy"), '"requests";q=120;w=60')
            assert.match(headers.get("ratelimit") ?? "", /^"requests";r=119;t=\d+$/)
          }
        }
        const refused = yield* me(bearer(first.secret))
        assert.deepStrictEqual([refused.status, refused.json.code, refused.json.retryable], [429, "rate_limited", true])
        assert.strictEqual(refused.headers.get("retry-after"), String(refused.json.retry_after))
        assert.strictEqual((yield* me(bearer(second.secret))).status, 200)
        assert.strictEqual((yield* withSession(session, "/api/v2/me")).status, 200)
        yield* TestClock.adjust(refused.json.retry_after * 1_000)
        assert.strictEqual((yield* me(bearer(first.secret))).status, 200)
      })
    )
  })

  layer(Service.layer())((it) => {
    it.effect("charge what reads a document as a create, and all else as a request, whatever it makes", () =>
      Effect.gen(function* () {
        const { accountId } = yield* newAccount("free")
        const session = yield* newSession(accountId)
        const { secret } = yield* newKey(session)
        const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
        const policy = ({ headers }: { readonly headers: Headers }) => headers.get("ratelimit-policy")
        for (const path of ["jobs", "jobs/file", "jobs/batch", "jobs/estimate"]) {
          const answer = yield* Service.plain(`/api/v2/${path}`, {
            ...post,
            headers: { ...post.headers, ...bearer(secret) }
          })
          assert.strictEqual(policy(answer), '"create";q=20;w=60', path)
        }
        assert.strictEqual(
          policy(yield* Service.plain("/api/v2/jobs", { headers: bearer(secret) })),
          '"requests";q=120;w=60'
        )
        for (const path of ["api-keys", "webhooks"]) {
          const answer = yield* withSession(session, `/api/v2/${path}`, post)
          assert.strictEqual(policy(answer), '"requests";q=120;w=60', path)
        }
      })
    )
  })

  layer(Service.layer())((it) => {
    it.effect("slow whoever fails to authenticate: 20 times in 10 minutes, then 429, but not who has a good key", () =>
      Effect.gen(function* () {
        const { key } = yield* newPerson()
        for (let n = 0; n < 20; n++) {
          const headers = n % 2 === 0 ? bearer("svc_not_a_key") : { cookie: "svc_session=nobody" }
          assert.strictEqual((yield* me(headers)).status, 401)
        }
        const refused = yield* me(bearer("svc_not_a_key"))
        assert.deepStrictEqual([refused.status, refused.json.code], [429, "rate_limited"])
        assert.strictEqual((yield* me(bearer(key.secret))).status, 200)
        assert.strictEqual((yield* Service.plain("/healthz")).status, 200)
        yield* TestClock.adjust(refused.json.retry_after * 1_000)
        assert.strictEqual((yield* me(bearer("svc_not_a_key"))).status, 401)
      })
    )
  })

  layer(Service.layer())((it) => {
    it.effect("count calls without credentials by their address", () =>
      Effect.gen(function* () {
        for (let n = 0; n < 120; n++) assert.strictEqual((yield* me({})).status, 401)
        assert.strictEqual((yield* me({})).status, 429)
      })
    )
  })
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A session", (it) => {
  it.effect("ends when it was not used for 7 days, and after 30 days however often it was", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount()
      const [used, idle] = [yield* newSession(accountId), yield* newSession(accountId)]
      const asks = (session: Record<string, string>) =>
        Effect.map(withSession(session, "/api/v2/me"), ({ status }) => status)
      for (let days = 6; days <= 24; days += 6) {
        yield* TestClock.adjust("6 days")
        assert.strictEqual(yield* asks(used), 200, `day ${days}`)
      }
      assert.strictEqual(yield* asks(idle), 401)
      yield* TestClock.adjust("143 hours")
      assert.strictEqual(yield* asks(used), 200)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* asks(used), 401)
    })
  )

  it.effect("changes nothing without an Origin, or from a page of others; reading needs none", () =>
    Effect.gen(function* () {
      const { accountId } = yield* newAccount()
      const { cookie } = yield* newSession(accountId)
      for (const headers of [{ cookie }, { cookie, origin: "https://evil.example" }, { cookie, origin: "null" }]) {
        for (const [method, path, body] of [
          ["POST", "/api/v2/api-keys", '{"name":"x"}'],
          ["PUT", "/api/v2/settings", "{}"],
          ["DELETE", "/api/v2/me", null]
        ] as const) {
          const { status, json } = yield* Service.plain(path, {
            method,
            headers: { ...headers, "content-type": "application/json" },
            body
          })
          assert.deepStrictEqual([status, json.code], [403, "origin_not_allowed"], `${method} ${path}`)
        }
        assert.strictEqual((yield* Service.plain("/api/v2/me", { headers })).status, 200)
      }
    })
  )
})
