import { Context, type Effect } from "effect"
import type { JobId } from "../../schema/Ids.ts"

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Writes the events of jobs that have just taken their status, one delivery for each receiver that wants it, in
     * the surrounding transaction: they are sent once it commits, and never if it rolls back.
     */
    readonly emit: (jobIds: ReadonlyArray<JobId>) => Effect.Effect<void>
  }
>()("svc/webhooks/Outbox") {}
