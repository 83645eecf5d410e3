import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { advice } from "../../schema/docs/ErrorGuide.ts"
import { jobAdvice } from "../../schema/docs/errors/JobAdvice.ts"
import { errorClasses } from "../../schema/ErrorClasses.ts"
import * as Errors from "../../schema/Errors.ts"
import { JobErrorCode } from "../../schema/Job.ts"
import { RequestId } from "../../schema/RequestId.ts"
import * as Wire from "../../schema/Wire.ts"
import { errorTable } from "../../src/http/docs/Docs.ts"
import { errorsArticle } from "../../src/http/docs/ErrorPages.ts"

/** The documented table, row by row: status, code, extra fields; `index` only where an item of a batch is refused. */
const documented = `
400 invalid_request issues index
400 missing_input index
400 not_a_pdf index
400 broken_link reason index
400 invalid_key
400 invalid_setting issues index
400 invalid_webhook_url reason
400 invalid_webhook_events reason
400 invalid_callback_url reason index
400 idempotency_key_invalid
400 idempotency_key_reused
400 invalid_page_range index
400 invalid_cursor
400 invalid_link_ticket
401 missing_credentials
401 invalid_device_token
401 expired_device_token
401 stale_timestamp server_time
401 invalid_signature
401 body_hash_mismatch
401 invalid_api_key
401 invalid_session
401 invalid_upload_ticket
403 device_blocked
403 api_key_required
403 missing_scope scope
403 device_not_linked
403 key_limit_reached limit
403 webhooks_unavailable
403 webhook_limit_reached limit
403 batch_unavailable
403 origin_not_allowed
404 not_found
404 job_not_found
404 key_not_found
404 device_not_found
404 webhook_not_found
404 delivery_not_found
404 connection_not_found
404 block_not_found
404 image_not_found
405 method_not_allowed
406 not_acceptable
409 webhook_disabled
409 replay
409 not_ready status
409 slots_full used limit wanted
409 quota_exceeded used limit reset_at
409 idempotency_in_progress
410 gone reason
413 file_too_large limit index
413 payload_too_large
416 range_not_satisfiable size
429 rate_limited retry_after
429 registration_limited retry_after
500 internal_error
502 billing_unavailable
503 oauth_not_configured
503 billing_not_configured
503 unavailable
`.trim()

describe("The error table", () => {
  it("is the documented one, code by code", () => {
    const rows = errorTable.map(({ code, status, fields }) => [status, code, ...fields].join(" "))
    assert.deepStrictEqual(rows.sort(), documented.split("\n").sort())
  })

  it("has a title for every code", () => {
    for (const { code, title } of errorTable) assert.match(title, /^[A-Zp][^.]+$/, code)
  })
})

const encode = <E extends Parameters<typeof Wire.v1>[0]>(wire: ReturnType<typeof Wire.v1<E>>, error: unknown) =>
  Effect.runSync(
    Schema.encodeUnknownEffect(wire)(error).pipe(
      Effect.provideService(RequestId, "request-1")
    ) as Effect.Effect<unknown>
  )

describe("The pages of the errors", () => {
  it("say of every code what happened, what to do and whether to repeat the request", () => {
    for (const [code, { happened, remedy, retry }] of [...Object.entries(advice), ...Object.entries(jobAdvice)]) {
      for (const text of [happened, remedy, retry]) assert.match(text, /^[A-Z`].*\.$/, code)
    }
    assert.deepStrictEqual(Object.keys(advice).sort(), errorTable.map(({ code }) => code).sort())
    assert.deepStrictEqual(Object.keys(jobAdvice).sort(), [...JobErrorCode.literals].sort())
  })

  it("have the anchor that the type of each error points to, and an example with every field of it", () => {
    for (const { code, fields } of errorTable) {
      assert.include(errorsArticle.body, `id="${code}"`)
      const own = fields.filter((field) => field !== "index")
      assert.deepStrictEqual(Object.keys(advice[code]?.example ?? {}).sort(), own.sort(), code)
    }
    for (const code of JobErrorCode.literals) assert.include(errorsArticle.body, `id="${code}"`)
  })
})

describe("An error on the wire", () => {
  const notReady = new Errors.NotReady({ message: "The job is still processing.", status: "processing" })

  it("is { code, message, request_id } and its own fields in v1", () =>
    assert.deepStrictEqual(encode(Wire.v1(Errors.NotReady), notReady), {
      code: "not_ready",
      message: "The job is still processing.",
      request_id: "request-1",
      status: "processing"
    }))

  it("is a problem of RFC 9457 in v2, where the job's status is job_status", () =>
    assert.deepStrictEqual(encode(Wire.v2(Errors.NotReady), notReady), {
      type: "/docs/errors#not_ready",
      title: "The job is not ready",
      status: 409,
      detail: "The job is still processing.",
      code: "not_ready",
      retryable: true,
      request_id: "request-1",
      job_status: "processing"
    }))

  it("says the case in detail and the kind in title, and neither twice", () => {
    for (const [code, error] of errorClasses) {
      const Class = error as unknown as new (fields: object) => object
      const body = encode(Wire.v2(error), new Class({ ...advice[code]?.example }))
      assert.notStrictEqual((body as { detail: string }).detail, (body as { title: string }).title, code)
    }
  })

  it("is not retryable when more slots are wanted than there are", () => {
    const full = (wanted: number) =>
      encode(Wire.v2(Errors.SlotsFull), new Errors.SlotsFull({ used: 3, limit: 3, wanted }))
    assert.deepStrictEqual(
      [1, 3, 4].map((wanted) => (full(wanted) as { retryable: boolean }).retryable),
      [true, true, false]
    )
  })

  it("is not retryable when the job has failed", () => {
    const body = encode(Wire.v2(Errors.NotReady), new Errors.NotReady({ status: "error" }))
    assert.strictEqual((body as { retryable: boolean }).retryable, false)
  })
})
