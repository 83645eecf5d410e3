import { Clock, Effect } from "effect"

/** Milliseconds by a clock that goes on evenly when the machine's clock is set: for durations, never for dates. */
export const elapsedMillis: Effect.Effect<number> = Effect.map(
  Clock.monotonicTimeNanos,
  (nanos) => Number(nanos) / 1_000_000
)
