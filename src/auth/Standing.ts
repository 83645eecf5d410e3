import { Context, type Effect } from "effect"
import type { Actor } from "../../schema/Actor.ts"

/** Whether who was let in would still be let in, for answers that go on for long after the credential was checked. */
export class Standing extends Context.Service<
  Standing,
  {
    /** The key is not revoked, disabled or expired, the session not over, the device not blocked. */
    readonly holds: (actor: Actor) => Effect.Effect<boolean>
  }
>()("svc/auth/Standing") {}
