import { Clock, Context, Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Device } from "../../schema/Actor.ts"
import { BodyHashMismatch, DeviceBlocked } from "../../schema/Errors.ts"
import { Anonymous as OAuthAnonymous } from "../../schema/oauth/Security.ts"
import { Anonymous, DeviceSigned, ReadsDocument } from "../../schema/Security.ts"
import { Auth, type DeviceCredentials } from "../auth/Auth.ts"
import { Digest } from "../auth/Digest.ts"
import { type Charge, headers as rateHeaders } from "../auth/Rates.ts"
import { emptySha256 } from "../auth/Signature.ts"
import { Standing } from "../auth/Standing.ts"
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

/** The part of an endpoint that says what it is. */
export type Endpoint = Pick<HttpApiEndpoint.Top, "annotations">

/** What a request is charged for. */
export const bucketOf = ({ annotations }: Endpoint) =>
  Context.get(annotations, ReadsDocument) ? ("create" as const) : ("requests" as const)

/** A request as its device signature sees it. */
export const credentialsOf = (
  { method, headers }: HttpServerRequest.HttpServerRequest,
  { target }: Client
): DeviceCredentials => {
  const header = (name: string) => headers[name] ?? ""
  return {
    method,
    path: target,
    token: header("x-svc-device-token"),
    timestamp: header("x-svc-device-timestamp"),
    nonce: header("x-svc-device-nonce"),
    bodySha256: header("x-svc-body-sha256"),
    signature: header("x-svc-device-signature")
  }
}

/** A body is announced, be it one that its route does not want: the signature of a device covers that, too. */
export const isAwaited = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** A read that announces no body has none. */
const isBare = ({ method, headers }: HttpServerRequest.HttpServerRequest) =>
  (method === "GET" || method === "HEAD") &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined

/**
 * The device that signed a request. Checks the signature before anything of the body is read, and then the body's
 * hash; only an upload is streamed, and whoever reads it compares its hash with `Device.bodySha256`.
 */
export const signing = Effect.gen(function* () {
  const auth = yield* Auth
  const digest = yield* Digest
  const standing = yield* Standing

  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, endpoint: Endpoint) {
    const client = yield* Client
    const call = { address: client.address, bucket: bucketOf(endpoint), onCharge: onCharge(request) }
    const device = yield* auth.device(credentialsOf(request, client), call)
    if (Context.get(endpoint.annotations, ReadsDocument) && isMultipart(request.headers["content-type"])) return device
    if (isBare(request)) return device.bodySha256 === emptySha256 ? device : yield* new BodyHashMismatch()
    const hash = digest.sha256()
    hash.update(new Uint8Array(yield* bytes(request)))
    if (hash.hex() !== device.bodySha256) return yield* new BodyHashMismatch()
    // A body may take its time: whose device is blocked meanwhile is refused as if it had been before.
    return !isAwaited(request) || (yield* standing.holds(device)) ? device : yield* new DeviceBlocked()
  })
})

export const deviceSigned = Layer.effect(
  DeviceSigned,
  Effect.map(signing, (signedDevice) =>
    DeviceSigned.of({
      DeviceToken: (handler, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const device = yield* signedDevice(request, endpoint)
          return yield* Effect.provideService(handler, Device, device)
        }).pipe(withRetryAfter)
    })
  )
)

const counted = Effect.map(
  Auth,
  (auth) =>
    <A, E, R>(handler: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { address } = yield* Client
        yield* auth.anonymous(address, onCharge(request))
        return yield* handler
      }).pipe(withRetryAfter)
)

export const anonymous = Layer.merge(Layer.effect(Anonymous, counted), Layer.effect(OAuthAnonymous, counted))
