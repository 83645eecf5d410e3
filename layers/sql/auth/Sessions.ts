import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../../schema/Errors.ts"
import { SessionId } from "../../../schema/Ids.ts"
import { sessionIdleSeconds } from "../../../src/auth/Auth.ts"
import { Sessions } from "../../../src/auth/Sessions.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Moment, rowsOf, transacting } from "../Rows.ts"

const sessions = rowsOf(
  Schema.Struct({
    id: SessionId,
    browser: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String),
    created_at: Moment,
    last_used_at: Moment,
    expires_at: Moment
  })
)

const browsers = rowsOf(Schema.Struct({ browser: Schema.NullOr(Schema.String) }))

export const layer = Layer.effect(
  Sessions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit

    const live = Effect.map(
      Clock.currentTimeMillis,
      (now) => sql`expires_at > ${new Date(now)} AND last_used_at > ${new Date(now - sessionIdleSeconds * 1_000)}`
    )

    return Sessions.of({
      list: Effect.fn("Sessions.list")(function* (accountId) {
        const rows = yield* sessions(sql`
          SELECT id, browser, address, created_at, last_used_at, expires_at FROM sessions
          WHERE account_id = ${accountId} AND ${yield* live} ORDER BY last_used_at DESC, id DESC`)
        return rows.map(({ id, browser, address, created_at, last_used_at, expires_at }) => ({
          sessionId: id,
          browser,
          address,
          createdAt: created_at,
          lastUsedAt: last_used_at,
          expiresAt: expires_at
        }))
      }, Effect.orDie),

      end: Effect.fn("Sessions.end")(function* (accountId, sessionId) {
        const [ended] = yield* Effect.orDie(
          browsers(sql`
            DELETE FROM sessions WHERE id = ${sessionId} AND account_id = ${accountId} AND ${yield* live}
            RETURNING browser`)
        )
        if (ended === undefined) return yield* new NotFound({ message: "There is no such session" })
        yield* audit.record(accountId, { action: "session.ended", id: sessionId, name: ended.browser })
      }, transacting(sql))
    })
  })
)
