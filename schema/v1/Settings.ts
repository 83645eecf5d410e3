import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { DeviceSigned, WellFormed } from "../Security.ts"
import { FrozenSettings, FrozenSettingsPatch } from "../Settings.ts"
import * as Wire from "../Wire.ts"

export class V1Settings extends HttpApiGroup.make("v1.settings")
  .add(
    HttpApiEndpoint.get("read", "/", { success: FrozenSettings })
      .annotate(OpenApi.Summary, "Read the device's settings")
      .annotate(OpenApi.Description, "All settings, with the defaults for those never set."),
    HttpApiEndpoint.put("update", "/", {
      payload: FrozenSettingsPatch,
      success: FrozenSettings,
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
