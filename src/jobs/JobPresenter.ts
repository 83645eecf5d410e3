/** What v2 answers with: jobs as their account sees them. */
import { Effect } from "effect"
import type { AccountActor, Actor } from "../../schema/Actor.ts"
import { Tiers } from "../accounts/Tiers.ts"
import { type Job, ownerOf, v2Resource } from "./Job.ts"
import type { Seen } from "./Jobs.ts"
import { Slots } from "./Slots.ts"

/** Shows jobs with the caller's slots as they are now; those that were just made or deleted, as they were then. */
export const showing = Effect.gen(function* () {
  const slots = yield* Slots
  const tiers = yield* Tiers

  const usageAt = (caller: Actor, used: number) => ({ used, limit: tiers[caller.tier].slots })

  const usage = (caller: Actor) => Effect.map(slots.used(ownerOf(caller)), (used) => usageAt(caller, used))

  const shown = Effect.fnUntraced(function* (caller: AccountActor, found: ReadonlyArray<Job>) {
    const [first] = found
    const now = first?.slotsUsed === undefined ? yield* usage(caller) : usageAt(caller, first.slotsUsed)
    return found.map((job) => v2Resource(job, now))
  })

  return {
    usage,
    shown,
    /** A job that was seen together with the slots. */
    seen: (caller: AccountActor, { job, slotsUsed }: Seen) => v2Resource(job, usageAt(caller, slotsUsed)),
    one: (caller: AccountActor, job: Job) => Effect.map(shown(caller, [job]), ([resource]) => resource!)
  }
})
