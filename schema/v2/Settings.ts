import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { Settings, SettingsPatch } from "../Settings.ts"
import * as Wire from "../Wire.ts"
import { FromOurPages, KeyOrSession, Scoped, WellFormed } from "./Security.ts"

export class V2Settings extends HttpApiGroup.make("v2.settings")
  .add(
    HttpApiEndpoint.get("read", "/", { success: Settings })
      .annotate(OpenApi.Summary, "Read the account's settings")
      .annotate(OpenApi.Description, "All settings, with the defaults for those never set."),
    HttpApiEndpoint.put("update", "/", {
      payload: SettingsPatch,
      success: Settings,
      error: [Wire.v2(Errors.InvalidSetting)]
    })
      .annotate(OpenApi.Summary, "Change some of the account's settings")
      .annotate(OpenApi.Description, "Send what changes; the answer is the whole.")
  )
  .middleware(FromOurPages)
  .middleware(Scoped)
  .middleware(KeyOrSession)
  .middleware(WellFormed)
  .prefix("/api/v2/settings")
  .annotate(OpenApi.Title, "Account settings")
  .annotate(OpenApi.Description, "How the account's documents are converted, unless a job says otherwise.") {}
