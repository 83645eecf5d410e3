import { Effect, Schema } from "effect"
import type { HttpServerError, HttpServerRequest } from "effect/http"
import { InvalidRequest, PayloadTooLarge } from "../../schema/Errors.ts"
import { issuesOf, malformed } from "../requests/Faults.ts"

const refusal = ({ reason }: HttpServerError.HttpServerError) =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
    ? new PayloadTooLarge()
    : malformed("body", "The body ended early")

/** The whole body, up to the limit for JSON. */
export const bytes = (request: HttpServerRequest.HttpServerRequest) => Effect.mapError(request.arrayBuffer, refusal)

export const isJson = (contentType: string | undefined) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "")

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? "")

/** The body as JSON; its type must say that it is. */
export const json = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<unknown, InvalidRequest | PayloadTooLarge> =>
  isJson(request.headers["content-type"])
    ? Effect.flatMap(bytes(request), (buffer) =>
        Effect.try({
          try: () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(buffer)) as unknown,
          catch: () => malformed("body", "The body is not JSON")
        })
      )
    : Effect.fail(malformed("content-type", "The body must be application/json"))

/** Reads a JSON body by a schema; everything that is wrong with it is told at once. */
export const reading = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema, { errors: "all" })
  return (body: unknown): Effect.Effect<A, InvalidRequest> =>
    Effect.mapError(decode(body), (error) => new InvalidRequest({ issues: issuesOf(error, "body") }))
}
