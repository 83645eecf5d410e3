import * as Context from "effect/Context"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { Device } from "./Actor.ts"
import * as Errors from "./Errors.ts"
import * as Wire from "./Wire.ts"

/** Whether an operation reads a document: its calls are charged as creates, those of all others as requests. */
export const ReadsDocument = Context.Reference("svc/schema/ReadsDocument", { defaultValue: () => false })

/**
 * A device signs each request with its private key: the token names the device, and four headers carry the time, a
 * nonce, the body's SHA-256 and the signature.
 */
export class DeviceSigned extends HttpApiMiddleware.Service<DeviceSigned, { provides: Device }>()(
  "svc/schema/DeviceSigned",
  {
    security: { DeviceToken: HttpApiSecurity.apiKey({ in: "header", key: "X-SVC-Device-Token" }) },
    error: [
      Wire.v1(Errors.MissingCredentials),
      Wire.v1(Errors.InvalidDeviceToken),
      Wire.v1(Errors.ExpiredDeviceToken),
      Wire.v1(Errors.StaleTimestamp),
      Wire.v1(Errors.InvalidSignature),
      Wire.v1(Errors.BodyHashMismatch),
      Wire.v1(Errors.DeviceBlocked),
      Wire.v1(Errors.RateLimited),
      Wire.v1(Errors.Replay),
      Wire.v1(Errors.InvalidRequest),
      Wire.v1(Errors.PayloadTooLarge)
    ]
  }
) {}

/** Calls without credentials are counted per IP address. */
export class Anonymous extends HttpApiMiddleware.Service<Anonymous>()("svc/schema/Anonymous", {
  error: [Wire.v1(Errors.RateLimited)]
}) {}

/** Turns a request that does not decode into `invalid_request`. */
export class WellFormed extends HttpApiMiddleware.Service<WellFormed>()("svc/schema/WellFormed", {
  error: [
    Wire.v1(Errors.InvalidRequest),
    Wire.v1(Errors.PayloadTooLarge),
    Wire.v1(Errors.Unavailable),
    Wire.v1(Errors.InternalError)
  ]
}) {}
