import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import * as Origins from "../../auth/Origins.ts"
import { admitted, clientRegistrations, Rates } from "../../auth/Rates.ts"
import { subscriber } from "../../net/Address.ts"
import { AuthorizationServer } from "../../oauth/AuthorizationServer.ts"
import { bytes } from "../Body.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { onCharge } from "../Security.ts"
import { resourceMetadata, serverMetadata } from "./Metadata.ts"
import { answered, asking } from "./Protocol.ts"

const decoder = new TextDecoder()

export const layer = HttpApiBuilder.group(
  Api,
  "oauth",
  Effect.fn(function* (handlers) {
    const ask = yield* asking
    const rates = yield* Rates
    const server = yield* AuthorizationServer
    const { allowed } = yield* Origins.config
    const canonical = allowed[0]!

    /** The library reads forms itself, and words what is wrong with them as the protocol does. */
    const passed = Effect.fnUntraced(function* ({
      request
    }: {
      readonly request: HttpServerRequest.HttpServerRequest
    }) {
      return answered(yield* ask(request, decoder.decode(yield* bytes(request))))
    })

    const charged = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { address } = yield* Client
      const charge = yield* rates.charge(`register-client:${subscriber(address)}`, rates.scaled(clientRegistrations))
      yield* onCharge(request)(charge)
      yield* admitted(charge)
    })

    return handlers
      .handle("server", () => Effect.succeed(serverMetadata(canonical)))
      .handle("resource", () => Effect.map(Client, ({ origin }) => resourceMetadata(origin, canonical)))
      .handleRaw("token", passed)
      .handleRaw("revoke", passed)
      .handle(
        "register",
        Effect.fnUntraced(function* ({ request, payload }) {
          yield* charged(request)
          return yield* server
            .register(payload)
            .pipe(
              Effect.catchTag("registration_refused", ({ error, description }) =>
                Effect.succeed(
                  HttpServerResponse.jsonUnsafe({ error, error_description: description }, { status: 400 })
                )
              )
            )
        }, withRetryAfter)
      )
  })
)
