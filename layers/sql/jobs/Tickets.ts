import { Clock, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { Digest } from "../../../src/auth/Digest.ts"
import { hashOf, newToken } from "../../../src/auth/Secrets.ts"
import { Tickets, ticketSeconds } from "../../../src/jobs/intake/Tickets.ts"

export const layer = Layer.effect(
  Tickets,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const digest = yield* Digest
    const random = yield* SecureRandom

    return Tickets.of({
      issue: Effect.fn("Tickets.issue")(function* (actor, maxBytes) {
        const [deviceId, keyId] = actor.kind === "key" ? [null, actor.keyId] : [actor.deviceId, null]
        const expiresAt = DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + ticketSeconds * 1_000)
        const ticket = yield* newToken(random)
        yield* sql`
          INSERT INTO upload_tickets (hash, device_id, key_id, account_id, tier, max_bytes, expires_at)
          VALUES (decode(${hashOf(digest, ticket)}, 'hex'), ${deviceId}, ${keyId}, ${actor.accountId}, ${actor.tier}, ${maxBytes},
            ${DateTime.toDateUtc(expiresAt)})`
        return { ticket, expiresAt }
      }, Effect.orDie)
    })
  })
)
