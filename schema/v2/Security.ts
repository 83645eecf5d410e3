/** How v2 learns who calls. Which middleware a route has follows `schema/Permissions.ts`. */
import { HttpApiMiddleware } from "effect/http-api"
import type { Caller, Device, Reader, Ticket } from "../Actor.ts"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"

const limited = [
  Wire.v2(Errors.MissingCredentials),
  Wire.v2(Errors.RateLimited),
  Wire.v2(Errors.InvalidRequest)
] as const

const signed = [
  Wire.v2(Errors.InvalidDeviceToken),
  Wire.v2(Errors.ExpiredDeviceToken),
  Wire.v2(Errors.StaleTimestamp),
  Wire.v2(Errors.InvalidSignature),
  Wire.v2(Errors.BodyHashMismatch),
  Wire.v2(Errors.DeviceBlocked),
  Wire.v2(Errors.Replay),
  Wire.v2(Errors.PayloadTooLarge)
] as const

/** Takes a device's signature. */
export class DeviceOnly extends HttpApiMiddleware.Service<DeviceOnly, { provides: Device }>()(
  "svc/schema/v2/DeviceOnly",
  { error: [...limited, ...signed] }
) {}

/** Needs a device's signature and the session of whom it is to belong to. */
export class DeviceAndSession extends HttpApiMiddleware.Service<DeviceAndSession, { provides: Device | Caller }>()(
  "svc/schema/v2/DeviceAndSession",
  { error: [...limited, ...signed, Wire.v2(Errors.InvalidSession)] }
) {}

/** Takes a session, or the signature of a device that is linked to an account. */
export class SessionOrDevice extends HttpApiMiddleware.Service<SessionOrDevice, { provides: Caller }>()(
  "svc/schema/v2/SessionOrDevice",
  { error: [...limited, ...signed, Wire.v2(Errors.InvalidSession), Wire.v2(Errors.DeviceNotLinked)] }
) {}

/** Takes an API key, a session, or the signature of a device that is linked to an account. */
export class KeySessionOrDevice extends HttpApiMiddleware.Service<KeySessionOrDevice, { provides: Caller }>()(
  "svc/schema/v2/KeySessionOrDevice",
  {
    error: [
      ...limited,
      ...signed,
      Wire.v2(Errors.InvalidApiKey),
      Wire.v2(Errors.InvalidSession),
      Wire.v2(Errors.DeviceNotLinked)
    ]
  }
) {}

/** Takes an API key or a session. */
export class KeyOrSession extends HttpApiMiddleware.Service<KeyOrSession, { provides: Caller }>()(
  "svc/schema/v2/KeyOrSession",
  { error: [...limited, Wire.v2(Errors.InvalidApiKey), Wire.v2(Errors.InvalidSession)] }
) {}

/** Takes an API key with the scope, a session, or the signature of a device, linked or not. */
export class ResultReader extends HttpApiMiddleware.Service<ResultReader, { provides: Reader }>()(
  "svc/schema/v2/ResultReader",
  {
    error: [
      ...limited,
      ...signed,
      Wire.v2(Errors.InvalidApiKey),
      Wire.v2(Errors.InvalidSession),
      Wire.v2(Errors.MissingScope)
    ]
  }
) {}

/** Takes an API key; a session is told that it needs one. */
export class KeyOnly extends HttpApiMiddleware.Service<KeyOnly, { provides: Caller }>()("svc/schema/v2/KeyOnly", {
  error: [...limited, Wire.v2(Errors.InvalidApiKey), Wire.v2(Errors.InvalidSession), Wire.v2(Errors.ApiKeyRequired)]
}) {}

/** Takes an API key; a session is no credential here. */
export class KeyAlone extends HttpApiMiddleware.Service<KeyAlone, { provides: Caller }>()("svc/schema/v2/KeyAlone", {
  error: [...limited, Wire.v2(Errors.InvalidApiKey)]
}) {}

/** Takes an access token of a connection, or an API key. */
export class AgentOnly extends HttpApiMiddleware.Service<AgentOnly, { provides: Caller }>()("svc/schema/v2/AgentOnly", {
  error: [...limited, Wire.v2(Errors.InvalidApiKey)]
}) {}

/** Takes a session. */
export class SessionOnly extends HttpApiMiddleware.Service<SessionOnly, { provides: Caller }>()(
  "svc/schema/v2/SessionOnly",
  { error: [...limited, Wire.v2(Errors.InvalidSession)] }
) {}

/** Takes an upload ticket, which is spent with that. */
export class TicketOnly extends HttpApiMiddleware.Service<TicketOnly, { provides: Ticket }>()(
  "svc/schema/v2/TicketOnly",
  { error: [Wire.v2(Errors.InvalidUploadTicket), Wire.v2(Errors.RateLimited), Wire.v2(Errors.InvalidRequest)] }
) {}

/** An API key needs the scope that `schema/Permissions.ts` names. */
export class Scoped extends HttpApiMiddleware.Service<Scoped, { requires: Caller }>()("svc/schema/v2/Scoped", {
  error: [Wire.v2(Errors.MissingScope)]
}) {}

/** What a session changes must be asked for by a page of ours: browsers send its cookie for any page. */
export class FromOurPages extends HttpApiMiddleware.Service<FromOurPages, { requires: Caller }>()(
  "svc/schema/v2/FromOurPages",
  { error: [Wire.v2(Errors.OriginNotAllowed)] }
) {}

/** Pages may call only from origins of the allow-list; programs name none. */
export class FromAllowedOrigin extends HttpApiMiddleware.Service<FromAllowedOrigin>()(
  "svc/schema/v2/FromAllowedOrigin",
  { error: [Wire.v2(Errors.OriginNotAllowed)] }
) {}

/** Turns a request that does not decode into `invalid_request`. */
export class WellFormed extends HttpApiMiddleware.Service<WellFormed>()("svc/schema/v2/WellFormed", {
  error: [
    Wire.v2(Errors.InvalidRequest),
    Wire.v2(Errors.PayloadTooLarge),
    Wire.v2(Errors.Unavailable),
    Wire.v2(Errors.InternalError)
  ]
}) {}
