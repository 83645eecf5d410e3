/** Every v2 route with every kind of credential: who is let in, and what the others are told. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Scope } from "../../schema/Actor.ts"
import { type Permission, permissions } from "../../schema/Permissions.ts"
import type { Device } from "../../src/client/Device.ts"
import { openApi } from "../../src/http/docs/Docs.ts"
import { bearer, newKey, newPerson, newSession, withSession } from "../support/Account.ts"
import { newAccount } from "../support/Actor.ts"
import * as Service from "../support/Service.ts"

/** The specification's column Auth; what it leaves open is decided by the contract. */
const specified: Readonly<Record<string, string>> = {
  "GET /api/v2/account": "device",
  "POST /api/v2/account/link/start": "device",
  "POST /api/v2/account/link/attach": "device and session",
  "POST /api/v2/account/unlink": "device",
  "GET /api/v2/me": "key or session",
  "GET /api/v2/limits": "key or session",
  "GET /api/v2/usage": "key or session",
  "GET /api/v2/me/export": "session",
  "GET /api/v2/me/sessions": "session",
  "DELETE /api/v2/me/sessions/{sessionId}": "session",
  "GET /api/v2/me/connections": "session",
  "DELETE /api/v2/me/connections/{connectionId}": "session",
  "DELETE /api/v2/me": "session",
  "DELETE /api/v2/me/devices/{deviceId}": "session",
  "GET /api/v2/me/audit": "session",
  "GET /api/v2/requests": "key or session, jobs:read",
  "GET /api/v2/api-keys": "session or device",
  "POST /api/v2/api-keys": "session or device",
  "PATCH /api/v2/api-keys/{keyId}": "session or device",
  "DELETE /api/v2/api-keys/{keyId}": "session or device",
  "POST /api/v2/jobs": "key, jobs:create",
  "POST /api/v2/jobs/file": "key, jobs:create",
  "POST /api/v2/jobs/batch": "key, jobs:create",
  "POST /api/v2/jobs/estimate": "key, jobs:create",
  "GET /api/v2/jobs": "key or session, jobs:read",
  "GET /api/v2/jobs/{jobId}": "key or session, jobs:read",
  "GET /api/v2/jobs/{jobId}/events": "key or session or device, jobs:read",
  "DELETE /api/v2/jobs/{jobId}": "key or session, jobs:delete",
  "GET /api/v2/jobs/{jobId}/download": "key or session, jobs:download",
  "GET /api/v2/jobs/{jobId}/pages": "key or session or device, jobs:read",
  "GET /api/v2/jobs/{jobId}/blocks": "key or session or device, jobs:download",
  "GET /api/v2/jobs/{jobId}/blocks/{blockId}": "key or session or device, jobs:download",
  "GET /api/v2/jobs/{jobId}/images": "key or session or device, jobs:download",
  "GET /api/v2/jobs/{jobId}/images/{name}": "key or session or device, jobs:download",
  "GET /api/v2/jobs/{jobId}/chunks": "key or session or device, jobs:download",
  "POST /api/v2/jobs/upload-ticket": "device",
  "POST /api/v2/jobs/upload": "ticket",
  "POST /api/v2/billing/checkout": "session",
  "POST /api/v2/billing/portal": "session",
  "POST /api/v2/mcp": "key",
  "GET /api/v2/webhooks": "key or session or device, webhooks:read",
  "POST /api/v2/webhooks": "key or session or device, webhooks:write",
  "PATCH /api/v2/webhooks/{webhookId}": "key or session or device, webhooks:write",
  "DELETE /api/v2/webhooks/{webhookId}": "key or session or device, webhooks:write",
  "POST /api/v2/webhooks/{webhookId}/test": "key or session or device, webhooks:write",
  "POST /api/v2/webhooks/{webhookId}/enable": "key or session or device, webhooks:write",
  "POST /api/v2/webhooks/{webhookId}/rotate-secret": "key or session or device, webhooks:write",
  "POST /api/v2/webhooks/{webhookId}/recover": "key or session or device, webhooks:write",
  "GET /api/v2/webhooks/deliveries": "key or session or device, webhooks:read",
  "GET /api/v2/webhooks/deliveries/{deliveryId}": "key or session or device, webhooks:read",
  "POST /api/v2/webhooks/deliveries/{deliveryId}/redeliver": "key or session or device, webhooks:write",
  "GET /api/v2/settings": "key or session, settings:read",
  "PUT /api/v2/settings": "key or session, settings:write"
}

/** Routes that take no credential. */
const open = new Set([
  "GET /api/v2/billing/plans",
  "GET /api/v2/billing/return",
  "POST /api/v2/billing/webhook",
  "GET /api/v2/auth/idp/start",
  "GET /api/v2/auth/idp/callback",
  "POST /api/v2/auth/logout"
])

const nobodys = "01890000-0000-7000-8000-000000000000"

const routes = Object.entries(openApi["paths"] as Record<string, Record<string, { operationId: string }>>)
  .filter(([path]) => path.startsWith("/api/v2/"))
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, nobodys),
      access: permissions[operationId]
    }))
  )
  .filter(({ name }) => !open.has(name))

const said = ({ takes, both, scope }: Permission) =>
  takes.join(both ? " and " : " or ") + (scope === undefined ? "" : `, ${scope}`)

describe("The table of access", () => {
  it("says of each route what the specification says", () => {
    assert.deepStrictEqual(
      Object.fromEntries(routes.map(({ name, access }) => [name, access === undefined ? "?" : said(access)])),
      specified
    )
  })
})

/** What a call may carry: headers, and the device that signs it. */
interface Credentials {
  readonly headers: Record<string, string>
  readonly device?: Device
}

const passes = "let in"

/** What the table means for each kind of credential. */
const expected: Readonly<Record<string, (access: Permission) => string>> = {
  nothing: () => "401 missing_credentials",
  "a key that never was": ({ takes }) => (takes.includes("key") ? "401 invalid_api_key" : "401 missing_credentials"),
  "a mistyped key": ({ takes }) => (takes.includes("key") ? "401 invalid_api_key" : "401 missing_credentials"),
  "a revoked key": ({ takes }) => (takes.includes("key") ? "401 invalid_api_key" : "401 missing_credentials"),
  "an expired key": ({ takes }) => (takes.includes("key") ? "401 invalid_api_key" : "401 missing_credentials"),
  "a bad key beside a good session": ({ takes }) =>
    takes.includes("key") ? "401 invalid_api_key" : "401 missing_credentials",
  "a session": ({ takes, both }) =>
    both
      ? "401 missing_credentials"
      : takes.includes("session")
        ? passes
        : takes.includes("key")
          ? "403 api_key_required"
          : "401 missing_credentials",
  "a session that never was": ({ takes, both }) =>
    (takes.includes("session") || takes.includes("key")) && !both ? "401 invalid_session" : "401 missing_credentials",
  "a device": ({ takes, both, anyDevice }) =>
    !takes.includes("device") || both
      ? "401 missing_credentials"
      : takes.includes("session") && !anyDevice
        ? "403 device_not_linked"
        : passes,
  "a linked device": ({ takes, both }) => (takes.includes("device") && !both ? passes : "401 missing_credentials"),
  "a device and a session": ({ takes, both, anyDevice }) =>
    !takes.includes("device")
      ? "401 missing_credentials"
      : takes.includes("session") && !anyDevice && !both
        ? "403 device_not_linked"
        : passes,
  "an upload ticket": ({ takes }) => (takes.includes("ticket") ? passes : "401 missing_credentials"),
  "a ticket that never was": () => "401 missing_credentials",
  ...Object.fromEntries(
    Scope.literals.map((scope) => [
      `a key with ${scope} alone`,
      (access: Permission) =>
        !access.takes.includes("key")
          ? "401 missing_credentials"
          : access.scope === undefined || access.scope === scope
            ? passes
            : "403 missing_scope"
    ])
  )
}

/** A route that takes tickets has one answer for all else. */
const expectedOf = (kind: string, access: Permission) => {
  const isCookie = kind === "a session" || kind === "a session that never was"
  const answer = access.alone === true && isCookie ? "401 missing_credentials" : expected[kind]?.(access)
  return access.takes.includes("ticket") && answer !== passes ? "401 invalid_upload_ticket" : answer
}

const credentials = Effect.gen(function* () {
  const person = yield* newPerson("business")
  const device = yield* Service.newDevice
  const linked = yield* Service.newDevice
  yield* Service.call(linked, "/api/v2/account/link/attach", { method: "POST", headers: person.session })
  const revoked = yield* newKey(person.session)
  yield* withSession(person.session, `/api/v2/api-keys/${revoked.key_id}`, { method: "DELETE" })
  const expired = yield* newKey(person.session, { expires_in_days: 1 })
  yield* TestClock.adjust("24 hours")
  const { secret } = yield* newKey(yield* newSession((yield* newAccount()).accountId))
  const mistyped = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0")
  // Well formed by its checksum, and nobody's.
  const unknown = yield* Effect.map(
    Effect.flatMap(newAccount(), ({ accountId }) =>
      Effect.flatMap(newSession(accountId), (session) => newOnes(session))
    ),
    (key) => key
  )
  const { json } = yield* Service.call(linked, "/api/v2/jobs/upload-ticket", { method: "POST" })
  const scoped = yield* Effect.forEach(Scope.literals, (scope) =>
    Effect.map(newKey(person.session, { scopes: [scope] }), ({ secret }): [string, Credentials] => [
      `a key with ${scope} alone`,
      { headers: bearer(secret) }
    ])
  )
  return {
    nothing: { headers: {} },
    "a key that never was": { headers: bearer(unknown) },
    "a mistyped key": { headers: bearer(mistyped) },
    "a revoked key": { headers: bearer(revoked.secret) },
    "an expired key": { headers: bearer(expired.secret) },
    "a bad key beside a good session": { headers: { ...person.session, ...bearer("svc_no") } },
    "a session": { headers: person.session },
    "a session that never was": { headers: { ...person.session, cookie: "svc_session=nobody" } },
    "a device": { headers: {}, device },
    "a linked device": { headers: {}, device: linked },
    "a device and a session": { headers: person.session, device },
    "an upload ticket": { headers: { "upload-ticket": json.ticket } },
    "a ticket that never was": { headers: { "upload-ticket": "nobody" } },
    ...Object.fromEntries(scoped)
  } satisfies Record<string, Credentials>
})

/** The secret of a key whose account is deleted at once. */
const newOnes = Effect.fnUntraced(function* (session: Record<string, string>) {
  const { secret } = yield* newKey(session)
  yield* withSession(session, "/api/v2/me", { method: "DELETE" })
  return secret
})

layer(Service.layer({ RATE_LIMIT_SCALE: "100000" }))("Each v2 route", (it) => {
  it.effect("lets in exactly whom the table names, and tells the others why", () =>
    Effect.gen(function* () {
      let cells = 0
      let all: Record<string, Credentials> = yield* credentials
      for (const { name, method, path, access } of routes) {
        // What passes may change the account: last.
        const kinds = Object.keys(expected).sort(
          (a, b) => Number(expectedOf(a, access!) === passes) - Number(expectedOf(b, access!) === passes)
        )
        for (const kind of kinds) {
          const { headers, device } = all[kind]!
          const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" }
          const type = method === "GET" || method === "DELETE" ? {} : { "content-type": "application/json" }
          const {
            status,
            json,
            headers: answered
          } = device === undefined
            ? yield* Service.plain(path, { method, headers: { ...headers, ...type }, ...body })
            : yield* Service.call(device, path, { method, headers: { ...headers, ...type }, ...body })
          const code = `${status} ${json?.code}`
          const isRefused = status === 401 || /^403 (missing_scope|device_not_linked|api_key_required)/.test(code)
          // Deleting the account ends what comes after it.
          const isAfter = name === "DELETE /api/v2/me" && status === 401 && expectedOf(kind, access!) === passes
          if (!isAfter) {
            assert.strictEqual(isRefused ? code : passes, expectedOf(kind, access!), `${name} with ${kind}: ${code}`)
          }
          if (status === 401) assert.match(answered.get("www-authenticate") ?? "", /^(Bearer|UploadTicket)/, name)
          assert.notStrictEqual(status, 500, `${name} with ${kind}`)
          cells++
        }
        // What names nothing that there is changes nothing.
        if (method !== "GET" && !path.includes(nobodys)) all = yield* credentials
      }
      console.log(`${routes.length} routes × ${Object.keys(expected).length} credentials: ${cells} cells`)
    })
  )
})
