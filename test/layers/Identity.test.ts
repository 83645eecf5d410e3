import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import * as IdentityLayer from "../../layers/Identity.ts"
import { Identity } from "../../src/auth/Identity.ts"

const isConfigured = (variables: Record<string, string>) =>
  Effect.map(Identity, ({ isConfigured }) => isConfigured).pipe(
    Effect.provide(IdentityLayer.layer),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(variables)))
  )

const complete = {
  OAUTH_ISSUER: "https://id.example",
  OAUTH_CLIENT_ID: "svc",
  OAUTH_CLIENT_SECRET: "a secret"
}

describe("The identity provider's configuration", () => {
  it.effect("is complete, or not there at all", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isConfigured(complete))
      assert.isFalse(yield* isConfigured({}))
    })
  )

  it.effect("stops the start when a part is missing, and names the part", () =>
    Effect.gen(function* () {
      for (const name of Object.keys(complete)) {
        const { [name]: _, ...rest } = complete as Record<string, string>
        const missing = yield* Effect.flip(isConfigured(rest))
        assert.match(missing.message, new RegExp(`^${name} must be set too`))
        const alone = yield* Effect.flip(isConfigured({ [name]: complete[name as keyof typeof complete] }))
        for (const other of Object.keys(rest)) assert.include(alone.message, other)
      }
    })
  )

  it.effect("takes plain http for a provider on this machine only", () =>
    Effect.gen(function* () {
      for (const OAUTH_ISSUER of ["http://127.0.0.1:4000", "http://localhost:4000/realms/x", "http://[::1]:1"]) {
        assert.isTrue(yield* isConfigured({ ...complete, OAUTH_ISSUER }), OAUTH_ISSUER)
      }
      for (const OAUTH_ISSUER of ["http://id.example", "http://localhost.example", "ftp://id.example"]) {
        const { message } = yield* Effect.flip(isConfigured({ ...complete, OAUTH_ISSUER }))
        assert.include(message, "OAUTH_ISSUER must be an https address", OAUTH_ISSUER)
      }
    })
  )
})
