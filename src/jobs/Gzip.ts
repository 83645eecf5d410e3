/** Bytes packed and unpacked while they stream. */
import { Effect, Stream } from "effect"

/** The types of the platform say that these take buffers of any kind, which none of its streams does. */
const through = (transform: CompressionStream | DecompressionStream) =>
  transform as unknown as ReadableWritablePair<Uint8Array, Uint8Array>

const piped =
  (make: () => CompressionStream | DecompressionStream) =>
  <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E> => {
    /** What the bytes failed with: a platform stream passes on something else. */
    let failure: { readonly error: E } | undefined
    const watched = Stream.tapError(bytes, (error) =>
      Effect.sync(() => {
        failure = { error }
      })
    )
    return Stream.fromReadableStream({
      evaluate: () => Stream.toReadableStream(watched).pipeThrough(through(make())),
      onError: (cause) => cause
    }).pipe(Stream.catch((cause) => (failure === undefined ? Stream.die(cause) : Stream.fail(failure.error))))
  }

export const gzipped = piped(() => new CompressionStream("gzip"))
/** What a zip holds: deflated, with nothing before and behind it. */
export const deflated = piped(() => new CompressionStream("deflate-raw"))
export const gunzipped = piped(() => new DecompressionStream("gzip"))
