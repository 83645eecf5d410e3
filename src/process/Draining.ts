import { Context, Effect, Latch, Layer } from "effect"
import { elapsedMillis } from "./Elapsed.ts"

export class Draining extends Context.Service<
  Draining,
  {
    /** From now on this process takes no new work. */
    readonly begin: Effect.Effect<void>
    /** When that was by `elapsedMillis`; null while the process takes work. */
    readonly begunAt: () => number | null
    /** Succeeds when it begins. */
    readonly begun: Effect.Effect<void>
  }
>()("svc/process/Draining") {}

export const layer = Layer.sync(Draining, () => {
  const begun = Latch.makeUnsafe()
  let at: number | null = null
  return Draining.of({
    begin: Effect.flatMap(elapsedMillis, (now) => {
      at ??= now
      return Effect.asVoid(begun.open)
    }),
    begunAt: () => at,
    begun: begun.await
  })
})

/** Begins to drain as the first thing when its scope closes: build it last. */
export const onClose = Layer.effectDiscard(Effect.flatMap(Draining, ({ begin }) => Effect.addFinalizer(() => begin)))
