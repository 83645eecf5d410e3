import { Effect, Pull, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { type HttpServerRequest, Multipart } from "effect/http"
import {
  BodyHashMismatch,
  type FileTooLarge,
  type InvalidRequest,
  MissingInput,
  type NotAPdf
} from "../../schema/Errors.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { Digest } from "../auth/Digest.ts"
import { Blobs } from "../jobs/Blobs.ts"
import { onlyPdf, tooLarge } from "../jobs/intake/Source.ts"
import type { Received } from "../jobs/intake/Submission.ts"
import { arriving } from "../requests/Arriving.ts"
import { malformed } from "../requests/Faults.ts"

/** Bytes a form may have around its file. */
const formOverhead = 65_536

/** Longest text part, in bytes. */
const maxFieldSize = 16_384

const maxParts = 32

const refusal = (error: Multipart.MultipartError, limit: number) =>
  error.reason._tag === "FileTooLarge" || error.reason._tag === "BodyTooLarge"
    ? tooLarge(limit)
    : malformed("body", `The form cannot be read: ${error.reason._tag}`)

/** What of a form counts; the first thing that is wrong with it is told only after its bytes were verified. */
interface Form {
  file: { readonly name: string; readonly size: number; readonly sha256: string } | null
  /** Text parts, in their order. */
  fields: Array<readonly [string, string]>
  wrong: NotAPdf | MissingInput | InvalidRequest | FileTooLarge | null
}

/**
 * Streams the one PDF of a form into the store, hashing on the way. Fails with `body_hash_mismatch` unless the raw
 * bytes of the body are those that were signed; only then does anything else that is wrong with the form count.
 */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const digest = yield* Digest
  const random = yield* SecureRandom

  const read = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    key: BlobKey,
    { bodySha256, limit }: { readonly bodySha256: string | null; readonly limit: number }
  ) {
    const body = digest.sha256()
    const form: Form = { file: null, fields: [], wrong: null }

    const store = Effect.fnUntraced(function* (part: Multipart.File) {
      const file = digest.sha256()
      let received = 0
      const bytes = Stream.tap(onlyPdf(part.content), (chunk) => {
        file.update(chunk)
        received += chunk.length
        return received > limit ? Effect.fail(tooLarge(limit)) : Effect.void
      })
      const { size } = yield* blobs.write(key, bytes)
      form.file = { name: part.name, size, sha256: file.hex() }
    })

    const take = (part: Multipart.Part) => {
      if (part._tag === "Field") {
        form.fields.push([part.key, part.value])
        return Effect.void
      }
      if (part.key !== "file") return Effect.void
      if (form.file !== null || form.wrong !== null) {
        form.wrong ??= malformed("file", "Send one file only")
        return Effect.void
      }
      return Effect.catchTag(store(part), "not_a_pdf", (error) =>
        Effect.sync(() => {
          form.wrong = error
        })
      )
    }

    let total = 0
    const raw = Stream.tap(arriving(request), (chunk) => {
      body.update(chunk)
      total += chunk.length
      return total > limit + formOverhead ? Effect.fail(tooLarge(limit)) : Effect.void
    })
    // What follows the form's last boundary, or what is wrong with it, is read too: it was signed with the rest.
    const pull = yield* Stream.toPull(raw)
    yield* Stream.fromPull(Effect.succeed(pull)).pipe(
      Stream.pipeThroughChannel(Multipart.makeChannel(request.headers)),
      Stream.runForEach(take),
      Effect.catchTag("MultipartError", (error) => {
        form.wrong = refusal(error, limit)
        return form.wrong._tag === "file_too_large" ? Effect.fail(form.wrong) : Effect.void
      })
    )
    yield* pull.pipe(
      Effect.forever,
      Pull.catchDone(() => Effect.void)
    )

    if (bodySha256 !== null && body.hex() !== bodySha256) return yield* new BodyHashMismatch()
    if (form.wrong !== null) return yield* form.wrong
    if (form.file === null || form.fields.some(([name]) => name === "url")) return yield* new MissingInput()
    const received: Received = {
      inputKey: key,
      inputSize: form.file.size,
      inputSha256: form.file.sha256,
      fileName: form.fields.findLast(([name]) => name === "file_name")?.[1] ?? form.file.name,
      source: "upload"
    }
    return { received, fields: form.fields }
  })

  /** Nothing is left of a form that is refused, by `accept` too. */
  return Effect.fn("Upload.receive")(
    function* <A, E>(
      request: HttpServerRequest.HttpServerRequest,
      {
        accept,
        ...options
      }: {
        readonly bodySha256: string | null
        readonly limit: number
        readonly accept: (form: { readonly received: Received; readonly fields: Form["fields"] }) => Effect.Effect<A, E>
      }
    ) {
      const key = BlobKey.make(yield* random.uuidV7())
      return yield* read(request, key, options).pipe(
        Effect.flatMap(accept),
        Effect.onError(() => Effect.ignore(blobs.remove([key])))
      )
    },
    Effect.scoped,
    Effect.catchTag("HttpServerError", () => Effect.fail(malformed("body", "The body ended early"))),
    Effect.catchTag("StoreUnavailable", Effect.die),
    (effect, _request, { limit }) =>
      Effect.provideContext(
        effect,
        Multipart.limitsServices({ maxParts, maxFieldSize, maxTotalSize: limit + formOverhead })
      )
  )
})
