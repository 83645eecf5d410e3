/**
 * The bodies an error travels in. All carry the code (the error's tag), the request's id and the error's own fields; only
 * the names around them differ.
 */
import { Effect, Schema, SchemaGetter, Struct } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { advice } from "./docs/ErrorGuide.ts"
import { RequestId } from "./RequestId.ts"

type ErrorClass = Schema.Top & { readonly fields: Readonly<Record<string, Schema.Top>> }

type Wire<E extends Schema.Top> = Schema.Codec<E["Type"], Record<string, unknown>>

/** What both bodies say of every error. */
const codeOf = (code: string) =>
  Schema.Literal(code).annotate({ description: "What went wrong, for programs: it never changes." })

const requestId = Schema.String.annotate({ description: "`X-Request-Id` of the answer, for questions about it." })

const sentence = Schema.String.annotate({ description: "What went wrong in this case, for people: it may change." })

type Body = Readonly<Record<string, unknown>>

/** Codes whose request may succeed later, unchanged. */
const retryable: ReadonlySet<unknown> = new Set([
  "not_ready",
  "slots_full",
  "quota_exceeded",
  "idempotency_in_progress",
  "rate_limited",
  "registration_limited",
  "internal_error",
  "billing_unavailable",
  "unavailable"
])

/** Whether the request may succeed later, unchanged: not when the job has failed, nor when it asks for more than there is. */
export const isRetryable = (code: string, { status, wanted, limit }: Body): boolean =>
  retryable.has(code) && status !== "error" && !(Number(wanted) > Number(limit))

const about = (error: ErrorClass) => {
  const annotations = Schema.resolveAnnotations(error) ?? {}
  return {
    status: Number(annotations["httpApiStatus"]),
    title: String(annotations["title"]),
    code: String(annotations["identifier"])
  }
}

/** The error's own fields as they are written, those of every error aside. */
const ownFields = (error: ErrorClass, names: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(error.fields)
      .filter(([name]) => name !== "_tag" && name !== "message")
      .map(([name, schema]) => [names[name] ?? name, Schema.toEncoded(schema)])
  )

/** Of v2 alone: v1 has no batches. */
const ofBatches = "index"

const rename = (body: Body, names: Readonly<Record<string, string>>): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))

const withRequestId = (encode: (error: Body, requestId: string) => Body) =>
  SchemaGetter.transformEffect((error: Body) => Effect.map(RequestId, (requestId) => encode(error, requestId)))

/** One schema per error class, so that documents name each body once. */
const once = (make: <E extends ErrorClass>(error: E) => Wire<E>) => {
  const made = new Map<ErrorClass, unknown>()
  return <E extends ErrorClass>(error: E): Wire<E> => {
    const wire = (made.get(error) as Wire<E> | undefined) ?? make(error)
    made.set(error, wire)
    return wire
  }
}

/** v1 `ErrorResponse`: `{ code, message, request_id, … }`. */
export const v1 = once(<E extends ErrorClass>(error: E): Wire<E> => {
  const { code, status } = about(error)
  return Schema.Struct({
    code: codeOf(code),
    message: sentence,
    request_id: requestId,
    ...Struct.omit(ownFields(error), [ofBatches])
  }).pipe(
    Schema.annotate({ identifier: `ErrorResponse_${code}` }),
    Schema.decodeTo(
      error as unknown as Schema.Codec<E["Type"], Body>,
      {
        decode: SchemaGetter.transform(({ code, ...body }: Body) => ({ _tag: code, ...body })),
        encode: withRequestId(({ _tag, ...body }, request_id) => ({ code: _tag, ...body, request_id }))
      } as never
    ),
    Schema.annotate({ description: code, httpApiStatus: status })
  ) as unknown as Wire<E>
})

/** What OAuth calls an error, where it has a name for it; clients of MCP know the others. */
const oauthNames: Readonly<Record<string, string>> = {
  rate_limited: "too_many_requests",
  unavailable: "temporarily_unavailable",
  internal_error: "server_error",
  method_not_allowed: "method_not_allowed"
}

/** Errors at the addresses of the authorization server: OAuth's own members (RFC 6749, RFC 7591) beside ours. */
export const oauth = once(<E extends ErrorClass>(error: E): Wire<E> => {
  const { code, status } = about(error)
  const name = oauthNames[code] ?? "invalid_request"
  return Schema.Struct({
    error: Schema.Literal(name).annotate({ description: "What went wrong, by OAuth's codes." }),
    error_description: sentence,
    code: codeOf(code),
    request_id: requestId,
    ...Struct.omit(ownFields(error), [ofBatches])
  }).pipe(
    Schema.annotate({ identifier: `OAuthError_${code}` }),
    Schema.decodeTo(
      error as unknown as Schema.Codec<E["Type"], Body>,
      {
        decode: SchemaGetter.transform(({ error: _, error_description, code, ...body }: Body) => ({
          _tag: code,
          message: error_description,
          ...body
        })),
        encode: withRequestId(({ _tag, message, ...own }, request_id) => ({
          error: name,
          error_description: message,
          code: _tag,
          request_id,
          ...own
        }))
      } as never
    ),
    Schema.annotate({ description: code, httpApiStatus: status })
  ) as unknown as Wire<E>
})

/** v2 `V2Error`: RFC 9457 with our members, `application/problem+json`. The job's `status` is called `job_status`. */
export const v2 = once(<E extends ErrorClass>(error: E): Wire<E> => {
  const { code, status, title } = about(error)
  const outward = { status: "job_status" }
  const inward = { job_status: "status" }
  return Schema.Struct({
    type: Schema.String.annotate({ description: "Where the code is explained, as a path on this origin." }),
    title: Schema.String.annotate({ description: "What the code means, for people: the same in every case of it." }),
    status: Schema.Literal(status).annotate({ description: "The HTTP status of the answer." }),
    detail: sentence,
    code: codeOf(code),
    retryable: Schema.Boolean.annotate({ description: "Whether the same request may succeed later, unchanged." }),
    request_id: requestId,
    ...ownFields(error, outward)
  }).pipe(
    Schema.annotate({ identifier: `V2Error_${code}` }),
    Schema.decodeTo(
      error as unknown as Schema.Codec<E["Type"], Body>,
      {
        decode: SchemaGetter.transform(({ status: _, detail, code, ...body }: Body) => ({
          _tag: code,
          message: detail,
          ...rename(body, inward)
        })),
        encode: withRequestId(({ _tag, message, ...own }, request_id) => ({
          type: `/docs/errors#${code}`,
          title,
          status,
          // `title` says the kind, `detail` the case: where nothing more is known of it, what the kind means.
          detail: message === title ? (advice[code]?.happened ?? message) : message,
          code: _tag,
          retryable: isRetryable(code, own),
          request_id,
          ...rename(own, outward)
        }))
      } as never
    ),
    HttpApiSchema.asJson({ contentType: "application/problem+json" }),
    Schema.annotate({ description: code, httpApiStatus: status })
  ) as unknown as Wire<E>
})
