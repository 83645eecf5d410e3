/** What becomes of a request that its route's schema does not take. */
import { Context, Effect, Layer, Schema, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, HttpApiError, type HttpApiGroup } from "effect/http-api"
import type * as Errors from "../../schema/Errors.ts"
import { strict } from "../../schema/Issues.ts"
import { WellFormed as OAuthWellFormed } from "../../schema/oauth/Security.ts"
import { WellFormed as V1WellFormed } from "../../schema/Security.ts"
import { WellFormed as V2WellFormed } from "../../schema/v2/Security.ts"
import { type Fault, faultsOf, malformed, plainly } from "../requests/Faults.ts"
import { refusals } from "./Refusals.ts"

interface Route {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
}

/** Where the parts of a request are told of. */
const roots = { Params: "params", Headers: "headers", Query: "query", Payload: "body" } as const

const schemaOf = ({ endpoint }: Route, kind: keyof typeof roots): Schema.Top => {
  const [payload] = endpoint.payload.values()
  return (
    { Params: endpoint.params, Headers: endpoint.headers, Query: endpoint.query, Payload: payload?.schemas[0] }[kind] ??
    Schema.Unknown
  )
}

/** No parameter of a query may come several times. */
const once =
  (url: string) =>
  (fault: Fault): Fault => {
    const [name = ""] = fault.path
    const isRepeated = fault.kind !== "unknown" && new URLSearchParams(url.split("?")[1]).getAll(name).length > 1
    return isRepeated ? { ...fault, message: "must be sent once" } : fault
  }

/** An answer of ours that does not encode is a defect. */
const refused = Effect.fnUntraced(function* (error: HttpApiError.HttpApiSchemaError, route: Route) {
  const { kind, cause } = error
  if (kind === "Body" || kind === "ResponseHeaders") return yield* Effect.die(error)
  const refuse = kind === "Payload" ? refusals[`${route.group.identifier}.${route.endpoint.identifier}`] : undefined
  const options = Context.getOrElse(route.endpoint.annotations, HttpApi.PayloadParseOptions, () => strict)
  const found = faultsOf(cause, schemaOf(route, kind), options)
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const faults = kind === "Query" ? found.map(once(url)) : found
  return yield* Effect.fail((refuse ?? plainly)(faults, roots[kind]) as Errors.InvalidRequest)
})

/** HttpApi's own answer to a body of a media type that the route does not take. */
const unsupported = 415

/** What a refusal of the table fails with is declared by its route; all else by the middleware. */
const wellFormed = (
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>,
  route: Route
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled | Errors.InvalidRequest,
  HttpServerRequest.HttpServerRequest
> =>
  Effect.catch(
    handler,
    (error): Effect.Effect<never, Types.unhandled | Errors.InvalidRequest, HttpServerRequest.HttpServerRequest> =>
      HttpApiError.HttpApiSchemaError.is(error) ? refused(error, route) : Effect.fail(error)
  ).pipe(
    Effect.flatMap((response) =>
      response.status === unsupported
        ? Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
            const taken = [...route.endpoint.payload.keys()].join(" or ")
            return Effect.fail(
              malformed("content-type", `must be ${taken}, and is ${headers["content-type"] ?? "absent"}`)
            )
          })
        : Effect.succeed(response)
    )
  )

export const layer = Layer.mergeAll(
  Layer.succeed(V1WellFormed, wellFormed),
  Layer.succeed(V2WellFormed, wellFormed),
  Layer.succeed(OAuthWellFormed, wellFormed)
)
