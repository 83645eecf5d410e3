import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { newKeyPair, publicJwk, register } from "../../src/client/Device.ts"
import * as Service from "../support/Service.ts"

const post = (body: unknown, headers: Record<string, string> = {}) =>
  Service.plain("/register", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

const newJwk = Effect.promise(async () => publicJwk(await newKeyPair()))

layer(Service.layer({ RATE_LIMIT_SCALE: "100" }))("POST /register", (it) => {
  it.effect("gives a device its id and a token for 30 days", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(0)
      const { status, json } = yield* post({ public_key: yield* newJwk, name: "my browser" })
      assert.strictEqual(status, 200)
      assert.match(json.device_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      assert.strictEqual(json.expires_at, "1970-01-31T00:00:00.000Z")
      assert.deepStrictEqual(Object.keys(json).sort(), ["device_id", "device_token", "expires_at"])
    })
  )

  it.effect("finds the device again by its key, with a token that works", () =>
    Effect.gen(function* () {
      const pair = yield* Effect.promise(newKeyPair)
      const base = yield* Service.Base
      const first = yield* Effect.promise(() => register(base, pair))
      const again = yield* Effect.promise(() => register(base, pair))
      assert.strictEqual(again.deviceId, first.deviceId)
      assert.strictEqual((yield* Service.call(again, "/jobs")).status, 200)
    })
  )

  it.effect("finds the device by its key however that is spelled", () =>
    Effect.gen(function* () {
      const jwk = yield* newJwk
      const x = jwk.x ?? ""
      // The last character of 32 bytes in base64url has two bits to spare.
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
      const other = `${x.slice(0, -1)}${alphabet[alphabet.indexOf(x.at(-1) ?? "") ^ 1]}`
      const first = yield* post({ public_key: jwk })
      assert.strictEqual((yield* post({ public_key: { ...jwk, x: other } })).json.device_id, first.json.device_id)
    })
  )

  it.effect("gives fifty registrations of one key at once one device", () =>
    Effect.gen(function* () {
      const public_key = yield* newJwk
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => post({ public_key })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(answers.map(({ json }) => json.device_id)).size, 1)
    })
  )

  it.effect("refuses what is not an ES256 public key", () =>
    Effect.gen(function* () {
      const jwk = yield* newJwk
      const bad: ReadonlyArray<unknown> = [
        "a string",
        null,
        {},
        { ...jwk, kty: "RSA" },
        { ...jwk, crv: "P-384" },
        { ...jwk, x: jwk.y },
        { ...jwk, x: "AA" },
        { ...jwk, d: "xXX-oB4mi4CHWG14gm-jmpsG4AD4VDdsR4MgAEcxucE" }
      ]
      for (const public_key of bad) {
        const { status, json } = yield* post({ public_key })
        assert.strictEqual(status, 400, JSON.stringify(public_key))
        assert.strictEqual(json.code, "invalid_key")
      }
    })
  )

  it.effect("of a known key changes its name only when whoever holds the key has signed it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const base = yield* Service.Base
      const pair = yield* Effect.promise(() => newKeyPair())
      const device = yield* Effect.promise(() => register(base, pair))
      const public_key = yield* Effect.promise(() => publicJwk(pair))
      const nameOf = Effect.map(
        sql<{ name: string | null }>`SELECT name FROM devices WHERE id = ${device.deviceId}`,
        ([row]) => row?.name
      )
      const body = (name: string) => JSON.stringify({ public_key, name })
      const named = (name: string, as?: typeof device) =>
        as === undefined
          ? post(body(name))
          : Service.call(as, "/register", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: body(name)
            })
      assert.strictEqual((yield* named("stolen")).status, 200)
      assert.isNull(yield* nameOf)
      assert.strictEqual((yield* named("stolen", yield* Service.newDevice)).status, 200)
      assert.isNull(yield* nameOf)
      assert.strictEqual((yield* named("mine", device)).status, 200)
      assert.strictEqual(yield* nameOf, "mine")
    })
  )

  it.effect("names what is missing or malformed", () =>
    Effect.gen(function* () {
      const public_key = yield* newJwk
      const named = (name: unknown) => ({ public_key, name })
      for (const body of ["{", "[]", "{}", '"x"', named("n".repeat(65)), named("\u0000x"), named("a\nb"), named(1)]) {
        const { status, json } = yield* post(body)
        assert.strictEqual(status, 400)
        assert.strictEqual(json.code, "invalid_request")
        assert.isAbove(json.issues.length, 0)
      }
      const typeless = yield* post("{}", { "content-type": "text/plain" })
      assert.strictEqual(typeless.json.issues[0].path, "content-type")
    })
  )

  it.effect("refuses a body of more than 256 KiB", () =>
    Effect.gen(function* () {
      const { status, json } = yield* post(JSON.stringify({ name: "n".repeat(262_144) }))
      assert.strictEqual(status, 413)
      assert.strictEqual(json.code, "payload_too_large")
    })
  )
})

layer(Service.layer())("POST /register is limited", (it) => {
  it.effect("to 10 in 3 hours per address, and says when to come back", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 10; n++) assert.strictEqual((yield* post({ public_key: yield* newJwk })).status, 200)
      const refused = yield* post({ public_key: yield* newJwk })
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.json.code, "registration_limited")
      assert.strictEqual(refused.headers.get("retry-after"), String(refused.json.retry_after))
      yield* TestClock.adjust(refused.json.retry_after * 1_000)
      assert.strictEqual((yield* post({ public_key: yield* newJwk })).status, 200)
    })
  )
})

layer(Service.layer({ TRUSTED_PROXIES: "127.0.0.1,::1" }))("POST /register from one network", (it) => {
  it.effect("is limited to 100 in 3 hours, however many addresses it has", () =>
    Effect.gen(function* () {
      const public_key = yield* newJwk
      const from = (address: string) => post({ public_key }, { "x-forwarded-for": address })
      for (let n = 0; n < 100; n++) assert.strictEqual((yield* from(`198.51.100.${n}`)).status, 200)
      const refused = yield* from("198.51.100.200")
      assert.deepStrictEqual([refused.status, refused.json.code], [429, "registration_limited"])
      assert.strictEqual(refused.headers.get("ratelimit-policy"), '"register-network";q=100;w=10800')
      const other = yield* from("198.51.101.1")
      assert.strictEqual(other.status, 200)
      assert.strictEqual(other.headers.get("ratelimit-policy"), '"register";q=10;w=10800')
    })
  )

  it.effect("counts an IPv6 /64 as one address and a /48 as one network", () =>
    Effect.gen(function* () {
      const public_key = yield* newJwk
      const from = (address: string) => post({ public_key }, { "x-forwarded-for": address })
      for (let n = 0; n < 10; n++) assert.strictEqual((yield* from(`2400:cb00:1:2::${n}`)).status, 200)
      assert.strictEqual((yield* from("2400:cb00:1:2:ffff::1")).status, 429)
      assert.strictEqual((yield* from("2400:cb00:1:3::1")).status, 200)
    })
  )
})
