/** What is measured when somebody asks, not as it happens. */
import { Effect, Metric } from "effect"
import type { Pool } from "../../src/accounts/Tiers.ts"
import { Queue } from "../../src/jobs/Queue.ts"
import { converters } from "./Processes.ts"

/** A queue that does not answer within this time is left out. */
const patience = "2 seconds"

const pools: ReadonlyArray<Pool> = ["standard", "priority"]

const waiting = (pool: Pool) =>
  Metric.gauge("queue_waiting_jobs", {
    description: "Jobs that wait, in the whole service whichever node tells",
    attributes: { pool }
  })

const oldest = (pool: Pool) =>
  Metric.gauge("queue_oldest_job_seconds", {
    description: "How long the oldest of them has waited",
    attributes: { pool }
  })

const resident = Metric.gauge("process_resident_memory_bytes", { description: "Memory of this process" })

const children = Metric.gauge("converter_children", { description: "Converter processes alive" })

const childrenResident = Metric.gauge("converter_resident_memory_bytes", { description: "Memory of all of them" })

const processes = Effect.suspend(() => {
  const found = converters()
  return Effect.all(
    [
      Metric.update(resident, process.memoryUsage.rss()),
      ...(found === null ? [] : [Metric.update(children, found.alive), Metric.update(childrenResident, found.memory)])
    ],
    { discard: true }
  )
})

/** Takes all measures now. A queue that cannot be asked has none, rather than old ones. */
export const sample = Effect.gen(function* () {
  const queue = yield* Queue
  yield* processes
  yield* queue.depth.pipe(
    Effect.timeout(patience),
    Effect.flatMap((depths) =>
      Effect.forEach(
        depths,
        (depth) =>
          Effect.andThen(
            Metric.update(waiting(depth.pool), depth.waiting),
            Metric.update(oldest(depth.pool), depth.oldestSeconds)
          ),
        { discard: true }
      )
    ),
    Effect.catchCause(() =>
      Effect.forEach(pools, (pool) => Effect.andThen(Metric.remove(waiting(pool)), Metric.remove(oldest(pool))), {
        discard: true
      })
    )
  )
})
