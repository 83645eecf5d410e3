import { Context, type Effect, Result, Schema } from "effect"
import { InvalidSetting } from "../../schema/Errors.ts"
import type { DeviceId } from "../../schema/Ids.ts"
import { issuesOf } from "../../schema/Issues.ts"
import { type Settings as AllSettings, SettingsPatch } from "../../schema/Settings.ts"

const decode = Schema.decodeUnknownResult(SettingsPatch, { onExcessProperty: "error", errors: "all" })

/** The changes that a client asks for, or what is wrong with them: unknown names and bad values alike. */
export const patch = (input: unknown): Result.Result<SettingsPatch, InvalidSetting> =>
  Result.mapError(decode(input), (error) => new InvalidSetting({ issues: issuesOf(error) }))

export class Settings extends Context.Service<
  Settings,
  {
    /** All settings of a device, with the defaults for those never set. */
    readonly ofDevice: (deviceId: DeviceId) => Effect.Effect<AllSettings>
    /** Changes some; the answer is the whole. Two changes at once to different settings both hold. */
    readonly change: (deviceId: DeviceId, patch: SettingsPatch) => Effect.Effect<AllSettings>
  }
>()("svc/accounts/Settings") {}
