import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Settings as AllSettings, defaults } from "../schema/Settings.ts"
import { Settings } from "../src/accounts/Settings.ts"

export const layer = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    type Row = { readonly settings: Partial<AllSettings> }
    const whole = (rows: ReadonlyArray<Row>): AllSettings => ({ ...defaults, ...rows[0]?.settings })

    return Settings.of({
      ofDevice: Effect.fn("Settings.ofDevice")(function* (deviceId) {
        return whole(yield* sql<Row>`SELECT settings FROM device_settings WHERE device_id = ${deviceId}`)
      }, Effect.orDie),

      change: Effect.fn("Settings.change")(function* (deviceId, patch) {
        const now = new Date(yield* Clock.currentTimeMillis)
        return whole(
          yield* sql<Row>`
            INSERT INTO device_settings AS s (device_id, settings, updated_at)
            VALUES (${deviceId}, ${JSON.stringify(patch)}::jsonb, ${now})
            ON CONFLICT (device_id) DO UPDATE SET settings = s.settings || EXCLUDED.settings, updated_at = ${now}
            RETURNING settings`
        )
      }, Effect.orDie)
    })
  })
)
