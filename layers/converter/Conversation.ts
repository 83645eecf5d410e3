/** One request to a child, under watch. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Child, Death } from "./Child.ts"
import { isOverdue } from "./Limits.ts"
import { replyOf } from "./Replies.ts"
import type { Reply, Request } from "./Wire.ts"

/** How a conversation ended: the child answered, or died of something. */
export type Ending = "answered" | Death

/** How often a working child is looked at. */
const pollInterval = Duration.millis(100)

/**
 * Asks a child and hears it out. `hear` takes each reply and says how many milliseconds of a core the child may spend
 * until the next, or null where it makes no sense; a child that spends more, waits for nothing, takes more memory than it may, or says what makes no sense, is killed.
 */
export const exchange = Effect.fnUntraced(function* (
  child: Child,
  request: Iterable<Request>,
  memory: number,
  patience: number,
  hear: (reply: Reply) => number | null
) {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  let allowed = patience
  let since = { spent: child.spent(), at: now() }

  const conversation = Effect.callback<Ending>((resume) =>
    child.ask(request, {
      reply: (heard) => {
        const reply = replyOf(heard)
        let next: number | null = null
        try {
          if (reply !== null) next = hear(reply)
        } catch (error) {
          // what it said cannot be kept: no fault of the child's, and nobody hears the rest
          resume(Effect.die(error))
        }
        if (next === null) {
          child.kill("crash")
          if (!child.isWorking()) resume(Effect.succeed("crash"))
          return
        }
        allowed = next
        since = { spent: child.spent(), at: now() }
        if (!child.isWorking()) resume(Effect.succeed("answered"))
      },
      died: (death) => resume(Effect.succeed(death))
    })
  )
  const watch = Effect.sync(() => {
    if (isOverdue(child.spent() - since.spent, now() - since.at, allowed)) child.kill("time")
    else if (child.memory() > memory) child.kill("memory")
  })
  return yield* Effect.raceFirst(
    conversation,
    Effect.andThen(Effect.repeat(watch, Schedule.spaced(pollInterval)), Effect.never)
  )
})
