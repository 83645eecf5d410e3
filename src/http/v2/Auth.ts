import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiError } from "effect/http-api"
import { Api } from "../../../schema/Api.ts"
import { authorizePath, consentPath } from "../../../schema/oauth/Paths.ts"
import { callbackPath, linkPath, Paged, startPath, undoPath } from "../../../schema/v2/Auth.ts"
import { Auth, sessionCookie, sessionSeconds } from "../../auth/Auth.ts"
import { browserOf } from "../../auth/Sessions.ts"
import { linkCookie, SignIn, signInSeconds } from "../../auth/SignIn.ts"
import { Client } from "../Client.ts"
import { undo } from "../LinkPages.ts"
import { page } from "../oauth/Protocol.ts"
import * as Pages from "../Pages.ts"
import { withRetryAfter } from "../Retry.ts"
import { onCharge } from "../Security.ts"
import { failure, invalidTicket, success, unknown } from "../SignInPages.ts"
import { withoutQuery } from "./Query.ts"

/** Binds a sign-in to the browser that began it. */
const browserCookie = "svc_sign_in"

/** Where a person who signs in from the console was there: it says so itself, in a cookie for the end of the sign-in. */
const returnCookie = "svc_return"

/** A view of the console, and nothing else: whatever a cookie says leads nowhere else. */
const placeIn = (cookie: string | undefined): string | null => {
  const place = URL.parse(cookie ?? "", "http://here.invalid")
  const isView = place?.origin === "http://here.invalid" && /^\/console(?:\/[\w-]+)*$/.test(place.pathname)
  return isView ? place.pathname + place.search : null
}

const shared = { httpOnly: true, sameSite: "lax" } as const

const isSecure = (origin: string) => origin.startsWith("https:")

/** A page that leads on by itself: what it answers is a page all the same. */
const onwards = (page: HttpServerResponse.HttpServerResponse, next: string | null) =>
  next === null ? page : HttpServerResponse.setHeader(page, "refresh", `0; url=${next}`)

/** The query of a request, as it came. */
const searchOf = (url: string) => (url.includes("?") ? url.slice(url.indexOf("?")) : "")

/** What a page answers to a request that is not of its form. */
const misasked = (path: string): Pages.Page => {
  if (path === authorizePath) return page({ status: 400, body: "" })
  return [startPath, linkPath, undoPath].includes(path) ? invalidTicket : unknown
}

export const paged = Layer.effect(
  Paged,
  Effect.map(
    Auth,
    (auth) =>
      (handler, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const { address } = yield* Client
          const limited = auth.anonymous(address, onCharge(request)).pipe(withRetryAfter)
          return yield* Effect.matchEffect(limited, {
            onFailure: (error) => Pages.respond(failure(error)),
            // A body of another kind is none of our forms.
            onSuccess: () =>
              Effect.flatMap(handler, (response) =>
                response.status === 415 ? Pages.respond(invalidTicket) : Effect.succeed(response)
              )
          })
        }).pipe(
          Effect.catch((error) =>
            HttpApiError.HttpApiSchemaError.is(error) &&
            (error.kind === "Query" || error.kind === "Payload" || error.kind === "Body")
              ? Pages.respond(misasked(endpoint.path))
              : Effect.fail(error)
          )
        )
  )
)

export const layer = HttpApiBuilder.group(
  Api,
  "v2.auth",
  Effect.fn(function* (handlers) {
    const signIn = yield* SignIn

    return handlers.handleAll({
      start: Effect.fnUntraced(
        function* ({ query: { ticket, consent, other }, request }) {
          const { origin } = yield* Client
          const link = ticket === undefined ? null : { ticket, browser: request.cookies[linkCookie] ?? "" }
          const { url, browser } = yield* signIn.begin({
            origin,
            link,
            consent: consent ?? null,
            other: other !== undefined
          })
          return yield* HttpServerResponse.redirect(url, { headers: { "cache-control": "no-store" } }).pipe(
            HttpServerResponse.setCookie(browserCookie, browser, {
              ...shared,
              path: callbackPath,
              secure: isSecure(origin),
              maxAge: `${signInSeconds} seconds`
            }),
            Effect.orDie
          )
        },
        Effect.catchTag("link_unconfirmed", ({ ticket }) =>
          Effect.succeed(
            HttpServerResponse.redirect(`${linkPath}?ticket=${encodeURIComponent(ticket)}`, {
              headers: { "cache-control": "no-store" }
            })
          )
        ),
        Effect.catch((error) => Pages.respond(failure(error)))
      ),

      callback: Effect.fnUntraced(
        function* ({ request }) {
          const { address, origin } = yield* Client
          const signedIn = yield* signIn.finish({
            search: searchOf(request.url),
            browser: request.cookies[browserCookie],
            session: request.cookies[sessionCookie],
            from: { browser: browserOf(request.headers["user-agent"] ?? ""), address }
          })
          const place = placeIn(request.cookies[returnCookie])
          const next = signedIn.consent === null ? place : `${consentPath}/${signedIn.consent}`
          const page = yield* Pages.respond(success(signedIn, undo, place))
          return yield* onwards(page, next).pipe(
            HttpServerResponse.setCookie(sessionCookie, signedIn.session, {
              ...shared,
              path: "/",
              secure: isSecure(origin),
              maxAge: `${sessionSeconds} seconds`
            }),
            Effect.flatMap(
              HttpServerResponse.expireCookie(browserCookie, {
                ...shared,
                path: callbackPath,
                secure: isSecure(origin)
              })
            ),
            Effect.flatMap(HttpServerResponse.expireCookie(returnCookie, { sameSite: "lax", path: callbackPath })),
            Effect.orDie
          )
        },
        Effect.catch((error) => Pages.respond(failure(error)))
      ),

      logout: Effect.fnUntraced(function* ({ request, endpoint }) {
        yield* withoutQuery(request, endpoint)
        const { origin } = yield* Client
        const session = request.cookies[sessionCookie]
        const answer = (logged_out: boolean) =>
          HttpServerResponse.jsonUnsafe({ logged_out }, { headers: { "cache-control": "no-store" } })
        // A form on another site comes without the cookie, and so cannot clear it.
        if (session === undefined) return answer(false)
        return yield* answer(yield* signIn.end(session)).pipe(
          HttpServerResponse.expireCookie(sessionCookie, { ...shared, path: "/", secure: isSecure(origin) }),
          Effect.orDie
        )
      })
    })
  })
)
