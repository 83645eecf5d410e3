import { Context, type Effect } from "effect"
import type { AccountId, DeviceId } from "../../schema/Ids.ts"

export class Links extends Context.Service<
  Links,
  {
    /** From now on the device is the account's, and so are the jobs that it has. In the caller's transaction. */
    readonly attach: (deviceId: DeviceId, accountId: AccountId) => Effect.Effect<void>
  }
>()("svc/accounts/Links") {}
