import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DeviceId } from "../../schema/Ids.ts"
import type { Actor, TierName } from "../../schema/Security.ts"

/** A device that has signed its request, for tests that begin below HTTP. */
export const newActor = Effect.fnUntraced(function* (tier: TierName = "anonymous") {
  const sql = yield* SqlClient.SqlClient
  const deviceId = DeviceId.make(yield* (yield* SecureRandom).uuidV7())
  yield* sql`INSERT INTO devices (id, thumbprint, public_key, created_at)
    VALUES (${deviceId}, ${deviceId}, '{}', ${new Date(0)})`
  return { kind: "device", deviceId, accountId: Option.none(), tier, bodySha256: "" } satisfies Actor["Service"]
})
