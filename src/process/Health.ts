import { Context, type Effect } from "effect"

export interface Checks {
  readonly database: boolean
  readonly storage: boolean
}

/** Requests can be served when every store answers. */
export const isReady = (checks: Checks) => checks.database && checks.storage

export class Health extends Context.Service<
  Health,
  {
    /**
     * Whether each store that a request needs answers right now. A database counts only with the migrations that this
     * version runs on.
     */
    readonly checks: Effect.Effect<Checks>
  }
>()("svc/process/Health") {}
