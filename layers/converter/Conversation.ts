/** One request to a child, under watch. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Child, Death } from "./Child.ts"
import { idleTime, isOverdue, isStalled } from "./Limits.ts"
import { replyOf } from "./Replies.ts"
import type { Reply, Request } from "./Wire.ts"

/** How a conversation ended: the child answered, or died of something. */
export type Ending = "answered" | Death

/** How often a working child is looked at, in ms. */
const pollInterval = 100

/**
 * Asks a child and hears it out. `hear` takes each reply and says how many milliseconds of a core the child may spend
 * until the next, or null where it makes no sense; a child that spends more, waits for nothing, takes more memory than it may, or says what makes no sense, is killed. One that
 * waits for nothing counts as crashed: it may have been stopped by somebody.
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
  /** Since its last reply, from the first look after it: most children answer before anybody looks. */
  let since: { readonly spent: number; readonly idle: ReturnType<typeof idleTime> } | null = null

  const look = () => {
    const seen = { at: now(), waited: child.waited() }
    if (since === null) since = { spent: child.spent(), idle: idleTime(seen) }
    else {
      const spent = child.spent() - since.spent
      const idle = since.idle(seen)
      if (isOverdue(spent, idle, allowed)) return child.kill(isStalled(spent, idle, allowed) ? "crash" : "time")
    }
    if (child.memory() > memory) child.kill("memory")
  }

  return yield* Effect.callback<Ending>((resume) => {
    const watch = setInterval(look, pollInterval)
    const end = (ending: Effect.Effect<Ending>) => {
      clearInterval(watch)
      resume(ending)
    }
    child.ask(request, {
      reply: (heard) => {
        const reply = replyOf(heard)
        let next: number | null = null
        try {
          if (reply !== null) next = hear(reply)
        } catch (error) {
          // what it said cannot be kept: no fault of the child's, and nobody hears the rest
          end(Effect.die(error))
        }
        if (next === null) {
          child.kill("crash")
          if (!child.isWorking()) end(Effect.succeed("crash"))
          return
        }
        allowed = next
        since = null
        if (!child.isWorking()) end(Effect.succeed("answered"))
      },
      died: (death) => end(Effect.succeed(death))
    })
    return Effect.sync(() => clearInterval(watch))
  })
})
