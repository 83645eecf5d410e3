/** The parts of a form as they arrive. */
import { Array as Arr, Cause, Channel, Effect, Exit, Option, Pull, Stream } from "effect"
import { Multipart, MultipartParser } from "effect/http"

/** A part of text. */
export interface Field {
  readonly _tag: "Field"
  readonly key: string
  readonly value: string
}

/** A part whose bytes are read before the next part comes. */
export interface File<E> {
  readonly _tag: "File"
  readonly key: string
  /** Not every client gives one. */
  readonly name: string | undefined
  readonly content: Stream.Stream<Uint8Array, E>
}

export interface Limits {
  readonly maxParts: number
  readonly maxFieldSize: number
  readonly maxTotalSize: number
}

const reasons = {
  MaxParts: "TooManyParts",
  MaxFieldSize: "FieldTooLarge",
  MaxPartSize: "FileTooLarge",
  MaxTotalSize: "BodyTooLarge"
} as const

/** Whether the request does not say where its parts begin, as when a program sets the media type by hand. */
export const isWithoutBoundary = ({ reason }: Multipart.MultipartError) =>
  (reason.cause as MultipartParser.MultipartError | undefined)?._tag === "InvalidBoundary"

const unreadable = (error: MultipartParser.MultipartError) =>
  Multipart.MultipartError.fromReason(error._tag === "ReachedLimit" ? reasons[error.limit] : "Parse", error)

/**
 * Effect's own reader takes a part for text unless it has a file name; here a part called `file` is a file in any case,
 * since clients that stream from a pipe have no name to give, and JSON is text even with one, since a `Blob` has one.
 */
export const partsOf = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  headers: Record<string, string>,
  limits: Limits
): Stream.Stream<Field | File<E | Multipart.MultipartError>, E | Multipart.MultipartError> => {
  type Failure = E | Multipart.MultipartError
  type Part = Field | File<Failure>
  const channel: Channel.Channel<
    Arr.NonEmptyReadonlyArray<Part>,
    Failure,
    void,
    Arr.NonEmptyReadonlyArray<Uint8Array>,
    E,
    unknown
  > = Channel.fromTransform((upstream) =>
    Effect.sync(() => {
      let parts: Array<Part> = []
      let exit = Option.none<Exit.Exit<never, Failure | Cause.Done>>()
      let hasEnded = false
      /** Lets go of the bytes of the last file, whose reader has asked for the next part. */
      let leave = () => {}

      const parser = MultipartParser.make({
        ...limits,
        headers,
        isFile: (info) =>
          info.name === "file" || (MultipartParser.defaultIsFile(info) && info.contentType !== "application/json"),
        onField: (info, value) => {
          parts.push({ _tag: "Field", key: info.name, value: MultipartParser.decodeField(info, value) })
        },
        onFile: (info) => {
          let chunks: Array<Uint8Array> = []
          let isWhole = false
          let isLeft = false
          leave = () => {
            isLeft = true
            chunks = []
          }
          const next: Pull.Pull<Arr.NonEmptyReadonlyArray<Uint8Array>, Failure> = Effect.suspend(() => {
            if (Arr.isReadonlyArrayNonEmpty(chunks)) {
              const taken = chunks
              chunks = []
              return Effect.succeed(taken)
            }
            if (isWhole) return Cause.done()
            return Option.isSome(exit) ? exit.value : Effect.flatMap(pump, () => next)
          })
          const content = Stream.fromPull(Effect.succeed(next))
          parts.push({ _tag: "File", key: info.name, name: info.filename, content })
          return (chunk) => {
            if (chunk === null) isWhole = true
            else if (!isLeft) chunks.push(chunk)
          }
        },
        onError: (error) => {
          exit = Option.some(Exit.fail(unreadable(error)))
        },
        onDone: () => {
          if (Option.isNone(exit)) exit = Option.some(Exit.fail(Cause.Done()))
        }
      })

      /** Hands the parser what has come. */
      const pump: Effect.Effect<void> = upstream.pipe(
        Effect.flatMap((chunks) =>
          Effect.sync(() => {
            for (const chunk of chunks) parser.write(chunk)
          })
        ),
        Effect.catchCause((cause) =>
          Effect.sync(() => {
            if (!Pull.isDoneCause(cause)) exit = Option.some(Exit.failCause(cause) as Exit.Exit<never, Failure>)
            else if (!hasEnded) {
              hasEnded = true
              parser.end()
            }
          })
        )
      )

      const next: Pull.Pull<Arr.NonEmptyReadonlyArray<Part>, Failure> = Effect.suspend(() => {
        if (Arr.isReadonlyArrayNonEmpty(parts)) {
          const taken = parts
          parts = []
          return Effect.succeed(taken)
        }
        leave()
        return Option.isSome(exit) ? exit.value : Effect.flatMap(pump, () => next)
      })
      return next
    })
  )
  return Stream.pipeThroughChannel(bytes, channel)
}
