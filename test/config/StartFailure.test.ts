import { assert, describe, it } from "@effect/vitest"
import { blamed } from "../../src/config/StartFailure.ts"

describe("A service that cannot start", () => {
  const settings = { port: "8080", databaseUrl: "postgres://svc:very-secret@db.example:5432/pdf" }

  it("names PORT when it is in use", () =>
    assert.match(blamed("listen EADDRINUSE: address already in use :::8080", settings), /^PORT 8080 is in use/))

  it("names the host of a database that cannot be reached, without its password", () =>
    assert.strictEqual(
      blamed("PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432", settings),
      "DATABASE_URL (db.example:5432/pdf): PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432"
    ))

  it("says the rest as it is, and of the embedded database, which has no URL, too", () => {
    assert.strictEqual(blamed("TIERS_FILE: no such file", settings), "TIERS_FILE: no such file")
    assert.strictEqual(blamed("PgConnection: gone", { ...settings, databaseUrl: "" }), "PgConnection: gone")
  })
})
