import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Layer } from "effect"
import { inject } from "vitest"
import * as Live from "../../layers/Live.ts"
import { reasons } from "../../src/config/StartFailure.ts"

/** Settings with which a service would start, but for the database: nobody may be connected to that for long. */
const sound = {
  DATA_DIR: "unused",
  SVC_SECRET: "x".repeat(32),
  PUBLIC_ORIGINS: "http://localhost:1",
  PORT: "9"
}

/** Why a service does not start. */
const refusal = (variables: Record<string, string>) =>
  Layer.build(Live.layerWith(Layer.empty, Layer.empty)).pipe(
    Effect.scoped,
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ ...sound, ...variables }))),
    Effect.sandbox,
    Effect.flip,
    Effect.map((cause) =>
      reasons(cause, {
        port: variables["PORT"] ?? sound.PORT,
        databaseUrl: variables["DATABASE_URL"] ?? "",
        dataDir: variables["DATA_DIR"] ?? sound.DATA_DIR
      })
    )
  )

const databaseUrl = () => `postgres://svc@${encodeURIComponent(inject("databaseHost"))}/template`

describe("A service that cannot start", () => {
  const settings = { port: "8080", databaseUrl: "postgres://svc:very-secret@db.example:5432/pdf", dataDir: "./data" }
  const said = (message: string, databaseUrl = settings.databaseUrl) =>
    reasons(Cause.fail(new Error(message)), { ...settings, databaseUrl })

  it.live("names PORT when it is in use", () =>
    Effect.gen(function* () {
      const taken = createServer().listen(0)
      yield* Effect.promise(() => once(taken, "listening"))
      const { port } = taken.address() as AddressInfo
      const told = yield* refusal({ DATABASE_URL: databaseUrl(), PORT: String(port) })
      taken.close()
      assert.match(told.join(), new RegExp(`^PORT ${port} is in use`))
    })
  )

  it.live("says what a public origin, an extension and a trusted proxy look like", () =>
    Effect.gen(function* () {
      const told = (variables: Record<string, string>) =>
        Effect.map(refusal({ DATABASE_URL: databaseUrl(), ...variables }), (reasons) => reasons.join())
      const origin = yield* told({ PUBLIC_ORIGINS: "https://a.example, pdf.example" })
      assert.strictEqual(origin, 'PUBLIC_ORIGINS: "pdf.example" is not like https://pdf.example')
      const extension = yield* told({ EXTENSION_ORIGINS: "abcdef" })
      assert.strictEqual(extension, 'EXTENSION_ORIGINS: "abcdef" is not like chrome-extension://abcdef')
      const proxy = yield* told({ TRUSTED_PROXIES: "nginx" })
      assert.strictEqual(proxy, 'TRUSTED_PROXIES: "nginx" is not a network like 10.0.0.0/8 or an address')
    })
  )

  it("names the host of a database that cannot be reached, without its password", () =>
    assert.deepStrictEqual(said("PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432"), [
      "DATABASE_URL (db.example:5432/pdf): PgConnection: Failed to connect: connect ECONNREFUSED 10.0.0.1:5432"
    ]))

  it("says the rest as it is, and of the embedded database, which has no URL, too", () => {
    assert.deepStrictEqual(said("TIERS_FILE: no such file"), ["TIERS_FILE: no such file"])
    assert.deepStrictEqual(said("PgConnection: gone", ""), ["PgConnection: gone"])
  })

  it("names DATA_DIR with what cannot be made or read in it", () => {
    const told = "EACCES: permission denied, mkdir 'data/blobs'"
    assert.deepStrictEqual(said(told), [`DATA_DIR: ${told}`])
    assert.deepStrictEqual(said("EACCES: permission denied, open '/etc/tiers.json'"), [
      "EACCES: permission denied, open '/etc/tiers.json'"
    ])
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
    ["OAUTH_CLIENT_ID", "svc"],
    ["METRICS_PORT", "many"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
    ["BLOBS", "/var/files"]
  ] as const)("names %s in one line, as a sentence of its own, when it is %s", ([name, value]) =>
    Effect.gen(function* () {
      for (const reason of yield* refusal({ DATABASE_URL: databaseUrl(), [name]: value })) {
        assert.include(reason, name.replace("_CLIENT_ID", "_ISSUER"))
        assert.notInclude(reason, "\n")
        assert.notInclude(reason, "Expected")
      }
    })
  )

  it.live.each([
    ["SVC_SECRET", "short"],
    ["PUBLIC_ORIGINS", "example.com"],
    ["CONVERTERS", "many"],
    ["DEFAULT_TIER", "gold"],
    ["OAUTH_ISSUER", "nonsense"],
    ["STRIPE_SECRET_KEY", "alone"]
  ] as const)(
    "names %s at once where there is no database either: that alone was told, half a minute later",
    ([name, value]) =>
      Effect.gen(function* () {
        const nowhere = "postgres://svc@127.0.0.1:1/none"
        const told = yield* refusal({ DATABASE_URL: nowhere, [name]: value }).pipe(Effect.timeout("5 seconds"))
        assert.match(told.join(), new RegExp(name.replace("_SECRET_KEY", "")))
      })
  )

  it.live("names the address of a store that is none", () =>
    Effect.gen(function* () {
      const variables = { DATABASE_URL: databaseUrl(), BLOBS: "s3://bucket", AWS_ENDPOINT_URL: "minio" }
      assert.include((yield* refusal(variables)).join(), "AWS_ENDPOINT_URL")
    })
  )

  it.live("names what a node that is not alone lacks, and the roles that there are", () =>
    Effect.gen(function* () {
      assert.include((yield* refusal({ ROLE: "worker" })).join(), "ROLE=worker needs DATABASE_URL and BLOBS")
      const half = { ROLE: "api", DATABASE_URL: "postgres://svc@127.0.0.1:1/none" }
      assert.include((yield* refusal(half)).join(), "ROLE=api needs BLOBS")
      assert.include((yield* refusal({ ROLE: "boss" })).join(), "ROLE is all, api, worker, not boss")
    })
  )
})
