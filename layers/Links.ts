import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Links } from "../src/accounts/Links.ts"
import { jobChanged } from "./Notifications.ts"

export const layer = Layer.effect(
  Links,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return Links.of({
      attach: Effect.fn("Links.attach")(
        function* (deviceId, accountId) {
          const now = new Date(yield* Clock.currentTimeMillis)
          yield* sql`SELECT FROM devices WHERE id = ${deviceId} FOR UPDATE`
          yield* sql`UPDATE devices SET account_id = ${accountId}, linked_at = ${now} WHERE id = ${deviceId}`
          yield* sql`
            WITH moved AS (
              UPDATE jobs SET owner = ${`account:${accountId}`}, owner_type = 'account_device', account_id = ${accountId},
                tier = (SELECT tier FROM accounts WHERE id = ${accountId})
              WHERE owner = ${`device:${deviceId}`} AND status NOT IN ('canceled', 'deleted')
                AND (expires_at IS NULL OR expires_at > ${now})
              RETURNING id
            )
            SELECT pg_notify(${jobChanged}, id::text) FROM moved`
        },
        sql.withTransaction,
        Effect.orDie
      )
    })
  })
)
