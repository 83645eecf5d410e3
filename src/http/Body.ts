import { Effect, Schema } from "effect"
import type { HttpServerError, HttpServerRequest } from "effect/http"
import { type InvalidRequest, PayloadTooLarge } from "../../schema/Errors.ts"
import { lenient, type strict } from "../../schema/Issues.ts"
import { maxJsonBody } from "../../schema/v1/Jobs.ts"
import { patience, stalled } from "../requests/Arriving.ts"
import { faultsOf, malformed, plainly, type Refusal } from "../requests/Faults.ts"

const refusal = ({ reason }: HttpServerError.HttpServerError) =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
    ? new PayloadTooLarge()
    : malformed("body", "The body ended early")

/** The whole body, up to the limit for JSON: so little that all of it comes while a longer one may pause. */
export const bytes = (request: HttpServerRequest.HttpServerRequest) =>
  Number(request.headers["content-length"]) > maxJsonBody
    ? Effect.fail(new PayloadTooLarge())
    : Effect.mapError(request.arrayBuffer, refusal).pipe(
        Effect.timeoutOrElse({ duration: patience, orElse: () => stalled(request) })
      )

export const isJson = (contentType: string | undefined) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "")

export const isPdf = (contentType: string | undefined) => /^application\/pdf\s*(?:;|$)/i.test(contentType ?? "")

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? "")

/** The body as JSON; its type must say that it is. `taken` are the media types of the route. */
export const json = (
  request: HttpServerRequest.HttpServerRequest,
  taken = "application/json"
): Effect.Effect<unknown, InvalidRequest | PayloadTooLarge> =>
  isJson(request.headers["content-type"])
    ? Effect.flatMap(bytes(request), (buffer) =>
        Effect.try({
          try: () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(buffer)) as unknown,
          catch: () => malformed("body", buffer.byteLength === 0 ? "The body is empty" : "The body is not JSON")
        })
      )
    : Effect.fail(malformed("content-type", `must be ${taken}, and is ${request.headers["content-type"] ?? "absent"}`))

/** Reads what a route that streams reads by itself, as its schema says; everything that is wrong with a small body is told at once. */
export const reading = <A, E = never>(
  schema: Schema.ConstraintDecoder<A> & Schema.Top,
  {
    root = "body",
    refuse = plainly,
    options = lenient
  }: { readonly root?: string; readonly refuse?: Refusal<E>; readonly options?: typeof lenient | typeof strict } = {}
) => {
  const decode = Schema.decodeUnknownEffect(schema, options)
  return (value: unknown): Effect.Effect<A, E | InvalidRequest> =>
    Effect.mapError(decode(value), (error) => refuse(faultsOf(error, schema, options), root))
}
