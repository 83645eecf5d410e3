import { createPublicKey } from "node:crypto"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { calculateJwkThumbprint } from "jose"
import { InvalidKey, RegistrationLimited } from "../../../schema/Errors.ts"
import { DeviceId } from "../../../schema/Ids.ts"
import { PublicKey } from "../../../schema/v1/Devices.ts"
import { Devices } from "../../../src/accounts/Devices.ts"
import {
  type Charge,
  type Policy,
  Rates,
  registrationsPerAddress,
  registrationsPerNetwork,
  retryAfter
} from "../../../src/auth/Rates.ts"
import { isFresh } from "../../../src/auth/Signature.ts"
import { Tokens } from "../../../src/auth/Tokens.ts"
import { network, subscriber } from "../../../src/net/Address.ts"
import { rowsOf } from "../Rows.ts"
import { isSigned } from "../Signed.ts"

const deviceIds = rowsOf(Schema.Struct({ id: DeviceId }))

const decodeKey = Schema.decodeUnknownEffect(PublicKey)

/** A public key on the curve, and nothing private beside it. */
const publicKeyOf = (input: unknown) =>
  Effect.gen(function* () {
    const key = yield* decodeKey(input)
    if (Object.hasOwn(input as object, "d")) return yield* new InvalidKey({ message: "The key has a private member" })
    // Written out again, so that another spelling of the same point is the same key.
    const { x, y } = yield* Effect.try({
      try: () => createPublicKey({ key: { ...key }, format: "jwk" }).export({ format: "jwk" }),
      catch: () => new InvalidKey({ message: "The key is not a point on P-256" })
    })
    return PublicKey.make({ ...key, x: x ?? "", y: y ?? "" })
  }).pipe(Effect.catchTag("SchemaError", () => Effect.fail(new InvalidKey())))

export const layer = Layer.effect(
  Devices,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom
    const rates = yield* Rates
    const tokens = yield* Tokens

    /** Both limits are charged, or neither. */
    const charge = Effect.fnUntraced(function* (address: string, onCharge: (charge: Charge) => Effect.Effect<void>) {
      const limits: ReadonlyArray<readonly [string, Policy]> = [
        [subscriber(address), rates.scaled(registrationsPerAddress)],
        [network(address), rates.scaled(registrationsPerNetwork)]
      ]
      for (const [of, policy] of limits) {
        const charged = yield* rates.charge(`${policy.name}:${of}`, policy)
        if (policy.name === registrationsPerAddress.name || !charged.allowed) yield* onCharge(charged)
        if (!charged.allowed) {
          return yield* new RegistrationLimited({ retry_after: retryAfter(charged, yield* Clock.currentTimeMillis) })
        }
      }
    }, sql.withTransaction)

    return Devices.of({
      register: Effect.fn("Devices.register")(
        function* ({ publicKey, name, credentials }, address, onCharge) {
          const now = yield* Clock.currentTimeMillis
          yield* charge(address, onCharge)
          const key = yield* publicKeyOf(publicKey)
          const thumbprint = yield* Effect.promise(() => calculateJwkThumbprint({ ...key }))
          const id = yield* random.uuidV7()
          const isHolder = isFresh(credentials.timestamp, Math.floor(now / 1_000)) && isSigned(credentials, key)
          const [device] = yield* Effect.orDie(
            deviceIds(sql`
            INSERT INTO devices AS d (id, thumbprint, public_key, name, created_at)
            VALUES (${id}, ${thumbprint}, ${JSON.stringify(key)}::jsonb, ${name ?? null}, ${new Date(now)})
            ON CONFLICT (thumbprint) DO UPDATE
              SET name = CASE WHEN ${isHolder} THEN COALESCE(EXCLUDED.name, d.name) ELSE d.name END
            RETURNING id`)
          )
          const deviceId = device!.id
          return { deviceId, ...(yield* tokens.issue({ deviceId, publicKey: key })) }
        },
        Effect.catchTag("SqlError", Effect.die)
      ),

      block: Effect.fn("Devices.block")(function* (deviceId, blocked) {
        const at = blocked ? yield* DateTime.nowAsDate : null
        return (yield* sql`UPDATE devices SET blocked_at = ${at} WHERE id = ${deviceId} RETURNING 1`).length > 0
      }, Effect.orDie)
    })
  })
)
