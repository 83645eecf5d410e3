import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { DeviceId } from "../../schema/Ids.ts"
import { Devices } from "../../src/accounts/Devices.ts"
import { type Device, newKeyPair, register, signed } from "../../src/client/Device.ts"
import * as Service from "../support/Service.ts"

/** An hour after the clock began, so that it can be put back. */
const start = 3_600_000

const nothing = new Uint8Array(0)

/** A signed `GET /jobs` whose headers the test may spoil. */
const get = (device: Device, spoil: (headers: Record<string, string>) => Record<string, string>, path = "/jobs") =>
  Effect.gen(function* () {
    const at = yield* Service.source
    const headers = yield* Effect.promise(() => signed(device, { method: "GET", path, bytes: nothing }, at))
    return yield* Service.plain(path, { headers: spoil(headers) })
  })

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A device-signed request", (it) => {
  it.effect("passes when it is signed well", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      assert.strictEqual((yield* get(device, (headers) => headers)).status, 200)
      assert.strictEqual((yield* get(device, (headers) => headers, "/jobs?a=%20&b")).status, 200)
    })
  )

  it.effect("is 401 with the reason when something is wrong with it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const device = yield* Service.newDevice
      const other = yield* Service.newDevice
      const spoiled: ReadonlyArray<readonly [string, Record<string, string>]> = [
        ["missing_credentials", { "x-svc-device-token": "" }],
        ["missing_credentials", { "x-svc-device-timestamp": "" }],
        ["missing_credentials", { "x-svc-device-nonce": "" }],
        ["missing_credentials", { "x-svc-body-sha256": "" }],
        ["missing_credentials", { "x-svc-device-signature": "" }],
        ["invalid_device_token", { "x-svc-device-token": "no.jwt.here" }],
        ["invalid_device_token", { "x-svc-device-token": `${device.token}x` }],
        ["stale_timestamp", { "x-svc-device-timestamp": "yesterday" }],
        ["stale_timestamp", { "x-svc-device-timestamp": String(start / 1_000 - 301) }],
        ["stale_timestamp", { "x-svc-device-timestamp": String(start / 1_000 + 301) }],
        ["invalid_signature", { "x-svc-device-timestamp": String(start / 1_000 + 1) }],
        ["invalid_signature", { "x-svc-device-nonce": "short" }],
        ["invalid_signature", { "x-svc-device-nonce": "another-nonce-of-mine" }],
        ["invalid_signature", { "x-svc-body-sha256": "0".repeat(64) }],
        ["invalid_signature", { "x-svc-body-sha256": "E3B0" }],
        ["invalid_signature", { "x-svc-device-token": other.token }],
        ["invalid_signature", { "x-svc-device-signature": "A".repeat(86) }],
        ["invalid_signature", { "x-svc-device-signature": "MEUCIQ" }]
      ]
      for (const [code, change] of spoiled) {
        const { status, json } = yield* get(device, (headers) => ({ ...headers, ...change }))
        assert.strictEqual(status, 401, JSON.stringify(change))
        assert.strictEqual(json.code, code, JSON.stringify(change))
        if (code === "stale_timestamp") assert.strictEqual(json.server_time, "1970-01-01T01:00:00.000Z")
      }
    })
  )

  it.effect("is told how a header must be written, to those who write a client", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const device = yield* Service.newDevice
      const mistakes = [
        ["x-svc-body-sha256", "", /^A signed request carries X-SVC-Body-SHA256 too$/],
        ["x-svc-device-timestamp", "1795787657451", /whole seconds, not milliseconds$/],
        ["x-svc-device-timestamp", "3600.0", /must be unix time in whole seconds$/],
        ["x-svc-device-timestamp", "1", /too far from the server's clock/],
        ["x-svc-device-nonce", "short", /X-SVC-Device-Nonce must be 16 to 64/],
        ["x-svc-body-sha256", "E3B0", /X-SVC-Body-SHA256 must be 64 hexadecimal digits in lower case/],
        ["x-svc-device-signature", "MEUCIQ", /X-SVC-Device-Signature must be the 64 bytes/],
        ["x-svc-device-signature", "A".repeat(86), /does not match the request/]
      ] as const
      for (const [header, value, message] of mistakes) {
        const { json } = yield* get(device, (headers) => ({ ...headers, [header]: value }))
        assert.match(json.message, message, `${header}: ${value}`)
      }
    })
  )

  it.effect("is not another path's or method's signature", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const headers = yield* Effect.promise(() => signed(device, { method: "GET", path: "/jobs", bytes: nothing }, at))
      assert.strictEqual((yield* Service.plain("/jobs?x", { headers })).json.code, "invalid_signature")
      assert.strictEqual((yield* Service.plain("/settings", { headers })).json.code, "invalid_signature")
    })
  )

  it.effect("holds for 300 seconds either way", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const early = yield* Effect.promise(() => signed(device, { method: "GET", path: "/jobs", bytes: nothing }, at))
      yield* TestClock.adjust("300 seconds")
      assert.strictEqual((yield* Service.plain("/jobs", { headers: early })).status, 200)
      yield* TestClock.setTime(start)
      const [ahead, further] = yield* Effect.promise(() =>
        Promise.all([
          signed(device, { method: "GET", path: "/jobs", bytes: nothing }, at),
          signed(
            device,
            { method: "GET", path: "/jobs", bytes: nothing },
            { ...at, nonce: () => "another-nonce-of-mine" }
          )
        ])
      )
      yield* TestClock.setTime(start - 300_000)
      assert.strictEqual((yield* Service.plain("/jobs", { headers: ahead })).status, 200)
      yield* TestClock.setTime(start - 301_000)
      assert.strictEqual((yield* Service.plain("/jobs", { headers: further })).json.code, "stale_timestamp")
    })
  )

  it.effect("is refused when its nonce was used, and the device's own nonces are nobody else's", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = { ...(yield* Service.source), nonce: () => "the-same-nonce-twice" }
      const sign = (device: Device) =>
        Effect.promise(() => signed(device, { method: "GET", path: "/jobs", bytes: nothing }, at))
      const headers = yield* sign(device)
      assert.strictEqual((yield* Service.plain("/jobs", { headers })).status, 200)
      const replayed = yield* Service.plain("/jobs", { headers })
      assert.strictEqual(replayed.status, 409)
      assert.strictEqual(replayed.json.code, "replay")
      const other = yield* sign(yield* Service.newDevice)
      assert.strictEqual((yield* Service.plain("/jobs", { headers: other })).status, 200)
    })
  )

  it.effect("lets one of fifty replays at once through", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const headers = yield* Effect.promise(() => signed(device, { method: "GET", path: "/jobs", bytes: nothing }, at))
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => Service.plain("/jobs", { headers })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 409).length, 49)
    })
  )

  it.effect("is 401 expired_device_token after 30 days, and registering again mends it", () =>
    Effect.gen(function* () {
      const base = yield* Service.Base
      const pair = yield* Effect.promise(newKeyPair)
      const device = yield* Effect.promise(() => register(base, pair))
      yield* TestClock.adjust("30 days")
      const { status, json } = yield* get(device, (headers) => headers)
      assert.strictEqual(status, 401)
      assert.strictEqual(json.code, "expired_device_token")
      const renewed = yield* Effect.promise(() => register(base, pair))
      assert.strictEqual(renewed.deviceId, device.deviceId)
      assert.strictEqual((yield* get(renewed, (headers) => headers)).status, 200)
    })
  )

  it.effect("is 403 when the device is blocked, which may still register", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const devices = yield* Devices
      assert.isTrue(yield* devices.block(DeviceId.make(device.deviceId), true))
      const { status, json } = yield* get(device, (headers) => headers)
      assert.strictEqual(status, 403)
      assert.strictEqual(json.code, "device_blocked")
      assert.isTrue(yield* devices.block(DeviceId.make(device.deviceId), false))
      assert.strictEqual((yield* get(device, (headers) => headers)).status, 200)
    })
  )

  it.effect("with a body other than the signed one is body_hash_mismatch", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const bytes = new TextEncoder().encode('{"tables":"html"}')
      const headers = yield* Effect.promise(() => signed(device, { method: "PUT", path: "/settings", bytes }, at))
      const { status, json } = yield* Service.plain("/settings", {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: '{"tables":"gfm"}'
      })
      assert.strictEqual(status, 401)
      assert.strictEqual(json.code, "body_hash_mismatch")
    })
  )
})

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A body that is not the signed one", (it) => {
  const spoiled = (path: string, method: string, type: string) =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      const at = yield* Service.source
      const headers = yield* Effect.promise(() => signed(device, { method, path, bytes: nothing }, at))
      const body = "--x\r\nnot a form"
      return yield* Service.plain(path, { method, headers: { ...headers, "content-type": type }, body })
    })

  it.effect("is refused whatever type it claims, on every route", () =>
    Effect.gen(function* () {
      for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
        for (const [method, path] of [
          ["PUT", "/settings"],
          ["DELETE", "/jobs/018f3b1e-0000-7000-8000-000000000000"],
          ["POST", "/jobs"]
        ] as const) {
          const { status, json } = yield* spoiled(path, method, type)
          assert.deepStrictEqual([status, json.code], [401, "body_hash_mismatch"], `${method} ${path} ${type}`)
        }
      }
    })
  )
})

layer(Service.layer())("Calls without credentials", (it) => {
  it.effect("are limited to 120 a minute per address, like those to public routes", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 60; n++) assert.strictEqual((yield* Service.plain("/jobs")).status, 401)
      for (let n = 0; n < 60; n++) assert.strictEqual((yield* Service.plain("/config")).status, 200)
      for (const path of ["/jobs", "/config", "/register"]) {
        const { status, json } = yield* Service.plain(path, path === "/register" ? { method: "POST" } : {})
        assert.deepStrictEqual([status, json.code], [429, "rate_limited"], path)
      }
    })
  )
})

layer(Service.layer())("Devices behind one address", (it) => {
  it.effect(
    "whose clock is off or whose token has expired are told so, however many: after twenty they were told 429",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        const device = yield* Service.newDevice
        const behind = { "x-svc-device-timestamp": String(start / 1_000 - 3_600) }
        for (let n = 0; n < 30; n++) {
          const { status, json } = yield* get(device, (headers) => ({ ...headers, ...behind }))
          assert.deepStrictEqual([status, json.code], [401, "stale_timestamp"], `${n}`)
          assert.strictEqual(json.server_time, "1970-01-01T01:00:00.000Z")
        }
        yield* TestClock.adjust("31 days")
        for (let n = 0; n < 30; n++) {
          const { status, json } = yield* get(device, (headers) => headers)
          assert.deepStrictEqual([status, json.code], [401, "expired_device_token"], `${n}`)
        }
        for (let n = 0; n < 90; n++) yield* get(device, (headers) => headers)
        assert.strictEqual((yield* get(device, (headers) => headers)).status, 429)
      })
  )
})

layer(Service.layer())("A device's requests", (it) => {
  it.effect("are limited to 60 a minute, and every answer says how many are left", () =>
    Effect.gen(function* () {
      const device = yield* Service.newDevice
      for (let left = 59; left >= 0; left--) {
        const { status, headers } = yield* get(device, (headers) => headers)
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("ratelimit-policy"), '"requests";q=60;w=60')
        assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"requests";r=${left};t=\\d+$`))
      }
      const refused = yield* get(device, (headers) => headers)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.json.code, "rate_limited")
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.match(refused.headers.get("ratelimit") ?? "", /^"requests";r=0;t=60$/)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* get(device, (headers) => headers)).status, 200)
    })
  )

  it.effect("that fail to authenticate are 429 after 20 in 10 minutes, and lock nobody else out of the address", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const device = yield* Service.newDevice
      const spoil = (headers: Record<string, string>) => ({ ...headers, "x-svc-device-signature": "A".repeat(86) })
      const withKey = (secret: string) =>
        Service.plain("/api/v2/me", { headers: { authorization: `Bearer ${secret}` } })
      for (let n = 0; n < 40; n++) assert.strictEqual((yield* Service.plain("/jobs")).status, 401, "none is not wrong")
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* get(device, spoil)).status, 401)
      for (let n = 0; n < 100; n++) {
        const { status, headers } = yield* n % 2 === 0 ? get(device, spoil) : withKey("svc_wrong")
        assert.strictEqual(status, 429)
        assert.isAbove(Number(headers.get("retry-after")), 0)
      }
      assert.strictEqual((yield* get(device, (headers) => headers)).status, 200)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* get(device, spoil)).status, 401)
    })
  )
})
