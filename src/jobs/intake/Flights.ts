/** Creates on their way in, before they are jobs: each owner has room for as many as it has slots, and one more. */
import { Context, Effect, Layer, type Scope } from "effect"
import type { TierName } from "../../../schema/Actor.ts"
import { SlotsFull } from "../../../schema/Errors.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import type { Owner } from "../Job.ts"

/** One more than the slots: it learns that they are full, where a client always keeps all of them busy. */
const spare = 1
/** Repeats of creates take no slot, but they have bodies too. */
const repeats = 60

export class Flights extends Context.Service<
  Flights,
  {
    /** Counts one until the scope closes, or refuses it. Each process counts its own. */
    readonly begin: (owner: Owner, tier: TierName, isRepeat?: boolean) => Effect.Effect<void, SlotsFull, Scope.Scope>
  }
>()("svc/jobs/intake/Flights") {}

export const layer = Layer.effect(
  Flights,
  Effect.map(Tiers, (tiers) => {
    const open = new Map<Owner, number>()
    const add = (owner: Owner, change: number) => {
      const count = (open.get(owner) ?? 0) + change
      if (count > 0) open.set(owner, count)
      else open.delete(owner)
    }
    return Flights.of({
      begin: (owner, tier, isRepeat = false) =>
        Effect.suspend(() => {
          const limit = tiers[tier].slots
          const count = open.get(owner) ?? 0
          if (count >= limit + spare + (isRepeat ? repeats : 0))
            return Effect.fail(
              new SlotsFull({ message: `${count} creates are on their way`, used: limit, limit, wanted: 1 })
            )
          return Effect.acquireRelease(
            Effect.sync(() => add(owner, 1)),
            () => Effect.sync(() => add(owner, -1))
          )
        })
    })
  })
)
