import { Context, type Effect, type Option } from "effect"
import type { AccountId, DeviceId } from "../../schema/Ids.ts"

/** A link ticket is good for this long, once. */
export const ticketSeconds = 600

/** Devices and the accounts they belong to. A device's live jobs go with it, in one transaction. */
export class Links extends Context.Service<
  Links,
  {
    /** A ticket that lets whoever signs in with it link this device. */
    readonly ticket: (deviceId: DeviceId) => Effect.Effect<string>

    /**
     * Makes the device the account's, whoever's it was, and moves its anonymous live jobs there. Repeating it changes
     * nothing.
     */
    readonly attach: (deviceId: DeviceId, accountId: AccountId) => Effect.Effect<void>

    /** Makes the device anonymous; live jobs that it made come back to it. */
    readonly detach: (deviceId: DeviceId) => Effect.Effect<void>

    /** Whose the device is. */
    readonly account: (deviceId: DeviceId) => Effect.Effect<
      Option.Option<{
        readonly accountId: AccountId
        readonly email: string
        readonly tier: "free" | "pro" | "business"
      }>
    >
  }
>()("svc/accounts/Links") {}
