import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { DeviceSigned, WellFormed } from "../Security.ts"
import { Settings, SettingsPatch } from "../Settings.ts"
import * as Wire from "../Wire.ts"

export class V1Settings extends HttpApiGroup.make("v1.settings")
  .add(
    HttpApiEndpoint.get("read", "/", { success: Settings })
      .annotate(OpenApi.Summary, "Read the device's settings")
      .annotate(OpenApi.Description, "All settings, with the defaults for those never set."),
    HttpApiEndpoint.put("update", "/", {
      payload: SettingsPatch,
      success: Settings,
      error: [Wire.v1(Errors.InvalidSetting)]
    })
      .annotate(OpenApi.Summary, "Change some of the device's settings")
      .annotate(OpenApi.Description, "Send what changes; the answer is the whole.")
  )
  .middleware(DeviceSigned)
  .middleware(WellFormed)
  .prefix("/settings")
  .annotate(OpenApi.Title, "Settings")
  .annotate(OpenApi.Description, "How a device's documents are converted.") {}
