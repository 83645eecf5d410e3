import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Layer } from "effect"
import { inject } from "vitest"
import * as Live from "../../layers/Live.ts"
import { reasons } from "../../src/config/StartFailure.ts"

describe("A service that cannot start", () => {
  const settings = { port: "8080", databaseUrl: "postgres://svc:very-secret@db.example:5432/pdf" }
  const said = (message: string, databaseUrl = settings.databaseUrl) =>
    reasons(Cause.fail(new Error(message)), { ...settings, databaseUrl })

  it("names PORT when it is in use", () =>
    assert.match(said("listen EADDRINUSE: address already in use :::8080").join(), /^PORT 8080 is in use/))

  it("names the host of a database that cannot be reached, without its password", () =>
    assert.deepStrictEqual(said("PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432"), [
      "DATABASE_URL (db.example:5432/pdf): PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432"
    ]))

  it("says the rest as it is, and of the embedded database, which has no URL, too", () => {
    assert.deepStrictEqual(said("TIERS_FILE: no such file"), ["TIERS_FILE: no such file"])
    assert.deepStrictEqual(said("PgConnection: gone", ""), ["PgConnection: gone"])
  })

  it("says a cause that adds something after what it caused, and one that repeats it once", () => {
    const withCause = (message: string, cause: string) =>
      reasons(Cause.fail(new Error(message, { cause: new Error(cause) })), settings)
    assert.deepStrictEqual(withCause("The files cannot be kept", "EACCES: /data"), [
      "The files cannot be kept: EACCES: /data"
    ])
    assert.deepStrictEqual(withCause("Failed(EACCES: /data)", "EACCES: /data"), ["EACCES: /data"])
  })

  it.live.each([
    ["PORT", "eighty"],
    ["SVC_SECRET", "short"],
    ["PUBLIC_ORIGINS", "example.com"],
    ["TRUSTED_PROXIES", "everybody"],
    ["EXTENSION_ORIGINS", "my extension"],
    ["CONVERTERS", "many"],
    ["CONVERTERS", "0"],
    ["RATE_LIMIT_SCALE", "double"],
    ["RATE_LIMIT_SCALE", "0"],
    ["DATABASE_POOL", "0"],
    ["DRAIN_SECONDS", "-5"],
    ["SUPPORT_URL", "nonsense"],
    ["DEFAULT_TIER", "gold"],
    ["OAUTH_ISSUER", "nonsense"],
    ["OAUTH_CLIENT_ID", "svc"]
  ] as const)("names %s in one line when it is %s", ([name, value]) =>
    Effect.gen(function* () {
      const variables = {
        DATA_DIR: "unused",
        SVC_SECRET: "x".repeat(32),
        PUBLIC_ORIGINS: "http://localhost:1",
        PORT: "9",
        DATABASE_URL: `postgres://svc@${encodeURIComponent(inject("databaseHost"))}/template`,
        [name]: value
      }
      const cause = yield* Layer.build(Live.layerWith(Layer.empty, Layer.empty)).pipe(
        Effect.scoped,
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables))),
        Effect.sandbox,
        Effect.flip
      )
      for (const reason of reasons(cause, { port: variables.PORT, databaseUrl: variables.DATABASE_URL })) {
        assert.include(reason, name.replace("_CLIENT_ID", "_ISSUER"))
        assert.notInclude(reason, "\n")
      }
    })
  )
})
