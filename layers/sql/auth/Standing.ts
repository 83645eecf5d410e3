import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor } from "../../../schema/Actor.ts"
import { Standing } from "../../../src/auth/Standing.ts"
import { goodKey } from "../GoodKey.ts"

export const layer = Layer.effect(
  Standing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const row = (actor: Actor, now: Date) => {
      if (actor.kind === "session") {
        return sql`SELECT 1 FROM sessions WHERE id = ${actor.sessionId} AND expires_at > ${now}`
      }
      if (actor.kind === "device") return sql`SELECT 1 FROM devices WHERE id = ${actor.deviceId} AND blocked_at IS NULL`
      return goodKey(sql, actor, now)
    }

    return Standing.of({
      holds: Effect.fn("Standing.holds")(function* (actor) {
        const now = new Date(yield* Clock.currentTimeMillis)
        return (yield* row(actor, now)).length > 0
      }, Effect.orDie)
    })
  })
)
