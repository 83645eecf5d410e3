/** Room for what stays open for a while: so much for each owner, and so much for all of them. */
import { Data, Effect, type Scope } from "effect"

class NoPlace extends Data.TaggedError("NoPlace")<{
  /** Whose places are taken: the owner's own, or all there are. */
  readonly whose: "owner" | "all"
  readonly taken: number
}> {}

/** Each process counts its own. */
export const places = (inAll = Number.POSITIVE_INFINITY) => {
  const open = new Map<string, number>()
  let total = 0
  const change = (owner: string, by: number) => {
    const count = (open.get(owner) ?? 0) + by
    total += by
    if (count > 0) open.set(owner, count)
    else open.delete(owner)
  }
  return {
    /** Takes `count` places until the scope closes, where an owner has `most` of them. */
    take: (owner: string, most: number, count = 1): Effect.Effect<void, NoPlace, Scope.Scope> =>
      Effect.suspend(() => {
        const taken = open.get(owner) ?? 0
        if (taken + count > most) return Effect.fail(new NoPlace({ whose: "owner", taken }))
        if (total + count > inAll) return Effect.fail(new NoPlace({ whose: "all", taken: total }))
        return Effect.acquireRelease(
          Effect.sync(() => change(owner, count)),
          () => Effect.sync(() => change(owner, -count))
        )
      })
  }
}
