import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { EntryId } from "../../../schema/Ids.ts"
import { CurrentActing } from "../../../src/logs/Acting.ts"
import { Audit, auditMillis, byOf } from "../../../src/logs/Audit.ts"
import { Moment, rowsOf } from "../Rows.ts"

const entries = rowsOf(
  Schema.Struct({
    id: EntryId,
    occurred_at: Moment,
    action: Schema.String,
    by_kind: Schema.Literals(["session", "device", "key", "service"]),
    by_id: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String),
    subject_id: Schema.NullOr(Schema.String),
    subject_name: Schema.NullOr(Schema.String),
    previous: Schema.NullOr(Schema.String)
  })
)

export const layer = Layer.effect(
  Audit,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom

    return Audit.of({
      record: Effect.fn("Audit.record")(function* (accountId, { action, id, name, previous = null, by }) {
        const acting = yield* CurrentActing
        const { kind, id: byId } = by ?? byOf(acting)
        yield* sql`INSERT INTO audit_log ${sql.insert({
          id: yield* random.uuidV7(),
          account_id: accountId,
          occurred_at: yield* DateTime.nowAsDate,
          action,
          by_kind: kind,
          by_id: byId,
          address: acting?.address ?? null,
          subject_id: id,
          subject_name: name,
          previous
        })}`
      }, Effect.orDie),

      list: Effect.fn("Audit.list")(function* (accountId, { after, limit }) {
        const since = new Date((yield* Clock.currentTimeMillis) - auditMillis)
        const rows = yield* entries(sql`
          SELECT id, occurred_at, action, by_kind, by_id, address, subject_id, subject_name, previous FROM audit_log
          WHERE account_id = ${accountId} AND occurred_at > ${since} ${after === null ? sql`` : sql`AND id < ${after}`}
          ORDER BY id DESC LIMIT ${limit}`)
        return rows.map((row) => ({
          entryId: row.id,
          at: row.occurred_at,
          action: row.action,
          by: { kind: row.by_kind, id: row.by_id },
          address: row.address,
          id: row.subject_id,
          name: row.subject_name,
          previous: row.previous
        }))
      }, Effect.orDie)
    })
  })
)
