import { Effect, Fiber } from "effect"

/**
 * The outcome of whichever effect ends first. When that is the second, the first is interrupted in the background, because
 * its interruption may take as long as what it waits for. Interrupting the caller interrupts both and waits for their ends.
 */
export const unless =
  <B, E2, R2>(second: Effect.Effect<B, E2, R2>) =>
  <A, E, R>(first: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R | R2> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(
        Effect.forkDetach(restore(first), { startImmediately: true }),
        (running): Effect.Effect<A | B, E | E2, R2> =>
          running.pollUnsafe() ??
          Effect.flatMap(Effect.forkDetach(restore(second), { startImmediately: true }), (other) =>
            Effect.callback<A | B, E | E2>((resume) => {
              // What is broken off may end at once, and tell so.
              running.addObserver((exit) => {
                resume(exit)
                other.interruptUnsafe()
              })
              other.addObserver((exit) => {
                resume(exit)
                running.interruptUnsafe()
              })
            }).pipe(
              restore,
              Effect.onInterrupt(() => Fiber.interruptAll([running, other]))
            )
          )
      )
    )
