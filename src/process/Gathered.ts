/** Many calls in few: what one call costs, several share. */
import { Deferred, Effect, Exit, Queue } from "effect"

/**
 * Calls of one kind that come while another is under way go out together as the next: nobody waits for company, and
 * under load one `run` does the work of many. Where one fails that several share, each is told by one of
 * its own. `run` answers in the order of its items. It all ends with the scope.
 */
export const gathered = Effect.fnUntraced(function* <A, B, E>(
  most: number,
  run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
) {
  interface Call {
    readonly item: A
    readonly answer: Deferred.Deferred<B, E>
  }
  const calls = yield* Queue.unbounded<Call>()

  const together = Effect.fnUntraced(function* (some: ReadonlyArray<Call>): Effect.fn.Return<void> {
    const exit = yield* Effect.exit(run(some.map(({ item }) => item)))
    if (Exit.isFailure(exit) && some.length > 1) {
      for (const call of some) yield* together([call])
      return
    }
    for (const [index, { answer }] of some.entries()) {
      Deferred.doneUnsafe(
        answer,
        Exit.map(exit, (answers) => answers[index]!)
      )
    }
  })

  yield* Queue.takeBetween(calls, 1, most).pipe(
    Effect.flatMap((some) => Effect.uninterruptible(together(some))),
    Effect.forever,
    Effect.forkScoped
  )

  return (item: A): Effect.Effect<B, E> =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<B, E>()
      Queue.offerUnsafe(calls, { item, answer })
      return Deferred.await(answer)
    })
})
