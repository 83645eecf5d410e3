import { Context, type Effect } from "effect"

export class Health extends Context.Service<
  Health,
  {
    /** Whether each store that a request needs answers right now. */
    readonly checks: Effect.Effect<{ readonly database: boolean; readonly storage: boolean }>
  }
>()("svc/net/Health") {}
