import { Effect } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { hasProperty, isTagged } from "effect/Predicate"

const secondsOf = (error: unknown): number | undefined =>
  hasProperty(error, "retry_after") && typeof error.retry_after === "number"
    ? error.retry_after
    : isTagged(error, "idempotency_in_progress")
      ? 1
      : isTagged(error, "unavailable")
        ? 5
        : undefined

/** Answers to failures that pass by themselves say in `Retry-After` when to ask again. */
export const withRetryAfter = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.tapError(effect, (error) => {
    const seconds = secondsOf(error)
    return seconds === undefined
      ? Effect.void
      : HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds)))
        )
  })
