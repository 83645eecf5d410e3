/** Who calls `/mcp`, and where whoever may not is sent (RFC 9728, RFC 6750). */
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isTagged } from "effect/Predicate"
import { Caller, type KeyActor, type Scope } from "../../../schema/Actor.ts"
import type { MissingScope } from "../../../schema/Errors.ts"
import { mcpPath, oauthScopes, resourceMetadataPath } from "../../../schema/oauth/Paths.ts"
import { AgentOnly } from "../../../schema/v2/Security.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { callers } from "../v2/Credentials.ts"

/** A challenge names all scopes at once where there is no token yet: some clients cannot ask for more later. */
const challenge = (origin: string, error: string | null, scopes: ReadonlyArray<Scope>) =>
  [
    ...(error === null ? [] : [`error="${error}"`]),
    `resource_metadata="${origin}${resourceMetadataPath}"`,
    `scope="${scopes.join(" ")}"`
  ].join(", ")

const challenging = (status: number, parameters: string) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      response.status === status
        ? HttpServerResponse.setHeader(response, "www-authenticate", `Bearer ${parameters}`)
        : response
    )
  )

/** What the token has, and what it lacks. */
const wanted = ({ scopes }: KeyActor, { scope }: MissingScope): ReadonlyArray<Scope> =>
  oauthScopes.filter((each) => each === scope || scopes.includes(each))

export const layer = Layer.effect(
  AgentOnly,
  Effect.map(
    callers,
    ({ agent }) =>
      (handler, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const { origin } = yield* Client
          const actor = yield* agent(request, endpoint, origin + mcpPath).pipe(
            Effect.tapError(({ _tag }) =>
              challenging(401, challenge(origin, _tag === "invalid_api_key" ? "invalid_token" : null, oauthScopes))
            )
          )
          return yield* Effect.provideService(handler, Caller, actor).pipe(
            Effect.tapError((error) =>
              isTagged(error, "missing_scope")
                ? challenging(403, challenge(origin, "insufficient_scope", wanted(actor, error as never)))
                : Effect.void
            )
          )
        }).pipe(withRetryAfter)
  )
)
