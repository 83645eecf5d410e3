import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { page } from "../Page.ts"
import * as Wire from "../Wire.ts"
import { text } from "./Query.ts"

/** What these routes have in common, and where the provider's cookie is sent to. */
const prefix = "/api/v2/auth"

/** Where the identity provider sends the browser back to; what operators register there, on each public origin. */
export const callbackPath = `${prefix}/idp/callback`

/** Where a browser goes to sign in. */
export const startPath = `${prefix}/idp/start`

/** Where a browser goes to link a device. */
export const linkPath = "/link"

/** Where the device is unlinked again that has just been linked. */
export const undoPath = `${linkPath}/undo`

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
    ticket: text("One-time ticket that links a device to whoever signs in."),
    consent: Schema.optionalKey(
      Schema.String.annotate({ description: "The question about an agent to go on with after the sign-in." }).check(
        Schema.isPattern(/^[\w-]{1,64}$/, { expected: "of a question" })
      )
    ),
    other: Schema.optionalKey(
      Schema.Literal("yes").annotate({
        description: "Has the identity provider ask which account, even when it knows who sits before the browser."
      })
    )
  },
  success: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(302), { location: Schema.String }),
  error: [page(400, "The link ticket is unknown, used or expired"), ...refusals]
})
  .annotate(OpenApi.Summary, "Sign in: to the identity provider's page")
  .annotate(
    OpenApi.Description,
    "For browsers. Sets a cookie that binds the sign-in to this browser for 10 minutes. With a ticket, the device of the ticket is linked to the account that signs in; a browser that has not confirmed that is sent to `/link`."
  )
  .middleware(Paged)

const callback = HttpApiEndpoint.get("callback", "/idp/callback", {
  query: {
    code: text("What the identity provider gives for a sign-in."),
    state: text("What the sign-in began with."),
    error: text("Why there was no sign-in."),
    iss: text("Which identity provider it was.")
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

/** The pages on which a person links a device, and unlinks it again. */
export class LinkPages extends HttpApiGroup.make("link")
  .add(
    HttpApiEndpoint.get("show", linkPath, {
      query: { ticket: text("The ticket of `login_url`.") },
      success: page(200, "Names the device and asks whether to link it"),
      error: [page(400, "The link ticket is unknown, used or expired"), ...refusals]
    })
      .annotate(OpenApi.Summary, "Ask a person whether to link a device")
      .middleware(Paged),
    HttpApiEndpoint.post("confirm", linkPath, {
      payload: Schema.Struct({ ticket: Schema.String, browser: Schema.String }).pipe(HttpApiSchema.asFormUrlEncoded()),
      success: HttpApiSchema.WithHeaders(HttpApiSchema.Empty(303), { location: Schema.String }),
      error: [page(400, "The link ticket is unknown, used or expired, or the page was shown elsewhere"), ...refusals]
    })
      .annotate(OpenApi.Summary, "Confirm it, and go on to sign in")
      .annotate(
        OpenApi.Description,
        "The form of the page. What it confirms holds once, in the browser that showed it."
      )
      .middleware(Paged),
    HttpApiEndpoint.post("undo", undoPath, {
      payload: Schema.Struct({ device_id: Schema.String }).pipe(HttpApiSchema.asFormUrlEncoded()),
      success: page(200, "The device is unlinked"),
      error: [page(400, "The device is not linked, or nobody is signed in"), ...refusals]
    })
      .annotate(OpenApi.Summary, "Unlink the device that has just been linked")
      .middleware(Paged)
  )
  .annotate(OpenApi.Title, "Linking pages")
  .annotate(OpenApi.Description, "Pages on which a person links a device to an account.") {}

export class V2Auth extends HttpApiGroup.make("v2.auth")
  .add(
    start,
    callback,
    HttpApiEndpoint.post("logout", "/logout", {
      success: Schema.Struct({
        logged_out: Schema.Boolean.annotate({ description: "Whether there was a session to end." })
      }).annotate({ identifier: "LoggedOut" }),
      error: [Wire.v2(Errors.InvalidRequest), Wire.v2(Errors.Unavailable), Wire.v2(Errors.InternalError)]
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
