import { Clock, Context, Effect, Layer } from "effect"

export class Draining extends Context.Service<
  Draining,
  {
    /** From now on this process takes no new work. */
    readonly begin: Effect.Effect<void>
    /** When that was, in milliseconds since the epoch; null while the process takes work. */
    readonly begunAt: () => number | null
  }
>()("svc/net/Draining") {}

export const layer = Layer.sync(Draining, () => {
  let begun: number | null = null
  return Draining.of({
    begin: Effect.map(Clock.currentTimeMillis, (now) => {
      begun ??= now
    }),
    begunAt: () => begun
  })
})

/** Begins to drain as the first thing when its scope closes: build it last. */
export const onClose = Layer.effectDiscard(Effect.flatMap(Draining, ({ begin }) => Effect.addFinalizer(() => begin)))
