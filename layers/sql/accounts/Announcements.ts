import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Announcement, Announcements } from "../../../src/accounts/Announcements.ts"
import { gathered } from "../../../src/process/Gathered.ts"
import { rowsOf, together } from "../Rows.ts"

const announcements = rowsOf(Announcement)

export const layer = Layer.effect(
  Announcements,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const current = yield* gathered(together, (calls: ReadonlyArray<null>) =>
      announcements(sql`SELECT id, kind, url FROM announcement`).pipe(
        Effect.map((rows) => calls.map(() => rows[0] ?? null)),
        Effect.orDie
      )
    )
    return Announcements.of({
      current: current(null),
      announce: Effect.fn("Announcements.announce")(
        function* (announcement) {
          yield* sql`DELETE FROM announcement`
          if (announcement !== null) yield* sql`INSERT INTO announcement ${sql.insert({ ...announcement })}`
        },
        sql.withTransaction,
        Effect.orDie
      )
    })
  })
)
