/** Creates on their way in, before they are jobs: each owner has room for as many as it has slots, and one more. */
import { Context, Effect, Layer, type Scope } from "effect"
import type { TierName } from "../../../schema/Actor.ts"
import { SlotsFull, Unavailable } from "../../../schema/Errors.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { places } from "../../process/Places.ts"
import type { Owner } from "../Job.ts"

/** One more than the slots: it learns that they are full, where a client always keeps all of them busy. */
const spare = 1
/** Repeats of creates take no slot, but they have bodies too. */
const repeats = 60

/** Links that a process fetches at once: each has a socket, and may keep it for 30 s. */
const maxFetches = 500

export class Flights extends Context.Service<
  Flights,
  {
    /** Counts one, or as many as a batch has beyond its first, until the scope closes, or refuses. Each process counts its own. */
    readonly begin: (
      owner: Owner,
      tier: TierName,
      kind?: { readonly isRepeat?: boolean; readonly count?: number }
    ) => Effect.Effect<void, SlotsFull, Scope.Scope>

    /** Counts so many links that are being fetched until the scope closes, or refuses. An owner's are within its creates. */
    readonly fetch: (count: number) => Effect.Effect<void, Unavailable, Scope.Scope>
  }
>()("svc/jobs/intake/Flights") {}

export const layer = Layer.effect(
  Flights,
  Effect.map(Tiers, (tiers) => {
    const creates = places()
    const fetches = places(maxFetches)
    return Flights.of({
      begin: (owner, tier, { isRepeat = false, count = 1 } = {}) => {
        const limit = tiers[tier].slots
        return Effect.mapError(
          creates.take(owner, limit + spare + (isRepeat ? repeats : 0), count),
          ({ taken }) =>
            new SlotsFull({ message: `${taken} creates are on their way`, used: limit, limit, wanted: count })
        )
      },
      fetch: (count) =>
        Effect.mapError(
          fetches.take("all", maxFetches, count),
          () => new Unavailable({ message: "Too many links are being fetched" })
        )
    })
  })
)
