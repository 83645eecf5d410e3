import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { layer } from "../../layers/Random.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

describe("random bytes", () => {
  it.effect("are handed out once, however many are asked for", () =>
    Effect.gen(function* () {
      const { randomBytes } = yield* SecureRandom
      const drawn: Array<string> = []
      for (const size of [16, 4_080, 16, 4_096, 16, 4_097, 16, 70_000]) {
        const bytes = yield* randomBytes(size)
        expect(bytes.length).toBe(size)
        for (let at = 0; at + 16 <= size; at += 16) drawn.push(hex(bytes.subarray(at, at + 16)))
      }
      expect(new Set(drawn).size).toBe(drawn.length)
    }).pipe(Effect.provide(layer))
  )

  it.effect("belong to whoever drew them", () =>
    Effect.gen(function* () {
      const { randomBytes } = yield* SecureRandom
      const first = yield* randomBytes(16)
      const kept = hex(first)
      const second = yield* randomBytes(16)
      second.fill(0)
      expect(hex(first)).toBe(kept)
      expect(hex(yield* randomBytes(16))).not.toBe("0".repeat(32))
    }).pipe(Effect.provide(layer))
  )
})
