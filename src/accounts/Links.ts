import { Context, type DateTime, type Effect, type Option } from "effect"
import type { DeviceNotFound, InvalidLinkTicket, InvalidSession } from "../../schema/Errors.ts"
import type { AccountId, DeviceId } from "../../schema/Ids.ts"
import type { AuditActor } from "../../schema/v2/Logs.ts"

/** A link ticket is good for this long, once. */
export const ticketSeconds = 600

/** A device that asks to be linked. */
export interface Asked {
  readonly name: string | null
  readonly at: DateTime.Utc | null
  readonly from: string | null
}

/** Devices and the accounts they belong to. A device's live jobs go with it, in one transaction. */
export class Links extends Context.Service<
  Links,
  {
    /** A ticket that lets whoever signs in with it link this device, which asks from this address. */
    readonly ticket: (deviceId: DeviceId, address: string) => Effect.Effect<string>

    /** What a person should know who is asked to link the device of a ticket. */
    readonly asked: (ticket: string) => Effect.Effect<Asked, InvalidLinkTicket>

    /** Binds the ticket to the browser in which its page was confirmed: to this secret, that its cookie holds. */
    readonly confirm: (ticket: string, browser: string) => Effect.Effect<void, InvalidLinkTicket>

    /**
     * Makes the device the account's, whoever's it was, and moves its anonymous live jobs there. Repeating it changes
     * nothing. `by` is who does it, where that is not the caller of the request.
     */
    readonly attach: (
      deviceId: DeviceId,
      accountId: AccountId,
      address: string | null,
      by?: AuditActor
    ) => Effect.Effect<void, InvalidSession>

    /** Makes the device anonymous; live jobs that it made come back to it. */
    readonly detach: (deviceId: DeviceId) => Effect.Effect<void>

    /** Throws a device out of the account: makes it anonymous, and revokes the keys of the account that it made. */
    readonly remove: (accountId: AccountId, deviceId: DeviceId) => Effect.Effect<void, DeviceNotFound>

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
