import { Clock, Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { Device } from "../../schema/Actor.ts"
import { BodyHashMismatch, InvalidRequest } from "../../schema/Errors.ts"
import { issuesOf } from "../../schema/Issues.ts"
import { Anonymous, DeviceSigned, WellFormed } from "../../schema/Security.ts"
import { Auth } from "../auth/Auth.ts"
import { Digest } from "../auth/Digest.ts"
import { type Charge, headers as rateHeaders } from "../auth/Rates.ts"
import { bytes, isMultipart } from "./Body.ts"
import { Client } from "./Client.ts"
import { withRetryAfter } from "./Retry.ts"

const addHeaders = (headers: Record<string, string>) =>
  HttpEffect.appendPreResponseHandler((_, response) => Effect.succeed(HttpServerResponse.setHeaders(response, headers)))

/** Every answer to a limited call says how its bucket stands. */
export const onCharge = (request: HttpServerRequest.HttpServerRequest) => (charge: Charge) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.provideService(addHeaders(rateHeaders(charge, now)), HttpServerRequest.HttpServerRequest, request)
  )

/**
 * Checks the signature before anything of the body is read, and then the body's hash; only an upload is streamed, and
 * whoever reads it compares its hash with `Device.bodySha256`.
 */
export const deviceSigned = Layer.effect(
  DeviceSigned,
  Effect.gen(function* () {
    const auth = yield* Auth
    const digest = yield* Digest

    return DeviceSigned.of({
      DeviceToken: (handler, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const { address } = yield* Client
          const header = (name: string) => request.headers[name] ?? ""
          const actor = yield* auth.device(
            {
              method: request.method,
              path: request.url,
              token: header("x-svc-device-token"),
              timestamp: header("x-svc-device-timestamp"),
              nonce: header("x-svc-device-nonce"),
              bodySha256: header("x-svc-body-sha256"),
              signature: header("x-svc-device-signature")
            },
            {
              address,
              bucket: endpoint.identifier === "create" ? "create" : "requests",
              onCharge: onCharge(request)
            }
          )
          const streams = endpoint.identifier === "create" && isMultipart(request.headers["content-type"])
          if (!streams) {
            const hash = digest.sha256()
            hash.update(new Uint8Array(yield* bytes(request)))
            if (hash.hex() !== actor.bodySha256) return yield* new BodyHashMismatch()
          }
          return yield* Effect.provideService(handler, Device, actor)
        }).pipe(withRetryAfter)
    })
  })
)

export const anonymous = Layer.effect(
  Anonymous,
  Effect.map(
    Auth,
    (auth) => (handler) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { address } = yield* Client
        yield* auth.anonymous(address, onCharge(request))
        return yield* handler
      }).pipe(withRetryAfter)
  )
)

/** Parameters that do not decode are `invalid_request`; an answer of ours that does not encode is a defect. */
export const wellFormed = HttpApiMiddleware.layerSchemaErrorTransform(WellFormed, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.fail(new InvalidRequest({ issues: issuesOf(error.cause, error.kind.toLowerCase()) }))
)
