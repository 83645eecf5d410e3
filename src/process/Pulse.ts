import { Context, Effect, Latch, Layer } from "effect"

/**
 * Whether the database answers. A server that is down refuses connections, so callers fail at once; one that is frozen or
 * cut off says nothing, and callers would wait without end.
 */
export class Pulse extends Context.Service<
  Pulse,
  {
    /** Tells what was found just now. */
    readonly tell: (answers: boolean) => Effect.Effect<void>
    /** Succeeds as soon as the database has fallen silent, at once while it is. */
    readonly lost: Effect.Effect<void>
  }
>()("svc/process/Pulse") {}

export const layer = Layer.sync(Pulse, () => {
  const silent = Latch.makeUnsafe(false)
  return Pulse.of({
    tell: (answers) => Effect.asVoid(answers ? silent.close : silent.open),
    lost: silent.await
  })
})
