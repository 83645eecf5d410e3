import { Context, type Effect } from "effect"
import type { AccountId, DeviceId } from "../../schema/Ids.ts"
import type { Settings as AllSettings, SettingsPatch } from "../../schema/Settings.ts"

/** Jobs of v1 go by their device's settings, linked or not; those of v2 by their account's. */
export type Whose = { readonly deviceId: DeviceId } | { readonly accountId: AccountId }

export class Settings extends Context.Service<
  Settings,
  {
    /** All settings of a device or an account, with the defaults for those never set. */
    readonly of: (whose: Whose) => Effect.Effect<AllSettings>
    /** Changes some; the answer is the whole. Two changes at once to different settings both hold. */
    readonly change: (whose: Whose, patch: SettingsPatch) => Effect.Effect<AllSettings>
  }
>()("svc/accounts/Settings") {}
