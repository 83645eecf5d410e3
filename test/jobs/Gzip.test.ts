import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as Gzip from "../../layers/Gzip.ts"
import { gunzipped, gzipping } from "../../src/jobs/Gzip.ts"

const collected = <E>(bytes: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(bytes), (parts) => Buffer.concat(parts))

/** Parts of a thousand bytes each, no two of them the same. */
const parts = (count: number) =>
  Array.from({ length: count }, (_, n) => new TextEncoder().encode(`${n} `.repeat(1_000).slice(0, 1_000)))

describe("Bytes as gzip", () => {
  for (const count of [0, 1, 16, 17, 300]) {
    it.effect(`are the same again, ${count} thousand of them`, () =>
      Effect.gen(function* () {
        const gzipped = yield* gzipping
        const packed = yield* collected(gzipped(Stream.fromIterable(parts(count))))
        assert.deepStrictEqual(gunzipSync(packed), Buffer.concat(parts(count)))
        const again = yield* collected(gunzipped(Stream.make(new Uint8Array(packed))))
        assert.deepStrictEqual(again, Buffer.concat(parts(count)))
      }).pipe(Effect.provide(Gzip.layer))
    )

    it.effect(`fail with what their source fails with after ${count} thousand`, () =>
      Effect.gen(function* () {
        const gzipped = yield* gzipping
        const broken = Stream.concat(Stream.fromIterable(parts(count)), Stream.fail("away"))
        assert.strictEqual(yield* Effect.flip(collected(gzipped(broken))), "away")
      }).pipe(Effect.provide(Gzip.layer))
    )
  }
})
