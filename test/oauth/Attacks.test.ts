/** What must not work, however it is tried. */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Egress from "../../layers/fakes/Egress.ts"
import * as Retention from "../../layers/sql/jobs/Retention.ts"
import { mcpPath } from "../../schema/oauth/Paths.ts"
import * as Sweep from "../../src/jobs/Retention.ts"
import * as Browser from "../support/Browser.ts"
import {
  allowed,
  answer,
  answering,
  limited,
  local,
  newAgent,
  onProvider,
  open,
  redirectUri,
  secure
} from "../support/OAuth.ts"
import * as Provider from "../support/Provider.ts"
import * as Service from "../support/Service.ts"

const title = ({ text }: Browser.Visit) => /<h1>(.*)<\/h1>/.exec(text)?.[1]

const refusal = ({ status, json }: { readonly status: number; readonly json?: { readonly error?: string } }) => [
  status,
  json?.error
]

const listConnections = async (agent: Effect.Success<ReturnType<typeof newAgent>>) => {
  const visit = await agent.browser.step(new URL("/api/v2/me/connections", local))
  return JSON.parse(visit.text).items as ReadonlyArray<{
    connection_id: string
    client_id: string
    client_name: string
    scopes: unknown
  }>
}

layer(onProvider)("A code", (it) => {
  it.effect("is good once: whoever brings it again ends what it gave", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const code = await agent.code()
        const { access_token, refresh_token } = (await agent.exchange(code)).json
        assert.strictEqual((await agent.call(access_token, "ping")).status, 200)
        assert.deepStrictEqual(refusal(await agent.exchange(code)), [400, "invalid_grant"])
        assert.strictEqual((await agent.call(access_token, "ping")).status, 401)
        assert.deepStrictEqual(refusal(await agent.refresh(refresh_token)), [400, "invalid_grant"])
        assert.deepStrictEqual(await listConnections(agent), [])
      })
    })
  )

  it.effect(
    "that two bring at the same moment is good for neither: one is refused, and what the other gets is ended",
    () =>
      Effect.gen(function* () {
        const agent = yield* newAgent()
        yield* Effect.promise(async () => {
          const code = await agent.code()
          const answers = await Promise.all([agent.exchange(code), agent.exchange(code)])
          const given = answers.filter(({ status }) => status === 200)
          assert.isAtMost(given.length, 1)
          for (const answer of answers.filter(({ status }) => status !== 200))
            assert.deepStrictEqual(refusal(answer), [400, "invalid_grant"])
          for (const { json } of given) assert.strictEqual((await agent.call(json.access_token, "ping")).status, 401)
        })
      })
  )

  it.effect("is nothing without the verifier, for another client, another redirect address or another resource", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const other = yield* newAgent()
      yield* Effect.promise(async () => {
        const wrong = "w".repeat(43)
        assert.deepStrictEqual(refusal(await agent.exchange(await agent.code(), { code_verifier: wrong })), [
          400,
          "invalid_grant"
        ])
        assert.deepStrictEqual(refusal(await agent.exchange(await agent.code(), { client_id: other.clientId })), [
          400,
          "invalid_grant"
        ])
        assert.deepStrictEqual(
          refusal(await agent.exchange(await agent.code(), { redirect_uri: "http://127.0.0.1:1/callback" })),
          [400, "invalid_grant"]
        )
        assert.deepStrictEqual(refusal(await agent.exchange(await agent.code(), { resource: `${secure}${mcpPath}` })), [
          400,
          "invalid_target"
        ])
      })
    })
  )

  it.effect("is not given without PKCE, nor for a plain challenge", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        for (const changes of [
          { code_challenge: null, code_challenge_method: null },
          { code_challenge_method: "plain" }
        ]) {
          const back = await allowed(agent.browser, agent.url(changes))
          assert.deepStrictEqual(
            [back.searchParams.get("error"), back.searchParams.get("code"), back.searchParams.get("iss")],
            ["invalid_request", null, `${local}/oauth`]
          )
        }
      })
    })
  )

  it.effect("comes in the query of the redirect address alone: a page with a script posted it too", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        for (const response_mode of ["query", ""])
          assert.isNotNull((await allowed(agent.browser, agent.url({ response_mode }))).searchParams.get("code"))
        for (const changes of [
          { response_mode: "form_post" },
          { response_mode: "fragment" },
          { response_mode: "form_post", code_challenge_method: "plain" }
        ]) {
          const back = await allowed(agent.browser, agent.url(changes))
          assert.deepStrictEqual(
            [back.searchParams.get("error"), back.searchParams.get("code"), back.hash],
            ["unsupported_response_mode", null, ""]
          )
        }
      })
    })
  )

  it.effect("is not asked for with scopes of which none is known: a person was asked to allow nothing", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        for (const scope of ["documents:read", "openid", "settings:write offline_access"]) {
          const { url } = await open(agent.browser, agent.url({ scope }))
          assert.deepStrictEqual(
            [url.origin, url.searchParams.get("error"), url.searchParams.get("state") === null],
            [new URL(redirectUri).origin, "invalid_scope", false],
            scope
          )
        }
      })
    })
  )

  it.effect("is not given for a resource that is not ours", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        for (const resource of ["https://elsewhere.example/mcp", `${local}/api/v2/mcp`, local]) {
          const back = await allowed(agent.browser, agent.url({ resource }))
          assert.strictEqual(back.searchParams.get("error"), "invalid_target", resource)
        }
      })
    })
  )
})

layer(onProvider)("A redirect address", (it) => {
  it.effect("must be the client's own to the letter, but for the port of this computer", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const sent = async (address: string) => agent.browser.step(agent.url({ redirect_uri: address }))
        for (const address of [
          "https://evil.example/callback",
          "http://127.0.0.1:33418/callback/../evil",
          "http://127.0.0.1:33418/callback?x=1",
          "http://127.0.0.1:33418@evil.example/callback",
          "http://localhost:33418/callback",
          "http://127.0.0.1.evil.example/callback",
          "javascript:alert(1)"
        ]) {
          const visit = await sent(address)
          assert.deepStrictEqual([visit.status, visit.headers.get("location")], [400, null], address)
          assert.strictEqual(title(visit), "This app cannot be connected")
          assert.notInclude(visit.text, "evil.example")
        }
        assert.strictEqual((await sent("http://127.0.0.1:50000/callback")).status, 303)
      })
    })
  )

  it.effect("that is given twice is the client's mistake, as its page says: it told the person to sign in again", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const twice = agent.url({})
        twice.searchParams.append("redirect_uri", "https://evil.example")
        const visit = await agent.browser.step(twice)
        assert.deepStrictEqual([visit.status, visit.headers.get("location")], [400, null])
        assert.strictEqual(title(visit), "This app cannot be connected")
      })
    })
  )

  it.effect("with a NUL character is the client's mistake, wherever it stands: it was an internal error", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const form = (body: string) => ({
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body
        })
        const answers = [
          await agent.get(`${local}/oauth/authorize?client_id=%00`),
          await agent.get(`${local}/oauth/token`, form("grant_type=authorization_code&code=%00&client_id=%00")),
          await agent.get(`${local}/oauth/revoke`, form("token=a&client_id=%00")),
          await agent.get(`${local}/oauth/revoke`, form("token=a&client_id=\0"))
        ]
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [400, 400, 400, 400]
        )
      })
    })
  )

  it.effect("of a client that registers is https, of this computer, or of an app; never a script or a plain host", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const register = async (metadata: unknown) => {
          const response = await agent.get(`${local}/oauth/register`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(metadata)
          })
          return { status: response.status, json: (await response.json()) as Record<string, unknown> }
        }
        for (const uri of [
          "javascript:alert(1)",
          "data:text/html,x",
          "http://evil.example/cb",
          "https://a.example/#x",
          "https://a.example@evil.example/cb",
          "https://:secret@evil.example/cb",
          "x"
        ]) {
          const { status, json } = await register({ redirect_uris: [uri] })
          assert.deepStrictEqual([status, json["error"]], [400, "invalid_redirect_uri"], uri)
        }
        assert.strictEqual((await register({})).status, 400)
        const redirect_uris = ["https://a.example/cb"]
        for (const client_name of ["a\0b", "a\ud800"]) {
          const { status, json } = await register({ redirect_uris, client_name })
          assert.deepStrictEqual([status, json["error"]], [400, "invalid_client_metadata"])
        }
        const nested = await agent.get(`${local}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: `{"redirect_uris":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
        })
        assert.strictEqual(nested.status, 400)
        assert.strictEqual((await register({ redirect_uris: [`https://a.example/${"x".repeat(9_000)}`] })).status, 400)
        for (const uri of ["cursor://anysphere.cursor/cb", "https://claude.example/cb", "http://localhost/cb"]) {
          const { status, json } = await register({
            redirect_uris: [uri],
            token_endpoint_auth_method: "client_secret_post",
            jwks_uri: "https://10.0.0.1/keys"
          })
          assert.deepStrictEqual(
            [status, json["token_endpoint_auth_method"], json["client_secret"], json["jwks_uri"]],
            [201, "none", undefined, undefined],
            JSON.stringify(json)
          )
        }
      })
    })
  )
})

layer(onProvider)("What cannot be read", (it) => {
  it.effect("is refused in the shape of OAuth, which agents read; it was v1's", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const json = { "content-type": "application/json" }
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const large = "x".repeat(300_000)
      yield* Effect.promise(async () => {
        for (const [path, status, error, init] of [
          ["register", 400, "invalid_client_metadata", { headers: json, body: "{" }],
          ["register", 400, "invalid_client_metadata", { headers: json, body: "" }],
          ["register", 400, "invalid_client_metadata", { headers: json, body: "[]" }],
          ["register", 400, "invalid_request", { headers: form, body: "a=b" }],
          ["register", 400, "invalid_request", { headers: { ...json, "content-encoding": "gzip" }, body: "{}" }],
          ["register", 413, "invalid_request", { headers: json, body: JSON.stringify({ large }) }],
          ["token", 400, "invalid_request", { headers: { ...form, "content-encoding": "gzip" }, body: "a=b" }],
          ["token", 413, "invalid_request", { headers: form, body: `a=${large}` }],
          ["revoke", 413, "invalid_request", { headers: form, body: `a=${large}` }],
          ["token", 405, "method_not_allowed", { method: "PUT" }]
        ] as const) {
          const response = await agent.get(`${local}/oauth/${path}`, { method: "POST", ...init })
          const body = (await response.json()) as Record<string, unknown>
          assert.deepStrictEqual([response.status, body["error"]], [status, error], `${path} ${JSON.stringify(body)}`)
          assert.isString(body["error_description"])
          assert.include(response.headers.get("content-type"), "application/json")
        }
      })
    })
  )
})

layer(Service.layer())("Too many registrations", (it) => {
  it.effect("are refused in the shape of OAuth too", () =>
    Effect.gen(function* () {
      const post = Service.plain("/oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["https://a.example/cb"] })
      })
      const answers = yield* Effect.all(Array.from({ length: 61 }, () => post))
      const { status, headers, json } = answers[60]!
      assert.deepInclude(json, { error: "too_many_requests", code: "rate_limited" })
      assert.strictEqual(status, 429)
      assert.isNotNull(headers.get("retry-after"))
    })
  )
})

layer(onProvider)("A connection that is ended", (it) => {
  it.effect("while its app connects again is over, with its tokens: it was made anew, and nobody was asked", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const end = ({ connection_id }: { readonly connection_id: string }) =>
          agent.browser.step(new URL(`/api/v2/me/connections/${connection_id}`, local), {
            method: "DELETE",
            headers: { origin: local }
          })
        for (let after = 0; after < 30; after++) {
          const { refresh_token } = await agent.connect()
          const [connection] = await listConnections(agent)
          const [, refreshed, ended] = await Promise.all([
            open(agent.browser, agent.url()),
            sleep(after / 2).then(() => agent.refresh(refresh_token)),
            sleep(after / 2).then(() => end(connection!))
          ])
          assert.strictEqual(ended.status, 204)
          assert.deepStrictEqual(await listConnections(agent), [])
          await agent.connect()
          if (refreshed.status !== 200) continue
          assert.strictEqual((await agent.call(refreshed.json.access_token, "ping")).status, 401)
        }
      })
    })
  )
})

layer(onProvider)("An account that is deleted", (it) => {
  it.effect(
    "while its person answers, or while the app fetches its tokens, lets nobody in: it was an internal error",
    () =>
      Effect.gen(function* () {
        for (let after = 0; after < 40; after++) {
          const agent = yield* newAgent()
          yield* Effect.promise(async () => {
            const gone = () =>
              sleep(after / 4).then(() =>
                agent.browser.step(new URL("/api/v2/me", local), { method: "DELETE", headers: { origin: local } })
              )
            const page = await open(agent.browser, agent.url())
            if (after % 2 === 0) {
              const [visit] = await Promise.all([answering(agent.browser, page), gone()])
              assert.isBelow(visit.status, 500)
            } else {
              const code = (await answer(agent.browser, page)).searchParams.get("code") ?? ""
              const [{ status, json }] = await Promise.all([agent.exchange(code), gone()])
              assert.include([200, 400], status)
              if (status === 200) assert.strictEqual((await agent.call(json.access_token, "ping")).status, 401)
            }
          })
        }
      })
  )
})

layer(onProvider)("A stolen refresh token", (it) => {
  it.effect("ends the connection when thief and owner have both used it", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const { refresh_token } = await agent.connect()
        const thief = (await agent.refresh(refresh_token)).json
        assert.strictEqual((await agent.call(thief.access_token, "ping")).status, 200)
        assert.deepStrictEqual(refusal(await agent.refresh(refresh_token)), [400, "invalid_grant"])
        assert.strictEqual((await agent.call(thief.access_token, "ping")).status, 401)
        assert.deepStrictEqual(refusal(await agent.refresh(thief.refresh_token)), [400, "invalid_grant"])
        assert.deepStrictEqual(await listConnections(agent), [])
      })
    })
  )

  it.effect("is of no use to another client, nor for more than was allowed", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const other = yield* newAgent()
      yield* Effect.promise(async () => {
        const { refresh_token } = await agent.connect()
        assert.deepStrictEqual(refusal(await agent.refresh(refresh_token, { client_id: other.clientId })), [
          400,
          "invalid_grant"
        ])
        const more = await agent.refresh(refresh_token, { scope: "jobs:create jobs:delete" })
        assert.deepStrictEqual(refusal(more), [400, "invalid_scope"])
        const target = await agent.refresh(refresh_token, { resource: `${secure}${mcpPath}` })
        assert.deepStrictEqual(refusal(target), [400, "invalid_target"])
      })
    })
  )

  it.effect(
    "is not spent by a request that is refused: one with a wrong resource ended the connection at the next",
    () =>
      Effect.gen(function* () {
        const agent = yield* newAgent()
        yield* Effect.promise(async () => {
          const { access_token, refresh_token } = await agent.connect()
          for (const resource of [`${secure}${mcpPath}`, `${local}/api/v2/mcp`, "no address"]) {
            const refused = await agent.refresh(refresh_token, { resource })
            assert.deepStrictEqual(refusal(refused), [400, "invalid_target"], resource)
          }
          const { json } = await agent.refresh(refresh_token, { resource: `${local}${mcpPath}` })
          for (const token of [access_token, json.access_token])
            assert.strictEqual((await agent.call(token, "ping")).status, 200)
        })
      })
  )
})

layer(onProvider)("An access token", (it) => {
  it.effect("is good at the origin that it was meant for, at /mcp alone", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const { access_token, refresh_token } = await agent.connect()
        assert.strictEqual((await agent.call(access_token, "ping")).status, 200)
        assert.strictEqual((await agent.call(access_token, "ping", {}, secure)).status, 401)
        assert.strictEqual((await agent.call(refresh_token, "ping")).status, 401)
        for (const path of ["/api/v2/mcp", "/api/v2/jobs"]) {
          const response = await agent.get(`${local}${path}`, {
            method: path === "/api/v2/jobs" ? "GET" : "POST",
            headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
            ...(path === "/api/v2/jobs" ? {} : { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
          })
          assert.strictEqual(response.status, 401, path)
          assert.notInclude(response.headers.get("www-authenticate") ?? "", "resource_metadata", path)
        }
      })
    })
  )

  it.effect("is over after 10 minutes, and a refresh token after 30 days", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const { access_token, refresh_token } = yield* Effect.promise(() => agent.connect())
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* Effect.promise(() => agent.call(access_token, "ping"))).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.promise(() => agent.call(access_token, "ping"))).status, 401)
      const next = (yield* Effect.promise(() => agent.refresh(refresh_token))).json
      assert.strictEqual((yield* Effect.promise(() => agent.call(next.access_token, "ping"))).status, 200)
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(refusal(yield* Effect.promise(() => agent.refresh(next.refresh_token))), [
        400,
        "invalid_grant"
      ])
    })
  )

  it.effect("that may do more than before leaves a trace of what that is", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        await agent.connect()
        await agent.connect()
        await agent.connect({ scope: "jobs:read jobs:delete" })
        const [connection] = await listConnections(agent)
        const { text } = await agent.browser.step(new URL("/api/v2/me/audit", local))
        const entries = (JSON.parse(text).items as ReadonlyArray<Record<string, string | null>>)
          .filter(({ subject_id }) => subject_id === connection?.connection_id)
          .map(({ action, subject_name, previous }) => [action, subject_name, previous])
        assert.deepStrictEqual(entries, [
          ["connection.changed", "Test agent: jobs:create jobs:read jobs:delete", "jobs:create jobs:read"],
          ["connection.created", "Test agent: jobs:create jobs:read", null]
        ])
      })
    })
  )

  it.effect("ends with its connection, with the account, and by revocation of either token", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const { behave } = yield* Provider.Provider
      yield* Effect.promise(async () => {
        const origin = { origin: local }
        const first = await agent.connect()
        const [connection] = await listConnections(agent)
        assert.deepInclude(connection, { client_name: "Test agent", scopes: ["jobs:create", "jobs:read"] })
        const actions = async () => {
          const { text } = await agent.browser.step(new URL("/api/v2/me/audit", local))
          return (JSON.parse(text).items as ReadonlyArray<{ action: string; by: { kind: string } }>)
            .filter(({ action }) => action.startsWith("connection."))
            .map(({ action, by }) => `${action} by ${by.kind}`)
        }
        assert.deepStrictEqual((await actions()).slice(0, 1), ["connection.created by session"])
        const path = new URL(`/api/v2/me/connections/${connection?.connection_id}`, local)
        assert.strictEqual((await agent.browser.step(path, { method: "DELETE" })).status, 403)
        assert.strictEqual((await agent.browser.step(path, { method: "DELETE", headers: origin })).status, 204)
        assert.strictEqual((await agent.browser.step(path, { method: "DELETE", headers: origin })).status, 404)
        assert.deepStrictEqual((await actions()).slice(0, 1), ["connection.revoked by session"])
        assert.strictEqual((await agent.call(first.access_token, "ping")).status, 401)
        assert.strictEqual((await agent.refresh(first.refresh_token)).status, 400)

        for (const kind of ["access_token", "refresh_token"] as const) {
          const tokens = await agent.connect()
          const revoked = await agent.post("/revoke", { token: tokens[kind], client_id: agent.clientId })
          assert.strictEqual(revoked.status, 200)
          assert.strictEqual((await agent.call(tokens.access_token, "ping")).status, 401)
          assert.strictEqual((await agent.refresh(tokens.refresh_token)).status, 400)
          assert.deepStrictEqual((await actions()).slice(0, 1), ["connection.revoked by service"])
        }

        const last = await agent.connect()
        const gone = await agent.browser.step(new URL("/api/v2/me", local), { method: "DELETE", headers: origin })
        assert.strictEqual(gone.status, 204)
        assert.strictEqual((await agent.call(last.access_token, "ping")).status, 401)
        assert.strictEqual((await agent.refresh(last.refresh_token)).status, 400)
      })
      behave({})
    })
  )

  it.effect("is kept nowhere: the database has hashes", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const sql = yield* SqlClient.SqlClient
      const code = yield* Effect.promise(() => agent.code())
      const tokens = (yield* Effect.promise(() => agent.exchange(code))).json
      const rows = yield* sql`SELECT model, encode(hash, 'hex') AS hash, grant_id, payload::text FROM oauth_records`
      assert.isAbove(rows.length, 2)
      for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
        assert.notInclude(JSON.stringify(rows), secret)
      }
    })
  )
})

layer(onProvider)("The question", (it) => {
  it.effect(
    "names who asks, where the browser goes back to, what for and as whom; it is asked once for each scope",
    () =>
      Effect.gen(function* () {
        const agent = yield* newAgent()
        yield* Effect.promise(async () => {
          const page = await open(agent.browser, agent.url())
          assert.strictEqual(title(page), "Let Test agent use your account?")
          for (const part of ["alice@example.com", "runs on this computer", "Convert PDFs", "See your documents"]) {
            assert.include(page.text, part)
          }
          assert.notInclude(page.text, "Read the converted")
          const policy = page.headers.get("content-security-policy") ?? ""
          assert.match(policy, /^default-src 'none'; style-src 'sha256-[^;]+; base-uri 'none'; frame-ancestors 'none'$/)
          const other = /href="([^"]+)">Use another account/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? ""
          const begun = await agent.browser.step(new URL(other, local))
          const asked = new URL(begun.headers.get("location") ?? "").searchParams
          assert.strictEqual(asked.get("prompt"), "select_account", "the provider knows the person already")
          await answer(agent.browser, page)
          assert.isNotEmpty((await open(agent.browser, agent.url({ scope: "jobs:read" }))).url.searchParams.get("code"))
          assert.include((await open(agent.browser, agent.url({ scope: "jobs:download" }))).text, "Read the converted")
          assert.include((await open(agent.browser, agent.url({ prompt: "consent" }))).text, "Test agent")
        })
      })
  )

  it.effect("can be answered with no, which the agent is told", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const back = await answer(agent.browser, await open(agent.browser, agent.url()), true)
        assert.deepStrictEqual(
          [back.searchParams.get("error"), back.searchParams.get("state"), back.searchParams.get("iss")],
          ["access_denied", "a state", `${local}/oauth`]
        )
        assert.notInclude(
          (await listConnections(agent)).map(({ client_id }) => client_id),
          agent.clientId
        )
      })
    })
  )

  it.effect("is answered by nobody else: not in another browser, not by another site, not as another account", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const stranger = yield* Browser.newBrowser
      const { behave } = yield* Provider.Provider
      yield* Effect.promise(async () => {
        const page = await open(agent.browser, agent.url())
        assert.strictEqual(title(await stranger.step(page.url)), "This question is over")
        const account = /name="account" value="([^"]*)"/.exec(page.text)?.[1] ?? ""
        const allow = { method: "POST", body: new URLSearchParams({ account }) }
        assert.strictEqual(title(await stranger.step(page.url, allow)), "This question is over")
        for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
          assert.strictEqual((await agent.browser.step(page.url, { ...allow, headers })).status, 400)
        behave({ token: { sub: "bob", email: "bob@example.com", email_verified: true, name: "Bob" } })
        await agent.browser.go(new URL("/api/v2/auth/idp/start", local))
        const again = await agent.browser.step(page.url, allow)
        assert.strictEqual(title(again), "Let Test agent use your account?")
        assert.include(again.text, "bob@example.com")
      })
      behave({})
    })
  )

  it.effect("names the app that an address of its own opens, and not what looks like a host in it", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        for (const [redirect_uri, shown] of [
          ["web+app://claude.example/cb", "web+app:"],
          ["web+app://localhost/cb", "web+app:"],
          ["https://claude.example/cb", "claude.example"]
        ] as const) {
          const registered = await agent.get(`${local}/oauth/register`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ redirect_uris: [redirect_uri] })
          })
          const { client_id } = (await registered.json()) as { client_id: string }
          const page = await open(agent.browser, agent.url({ client_id, redirect_uri }))
          assert.include(page.text, `You will go back to <strong>${shown}</strong>`)
        }
      })
    })
  )

  it.effect("shows a name as text, whatever it is", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const registered = await agent.get(`${local}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_name: "<script>\u202Eevil</script>", redirect_uris: [redirectUri] })
        })
        const { client_id } = (await registered.json()) as { client_id: string }
        const page = await open(agent.browser, agent.url({ client_id }))
        assert.notMatch(page.text, /<script|\u202E/)
        assert.include(title(page) ?? "", "evil")
      })
    })
  )
})

layer(onProvider)("A metadata document", (it) => {
  it.effect("is not fetched from inside, by another scheme, or over a redirect; nor believed for another address", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      const web = yield* Egress.Web
      const document = (client_id: string) => ({
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_id,
          client_name: "X",
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: "none"
        })
      })
      yield* web.put("https://inside.example/c.json", document("https://inside.example/c.json"))
      yield* web.name("inside.example", ["10.0.0.1"])
      yield* web.put("https://moved.example/c.json", { status: 302, headers: { location: "https://a.example/c.json" } })
      yield* web.put("https://liar.example/c.json", document("https://victim.example/c.json"))
      yield* web.put("https://huge.example/c.json", { body: "x".repeat(100_000) })
      yield* web.put("https://broken.example/c.json", { body: "{" })
      yield* Effect.promise(async () => {
        for (const client_id of [
          ...["inside", "moved", "liar", "huge", "broken", "missing"].map((name) => `https://${name}.example/c.json`),
          "https://127.0.0.1/c.json",
          "https://[::1]/c.json",
          "http://inside.example/c.json",
          "file:///etc/passwd"
        ]) {
          const visit = await agent.browser.step(agent.url({ client_id }))
          assert.deepStrictEqual([visit.status, visit.headers.get("location")], [400, null], client_id)
        }
      })
      const reached = (yield* web.requests).map(({ url }) => new URL(url).hostname)
      assert.notInclude(reached, "inside.example")
      assert.notInclude(reached, "a.example")
    })
  )

  it.effect(
    "that everybody knows lets no program of this computer in unasked, because another one was let in before",
    () =>
      Effect.gen(function* () {
        const web = yield* Egress.Web
        const client_id = "https://known.example/c.json"
        yield* web.put(client_id, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            client_id,
            client_name: "Known",
            redirect_uris: [redirectUri, "https://known.example/back"],
            token_endpoint_auth_method: "none"
          })
        })
        const agent = yield* newAgent()
        yield* Effect.promise(async () => {
          const url = agent.url({ client_id })
          assert.isNotNull((await allowed(agent.browser, url)).searchParams.get("code"))
          assert.strictEqual(title(await open(agent.browser, url)), "Let Known use your account?")
          const back = agent.url({ client_id, redirect_uri: "https://known.example/back" })
          const visit = await agent.browser.go(back, {}, ({ host }) => host === "known.example")
          assert.isNotNull(visit.url.searchParams.get("code"))
        })
      })
  )
})

const sweeping = onProvider.pipe((service) => Retention.layer.pipe(Layer.provideMerge(service)))

layer(sweeping)("What is left of agents", (it) => {
  it.effect("is forgotten: clients that nobody connects, and connections that nobody uses, after 30 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { forget } = yield* Sweep.Retention
      const left = Effect.map(
        sql<{ clients: number; connections: number; records: number }>`
          SELECT (SELECT count(*)::int FROM oauth_clients) AS clients,
            (SELECT count(*)::int FROM connections) AS connections, (SELECT count(*)::int FROM oauth_records) AS records`,
        ([row]) => [row?.clients, row?.connections, (row?.records ?? 0) > 0]
      )
      const agent = yield* newAgent()
      yield* newAgent()
      const { refresh_token } = yield* Effect.promise(() => agent.connect())
      yield* TestClock.adjust("29 days")
      const next = (yield* Effect.promise(() => agent.refresh(refresh_token))).json
      yield* Effect.promise(() => agent.call(next.access_token, "ping"))
      yield* TestClock.adjust("2 days")
      yield* forget
      assert.deepStrictEqual(yield* left, [1, 1, true])
      yield* TestClock.adjust("29 days")
      yield* forget
      assert.deepStrictEqual(yield* left, [0, 0, false])
    })
  )
})

const sweepingLimited = limited("1").pipe((service) => Retention.layer.pipe(Layer.provideMerge(service)))

layer(sweepingLimited)("An access token that has expired", (it) => {
  it.effect("is told to be refreshed however many behind its address come late: after twenty they were told 429", () =>
    Effect.gen(function* () {
      const { forget } = yield* Sweep.Retention
      const agent = yield* newAgent()
      const ping = (token: string) => Effect.promise(() => agent.call(token, "ping"))
      const first = yield* Effect.promise(() => agent.connect())
      const { access_token, refresh_token } = (yield* Effect.promise(() => agent.refresh(first.refresh_token))).json
      yield* TestClock.adjust("3 days")
      yield* forget
      for (let n = 0; n < 30; n++) assert.strictEqual((yield* ping(access_token)).status, 401)
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* ping(`${access_token}${n}`)).status, 401)
      assert.strictEqual((yield* ping(`${access_token}x`)).status, 429)
      assert.strictEqual((yield* ping(access_token)).status, 401)
      const next = (yield* Effect.promise(() => agent.refresh(refresh_token))).json
      assert.strictEqual((yield* ping(next.access_token)).status, 200)
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.adjust("1 day")
      yield* forget
      const kept = yield* sql`SELECT FROM oauth_records WHERE model = 'AccessToken'`
      assert.strictEqual(kept.length, 1)
    })
  )
})
