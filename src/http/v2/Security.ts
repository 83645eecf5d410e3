import { Context, Effect, Layer, type Types } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { hasProperty } from "effect/Predicate"
import { type Actor, Caller, Device, Reader, Ticket } from "../../../schema/Actor.ts"
import {
  DeviceNotLinked,
  InvalidApiKey,
  type InvalidRequest,
  InvalidSession,
  MissingCredentials,
  MissingScope,
  OriginNotAllowed
} from "../../../schema/Errors.ts"
import { type Credential, permissions } from "../../../schema/Permissions.ts"
import { ReadsDocument } from "../../../schema/Security.ts"
import * as Schemas from "../../../schema/v2/Security.ts"
import * as Origins from "../../auth/Origins.ts"
import { noLonger, Standing } from "../../auth/Standing.ts"
import { bytes } from "../Body.ts"
import { withRetryAfter } from "../Retry.ts"
import { isAwaited } from "../Security.ts"
import { callers } from "./Credentials.ts"
import { withoutQuery } from "./Query.ts"

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

interface Route {
  readonly group: { readonly identifier: string }
  readonly endpoint: HttpApiEndpoint.Top
}

const permissionOf = ({ group, endpoint }: Route) => permissions[`${group.identifier}.${endpoint.identifier}`]

/** What a credential is called to whoever has not sent it. */
const called: Readonly<Record<Credential, string>> = {
  device: "the signature of a device",
  key: "an API key (`Authorization: Bearer svc_…`)",
  session: "the cookie of a session",
  ticket: "the header `Upload-Ticket`",
  token: "an OAuth access token"
}

const unnamed = new MissingCredentials().message

/** Names the credentials that the route takes, where nothing more is known of those that were sent. */
const naming = (route: Route) => {
  const { takes = [], both = false } = permissionOf(route) ?? {}
  const [last = "", ...others] = takes.map((one) => called[one]).reverse()
  const named = others.length === 0 ? last : `${others.reverse().join(", ")} ${both ? "and" : "or"} ${last}`
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.mapError(
      effect,
      (error): E =>
        named !== "" && error instanceof MissingCredentials && error.message === unnamed
          ? (new MissingCredentials({ message: `The request must carry ${named}` }) as typeof error)
          : error
    )
}

type Find<A, E> = (request: HttpServerRequest.HttpServerRequest, endpoint: HttpApiEndpoint.Top) => Effect.Effect<A, E>

/** A key needs the scope of the operation; others need none. */
const checkScope = (caller: Actor, route: Route) => {
  const scope = permissionOf(route)?.scope
  return caller.kind === "key" && scope !== undefined && !caller.scopes.includes(scope)
    ? Effect.fail(new MissingScope({ message: `The API key lacks the scope ${scope}`, scope }))
    : Effect.void
}

/** A middleware that hands on whom it finds, where `check` has nothing against it. */
const provides =
  <Id, A, E, F = never>(
    tag: Context.Key<Id, A>,
    find: Find<A, E>,
    check: (found: A, route: Route) => Effect.Effect<void, F> = () => Effect.void
  ) =>
  (handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, Id>, route: Route) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = yield* naming(route)(find(request, route.endpoint))
      yield* check(found, route)
      yield* withoutQuery(request, route.endpoint)
      return yield* Effect.provideService(handler, tag, found)
    }).pipe(withRetryAfter, withChallenge)

/**
 * A body may take its time: whose credential ends meanwhile is refused as if it had ended before. Who brings a document
 * is looked at again where its job is made.
 */
const unlessEnded =
  ({ isUnchanged }: Standing["Service"]) =>
  <A extends Actor, E, F>(find: Find<A, E>, refusal: (actor: A) => F): Find<A, E | F | InvalidRequest> =>
    Effect.fnUntraced(function* (request, endpoint) {
      const actor = yield* find(request, endpoint)
      if (!isAwaited(request) || Context.get(endpoint.annotations, ReadsDocument)) return actor
      // One that is too large is so for the route, too, which tells of it.
      yield* Effect.catchTag(bytes(request), "payload_too_large", () => Effect.void)
      return (yield* isUnchanged(actor)) ? actor : yield* Effect.fail(refusal(actor))
    })

const who = Layer.unwrap(
  Effect.map(Effect.all([callers, Standing]), ([by, standing]) => {
    const checked = unlessEnded(standing)
    return Layer.mergeAll(
      Layer.succeed(
        Schemas.KeySessionOrDevice,
        provides(
          Caller,
          checked(by.keySessionOrDevice, ({ kind }) =>
            kind === "key" ? new InvalidApiKey() : kind === "session" ? new InvalidSession() : new DeviceNotLinked()
          )
        )
      ),
      Layer.succeed(Schemas.DeviceOnly, provides(Device, by.device)),
      Layer.succeed(
        Schemas.SessionOrDevice,
        provides(
          Caller,
          checked(by.sessionOrDevice, ({ kind }) => (kind === "session" ? new InvalidSession() : new DeviceNotLinked()))
        )
      ),
      Layer.succeed(Schemas.KeyOrSession, provides(Caller, checked(by.keyOrSession, noLonger))),
      Layer.succeed(Schemas.KeyOnly, provides(Caller, by.key)),
      Layer.succeed(Schemas.KeyAlone, provides(Caller, by.keyAlone)),
      Layer.succeed(
        Schemas.SessionOnly,
        provides(
          Caller,
          checked(by.session, () => new InvalidSession())
        )
      ),
      Layer.succeed(Schemas.TicketOnly, provides(Ticket, by.ticket))
    )
  })
)

const deviceAndSession = Layer.effect(
  Schemas.DeviceAndSession,
  Effect.map(
    callers,
    ({ deviceAndSession }) =>
      (handler, route) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const [device, session] = yield* naming(route)(deviceAndSession(request, route.endpoint))
          yield* withoutQuery(request, route.endpoint)
          return yield* handler.pipe(Effect.provideService(Device, device), Effect.provideService(Caller, session))
        }).pipe(withRetryAfter, withChallenge)
  )
)

const scoped = Layer.succeed(Schemas.Scoped, (handler, route) =>
  Effect.andThen(
    Effect.flatMap(Caller, (caller) => checkScope(caller, route)),
    handler
  )
)

const resultReader = Layer.effect(
  Schemas.ResultReader,
  Effect.map(callers, ({ reader }) => provides(Reader, reader, checkScope))
)

/** Where pages come from that may do as their user may. */
const ours = Effect.map(Origins.config, ({ allowed, extensions }) => new Set([...allowed, ...extensions]))

const fromOurPages = Layer.effect(
  Schemas.FromOurPages,
  Effect.map(
    ours,
    (pages) => (handler) =>
      Effect.gen(function* () {
        const { method, headers } = yield* HttpServerRequest.HttpServerRequest
        const { kind } = yield* Caller
        const changes = method !== "GET" && method !== "HEAD"
        return changes && kind === "session" && !pages.has(headers["origin"] ?? "")
          ? yield* new OriginNotAllowed()
          : yield* handler
      })
  )
)

const fromAllowedOrigin = Layer.effect(
  Schemas.FromAllowedOrigin,
  Effect.map(
    ours,
    (pages) => (handler) =>
      Effect.gen(function* () {
        const origin = (yield* HttpServerRequest.HttpServerRequest).headers["origin"]
        return origin !== undefined && !pages.has(origin)
          ? yield* new OriginNotAllowed({ message: "Pages of this Origin may not call here; programs send none" })
          : yield* handler
      })
  )
)

/** Every way in to v2. */
export const layer = Layer.mergeAll(who, deviceAndSession, resultReader, scoped, fromOurPages, fromAllowedOrigin)
