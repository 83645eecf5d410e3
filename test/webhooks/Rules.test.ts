import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { webhookVectors } from "../../schema/docs/WebhookVectors.ts"
import { DeliveryId, JobId } from "../../schema/Ids.ts"
import { delays, isFailing, next } from "../../src/webhooks/Backoff.ts"
import { body, eventsOf, isWanted, sample } from "../../src/webhooks/Events.ts"
import { headers, standardKey } from "../../src/webhooks/Signature.ts"

const id = "018f3b1e-0000-7000-8000-00000000000a"

const whsec = (fill: number) => `whsec_${Buffer.alloc(32, fill).toString("base64")}`

describe("A signature", () => {
  it.effect("is sha256= and the hex HMAC of timestamp, dot and body, keyed with the whole secret", () =>
    Effect.gen(function* () {
      const text = '{"event":"job.ready","name":"grün"}'
      const signed = yield* headers({ deliveryId: id, timestamp: 1_772_366_400, body: text, secrets: [whsec(1)] })
      const expected = createHmac("sha256", whsec(1)).update(`1772366400.${text}`).digest("hex")
      assert.deepStrictEqual(
        { ...signed, "webhook-signature": "" },
        {
          "x-svc-timestamp": "1772366400",
          "x-svc-delivery": id,
          "x-svc-signature": `sha256=${expected}`,
          "webhook-id": id,
          "webhook-timestamp": "1772366400",
          "webhook-signature": ""
        }
      )
    })
  )

  it.effect("verifies with the library of Standard Webhooks, and no other secret or body does", () =>
    Effect.gen(function* () {
      const timestamp = Math.floor(Date.now() / 1_000)
      const text = '{"a":"€"}'
      const signed = yield* headers({ deliveryId: id, timestamp, body: text, secrets: [whsec(1)] })
      assert.deepStrictEqual(new Webhook(whsec(1)).verify(text, signed), { a: "€" })
      assert.throws(() => new Webhook(whsec(2)).verify(text, signed))
      assert.throws(() => new Webhook(whsec(1)).verify('{"a":"$"}', signed))
    })
  )

  it.effect("verifies with both secrets while one is rotated; ours is the new one's alone", () =>
    Effect.gen(function* () {
      const timestamp = Math.floor(Date.now() / 1_000)
      const signed = yield* headers({ deliveryId: id, timestamp, body: "{}", secrets: [whsec(2), whsec(1)] })
      for (const fill of [1, 2]) new Webhook(whsec(fill)).verify("{}", signed)
      const ours = createHmac("sha256", whsec(2)).update(`${timestamp}.{}`).digest("hex")
      assert.strictEqual(signed["x-svc-signature"], `sha256=${ours}`)
    })
  )

  it.effect("of a secret that the caller chose verifies with its raw bytes", () =>
    Effect.gen(function* () {
      const secret = "a secret of the caller, long enough"
      const timestamp = Math.floor(Date.now() / 1_000)
      const signed = yield* headers({ deliveryId: id, timestamp, body: "{}", secrets: [secret] })
      new Webhook(secret, { format: "raw" }).verify("{}", signed)
      assert.deepStrictEqual(standardKey("whsec_no base64!"), new TextEncoder().encode("whsec_no base64!"))
    })
  )

  it.effect("is that of the published vectors", () =>
    Effect.gen(function* () {
      for (const { delivery_id, timestamp, body, secrets, headers: published } of webhookVectors) {
        const signed = yield* headers({ deliveryId: delivery_id, timestamp, body, secrets })
        assert.deepStrictEqual<unknown>(signed, published)
      }
    })
  )
})

const answer = (status: number | null, retryAfter: string | null = null) => ({ status, retryAfter })

describe("The ladder of retries", () => {
  it("is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and then over", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => next(failures, answer(500), 0, 0.5)),
      [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000, null]
    )
  })

  it("varies by a fifth either way", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: delays.length }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (n, r) => {
          const delay = (delays[n - 1] ?? 0) * 1_000
          const waited = next(n, answer(null), 0, r) ?? 0
          return waited >= delay * 0.8 - 1 && waited <= delay * 1.2 + 1
        }
      )
    ))

  it("waits for as long as a 429 or 503 asks, within once to twice the delay", () => {
    for (const status of [429, 503]) {
      assert.strictEqual(next(2, answer(status, "400"), 0, 0), 400_000)
      assert.strictEqual(next(2, answer(status, "0"), 0, 0), 300_000)
      assert.strictEqual(next(2, answer(status, "86400"), 0, 0), 600_000)
      assert.strictEqual(next(2, answer(status, "9".repeat(400)), 0, 0), 600_000)
      assert.strictEqual(next(2, answer(status, "Thu, 01 Jan 1970 00:06:40 GMT"), 0, 0), 400_000)
      assert.strictEqual(next(2, answer(status, "soon"), 0, 0.5), 300_000)
    }
    assert.strictEqual(next(2, answer(500, "400"), 0, 0.5), 300_000)
  })

  it("ends at once with 410", () => assert.isNull(next(1, answer(410), 0, 0.5)))

  it("gives an endpoint up after five days of nothing but failures", () => {
    const days = 5 * 86_400_000
    assert.isFalse(isFailing(null, days))
    assert.isFalse(isFailing(1, days))
    assert.isTrue(isFailing(0, days))
  })
})

describe("Events", () => {
  it("follow the job's status; a truncated job sends two", () => {
    assert.deepStrictEqual(eventsOf({ status: "ready", truncated: false }), ["job.ready"])
    assert.deepStrictEqual(eventsOf({ status: "ready", truncated: true }), ["job.ready", "job.truncated"])
    assert.deepStrictEqual(eventsOf({ status: "error", truncated: false }), ["job.error"])
    for (const status of ["canceled", "deleted"] as const) {
      assert.deepStrictEqual(eventsOf({ status, truncated: true }), ["job.deleted"])
    }
    for (const status of ["queued", "processing"] as const) {
      assert.deepStrictEqual(eventsOf({ status, truncated: false }), [])
    }
  })

  it("pass an empty filter, and one that names them", () => {
    assert.isTrue(isWanted([], "job.error"))
    assert.isTrue(isWanted(["job.error"], "job.error"))
    assert.isFalse(isWanted(["job.ready"], "job.error"))
  })

  it("say what the specification says, and nothing of the document", () => {
    const jobId = JobId.make("018f3b1e-0000-7000-8000-000000000001")
    const occurrence = { deliveryId: DeliveryId.make(id), occurredAt: 0, sequence: 3, baseUrl: "https://pdf.example" }
    const ready = { ...sample("job.truncated", 0), jobId }
    assert.deepStrictEqual(JSON.parse(body({ ...occurrence, event: "job.truncated", job: ready })), {
      event: "job.truncated",
      delivery_id: id,
      occurred_at: "1970-01-01T00:00:00.000Z",
      sequence: 3,
      base_url: "https://pdf.example",
      job: {
        job_id: jobId,
        status: "ready",
        pages: 12,
        truncated: true,
        download_url: `/api/v2/jobs/${jobId}/download`,
        external_id: "sample",
        tags: ["sample"],
        expires_at: "1970-01-03T00:00:00.000Z",
        error: null
      }
    })
    const deleted = JSON.parse(
      body({ ...occurrence, isTest: true, event: "job.deleted", job: sample("job.deleted", 0) })
    )
    assert.isTrue(deleted.test)
    assert.notProperty(deleted.job, "download_url")
  })
})
