import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { register } from "../../src/client/Device.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"
import { dev } from "../support/Process.ts"
import { scripted } from "../support/Scripted.ts"
import { accepted, databaseAt, eventually, settled, upload } from "./Scene.ts"

it.live(
  "a database that takes nothing for a while, as a standby does: requests and /readyz are 503, and all goes on afterwards",
  () =>
    Effect.gen(function* () {
      const data = join(yield* folder, "data")
      const DATABASE_URL = yield* TestDatabase.url
      const { base } = yield* dev(data, { DATABASE_URL }, "scripted")
      const device = yield* Effect.promise(() => register(base))
      yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1 })))
      const sql = yield* databaseAt(DATABASE_URL)
      const name = new URL(DATABASE_URL).pathname.slice(1)
      /** For the connections that are made from now on. */
      const readOnly = (how: "on" | "off") =>
        Effect.gen(function* () {
          yield* sql`SET TRANSACTION READ WRITE`
          yield* sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = ${sql.literal(how)}`
          yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = ${name} AND pid <> pg_backend_pid()`
        }).pipe(sql.withTransaction)

      yield* readOnly("on")
      yield* eventually(
        "it is taken out of service",
        Effect.promise(async () => (await fetch(`${base}/readyz`)).status === 503)
      )
      for (const ask of [() => upload(base, device, scripted({ pages: 1 })), () => fetch(`${base}/config`)]) {
        const answer = yield* Effect.promise(ask)
        assert.strictEqual(answer.status, 503)
        assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/)
        assert.propertyVal(yield* Effect.promise(() => answer.json()), "code", "unavailable")
      }
      yield* readOnly("off")
      yield* eventually(
        "it is back in service",
        Effect.promise(async () => (await fetch(`${base}/readyz`)).ok)
      )
      yield* Effect.promise(() => accepted(base, device, scripted({ pages: 1 })))
      for (const { id, status } of yield* settled(data, sql)) assert.strictEqual(status, "ready", id)
    }).pipe(Effect.scoped)
)
