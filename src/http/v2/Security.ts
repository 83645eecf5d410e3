import { type Context, Effect, Layer, type Types } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { hasProperty } from "effect/Predicate"
import { Caller, Device, Ticket } from "../../../schema/Actor.ts"
import {
  ApiKeyRequired,
  DeviceNotLinked,
  InvalidRequest,
  MissingCredentials,
  MissingScope,
  OriginNotAllowed
} from "../../../schema/Errors.ts"
import { type Credential, permissions } from "../../../schema/Permissions.ts"
import * as Schemas from "../../../schema/v2/Security.ts"
import { Auth, sessionCookie } from "../../auth/Auth.ts"
import type { Digest } from "../../auth/Digest.ts"
import * as Origins from "../../auth/Origins.ts"
import { issuesOf } from "../../requests/Faults.ts"
import { Client } from "../Client.ts"
import { withRetryAfter } from "../Retry.ts"
import { bucketOf, onCharge, signedDevice } from "../Security.ts"

type Request = HttpServerRequest.HttpServerRequest

interface Endpoint {
  readonly identifier: string
}

const bearer = (authorization: string) => /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ""

/** The credential that decides: a device's signature or a bearer before a cookie, however good the cookie is. */
const presented = (request: Request): Credential | null =>
  request.headers["x-svc-device-token"] !== undefined || request.headers["x-svc-device-signature"] !== undefined
    ? "device"
    : request.headers["authorization"] !== undefined
      ? "key"
      : (request.cookies[sessionCookie] ?? "") !== ""
        ? "session"
        : null

const call = (request: Request, endpoint: Endpoint) =>
  Effect.map(Client, ({ address }) => ({ address, bucket: bucketOf(endpoint), onCharge: onCharge(request) }))

const byKey = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const auth = yield* Auth
  return yield* auth.key(bearer(request.headers["authorization"] ?? ""), yield* call(request, endpoint))
})

const bySession = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const auth = yield* Auth
  return yield* auth.session(request.cookies[sessionCookie] ?? "", yield* call(request, endpoint))
})

const byLinkedDevice = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const device = yield* signedDevice(request, endpoint)
  return device.accountId === null ? yield* new DeviceNotLinked() : { ...device, accountId: device.accountId }
})

/** No credential, or none that the route takes. */
const without = Effect.fnUntraced(function* (request: Request) {
  const auth = yield* Auth
  const { address } = yield* Client
  yield* auth.anonymous(address, onCharge(request))
  return yield* new MissingCredentials()
})

/** The scheme of each credential in `WWW-Authenticate`; upload tickets travel in a header of their own. */
const challenge = (error: { readonly _tag: unknown }) =>
  error._tag === "invalid_api_key"
    ? 'Bearer error="invalid_token"'
    : error._tag === "invalid_upload_ticket"
      ? "UploadTicket"
      : "Bearer"

/** Says with each 401 how to authenticate (RFC 6750, section 3). */
const withChallenge = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.tapError(effect, (error) =>
    hasProperty(error, "_tag")
      ? HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(
            response.status === 401
              ? HttpServerResponse.setHeader(response, "www-authenticate", challenge(error))
              : response
          )
        )
      : Effect.void
  )

/** A middleware that hands on whom it finds. */
const provides = <Id, A, E>(
  tag: Context.Key<Id, A>,
  services: Context.Context<Auth | Digest>,
  find: (request: Request, endpoint: Endpoint) => Effect.Effect<A, E, Auth | Digest>
) => {
  return (
    handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, Id>,
    { endpoint }: { readonly endpoint: Endpoint }
  ) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = yield* Effect.provide(find(request, endpoint), services)
      return yield* Effect.provideService(handler, tag, found)
    }).pipe(withRetryAfter, withChallenge)
}

const services = Effect.context<Auth | Digest>()

const signed = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  return yield* presented(request) === "device" ? signedDevice(request, endpoint) : without(request)
})

const deviceOnly = Layer.effect(
  Schemas.DeviceOnly,
  Effect.map(services, (services) => provides(Device, services, signed))
)

const linkedOrSignedIn = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const credential = presented(request)
  if (credential === "device") return yield* byLinkedDevice(request, endpoint)
  if (credential === "session") return yield* bySession(request, endpoint)
  return yield* without(request)
})

const sessionOrDevice = Layer.effect(
  Schemas.SessionOrDevice,
  Effect.map(services, (services) => provides(Caller, services, linkedOrSignedIn))
)

const keyOrSignedIn = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const credential = presented(request)
  if (credential === "key") return yield* byKey(request, endpoint)
  if (credential === "session") return yield* bySession(request, endpoint)
  return yield* without(request)
})

const keyOrSession = Layer.effect(
  Schemas.KeyOrSession,
  Effect.map(services, (services) => provides(Caller, services, keyOrSignedIn))
)

const keyed = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const credential = presented(request)
  if (credential === "key") return yield* byKey(request, endpoint)
  if (credential !== "session") return yield* without(request)
  yield* bySession(request, endpoint)
  return yield* new ApiKeyRequired()
})

const keyOnly = Layer.effect(
  Schemas.KeyOnly,
  Effect.map(services, (services) => provides(Caller, services, keyed))
)

const signedIn = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  return yield* presented(request) === "session" ? bySession(request, endpoint) : without(request)
})

const sessionOnly = Layer.effect(
  Schemas.SessionOnly,
  Effect.map(services, (services) => provides(Caller, services, signedIn))
)

const byTicket = Effect.fnUntraced(function* (request: Request, endpoint: Endpoint) {
  const auth = yield* Auth
  return yield* auth.ticket(request.headers["upload-ticket"] ?? "", yield* call(request, endpoint))
})

const ticketOnly = Layer.effect(
  Schemas.TicketOnly,
  Effect.map(services, (services) => provides(Ticket, services, byTicket))
)

/** The device first, then whose it is to be. */
const deviceAndSession = Layer.effect(
  Schemas.DeviceAndSession,
  Effect.map(
    services,
    (services) =>
      (handler, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const both =
            presented(request) === "device" && (request.cookies[sessionCookie] ?? "") !== ""
              ? Effect.all([signedDevice(request, endpoint), bySession(request, endpoint)])
              : without(request)
          const [device, session] = yield* Effect.provide(both, services)
          return yield* handler.pipe(Effect.provideService(Device, device), Effect.provideService(Caller, session))
        }).pipe(withRetryAfter, withChallenge)
  )
)

const scoped = Layer.succeed(Schemas.Scoped, (handler, { endpoint, group }) =>
  Effect.gen(function* () {
    const caller = yield* Caller
    const scope = permissions[`${group.identifier}.${endpoint.identifier}`]?.scope
    if (caller.kind === "key" && scope !== undefined && !caller.scopes.includes(scope)) {
      return yield* new MissingScope({ message: `The API key lacks the scope ${scope}`, scope })
    }
    return yield* handler
  })
)

const fromOurPages = Layer.effect(
  Schemas.FromOurPages,
  Effect.map(Origins.config, ({ allowed, extensions }) => {
    const pages = new Set([...allowed, ...extensions])
    return (handler) =>
      Effect.gen(function* () {
        const { method, headers } = yield* HttpServerRequest.HttpServerRequest
        const { kind } = yield* Caller
        const changes = method !== "GET" && method !== "HEAD"
        return changes && kind === "session" && !pages.has(headers["origin"] ?? "")
          ? yield* new OriginNotAllowed()
          : yield* handler
      })
  })
)

const fromAllowedOrigin = Layer.effect(
  Schemas.FromAllowedOrigin,
  Effect.map(Origins.config, ({ allowed, extensions }) => {
    const pages = new Set([...allowed, ...extensions])
    return (handler) =>
      Effect.gen(function* () {
        const origin = (yield* HttpServerRequest.HttpServerRequest).headers["origin"]
        return origin !== undefined && !pages.has(origin) ? yield* new OriginNotAllowed() : yield* handler
      })
  })
)

const wellFormed = HttpApiMiddleware.layerSchemaErrorTransform(Schemas.WellFormed, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.fail(new InvalidRequest({ issues: issuesOf(error.cause, error.kind.toLowerCase()) }))
)

/** Every way in to v2. */
export const layer = Layer.mergeAll(
  deviceOnly,
  sessionOrDevice,
  keyOrSession,
  keyOnly,
  sessionOnly,
  ticketOnly,
  deviceAndSession,
  scoped,
  fromOurPages,
  fromAllowedOrigin,
  wellFormed
)
