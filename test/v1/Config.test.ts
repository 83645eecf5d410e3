import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Announcements } from "../../src/accounts/Announcements.ts"
import * as Service from "../support/Service.ts"

layer(Service.layer({ SUPPORT_URL: "https://example.com/help" }))("GET /config", (it) => {
  it.effect("says what a client needs to know", () =>
    Effect.gen(function* () {
      const { status, json } = yield* Service.plain("/config")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, {
        job_ttl_seconds: 3600,
        max_file_size: 10_485_760,
        max_slots: 3,
        support_url: "https://example.com/help",
        announcement: null
      })
    })
  )

  it.effect("carries the announcement while there is one", () =>
    Effect.gen(function* () {
      const announcements = yield* Announcements
      yield* announcements.announce({ id: "a", kind: "info", url: "https://example.com/a" })
      yield* announcements.announce({ id: "b", kind: "info", url: "https://example.com/b" })
      assert.deepStrictEqual((yield* Service.plain("/config")).json.announcement, {
        active: true,
        id: "b",
        kind: "info",
        url: "https://example.com/b"
      })
      yield* announcements.announce(null)
      assert.strictEqual((yield* Service.plain("/config")).json.announcement, null)
    })
  )

  it.effect("is limited to 120 a minute per address", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      for (let n = 0; n < 120; n++) assert.strictEqual((yield* Service.plain("/config")).status, 200)
      const refused = yield* Service.plain("/config")
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.json.code, "rate_limited")
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.strictEqual((yield* Service.plain("/healthz")).status, 200)
    })
  )

  it.effect("lets exactly 120 through when 150 come at once", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      const answers = yield* Effect.forEach(Array.from({ length: 150 }), () => Service.plain("/config"), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 120)
      assert.strictEqual(answers.filter(({ status }) => status === 429).length, 30)
    })
  )
})
