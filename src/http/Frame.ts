/** What every request passes first and every answer last: ids, addresses, the shape of errors, common headers. */
import { Context, Effect, type Fiber, Layer, Option, References, type Types } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { HttpMethod, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isPrivate } from "../../schema/Caching.ts"
import { MethodNotAllowed, NotFound, Unavailable } from "../../schema/Errors.ts"
import { isRequestId, RequestId } from "../../schema/RequestId.ts"
import * as Origins from "../auth/Origins.ts"
import { Acting, CurrentActing } from "../logs/Acting.ts"
import { RequestLog } from "../logs/RequestLog.ts"
import { Draining } from "../process/Draining.ts"
import { unless } from "../process/GivenUp.ts"
import { Health } from "../process/Health.ts"
import { Pulse } from "../process/Pulse.ts"
import { malformed } from "../requests/Faults.ts"
import { isUntidy, literally } from "../requests/Target.ts"
import { observed } from "./Access.ts"
import { Client } from "./Client.ts"
import { answerHeaders, preflightHeaders } from "./Cors.ts"
import { isMisused, methodsAt } from "./Methods.ts"
import { failed, reshaped, respond } from "./Problem.ts"

/** 405 with `Allow` when the path takes another method, else 404. */
const refuse = (path: string) => {
  const allow = methodsAt(path)
  return allow.length > 0
    ? respond(path, new MethodNotAllowed(), { allow: allow.join(", ") })
    : respond(path, new NotFound())
}

/** Every path that no route answers. Not for `HEAD`, for which the router then looks where `GET` goes. */
const fallback = HttpRouter.addAll(
  [...HttpMethod.all]
    .filter((method) => method !== "HEAD")
    .map((method) =>
      HttpRouter.route(
        method,
        "/*",
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => refuse(url.split("?")[0]!))
      )
    )
)

const hostless = malformed("headers.host", "must be sent, and only once")

const compressed = malformed("content-encoding", "must be absent: bodies are taken as they are, not compressed")

const isCompressed = (encoding: string | undefined) => /\b(?:gzip|deflate|br|zstd|compress)\b/i.test(encoding ?? "")

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "cross-origin"
}

/** Seconds after which a client may ask again when this process is about to stop. */
const drainingSeconds = 1

/** Seconds after which a client may ask again whom the database keeps waiting. */
const silentSeconds = 5

/** What needs no database has answered within this time. */
const unaffected = "250 millis"

/** Paths that tell of the process itself. */
const ofTheProcess = ["/healthz", "/readyz"]

/** The next request goes over a connection of its own, to another process. */
const goodbye = { connection: "close" }

/** The router leaves its route with the fiber that it runs in: hands it on to that of the request, which is counted by it. */
const routedTo = (request: Fiber.Fiber<unknown, unknown>) =>
  Effect.withFiber((own) =>
    Effect.sync(() => {
      const route = Context.getOption(own.context, HttpRouter.RouteContext)
      if (Option.isSome(route)) request.setContext(Context.add(request.context, HttpRouter.RouteContext, route.value))
    })
  )

const frame = HttpRouter.middleware(
  Effect.gen(function* () {
    const { allowed, extensions, trusted } = yield* Origins.config
    const pages = new Set([...allowed, ...extensions])
    const draining = yield* Draining
    const health = yield* Health
    const pulse = yield* Pulse
    const random = yield* SecureRandom
    const requestLog = yield* RequestLog

    let isWarned = false
    /** Behind a proxy that is not named all callers are one, and share its limits; whoever runs it learns so once. */
    const warnOfProxy = ({ peerAddress }: HttpServerRequest.HttpServerRequest) =>
      Effect.suspend(() => {
        const peer = Option.getOrElse(peerAddress, () => "127.0.0.1")
        if (isWarned || Origins.isTrusted(peer, trusted)) return Effect.void
        isWarned = true
        return Effect.logWarning(
          `X-Forwarded-For from ${peer} is not believed: if that is a proxy of yours, name it in TRUSTED_PROXIES, or all its callers share one address and its limits`
        )
      })

    /** Requests that come while the process drains; it is alive all the same. */
    const refused = (path: string) =>
      path === "/readyz"
        ? Effect.map(health.checks, (checks) =>
            HttpServerResponse.jsonUnsafe({ status: "unavailable", checks }, { status: 503, headers: goodbye })
          )
        : respond(path, new Unavailable(), { ...goodbye, "retry-after": String(drainingSeconds) })

    /**
     * Nobody is kept waiting for a database that has fallen silent, and nothing is kept for a client that has hung up: the
     * server makes the fiber of a request uninterruptible until its route is found, and here the route is in another one.
     */
    const answered = (path: string, handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>) =>
      ofTheProcess.includes(path)
        ? handler
        : Effect.withFiber((request) =>
            Effect.onExit(handler, () => routedTo(request)).pipe(
              unless(
                pulse.lost.pipe(
                  Effect.andThen(Effect.sleep(unaffected)),
                  Effect.andThen(() => respond(path, new Unavailable(), { "retry-after": String(silentSeconds) }))
                )
              ),
              Effect.interruptible
            )
          )

    /** Every answer to a request that has its id. */
    const respondTo = (
      request: HttpServerRequest.HttpServerRequest,
      requestId: string,
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
    ) => {
      const path = request.url.split("?")[0]!
      const literal = literally(request.url)
      const { headers } = request
      const peer = Option.getOrElse(request.peerAddress, () => "127.0.0.1")
      const client = {
        address: Origins.clientAddress(peer, headers["x-forwarded-for"], trusted),
        origin: Origins.originOf(
          {
            peer,
            protocol: request.protocol ?? "http",
            host: headers["host"],
            forwardedProto: headers["x-forwarded-proto"],
            forwardedHost: headers["x-forwarded-host"]
          },
          allowed,
          trusted
        ),
        target: request.url
      }
      if (request.method === "OPTIONS" && headers["access-control-request-method"] !== undefined) {
        return Effect.succeed(
          HttpServerResponse.empty({
            status: 204,
            headers: {
              ...preflightHeaders(headers["origin"], headers["access-control-request-headers"], pages),
              "x-request-id": requestId
            }
          })
        )
      }
      const own = { ...securityHeaders, ...answerHeaders(headers["origin"], pages), "x-request-id": requestId }
      const withCommonHeaders = (response: HttpServerResponse.HttpServerResponse) => {
        const vary = response.headers["vary"]
        const isKept = response.headers["cache-control"] !== undefined || !isPrivate(path)
        return HttpServerResponse.setHeaders(response, {
          ...(path === "/readyz" && response.status === 503 ? { "retry-after": String(silentSeconds) } : {}),
          ...(isKept ? {} : { "cache-control": "no-store" }),
          ...own,
          ...(vary === undefined || vary === own.vary ? {} : { vary: `${vary}, ${own.vary}` })
        })
      }
      const wanted =
        headers["host"] === undefined
          ? respond(path, hostless)
          : isUntidy(path)
            ? respond(path, new NotFound())
            : isMisused(path, request.method)
              ? refuse(path)
              : isCompressed(headers["content-encoding"])
                ? respond(path, compressed)
                : literal === request.url
                  ? handler
                  : Effect.provideService(
                      handler,
                      HttpServerRequest.HttpServerRequest,
                      request.modify({ url: literal })
                    )
      const isRefused = draining.begunAt() !== null && path !== "/healthz"
      return (isRefused ? refused(path) : answered(path, wanted)).pipe(
        Effect.catchCause((cause) => failed(path, cause)),
        Effect.flatMap((response) =>
          response.status >= 400 && response.body._tag === "Empty" ? reshaped(path, response) : Effect.succeed(response)
        ),
        (answer) => observed(request, answer, requestLog.note),
        Effect.map(withCommonHeaders),
        Effect.updateContext((context: Context.Context<HttpServerRequest.HttpServerRequest>) =>
          context.pipe(
            Context.add(RequestId, requestId),
            Context.add(Client, client),
            Context.add(CurrentActing, new Acting(client.address)),
            Context.add(References.CurrentLogAnnotations, {
              ...Context.get(context, References.CurrentLogAnnotations),
              request_id: requestId
            })
          )
        )
      )
    }

    return (
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const sent = request.headers["x-request-id"] ?? ""
        const answer = isRequestId(sent)
          ? respondTo(request, sent, handler)
          : Effect.flatMap(random.uuidV7(), (id) => respondTo(request, id, handler))
        const isForwarded = request.headers["x-forwarded-for"] !== undefined
        return isForwarded ? Effect.andThen(warnOfProxy(request), answer) : answer
      })
  }),
  { global: true }
)

export const layer = Layer.merge(frame, fallback)
