import { HttpApiMiddleware } from "effect/http-api"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"

/** Calls without credentials are counted per IP address. */
export class Anonymous extends HttpApiMiddleware.Service<Anonymous>()("svc/schema/oauth/Anonymous", {
  error: [Wire.oauth(Errors.RateLimited)]
}) {}

/** Turns a request that cannot be read into an error that clients of OAuth read. */
export class WellFormed extends HttpApiMiddleware.Service<WellFormed>()("svc/schema/oauth/WellFormed", {
  error: [
    Wire.oauth(Errors.InvalidRequest),
    Wire.oauth(Errors.PayloadTooLarge),
    Wire.oauth(Errors.Unavailable),
    Wire.oauth(Errors.InternalError)
  ]
}) {}
