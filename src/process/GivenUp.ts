import { Effect, Fiber } from "effect"

/**
 * What the first of two comes to. When that is the second, the first is broken off in the background: to break off may
 * itself take as long as what it waits for. Who is interrupted breaks both off, and sees them end.
 */
export const unless =
  <B, E2, R2>(second: Effect.Effect<B, E2, R2>) =>
  <A, E, R>(first: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R | R2> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const running = yield* Effect.forkDetach(restore(first), { startImmediately: true })
        if (running.pollUnsafe() !== undefined) return yield* Fiber.join(running)
        return yield* restore(Effect.raceFirst(Fiber.join(running), second)).pipe(
          Effect.tap(() =>
            running.pollUnsafe() === undefined ? Effect.forkDetach(Fiber.interrupt(running)) : Effect.void
          ),
          Effect.onInterrupt(() => Fiber.interrupt(running))
        )
      })
    )
