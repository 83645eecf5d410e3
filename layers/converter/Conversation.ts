/** One request to a child, under watch. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Child, Death } from "./Child.ts"
import { replyOf } from "./Replies.ts"
import type { Reply, Request } from "./Wire.ts"

/** How a conversation ended: the child answered, or died of something. */
export type Ending = "answered" | Death

/** How often a working child is looked at. */
const pollInterval = Duration.millis(100)

/**
 * Asks a child and hears it out. `hear` takes each reply and says for how many milliseconds the child may be silent
 * after it; a child that is silent for longer, takes more memory than it may, or says what cannot be understood, is killed.
 */
export const exchange = Effect.fnUntraced(function* (
  child: Child,
  request: Iterable<Request>,
  memory: number,
  patience: number,
  hear: (reply: Reply) => number
) {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  let deadline = now() + patience

  const conversation = Effect.callback<Ending>((resume) =>
    child.ask(request, {
      reply: (heard) => {
        const reply = replyOf(heard)
        if (reply === null) {
          child.kill("crash")
          if (!child.isWorking()) resume(Effect.succeed("crash"))
          return
        }
        deadline = now() + hear(reply)
        if (!child.isWorking()) resume(Effect.succeed("answered"))
      },
      died: (death) => resume(Effect.succeed(death))
    })
  )
  const watch = Effect.sync(() => {
    if (now() > deadline) child.kill("time")
    else if (child.memory() > memory) child.kill("memory")
  })
  return yield* Effect.raceFirst(
    conversation,
    Effect.andThen(Effect.repeat(watch, Schedule.spaced(pollInterval)), Effect.never)
  )
})
