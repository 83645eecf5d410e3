/** What receivers do to a delivery, over real HTTPS; only the time is the test's. */
import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { pdf } from "../../layers/fakes/Converter.ts"
import { pdfForm } from "../../src/client/Device.ts"
import { delays } from "../../src/webhooks/Backoff.ts"
import { bearer, newPerson } from "../support/Account.ts"
import { came, Https, service, url } from "../support/HttpsReceiver.ts"
import { ask, deliveriesOf, until } from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const hello = pdf({ pages: ["Hello"] })

layer(service())("A delivery over HTTPS", (it) => {
  let paths = 0

  /** The event of a real job on its way to a webhook that answers so. */
  const sentTo = Effect.fnUntraced(function* (answer: (response: ServerResponse) => void) {
    const path = `/outcome-${paths++}`
    const { answers } = yield* Https
    answers.set(path, answer)
    const person = yield* newPerson("business")
    const { json } = yield* ask(person.session, "POST", "", { url: yield* url(path) })
    const made = yield* Service.plain("/api/v2/jobs", {
      method: "POST",
      headers: bearer(person.key.secret),
      body: pdfForm(hello, "a.pdf")
    })
    assert.strictEqual(made.status, 201, made.text)
    return { ...person, path, answers, secret: json.secret as string, webhookId: json.webhook_id as string }
  })

  /** The delivery after so many attempts. */
  const after = (session: Record<string, string>, attempts: number) =>
    Effect.map(
      until(deliveriesOf(session), ([one]) => (one?.attempts ?? 0) >= attempts),
      ([one]) => one!
    )

  const logOf = (session: Record<string, string>, deliveryId: string) =>
    Effect.map(
      ask(session, "GET", `/deliveries/${deliveryId}`),
      ({ json }) => json.attempt_log as ReadonlyArray<{ response_body: string | null }>
    )

  const wait = (one: { readonly next_attempt_at: string | null }) =>
    Effect.map(Clock.currentTimeMillis, (now) => Date.parse(one.next_attempt_at ?? "") - now)

  it.effect("climbs the ladder of 27 hours within its jitter, signed anew each time, and is given up", () =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      const { session, path, secret } = yield* sentTo((response) => void response.writeHead(500).end("no"))
      for (const [step, delay] of delays.entries()) {
        const one = yield* after(session, step + 1)
        assert.deepStrictEqual([one.status, one.response_code], ["pending", 500])
        const millis = yield* wait(one)
        assert.isTrue(millis >= delay * 800 && millis <= delay * 1_200, `${millis} ms after ${step + 1} attempts`)
        yield* TestClock.adjust(millis - 1)
        assert.strictEqual((yield* deliveriesOf(session))[0]?.attempts, step + 1)
        yield* TestClock.adjust(1)
      }
      const { status, next_attempt_at } = yield* after(session, 8)
      assert.deepStrictEqual([status, next_attempt_at], ["failed", null])
      const hours = ((yield* Clock.currentTimeMillis) - begun) / 3_600_000
      assert.isTrue(hours > 27.58 * 0.8 && hours < 27.58 * 1.2, `${hours} hours`)
      const all = yield* came(path, 8)
      assert.strictEqual(all.length, 8)
      assert.strictEqual(new Set(all.map(({ headers, text }) => headers["webhook-id"] + text)).size, 1)
      assert.strictEqual(new Set(all.map(({ headers }) => headers["webhook-signature"])).size, 8)
      assert.throws(() => new Webhook(secret).verify(all[0]!.text, all[0]!.headers), /timestamp/i)
      assert.strictEqual((yield* logOf(session, all[0]!.headers["webhook-id"]!)).length, 8)
    })
  )

  it.effect("ends with 410, which disables the webhook", () =>
    Effect.gen(function* () {
      const { session } = yield* sentTo((response) => void response.writeHead(410).end())
      const { status, response_code, next_attempt_at } = yield* after(session, 1)
      assert.deepStrictEqual([status, response_code, next_attempt_at], ["failed", 410, null])
      const list = Effect.map(ask(session, "GET"), ({ json }) => json.items[0])
      assert.strictEqual((yield* until(list, ({ disabled_at }) => disabled_at !== null)).disabled_reason, "gone")
    })
  )

  it.effect("waits for as long as a 429 or 503 asks, within once to twice the delay", () =>
    Effect.gen(function* () {
      for (const [code, asked, seconds] of [
        [429, "7", 7],
        [429, "1", 5],
        [503, "3600", 10],
        [503, "Thu, 01 Jan 1970 00:00:00 GMT", 5]
      ] as const) {
        const { session } = yield* sentTo((response) => void response.writeHead(code, { "retry-after": asked }).end())
        const one = yield* after(session, 1)
        assert.deepStrictEqual([one.response_code, yield* wait(one)], [code, seconds * 1_000], asked)
      }
    })
  )

  it.effect(
    "fails by a reset, a redirect, an answer that is no HTTP, and one to another scheme, and is tried again",
    () =>
      Effect.gen(function* () {
        const elsewhere = yield* url("/elsewhere")
        const { plainPort } = yield* Https
        for (const [answer, code, error] of [
          [(response) => void response.socket?.destroy(), null, "connection_lost"],
          [(response) => void response.socket?.end("nonsense\r\n\r\n"), null, "bad_response"],
          [(response) => void response.writeHead(307, { location: elsewhere }).end(), 307, "http_status"],
          [
            (response) => void response.writeHead(301, { location: `http://127.0.0.1:${plainPort}/elsewhere` }).end(),
            301,
            "http_status"
          ],
          [(response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(), 302, "http_status"],
          [(response) => void response.writeHead(304).end(), 304, "http_status"]
        ] as ReadonlyArray<readonly [(response: ServerResponse) => void, number | null, string]>) {
          const { session } = yield* sentTo(answer)
          const one = yield* after(session, 1)
          assert.deepStrictEqual([one.status, one.response_code, one.error], ["pending", code, error])
          assert.isAtMost(yield* wait(one), 6_000)
        }
        const { got } = yield* Https
        assert.deepStrictEqual(
          got.filter(({ path }) => path === "/elsewhere"),
          []
        )
      })
  )

  it.effect("fails when nothing is answered for 15 s, be it that headers drip, and is tried again", () =>
    Effect.gen(function* () {
      for (const answer of [
        () => {},
        (response: ServerResponse) => void response.socket?.write("HTTP/1.1 200 OK\r\nX-Drip: 1\r\n")
      ]) {
        const { session, path } = yield* sentTo(answer)
        yield* came(path)
        yield* TestClock.adjust("14 seconds")
        assert.strictEqual((yield* deliveriesOf(session))[0]?.attempts, 0)
        yield* TestClock.adjust("1 second")
        const one = yield* after(session, 1)
        assert.deepStrictEqual([one.status, one.response_code, one.error], ["pending", null, "timed_out"])
      }
    })
  )

  it.effect("is taken when its receiver said so, however its body drips, never ends, breaks off or explodes", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(50_000_000, 120))
      const noise = randomBytes(64)
      const endless = (response: ServerResponse) => {
        response.writeHead(200)
        const more = (): void => {
          if (!response.destroyed && response.write("x".repeat(65_536))) setImmediate(more)
        }
        response.on("drain", more)
        more()
      }
      for (const [answer, kept] of [
        [endless, "x".repeat(4_096)],
        [(response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb), "x".repeat(4_096)],
        [(response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(noise), ""],
        [(response) => void response.writeHead(200, { "content-encoding": "zstd, gzip" }).end("?"), ""],
        [
          (response) => void response.writeHead(202, { "content-length": "9" }).end("ok", () => response.destroy()),
          null
        ]
      ] as ReadonlyArray<readonly [(response: ServerResponse) => void, string | null]>) {
        const { session } = yield* sentTo(answer)
        const { status, delivery_id } = yield* after(session, 1)
        assert.strictEqual(status, "delivered")
        const [made] = yield* logOf(session, delivery_id)
        if (kept !== null) assert.strictEqual(made?.response_body, kept)
      }
      const dripping = yield* sentTo((response) => {
        response.writeHead(200)
        response.write("drip")
      })
      yield* came(dripping.path)
      yield* Effect.repeat(TestClock.adjust("1 second"), { times: 15 })
      const { status, delivery_id } = yield* after(dripping.session, 1)
      assert.strictEqual(status, "delivered")
      assert.strictEqual((yield* logOf(dripping.session, delivery_id))[0]?.response_body, "drip")
    })
  )
})
