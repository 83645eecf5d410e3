import { Effect } from "effect"

/** Runs a loop for as long as the scope lives: a defect that breaks it off is logged, and a second later it goes on. */
export const unbroken =
  (name: string) =>
  <E, R>(loop: Effect.Effect<unknown, E, R>) =>
    loop.pipe(
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError(`${name} broke off`, defect), Effect.sleep("1 second"))
      ),
      Effect.forever,
      Effect.forkScoped
    )
