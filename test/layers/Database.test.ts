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
      const sql = yield* SqlClient.SqlClient
      const connection = yield* Database.Connection
      if ("url" in connection) return assert.fail("the test server has no url")
      const name = `empty_${connection.database}`
      yield* sql`CREATE DATABASE ${sql(name)}`
      const node = Database.layerClient.pipe(
        Layer.provide(Layer.succeed(Database.Connection, { ...connection, database: name }))
      )
      const runs = yield* Effect.forEach(
        [1, 2, 3, 4],
        () => Effect.provide(Database.migrate, Layer.fresh(node), { local: true }),
        { concurrency: "unbounded" }
      )
      yield* sql`DROP DATABASE ${sql(name)} WITH (FORCE)`
      assert.strictEqual(runs.filter((ran) => ran.length > 0).length, 1)
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
