import { Clock, Config, DateTime, Effect, Layer, Option, Schema } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { ExpiredDeviceToken, InvalidDeviceToken } from "../schema/Errors.ts"
import { DeviceId } from "../schema/Ids.ts"
import { PublicKey } from "../schema/v1/Devices.ts"
import { lifetimeSeconds, Tokens } from "../src/auth/Tokens.ts"
import { serviceSecret } from "../src/config/Variables.ts"

const Claims = Schema.Struct({ sub: DeviceId, cnf: Schema.Struct({ jwk: PublicKey }) })

export const layer = Layer.effect(
  Tokens,
  Effect.gen(function* () {
    const current = yield* serviceSecret("SVC_SECRET")
    const previous = yield* Config.option(serviceSecret("SVC_SECRET_PREVIOUS"))
    const decode = Schema.decodeUnknownOption(Claims)

    const verify = (token: string, key: Uint8Array, now: number) =>
      Effect.tryPromise({
        try: () =>
          jwtVerify(token, key, { algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: new Date(now) }),
        catch: (error) => (error instanceof errors.JWTExpired ? new ExpiredDeviceToken() : new InvalidDeviceToken())
      })

    return Tokens.of({
      issue: Effect.fn("Tokens.issue")(function* ({ deviceId, publicKey }) {
        const issued = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        const { kty, crv, x, y } = publicKey
        const token = yield* Effect.promise(() =>
          new SignJWT({ cnf: { jwk: { kty, crv, x, y } } })
            .setProtectedHeader({ alg: "HS256" })
            .setSubject(deviceId)
            .setIssuedAt(issued)
            .setExpirationTime(issued + lifetimeSeconds)
            .sign(current)
        )
        return { token, expiresAt: DateTime.makeUnsafe((issued + lifetimeSeconds) * 1_000) }
      }),

      read: Effect.fn("Tokens.read")(function* (token) {
        const now = yield* Clock.currentTimeMillis
        const { payload } = yield* Option.match(previous, {
          onNone: () => verify(token, current, now),
          onSome: (old) =>
            verify(token, current, now).pipe(Effect.catchTag("invalid_device_token", () => verify(token, old, now)))
        })
        const claims = decode(payload)
        if (Option.isNone(claims)) return yield* new InvalidDeviceToken()
        return { deviceId: claims.value.sub, publicKey: claims.value.cnf.jwk }
      })
    })
  })
)
