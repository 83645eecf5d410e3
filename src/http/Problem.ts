/** Answers for what goes wrong outside the typed routes. */
import { Cause, Effect, Schema } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import {
  InternalError,
  InvalidRequest,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  Unavailable
} from "../../schema/Errors.ts"
import { authorizePath, consentPath, isForClients, mcpPath } from "../../schema/oauth/Paths.ts"
import { callbackPath, linkPath, startPath, undoPath } from "../../schema/v2/Auth.ts"
import * as Wire from "../../schema/Wire.ts"
import { isOutage } from "../process/Outage.ts"
import * as Pages from "./Pages.ts"

/** Seconds after which a client may ask again when the service is not available. */
const unavailableSeconds = 5

const isV2 = (path: string) => path === "/api/v2" || path.startsWith("/api/v2/") || path === mcpPath

const errors = {
  not_found: NotFound,
  method_not_allowed: MethodNotAllowed,
  invalid_request: InvalidRequest,
  payload_too_large: PayloadTooLarge,
  unavailable: Unavailable,
  internal_error: InternalError
} as const

/** Where a person waits for a page. */
const isPage = (path: string) =>
  [startPath, callbackPath, linkPath, undoPath].includes(path) ||
  [authorizePath, consentPath].some((page) => path === page || path.startsWith(`${page}/`))

const page = (error: Unavailable | InternalError): Pages.Page =>
  error._tag === "unavailable"
    ? {
        status: 503,
        title: "Back in a moment",
        text: Pages.html`<p>The service is not available right now. Try again in a few seconds.</p>`,
        action: { label: "Sign in again", href: startPath }
      }
    : {
        status: 500,
        title: "Something went wrong here",
        text: Pages.html`<p>This is our fault, and it has been noted.</p>`,
        action: { label: "Sign in again", href: startPath }
      }

type FrameError = InstanceType<(typeof errors)[keyof typeof errors]>

/** An error in the shape of the surface that its path belongs to: the whole of an answer, but for headers. */
export const problem = (path: string, error: FrameError) => {
  const type = errors[error._tag]
  const shape = isV2(path) ? Wire.v2 : isForClients(path) ? Wire.oauth : Wire.v1
  return Schema.encodeUnknownEffect(shape(type))(error).pipe(
    Effect.map((body) => ({
      status: Number(Schema.resolveAnnotations(type)?.["httpApiStatus"]),
      contentType: isV2(path) ? "application/problem+json" : "application/json",
      body
    })),
    Effect.orDie
  )
}

/** An error as an answer: a page where a person waits for one. */
export const respond = (path: string, error: FrameError, headers: Record<string, string> = {}) =>
  isPage(path) && (error._tag === "unavailable" || error._tag === "internal_error")
    ? Effect.map(Pages.respond(page(error)), HttpServerResponse.setHeaders(headers))
    : Effect.map(problem(path, error), ({ body, ...options }) =>
        HttpServerResponse.jsonUnsafe(body, { ...options, headers })
      )

const isOutageCause = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) => (reason._tag === "Die" && isOutage(reason.defect)) || (reason._tag === "Fail" && isOutage(reason.error))
  )

/** What the framework answers by itself, in our words. */
export const reshaped = (path: string, response: HttpServerResponse.HttpServerResponse) =>
  response.status === 413
    ? respond(path, new PayloadTooLarge())
    : response.status === 415 || response.status === 400
      ? respond(path, new InvalidRequest({ issues: [{ path: "body", message: "The body cannot be read" }] }))
      : response.status === 404
        ? respond(path, new NotFound())
        : respond(path, new InternalError())

/** A request that ended in a defect, or in a failure of the framework. */
export const failed = (path: string, cause: Cause.Cause<unknown>) =>
  Effect.gen(function* () {
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause as Cause.Cause<never>)
    if (isOutageCause(cause)) {
      yield* Effect.logError("A store is not available", cause)
      return yield* respond(path, new Unavailable(), { "retry-after": String(unavailableSeconds) })
    }
    const [response] = yield* HttpServerError.causeResponse(cause)
    if (response.status >= 500) yield* Effect.logError("A request failed", cause)
    return response
  })
