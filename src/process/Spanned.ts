import { Effect, References, Tracer } from "effect"

interface Spanned {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the generator yields
  <Args extends ReadonlyArray<unknown>, Eff extends Effect.Effect<any, any, any>, A>(
    body: (...args: Args) => Generator<Eff, A, never>
  ): (...args: Args) => Effect.Effect<A, Effect.Error<Eff>, Effect.Services<Eff>>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the generator yields
  <Args extends ReadonlyArray<unknown>, Eff extends Effect.Effect<any, any, any>, A, B, E, R>(
    body: (...args: Args) => Generator<Eff, A, never>,
    wrap: (effect: Effect.Effect<A, Effect.Error<Eff>, Effect.Services<Eff>>, ...args: Args) => Effect.Effect<B, E, R>
  ): (...args: Args) => Effect.Effect<B, E, R>
}

/**
 * As `Effect.fn` of that name, for what nearly every request or job passes: a span is begun only where somebody is told of
 * it, and no call remembers the place that it came from.
 */
export const spanned = (name: string): Spanned => {
  type Run = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown>
  const make = (body: Run, ...wraps: ReadonlyArray<Run>) => {
    const run = (Effect.fnUntraced as unknown as (...parts: ReadonlyArray<unknown>) => Run)(body, ...wraps)
    return ((...args) =>
      Effect.withFiber((fiber) =>
        fiber.getRef(References.TracerEnabled) && fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
          ? Effect.withSpan(run(...args), name)
          : run(...args)
      )) satisfies Run
  }
  return make as unknown as Spanned
}
