import { Context, type DateTime, type Effect } from "effect"
import type { DeviceActor, KeyActor, LinkedDevice } from "../../../schema/Actor.ts"
import type { TierTable } from "../../accounts/Tiers.ts"

/** An upload ticket is good for this long, once. */
export const ticketSeconds = 600

/** Whether the device may upload with a ticket: one that belongs to an account whose tier has tickets. */
export const isEligible = (tiers: TierTable, device: DeviceActor): device is LinkedDevice =>
  device.accountId !== null && tiers[device.tier].uploadTickets

/** Tickets for uploads whose bodies are not signed. `Auth.ticket` takes them. */
export class Tickets extends Context.Service<
  Tickets,
  {
    /** A ticket for one upload of up to `maxBytes`, as this caller and under the tier that its account has now. */
    readonly issue: (
      actor: LinkedDevice | KeyActor,
      maxBytes: number
    ) => Effect.Effect<{ readonly ticket: string; readonly expiresAt: DateTime.Utc }>
  }
>()("svc/jobs/Tickets") {}
