import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SignJWT, UnsecuredJWT } from "jose"
import * as TokensLayer from "../../layers/Tokens.ts"
import { DeviceId } from "../../schema/Ids.ts"
import { signingVectors } from "../../schema/v1/SigningVectors.ts"
import { Tokens } from "../../src/auth/Tokens.ts"

const [old, current] = ["the old secret of thirty-two chars", "the new secret of thirty-two chars"]

const under = (variables: Record<string, string>) =>
  Effect.provide(TokensLayer.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables)))))

const { kty, crv, x, y } = signingVectors.private_key
const device = {
  deviceId: DeviceId.make("018f3b1e-0000-7000-8000-000000000000"),
  publicKey: { kty, crv, x, y } as const
}

const issue = Effect.flatMap(Tokens, (tokens) => Effect.map(tokens.issue(device), ({ token }) => token))
const read = (token: string) => Effect.flatMap(Tokens, (tokens) => tokens.read(token))
const refusal = (token: string) => Effect.map(Effect.flip(read(token)), (error) => error._tag)

describe("A device token", () => {
  it.effect("names the device and carries its key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(yield* issue), device)
    }).pipe(under({ SVC_SECRET: current }))
  )

  it.effect("holds for 30 days to the second", () =>
    Effect.gen(function* () {
      const token = yield* issue
      yield* TestClock.adjust("2591999 seconds")
      assert.deepStrictEqual(yield* read(token), device)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(token), "expired_device_token")
    }).pipe(under({ SVC_SECRET: current }))
  )

  it.effect("of the previous secret still holds, and no longer once that is gone", () =>
    Effect.gen(function* () {
      const token = yield* issue.pipe(under({ SVC_SECRET: old }))
      const rotated = under({ SVC_SECRET: current, SVC_SECRET_PREVIOUS: old })
      assert.deepStrictEqual(yield* read(token).pipe(rotated), device)
      assert.strictEqual(yield* refusal(token).pipe(under({ SVC_SECRET: current })), "invalid_device_token")
      assert.deepStrictEqual(yield* read(yield* issue.pipe(rotated)).pipe(under({ SVC_SECRET: current })), device)
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* refusal(token).pipe(rotated), "expired_device_token")
    })
  )

  it.effect("is refused when it is unsigned, signed otherwise, or says less than it must", () =>
    Effect.gen(function* () {
      const key = new TextEncoder().encode(current)
      const claims = { cnf: { jwk: device.publicKey } }
      const later = 86_400
      const forged = [
        new UnsecuredJWT(claims).setSubject(device.deviceId).setExpirationTime(later).encode(),
        ...(yield* Effect.promise(() =>
          Promise.all([
            new SignJWT(claims)
              .setProtectedHeader({ alg: "HS512" })
              .setSubject(device.deviceId)
              .setExpirationTime(later)
              .sign(key),
            new SignJWT({})
              .setProtectedHeader({ alg: "HS256" })
              .setSubject(device.deviceId)
              .setExpirationTime(later)
              .sign(key),
            new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setSubject("me").setExpirationTime(later).sign(key)
          ])
        )),
        "",
        "a.b.c",
        `a.b.${"é".repeat(43)}`,
        `${yield* issue}.d`
      ]
      for (const token of forged) assert.strictEqual(yield* refusal(token), "invalid_device_token", token)
    }).pipe(under({ SVC_SECRET: current }))
  )
})
