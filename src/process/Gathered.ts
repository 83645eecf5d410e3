/** Many calls in few: what one call costs, several share. */
import { Cause, Effect, Exit, type Fiber, FiberSet } from "effect"

/** How many calls go out as one, and how many of those are under way at once. */
interface Bounds {
  readonly most: number
  readonly flights?: number
}

interface Call<A, B, E> {
  readonly item: A
  readonly answer: (exit: Exit.Exit<B, E>) => void
  flight: Flight<A, B, E> | null
  isLeft: boolean
}

interface Flight<A, B, E> {
  /** None until it goes out. */
  calls: ReadonlyArray<Call<A, B, E>>
  fiber: Fiber.Fiber<unknown> | null
}

/**
 * Calls of one kind that come in the same turn, or while others are under way, share the next `run`. A single call is never
 * delayed to wait for others. `run` answers in the order of its items; where a shared `run` fails, each call is run again alone.
 * A `run` is interrupted once no caller waits for it, and everything ends with the scope.
 */
export const gathered = Effect.fnUntraced(function* <A, B, E>(
  { most, flights = 1 }: Bounds,
  run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
) {
  const fork = yield* FiberSet.makeRuntime<never>()
  const flying = new Set<Flight<A, B, E>>()
  let waiting: Array<Call<A, B, E>> = []
  /** What comes before the next turn of the event loop goes along. */
  let isBoarding = false
  let isOver = false

  const together = (calls: ReadonlyArray<Call<A, B, E>>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(run(calls.map(({ item }) => item))), (exit) => {
      if (Exit.isFailure(exit) && calls.length > 1 && !Cause.hasInterruptsOnly(exit.cause)) {
        return Effect.forEach(calls, (call) => (call.isLeft ? Effect.void : together([call])), { discard: true })
      }
      for (const [index, { answer }] of calls.entries()) answer(Exit.map(exit, (answers) => answers[index]!))
      return Effect.void
    })

  const takeOff = (flight: Flight<A, B, E>) =>
    Effect.suspend(() => {
      isBoarding = false
      flight.calls = waiting.slice(0, most)
      waiting = waiting.slice(most)
      for (const call of flight.calls) call.flight = flight
      begin()
      return flight.calls.length === 0 ? Effect.void : together(flight.calls)
    })

  const begin = () => {
    if (isOver || isBoarding || waiting.length === 0 || flying.size === flights) return
    isBoarding = true
    const flight: Flight<A, B, E> = { calls: [], fiber: null }
    flying.add(flight)
    flight.fiber = fork(Effect.andThen(Effect.yieldNow, takeOff(flight)))
    flight.fiber.addObserver(() => {
      flying.delete(flight)
      // no effect on calls that have been answered
      for (const { answer } of flight.calls) answer(Exit.interrupt())
      begin()
    })
  }

  const leave = (call: Call<A, B, E>) => {
    call.isLeft = true
    waiting = waiting.filter((each) => each !== call)
    if (call.flight?.calls.every(({ isLeft }) => isLeft) === true) call.flight.fiber?.interruptUnsafe()
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      for (const { answer } of waiting.splice(0)) answer(Exit.interrupt())
    })
  )

  return (item: A): Effect.Effect<B, E> =>
    Effect.callback<B, E>((resume) => {
      if (isOver) return resume(Effect.interrupt)
      const call: Call<A, B, E> = { item, answer: resume, flight: null, isLeft: false }
      waiting.push(call)
      begin()
      return Effect.sync(() => leave(call))
    })
})
