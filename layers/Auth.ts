import { createPublicKey, verify } from "node:crypto"
import { Clock, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import {
  DeviceBlocked,
  InvalidDeviceToken,
  InvalidSignature,
  MissingCredentials,
  RateLimited,
  Replay,
  StaleTimestamp
} from "../schema/Errors.ts"
import { AccountId } from "../schema/Ids.ts"
import type { TierName } from "../schema/Security.ts"
import type { PublicKey } from "../schema/v1/Devices.ts"
import { tiers } from "../src/accounts/Tiers.ts"
import { Auth, type DeviceCredentials } from "../src/auth/Auth.ts"
import * as Rates from "../src/auth/Rates.ts"
import { isFresh, isNonce, isSha256, isSignature, nonceSeconds, signingString } from "../src/auth/Signature.ts"
import { Tokens } from "../src/auth/Tokens.ts"
import { subscriber } from "../src/net/Address.ts"

const isSigned = (credentials: DeviceCredentials, publicKey: PublicKey): boolean => {
  if (!isNonce(credentials.nonce) || !isSha256(credentials.bodySha256) || !isSignature(credentials.signature)) {
    return false
  }
  const text = Buffer.from(signingString(credentials))
  const signature = Buffer.from(credentials.signature, "base64url")
  try {
    const key = createPublicKey({ key: { ...publicKey }, format: "jwk" })
    return verify("sha256", text, { key, dsaEncoding: "ieee-p1363" }, signature)
  } catch {
    // A key that is no point on the curve signs nothing.
    return false
  }
}

/** What the one statement after the signature tells. Charge and nonce are null where they were not reached. */
interface Admission {
  readonly blocked: boolean
  readonly account_id: string | null
  readonly failures: number | null
  readonly allowed: boolean | null
  readonly arrival: number | null
  readonly fresh: boolean
}

export const layer = Layer.effect(
  Auth,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tokens = yield* Tokens
    const rates = yield* Rates.Rates
    const failures = rates.scaled(Rates.failures)
    const anonymous = rates.scaled(Rates.anonymous)

    const refused = (charge: Rates.Charge, now: number) =>
      new RateLimited({ retry_after: Rates.retryAfter(charge, now) })

    /** Counts a failed authentication; past the limit the answer is 429 whatever failed. */
    const counted = <E>(address: string, error: E) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const charged = yield* rates.charge(`failures:${subscriber(address)}`, failures)
        return yield* charged.allowed ? Effect.fail(error) : Effect.fail(refused(charged, now))
      })

    /** Device, failures of the address, charge and nonce, each only when those before it allow it. */
    const admission = (
      deviceId: string,
      nonce: string,
      address: string,
      bucket: string,
      policy: Rates.Policy,
      now: number
    ) =>
      sql<Admission>`
        WITH device AS (
          SELECT blocked_at IS NOT NULL AS blocked, account_id,
            (SELECT arrival FROM rate_buckets WHERE key = ${`failures:${subscriber(address)}`}) AS failures,
            ${bucket}::text AS bucket
          FROM devices WHERE id = ${deviceId}
        ), charged AS (
          SELECT c.allowed, c.arrival
          FROM device, charge(device.bucket, ${now}, ${Rates.emission(policy)}, ${policy.windowSeconds * 1_000}) AS c
          WHERE NOT device.blocked
            AND (COALESCE(device.failures, 0) - ${now} > ${failures.windowSeconds * 1_000}
              OR COALESCE(device.failures, 0) + ${Rates.emission(failures)} - ${now} <= ${failures.windowSeconds * 1_000})
        ), taken AS (
          INSERT INTO nonces AS n (device_id, nonce, expires_at)
          SELECT ${deviceId}, ${nonce}, ${new Date(now + nonceSeconds * 1_000)} FROM charged WHERE charged.allowed
          ON CONFLICT (device_id, nonce) DO UPDATE SET expires_at = EXCLUDED.expires_at
            WHERE n.expires_at <= ${new Date(now)}
          RETURNING 1
        )
        SELECT device.*, charged.*, EXISTS (SELECT FROM taken) AS fresh FROM device LEFT JOIN charged ON true`

    const chargeAnonymous: Auth["Service"]["anonymous"] = Effect.fn("Auth.anonymous")(function* (address, onCharge) {
      const now = yield* Clock.currentTimeMillis
      const charged = yield* rates.charge(`anonymous:${subscriber(address)}`, anonymous)
      yield* onCharge(charged)
      if (!charged.allowed) return yield* refused(charged, now)
    })

    return Auth.of({
      device: Effect.fn("Auth.device")(function* (credentials, { address, bucket, onCharge }) {
        const now = yield* Clock.currentTimeMillis
        if (Object.values(credentials).includes("")) {
          yield* chargeAnonymous(address, onCharge)
          return yield* new MissingCredentials()
        }

        const device = yield* Effect.gen(function* () {
          const device = yield* tokens.read(credentials.token)
          if (!isFresh(credentials.timestamp, Math.floor(now / 1_000))) {
            return yield* new StaleTimestamp({ server_time: DateTime.formatIso(DateTime.makeUnsafe(now)) })
          }
          return isSigned(credentials, device.publicKey) ? device : yield* new InvalidSignature()
        }).pipe(Effect.catch((error) => counted(address, error)))

        // Until devices can be linked to accounts, every device is anonymous.
        const tierName: TierName = "anonymous"
        const tier = tiers[tierName]
        const policy = rates.scaled(
          bucket === "create" ? Rates.creates(tier.createsPerMinute) : Rates.requests(tier.requestsPerMinute)
        )
        const [found] = yield* Effect.orDie(
          admission(device.deviceId, credentials.nonce, address, `device:${device.deviceId}:${bucket}`, policy, now)
        )
        if (found === undefined) return yield* counted(address, new InvalidDeviceToken())
        if (found.blocked) return yield* new DeviceBlocked()
        if (found.allowed === null || found.arrival === null) {
          const full = { policy: failures, arrival: found.failures ?? now, allowed: false }
          yield* onCharge(full)
          return yield* refused(full, now)
        }
        const charged = { policy, allowed: found.allowed, arrival: found.arrival }
        yield* onCharge(charged)
        if (!charged.allowed) return yield* refused(charged, now)
        if (!found.fresh) return yield* new Replay()

        return {
          kind: "device",
          deviceId: device.deviceId,
          accountId: Option.map(Option.fromNullOr(found.account_id), (id) => AccountId.make(id)),
          tier: tierName,
          bodySha256: credentials.bodySha256
        }
      }),

      anonymous: chargeAnonymous
    })
  })
)
