import { assert, layer } from "@effect/vitest"
import { Context, Effect, type Layer, Stream } from "effect"
import { Egress, type EgressLimits, type EgressRequest } from "../../src/net/Egress.ts"

export interface Page {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How far the answer goes before it stops moving. */
  readonly stalls?: "before" | "within"
}

/** A host that may be asked. Gives the URL of the page. */
export class Origin extends Context.Service<Origin, { readonly put: (page: Page) => Effect.Effect<string> }>()(
  "svc/test/Origin"
) {}

export const plenty: EgressLimits = { timeout: "20 seconds", maxBytes: 1_000_000 }

/** The answer to a request with all of its body. */
export const ask = (url: string, limits: Partial<EgressLimits> = {}, request: Partial<EgressRequest> = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      const egress = yield* Egress
      const answer = yield* egress.fetch({ purpose: "link", method: "GET", url, ...request }, { ...plenty, ...limits })
      const chunks = yield* Stream.runCollect(answer.body)
      return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks) }
    })
  )

/** Why there is no answer. */
export const refusal = (...parameters: Parameters<typeof ask>) =>
  Effect.map(Effect.flip(ask(...parameters)), ({ reason }) => reason)

/** What every way out keeps to. Runs on the real clock. */
export const suite = <E>(name: string, way: Layer.Layer<Egress | Origin, E>) =>
  layer(way, { excludeTestServices: true })(name, (it) => {
    it.effect("brings back status, headers and body", () =>
      Effect.gen(function* () {
        const { put } = yield* Origin
        const url = yield* put({ status: 203, headers: { "x-colour": "grün" }, body: "Hello" })
        const answer = yield* ask(url)
        assert.strictEqual(answer.status, 203)
        assert.strictEqual(answer.headers["x-colour"], "grün")
        assert.strictEqual(answer.headers["content-length"], "5")
        assert.strictEqual(answer.body.toString(), "Hello")
      })
    )

    it.effect("brings back a redirect like any other answer", () =>
      Effect.gen(function* () {
        const { put } = yield* Origin
        const url = yield* put({ status: 302, headers: { location: "http://127.0.0.9/" } })
        const answer = yield* ask(url)
        assert.deepStrictEqual([answer.status, answer.headers["location"]], [302, "http://127.0.0.9/"])
      })
    )

    it.effect("takes a body up to the limit and not one byte more", () =>
      Effect.gen(function* () {
        const { put } = yield* Origin
        const url = yield* put({ body: new Uint8Array(200_000) })
        assert.strictEqual((yield* ask(url, { maxBytes: 200_000 })).body.length, 200_000)
        assert.strictEqual(yield* refusal(url, { maxBytes: 199_999 }), "too_large")
      })
    )

    it.effect("gives up when the time is over, before the answer or within it", () =>
      Effect.gen(function* () {
        const { put } = yield* Origin
        for (const stalls of ["before", "within"] as const) {
          const url = yield* put({ body: "Hello", stalls })
          assert.strictEqual(yield* refusal(url, { timeout: "100 millis" }), "timed_out", stalls)
        }
      })
    )

    it.effect("does not send what the guard refuses", () =>
      Effect.gen(function* () {
        const refusals: ReadonlyArray<readonly [string, string]> = [
          ["no url", "bad_url"],
          ["https://a.example@b.example/", "bad_url"],
          ["file:///etc/passwd", "bad_scheme"],
          ["http://1.1.1.1:22/", "bad_port"],
          ["http://10.0.0.1/", "blocked_address"],
          ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
          ["http://[::ffff:7f00:1]/", "blocked_address"],
          ["http://nowhere.test/", "unresolvable"],
          ["http://-/", "unresolvable"]
        ]
        for (const [url, reason] of refusals) assert.strictEqual(yield* refusal(url), reason, url)
      })
    )
  })
