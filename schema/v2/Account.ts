import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AccountStatus, Limits, Me, Session, Usage } from "../Account.ts"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"
import { DeviceAndSession, DeviceOnly, FromOurPages, KeyOrSession, SessionOnly, WellFormed } from "./Security.ts"

export class V2Account extends HttpApiGroup.make("v2.account")
  .add(
    HttpApiEndpoint.get("status", "/", { success: AccountStatus })
      .annotate(OpenApi.Summary, "Whether the device is linked, and to whom")
      .middleware(DeviceOnly),
    HttpApiEndpoint.post("linkStart", "/link/start", {
      success: Schema.Struct({
        login_url: Schema.String.annotate({ format: "uri", description: "The page to open in a browser." })
      }),
      error: [Wire.v2(Errors.OauthNotConfigured)]
    })
      .annotate(OpenApi.Summary, "Begin to link the device by signing in")
      .annotate(
        OpenApi.Description,
        "Open login_url in a browser within 10 minutes; it works once. The page there names this device; whoever goes on and signs in links it."
      )
      .middleware(DeviceOnly),
    HttpApiEndpoint.post("linkAttach", "/link/attach", { success: AccountStatus })
      .annotate(OpenApi.Summary, "Link the device to the account of the session")
      .annotate(
        OpenApi.Description,
        "Needs both: the device's signature and the session's cookie. The device's live jobs move to the account. Repeating it changes nothing."
      )
      .middleware(FromOurPages)
      .middleware(DeviceAndSession),
    HttpApiEndpoint.post("unlink", "/unlink", { success: AccountStatus })
      .annotate(OpenApi.Summary, "Unlink the device")
      .annotate(OpenApi.Description, "Live jobs that the device made come back to it. Repeating it changes nothing.")
      .middleware(DeviceOnly)
  )
  .middleware(WellFormed)
  .prefix("/api/v2/account")
  .annotate(OpenApi.Title, "Account of a device")
  .annotate(OpenApi.Description, "Devices and the accounts they belong to.") {}

export class V2Me extends HttpApiGroup.make("v2.me")
  .add(
    HttpApiEndpoint.get("read", "/me", { success: Me })
      .annotate(OpenApi.Summary, "The current account")
      .middleware(KeyOrSession),
    HttpApiEndpoint.get("limits", "/limits", { success: Limits })
      .annotate(OpenApi.Summary, "What the caller may do right now")
      .middleware(KeyOrSession),
    HttpApiEndpoint.get("usage", "/usage", { success: Usage })
      .annotate(OpenApi.Summary, "What was used this UTC month")
      .annotate(OpenApi.Description, "For a key with a page limit of its own: what that key has used.")
      .middleware(KeyOrSession),
    HttpApiEndpoint.get("export", "/me/export", {
      success: HttpApiSchema.WithHeaders(Schema.Record(Schema.String, Schema.Unknown), {
        "content-disposition": Schema.String
      })
    })
      .annotate(OpenApi.Summary, "Everything that is stored about the account")
      .middleware(SessionOnly),
    HttpApiEndpoint.delete("removeDevice", "/me/devices/:deviceId", {
      params: { deviceId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: [Wire.v2(Errors.DeviceNotFound)]
    })
      .annotate(OpenApi.Summary, "Throw a device out of the account")
      .annotate(
        OpenApi.Description,
        "Unlinks the device, whoever holds it, and revokes the API keys that it made. Live jobs that it made go back to it."
      )
      .middleware(FromOurPages)
      .middleware(SessionOnly),
    HttpApiEndpoint.get("sessions", "/me/sessions", {
      success: Schema.Struct({
        items: Schema.Array(Session).annotate({ description: "The sessions, the latest used first." })
      })
    })
      .annotate(OpenApi.Summary, "Where the account is signed in")
      .annotate(OpenApi.Description, "The latest used first. `current` is the session that asks.")
      .middleware(SessionOnly),
    HttpApiEndpoint.delete("endSession", "/me/sessions/:sessionId", {
      params: { sessionId: Schema.String.annotate({ format: "uuid" }) },
      success: HttpApiSchema.NoContent,
      error: [Wire.v2(Errors.NotFound)]
    })
      .annotate(OpenApi.Summary, "End a session")
      .annotate(OpenApi.Description, "At once, in whatever browser it is; also the session that asks.")
      .middleware(FromOurPages)
      .middleware(SessionOnly),
    HttpApiEndpoint.delete("remove", "/me", {
      success: HttpApiSchema.NoContent,
      error: [Wire.v2(Errors.BillingUnavailable), Wire.v2(Errors.BillingNotConfigured)]
    })
      .annotate(OpenApi.Summary, "Delete the account")
      .annotate(
        OpenApi.Description,
        "Ends its subscription, stops its jobs and deletes them with their files, its keys, sessions and settings. Its devices are anonymous again. There is no way back."
      )
      .middleware(FromOurPages)
      .middleware(SessionOnly)
  )
  .middleware(WellFormed)
  .prefix("/api/v2")
  .annotate(OpenApi.Title, "Me")
  .annotate(OpenApi.Description, "The account behind a key or a session.") {}
