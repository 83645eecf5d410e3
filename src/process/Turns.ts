/** Work of which each owner has one piece at a time: the next that is free to be done is another's. */
import { Effect, type Scope, Semaphore } from "effect"

/** Each process gives its own. */
export const turns = () => {
  /** Owners who work or wait, and how often. */
  const all = new Map<string, { readonly turn: Semaphore.Semaphore; count: number }>()
  const taken = (owner: string): Effect.Effect<Semaphore.Semaphore, never, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const mine = all.get(owner) ?? { turn: Semaphore.makeUnsafe(1), count: 0 }
        mine.count++
        all.set(owner, mine)
        return mine.turn
      }),
      () =>
        Effect.sync(() => {
          const mine = all.get(owner)
          if (mine !== undefined && --mine.count === 0) all.delete(owner)
        })
    )
  return (owner: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.scoped(Effect.flatMap(taken(owner), (turn) => turn.withPermit(work)))
}
