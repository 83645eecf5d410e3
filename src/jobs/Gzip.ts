/** Bytes packed and unpacked while they stream. */
import { Context, Effect, Stream } from "effect"
import { inOneIfFew } from "../process/Bytes.ts"

/** Port: gzip of bytes that are all there. A platform stream costs ten times as much where they are few. */
export class Gzip extends Context.Service<Gzip, (bytes: Uint8Array) => Uint8Array>()("svc/jobs/Gzip") {}

/** Up to this many bytes are packed at once, in less than a millisecond. */
const few = 16_384

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

const streamed = piped(() => new CompressionStream("gzip"))

/** Bytes as gzip: at once where they are few, while they stream where they are many. */
export const gzipping = Effect.map(
  Gzip,
  (gzip) =>
    <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E> =>
      Stream.unwrap(
        Effect.map(inOneIfFew(bytes, few), (all) =>
          all instanceof Uint8Array ? Stream.succeed(gzip(all)) : streamed(all)
        )
      )
)

/** What a zip holds: deflated, with nothing before and behind it. */
export const deflated = piped(() => new CompressionStream("deflate-raw"))
export const gunzipped = piped(() => new DecompressionStream("gzip"))
