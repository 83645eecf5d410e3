import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Settings as AllSettings, defaults, SettingsPatch } from "../../../schema/Settings.ts"
import { Settings, type Whose } from "../../../src/accounts/Settings.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import { rowsOf } from "../Rows.ts"

/** What was set is kept, not what holds: a setting that was added since has its default. */
const Row = Schema.Struct({ settings: SettingsPatch })

const rows = rowsOf(Row)

const kept = (whose: Whose) =>
  "deviceId" in whose
    ? { table: "device_settings", column: "device_id", id: whose.deviceId }
    : { table: "account_settings", column: "account_id", id: whose.accountId }

export const layer = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const whole = ([row]: ReadonlyArray<typeof Row.Type>): AllSettings => ({ ...defaults, ...row?.settings })

    return Settings.of({
      of: spanned("Settings.of")(function* (whose: Whose) {
        const { table, column, id } = kept(whose)
        return whole(yield* rows(sql`SELECT settings FROM ${sql(table)} WHERE ${sql(column)} = ${id}`))
      }, Effect.orDie),

      change: Effect.fn("Settings.change")(function* (whose, patch) {
        const { table, column, id } = kept(whose)
        const now = yield* DateTime.nowAsDate
        return whole(
          yield* rows(sql`
            INSERT INTO ${sql(table)} AS s (${sql(column)}, settings, updated_at)
            VALUES (${id}, ${JSON.stringify(patch)}::jsonb, ${now})
            ON CONFLICT (${sql(column)}) DO UPDATE SET settings = s.settings || EXCLUDED.settings, updated_at = ${now}
            RETURNING settings`).pipe(
            // Nothing is kept of an account that is deleted meanwhile.
            Effect.catchIf(
              (error) => error._tag === "SqlError" && error.reason._tag === "ConstraintError",
              () => Effect.succeed([{ settings: patch }])
            )
          )
        )
      }, Effect.orDie)
    })
  })
)
