import { Effect, Pull, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { HttpServerError, type HttpServerRequest, type Multipart } from "effect/http"
import { BodyHashMismatch, type FileTooLarge, type InvalidRequest, MissingInput, NotAPdf } from "../../schema/Errors.ts"
import type { BlobKey } from "../../schema/Ids.ts"
import { Digest } from "../auth/Digest.ts"
import { Blobs, newKey, StoreUnavailable } from "../jobs/Blobs.ts"
import { onlyPdf, tooLarge } from "../jobs/intake/Source.ts"
import type { Received } from "../jobs/intake/Submission.ts"
import { spanned } from "../process/Spanned.ts"
import { arriving } from "../requests/Arriving.ts"
import { malformed } from "../requests/Faults.ts"
import { type Field, type File, isWithoutBoundary, partsOf } from "./Form.ts"

/** Bytes a form may have around its file. */
const formOverhead = 65_536

/** Longest text part, in bytes. */
const maxFieldSize = 16_384

const maxParts = 32

/** Of a part without a file name, that is most likely what happened. */
const notAFile = "The part `file` has text instead of a PDF: curl takes a file as -F file=@report.pdf"

const unreadable: Readonly<Record<string, string>> = {
  FieldTooLarge: `A text part of the form is longer than ${maxFieldSize} bytes`,
  TooManyParts: `The form has more than ${maxParts} parts`
}

const withoutBoundary = "must name a boundary: leave this header to what builds the form"

const refusal = (error: Multipart.MultipartError, limit: number) => {
  if (error.reason._tag === "FileTooLarge" || error.reason._tag === "BodyTooLarge") return tooLarge(limit)
  return isWithoutBoundary(error)
    ? malformed("content-type", withoutBoundary)
    : malformed("body", unreadable[error.reason._tag] ?? "The form cannot be read: its parts or boundaries are broken")
}

/** A body that says it is larger than `most` bytes is refused before any of it comes. */
const announced = ({ headers }: HttpServerRequest.HttpServerRequest, most: number, limit: number) =>
  Number(headers["content-length"]) > most ? Effect.fail(tooLarge(limit)) : Effect.void

/** What of a form counts; the first thing that is wrong with it is told only after its bytes were verified. */
interface Form {
  file: { readonly name: string | undefined; readonly size: number; readonly sha256: string } | null
  /** A part with a file that is not called `file`. */
  other: string | null
  /** Text parts, in their order, and the names of other files. */
  fields: Array<readonly [string, string]>
  wrong: NotAPdf | MissingInput | InvalidRequest | FileTooLarge | null
}

/** What reading a body fails with by itself. */
type Broken = HttpServerError.HttpServerError | StoreUnavailable

/** A body that breaks off is the caller's affair, a store that is down is ours. */
const readable = <A, E, R>(effect: Effect.Effect<A, E | Broken, R>) =>
  Effect.catch(effect, (error): Effect.Effect<never, Exclude<E, Broken> | InvalidRequest> => {
    if (HttpServerError.isHttpServerError(error)) return Effect.fail(malformed("body", "The body ended early"))
    if (error instanceof StoreUnavailable) return Effect.die(error)
    return Effect.fail(error as Exclude<E, Broken>)
  })

/** What may come of the form while its body is read. */
type Part = Field | File<HttpServerError.HttpServerError | Multipart.MultipartError | FileTooLarge | InvalidRequest>

/** A form whose file has been stored. */
interface Accepted {
  readonly received: Received
  readonly fields: Form["fields"]
}

const missing = ({ file, other }: Form) =>
  file !== null
    ? "The form has a link beside its file: send one of them"
    : other === null
      ? "The form has no part `file` with the PDF"
      : `The PDF must be in the part \`file\`, and the form has it in \`${other}\``

/**
 * Streams the one PDF of a form into the store, hashing on the way. Fails with `body_hash_mismatch` unless the raw
 * bytes of the body are those that were signed; only then does anything else that is wrong with the form count.
 */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const digest = yield* Digest
  const random = yield* SecureRandom

  const store = Effect.fnUntraced(function* <E>(key: BlobKey, content: Stream.Stream<Uint8Array, E>, limit: number) {
    const file = digest.sha256()
    let received = 0
    const bytes = Stream.tap(onlyPdf(content), (chunk) => {
      file.update(chunk)
      received += chunk.length
      return received > limit ? Effect.fail(tooLarge(limit)) : Effect.void
    })
    const { size } = yield* blobs.write(key, bytes)
    return { size, sha256: file.hex() }
  })

  const read = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    key: BlobKey,
    { bodySha256, limit }: { readonly bodySha256: string | null; readonly limit: number }
  ) {
    yield* announced(request, limit + formOverhead, limit)
    const signed = bodySha256 === null ? null : { sha256: bodySha256, body: digest.sha256() }
    const form: Form = { file: null, other: null, fields: [], wrong: null }

    const take = (part: Part) => {
      if (part._tag === "Field") {
        form.fields.push([part.key, part.value])
        return Effect.void
      }
      if (part.key !== "file") {
        form.fields.push([part.key, part.name ?? ""])
        form.other ??= part.key
        return Effect.void
      }
      if (form.file !== null || form.wrong !== null) {
        form.wrong ??= malformed("form.file", "must be one file only")
        return Effect.void
      }
      return store(key, part.content, limit).pipe(
        Effect.tap((file) =>
          Effect.sync(() => {
            form.file = { name: part.name, ...file }
          })
        ),
        Effect.catchTag("not_a_pdf", (error) =>
          Effect.sync(() => {
            form.wrong = part.name === undefined ? new NotAPdf({ message: notAFile }) : error
          })
        )
      )
    }

    let total = 0
    const raw = Stream.tap(arriving(request), (chunk) => {
      signed?.body.update(chunk)
      total += chunk.length
      return total > limit + formOverhead ? Effect.fail(tooLarge(limit)) : Effect.void
    })
    // What follows the form's last boundary, or what is wrong with it, is read too: it was signed with the rest.
    const pull = yield* Stream.toPull(raw)
    const limits = { maxParts, maxFieldSize, maxTotalSize: limit + formOverhead }
    yield* partsOf(Stream.fromPull(Effect.succeed(pull)), request.headers, limits).pipe(
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

    if (signed !== null && signed.body.hex() !== signed.sha256) return yield* new BodyHashMismatch()
    if (form.wrong !== null) return yield* form.wrong
    if (form.file === null || form.fields.some(([name]) => name === "url")) {
      return yield* new MissingInput({ message: missing(form) })
    }
    const received: Received = {
      inputKey: key,
      inputSize: form.file.size,
      inputSha256: form.file.sha256,
      fileName: form.fields.findLast(([name]) => name === "file_name")?.[1] ?? form.file.name,
      source: "upload"
    }
    return { received, fields: form.fields }
  })

  /** What is stored under a new key, of which nothing is left when it is refused. */
  const kept = <A, E, R>(receive: (key: BlobKey) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(newKey(random), (key) => Effect.onError(receive(key), () => Effect.ignore(blobs.remove([key]))))

  return {
    /** A form, which `accept` may refuse. */
    form: spanned("Upload.form")(function* <A, E>(
      request: HttpServerRequest.HttpServerRequest,
      {
        accept,
        ...options
      }: {
        readonly bodySha256: string | null
        readonly limit: number
        readonly accept: (form: Accepted) => Effect.Effect<A, E>
      }
    ) {
      return yield* kept((key) => Effect.flatMap(readable(read(request, key, options)), accept)).pipe(Effect.scoped)
    }),

    /** A body that is the PDF itself. */
    pdf: spanned("Upload.pdf")(function* (
      request: HttpServerRequest.HttpServerRequest,
      { limit, fileName }: { readonly limit: number; readonly fileName: string | undefined }
    ) {
      yield* announced(request, limit, limit)
      return yield* kept((key) =>
        Effect.map(
          readable(store(key, arriving(request), limit)),
          ({ size, sha256 }): Received => ({
            inputKey: key,
            inputSize: size,
            inputSha256: sha256,
            fileName,
            source: "upload"
          })
        )
      )
    })
  }
})
