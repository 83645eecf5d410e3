import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../layers/postgres/Database.ts"
import * as TestDatabase from "../support/Database.ts"

layer(TestDatabase.layer)("Database", (it) => {
  it.effect("is a database of this file's own, already migrated", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ name: string }>`SELECT current_database() AS name`
      assert.match(row?.name ?? "", /^test_/)
      assert.deepStrictEqual(yield* Database.migrate, [])
    })
  )

  it.effect("is migrated once, however many nodes start together", () =>
    Effect.gen(function* () {
      const runs = yield* Effect.forEach(
        [1, 2, 3, 4],
        () => Effect.provide(Database.migrate, Layer.fresh(Database.layerClient), { local: true }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(runs.filter((ran) => ran.length > 0).length, 1)
    }).pipe(Effect.provide(TestDatabase.empty))
  )

  it.effect("is the service's own, who is nobody beyond it: no program, no file, no other role", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const statement of [
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY (SELECT 1) TO '/tmp/of-the-server'",
        "SELECT pg_read_file('PG_VERSION')",
        "SET ROLE svc",
        "CREATE ROLE other SUPERUSER",
        "ALTER SYSTEM SET fsync = off"
      ]) {
        const refused = yield* Effect.flip(sql.unsafe(statement))
        assert.strictEqual(refused.reason._tag, "AuthorizationError", statement)
      }
    })
  )

  it.effect("reads timestamptz as Date", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ at: Date }>`SELECT '2026-01-02T03:04:05.678Z'::timestamptz AS at`
      assert.strictEqual(row?.at.toISOString(), "2026-01-02T03:04:05.678Z")
    })
  )
})
