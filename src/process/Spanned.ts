import { Effect, References, Tracer } from "effect"

/**
 * As `Effect.fn` of that name, for what nearly every request passes: a span is begun only where somebody is told of it,
 * and no call remembers the place that it came from.
 */
export const spanned =
  (name: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever the generator yields
  <Args extends ReadonlyArray<unknown>, Eff extends Effect.Effect<any, any, any>, A>(
    body: (...args: Args) => Generator<Eff, A, never>
  ) => {
    type Run = (...args: Args) => Effect.Effect<A, Effect.Error<Eff>, Effect.Services<Eff>>
    const run = Effect.fnUntraced(body) as unknown as Run
    return ((...args) =>
      Effect.withFiber((fiber) =>
        fiber.getRef(References.TracerEnabled) && fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
          ? Effect.withSpan(run(...args), name)
          : run(...args)
      )) satisfies Run
  }
