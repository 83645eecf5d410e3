/** How `/` is sent; what it is is tested in a browser. */
import { gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/Service.ts"

layer(Service.layer({ RATE_LIMIT_SCALE: "1000" }))("A page", (it) => {
  it.effect("comes as it is to a client that refuses gzip; it came compressed", () =>
    Effect.gen(function* () {
      const plain = yield* Service.raw("/", {})
      const gzip = yield* Service.raw("/", { "accept-encoding": "gzip" })
      assert.strictEqual(gzip.headers["content-encoding"], "gzip")
      assert.isTrue(gunzipSync(gzip.body).equals(plain.body))
      for (const refusal of ["gzip;q=0", "identity", "br, gzip;q=0.000"]) {
        const answer = yield* Service.raw("/", { "accept-encoding": refusal })
        assert.isUndefined(answer.headers["content-encoding"], refusal)
        assert.isTrue(answer.body.equals(plain.body), refusal)
      }
    })
  )

  it.effect(
    "has a tag of its own for its compressed bytes, and is known by either, also when a proxy weakened it",
    () =>
      Effect.gen(function* () {
        const plain = yield* Service.raw("/", {})
        const gzip = yield* Service.raw("/", { "accept-encoding": "gzip" })
        assert.notStrictEqual(gzip.headers["etag"], plain.headers["etag"])
        for (const tag of [plain.headers["etag"], gzip.headers["etag"], `W/${gzip.headers["etag"]}`, "*"]) {
          const known = yield* Service.raw("/", { "if-none-match": String(tag) })
          assert.deepStrictEqual([known.status, known.body.length], [304, 0], String(tag))
        }
      })
  )
})
