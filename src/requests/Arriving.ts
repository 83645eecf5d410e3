/** Bodies that take their time. */
import { Effect, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { malformed } from "./Faults.ts"

/** A body may pause for this long. */
export const patience = "30 seconds"

/** A body that does not arrive: the answer is the last over its connection, over which the rest might come yet. */
export const stalled = (request: HttpServerRequest.HttpServerRequest) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "connection", "close"))
  ).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.andThen(Effect.fail(malformed("body", "No byte of the body came for 30 seconds")))
  )

/** The body as it arrives, as long as it does. */
export const arriving = (request: HttpServerRequest.HttpServerRequest) =>
  Stream.timeoutOrElse(request.stream, {
    duration: patience,
    orElse: () => Stream.fromEffect(stalled(request))
  })
