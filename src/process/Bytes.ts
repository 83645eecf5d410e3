import { Effect, Pull, type Scope, Stream } from "effect"

/** Bytes that came in parts, in one piece. */
export const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** All bytes in one piece where they are about `few` or fewer, else as they stream. */
export const inOneIfFew = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  few: number
): Effect.Effect<Uint8Array | Stream.Stream<Uint8Array, E>, E, Scope.Scope> =>
  Effect.gen(function* () {
    const pull = yield* Stream.toPull(bytes)
    const next = Pull.catchDone(pull, () => Effect.succeed(null))
    const parts: Array<Uint8Array> = []
    let size = 0
    while (size <= few) {
      const some = yield* next
      if (some === null) return joined(parts)
      for (const part of some) {
        parts.push(part)
        size += part.length
      }
    }
    return Stream.concat(Stream.fromIterable(parts), Stream.fromPull(Effect.succeed(pull)))
  })
