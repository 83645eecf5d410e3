import { createHmac, timingSafeEqual } from "node:crypto"
import { Clock, Config, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SignJWT } from "jose"
import { ExpiredDeviceToken, InvalidDeviceToken } from "../schema/Errors.ts"
import { DeviceId } from "../schema/Ids.ts"
import { PublicKey } from "../schema/v1/Devices.ts"
import { lifetimeSeconds, Tokens } from "../src/auth/Tokens.ts"
import { serviceSecret } from "../src/config/Variables.ts"
import { recent } from "../src/process/Recent.ts"
import { spanned } from "../src/process/Spanned.ts"

const Claims = Schema.Struct({ sub: DeviceId, exp: Schema.Int, cnf: Schema.Struct({ jwk: PublicKey }) })

/** The one header of the tokens that are issued here. */
const header = { alg: "HS256" }

const headerPart = Buffer.from(JSON.stringify(header)).toString("base64url")

/** Whether this service made the token with this secret. WebCrypto would take another thread's time for it. */
const isOurs = (signed: string, mac: string, key: Uint8Array) => {
  const expected = Buffer.from(createHmac("sha256", key).update(signed).digest("base64url"))
  const given = Buffer.from(mac)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export const layer = Layer.effect(
  Tokens,
  Effect.gen(function* () {
    const current = yield* serviceSecret("SVC_SECRET")
    const previous = yield* Config.option(serviceSecret("SVC_SECRET_PREVIOUS"))
    const keys = [current, ...Option.toArray(previous)]
    const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Claims))

    /** What a token of ours says, whether it is still good or not; undefined of any other. */
    const claimsIn = (token: string) => {
      const [head = "", body = "", mac = "", ...more] = token.split(".")
      const isSigned = keys.some((key) => isOurs(`${head}.${body}`, mac, key))
      if (head !== headerPart || more.length > 0 || !isSigned) return undefined
      return Option.getOrUndefined(decode(Buffer.from(body, "base64url").toString()))
    }
    const known = recent<typeof Claims.Type>(2_000)

    return Tokens.of({
      issue: Effect.fn("Tokens.issue")(function* ({ deviceId, publicKey }) {
        const issued = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        const { kty, crv, x, y } = publicKey
        const token = yield* Effect.promise(() =>
          new SignJWT({ cnf: { jwk: { kty, crv, x, y } } })
            .setProtectedHeader(header)
            .setSubject(deviceId)
            .setIssuedAt(issued)
            .setExpirationTime(issued + lifetimeSeconds)
            .sign(current)
        )
        return { token, expiresAt: DateTime.makeUnsafe((issued + lifetimeSeconds) * 1_000) }
      }),

      read: spanned("Tokens.read")(function* (token) {
        const claims = known(token, () => claimsIn(token))
        if (claims === undefined) return yield* new InvalidDeviceToken()
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        if (claims.exp <= now) return yield* new ExpiredDeviceToken()
        return { deviceId: claims.sub, publicKey: claims.cnf.jwk }
      })
    })
  })
)
