import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { page } from "../Page.ts"
import * as Wire from "../Wire.ts"

/** What these routes have in common, and where the provider's cookie is sent to. */
const prefix = "/api/v2/auth"

/** Where the identity provider sends the browser back to; what operators register there, on each public origin. */
export const callbackPath = `${prefix}/idp/callback`

/** Where a browser goes to sign in. */
export const startPath = `${prefix}/idp/start`

const refusals = [
  page(429, "Too many requests; `Retry-After` says when to come back"),
  page(500, "A defect of ours"),
  page(502, "The identity provider cannot be reached, or what it gave for the code does not hold"),
  page(503, "Sign-in is not configured; all else works")
]

/** Counts calls per IP address, and answers what does not decode or is too much with a page. */
export class Paged extends HttpApiMiddleware.Service<Paged>()("svc/schema/Paged") {}

const start = HttpApiEndpoint.get("start", "/idp/start", {
  query: {
    /** One-time ticket that links a device to whoever signs in. */
    ticket: Schema.optionalKey(Schema.String)
  },
  success: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(302), { location: Schema.String }),
  error: [page(400, "The link ticket is unknown, used or expired"), ...refusals]
})
  .annotate(OpenApi.Summary, "Sign in: to the identity provider's page")
  .annotate(
    OpenApi.Description,
    "For browsers. Sets a cookie that binds the sign-in to this browser for 10 minutes. With a ticket, the device of the ticket is linked to the account that signs in."
  )
  .middleware(Paged)

const callback = HttpApiEndpoint.get("callback", "/idp/callback", {
  query: {
    code: Schema.optionalKey(Schema.String),
    state: Schema.optionalKey(Schema.String),
    error: Schema.optionalKey(Schema.String),
    iss: Schema.optionalKey(Schema.String)
  },
  success: page(200, "Signed in: sets the cookie svc_session"),
  error: [
    page(400, "The sign-in is over, has expired, began in another browser or was refused, or the e-mail is unverified"),
    ...refusals
  ]
})
  // What the provider adds is its own affair.
  .annotate(HttpApi.QueryParseOptions, {})
  .annotate(OpenApi.Summary, "Where the identity provider sends the browser back to")
  .annotate(
    OpenApi.Description,
    "Finds or makes the account of the verified e-mail, begins a new session, and links the device of the ticket with its jobs."
  )
  .middleware(Paged)

export class V2Auth extends HttpApiGroup.make("v2.auth")
  .add(
    start,
    callback,
    HttpApiEndpoint.post("logout", "/logout", {
      success: Schema.Struct({
        /** Whether there was a session to end. */
        logged_out: Schema.Boolean
      }).annotate({ identifier: "LoggedOut" }),
      error: [Wire.v2(Errors.Unavailable), Wire.v2(Errors.InternalError)]
    })
      .annotate(OpenApi.Summary, "End the session of the cookie")
      .annotate(
        OpenApi.Description,
        "Ends the session on the server and clears the cookie. Devices, keys and jobs stay as they are."
      )
  )
  .prefix(prefix)
  .annotate(OpenApi.Title, "Sign-in")
  .annotate(OpenApi.Description, "People sign in with an OpenID provider; the session is the cookie svc_session.") {}
