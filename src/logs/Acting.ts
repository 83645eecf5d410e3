import { Context, Effect } from "effect"
import type { Actor } from "../../schema/Actor.ts"

/**
 * Who is behind what is being done, for the logs. One for each request: it is there from its beginning, and told of the
 * caller once the credentials have been checked, so that who answers last knows it too.
 */
export class Acting {
  /** The address of the client; null when the service acts by itself. */
  readonly address: string | null
  /** The caller, while it is known. */
  actor: Actor | null = null

  constructor(address: string | null) {
    this.address = address
  }
}

/** Without a request the service acts by itself; it is never told of a caller. */
export const CurrentActing = Context.Reference<Acting | null>("svc/logs/Acting", { defaultValue: () => null })

/** The caller of this request is known from now on. */
export const actsAs = (actor: Actor): Effect.Effect<void> =>
  Effect.map(CurrentActing, (acting) => {
    if (acting !== null) acting.actor = actor
  })
