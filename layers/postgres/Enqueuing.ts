/** How a statement queues the jobs that it makes, where the queue is a table beside theirs. */
import { Context } from "effect"

/** Something may be taken; the payload is the pool. */
export const wakeUp = "queue"

/** A part of a statement that has rows `made` with `id`, `pool` and `priority`; null where jobs are queued by `Queue.enqueue` alone. */
export const Enqueuing = Context.Reference<string | null>("svc/layers/Enqueuing", { defaultValue: () => null })

export const besideJobs = `queued AS (
  INSERT INTO queue (job_id, pool, priority) SELECT id, pool, priority FROM made
  RETURNING pg_notify('${wakeUp}', pool)
)`
