/** The body of a message, with the upload in it streamed into the store. */
import { Effect, Option, Pull, type Scope, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type FileTooLarge, type InvalidRequest, NotAPdf, PayloadTooLarge } from "../../schema/Errors.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import { contentArgument } from "../../schema/mcp/ToolFields.ts"
import { maxJsonBody } from "../../schema/v1/Jobs.ts"
import { Digest } from "../auth/Digest.ts"
import { Blobs } from "../jobs/Blobs.ts"
import { headerBytes, isPdf } from "../jobs/intake/PdfHeader.ts"
import { tooLarge } from "../jobs/intake/Source.ts"
import { arriving } from "../requests/Arriving.ts"
import { malformed } from "../requests/Faults.ts"
import * as Scanner from "./Scanner.ts"

/** A file that came with a message. */
export interface Upload<E> {
  readonly key: BlobKey
  readonly size: number
  readonly sha256: string
  /** Why it can never be a job's file. */
  readonly wrong: NotAPdf | FileTooLarge | InvalidRequest | null
  /** Why it was not stored, though it may be the repeat of one that was. */
  readonly refused: E | null
}

/** The most bytes that a message may have when files have at most `maxFileSize`; lines of Base64 end with escapes. */
const maxBody = (maxFileSize: number) => Math.ceil((maxFileSize * 4) / 3) + Math.ceil(maxFileSize / 24) + maxJsonBody

/**
 * Reads a body. An upload is stored under `key` as it comes, unless `admit` refuses it; then it is read all the same,
 * because what it belongs to may be said behind it.
 */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const digest = yield* Digest

  return Effect.fn("Mcp.receive")(
    function* <E>(
      request: HttpServerRequest.HttpServerRequest,
      {
        key,
        maxFileSize,
        admit
      }: { readonly key: BlobKey; readonly maxFileSize: number; readonly admit: Effect.Effect<void, E, Scope.Scope> }
    ) {
      const file = digest.sha256()
      const limit = maxBody(maxFileSize)
      if (Number(request.headers["content-length"]) > limit) return yield* tooLarge(maxFileSize)

      const scanner = Scanner.make(maxJsonBody)
      let total = 0
      let size = 0
      let start = new Uint8Array(0)
      let refused: E | null = null

      const judge = (chunk: Uint8Array): Effect.Effect<Uint8Array, FileTooLarge | PayloadTooLarge> => {
        total += chunk.length
        if (total > limit) return Effect.fail(tooLarge(maxFileSize))
        const bytes = scanner.push(chunk)
        if (scanner.size() > maxJsonBody) return Effect.fail(new PayloadTooLarge())
        if (start.length < headerBytes)
          start = new Uint8Array([...start, ...bytes.subarray(0, headerBytes - start.length)])
        size += bytes.length
        file.update(bytes)
        return Effect.succeed(bytes)
      }
      /** What is wrong is known early; from then on nothing more of the file is kept. */
      const isHopeless = () => size > maxFileSize || (start.length === headerBytes && !isPdf(start))

      const pull = yield* Stream.toPull(Stream.mapEffect(arriving(request), judge))
      const next = pull.pipe(
        Effect.map(Option.some),
        Pull.catchDone(() => Effect.succeedNone)
      )
      let chunk = yield* next
      while (Option.isSome(chunk) && scanner.uploads() === 0) chunk = yield* next
      if (Option.isSome(chunk)) {
        refused = yield* Effect.match(admit, { onFailure: (error): E | null => error, onSuccess: () => null })
        const bytes = Stream.concat(Stream.fromIterable(chunk.value), Stream.fromPull(Effect.succeed(pull)))
        yield* refused === null
          ? blobs.write(
              key,
              Stream.filter(bytes, ({ length }) => length > 0 && !isHopeless())
            )
          : Stream.runDrain(bytes)
      }

      const wrong =
        scanner.uploads() > 1
          ? malformed(contentArgument, "The arguments name it more than once: send one file")
          : !scanner.isSound()
            ? malformed(contentArgument, "The content is not Base64; nothing may stand before it, no `data:` either")
            : size > maxFileSize
              ? tooLarge(maxFileSize)
              : isPdf(start)
                ? null
                : new NotAPdf()
      const upload: Upload<E> | null = scanner.uploads() > 0 ? { key, size, sha256: file.hex(), wrong, refused } : null
      return { text: scanner.text(), upload }
    },
    Effect.scoped,
    Effect.catchTag("HttpServerError", () => Effect.fail(malformed("body", "The body ended early"))),
    Effect.catchTag("StoreUnavailable", Effect.die)
  )
})
