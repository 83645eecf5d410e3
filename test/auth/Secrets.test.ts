import { crc32 } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as fc from "fast-check"
import { layer } from "../../layers/Digest.ts"
import { Digest } from "../../src/auth/Digest.ts"
import { hashOf, isApiKey, newApiKey, newToken } from "../../src/auth/Secrets.ts"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The number that base62 digits stand for. */
const number = (text: string) => [...text].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)

describe("An API key", () => {
  it.effect("is svc_, 30 characters of base62 and 6 of their CRC-32", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.replicateEffect(newApiKey(yield* SecureRandom.SecureRandom), 50)
      for (const key of keys) {
        assert.match(key, /^svc_[0-9A-Za-z]{36}$/)
        assert.strictEqual(number(key.slice(-6)), crc32(key.slice(4, 34)))
        assert.isTrue(isApiKey(key))
      }
      assert.strictEqual(new Set(keys).size, keys.length)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )

  it("has its checksum padded on the left with 0", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...digits), { minLength: 30, maxLength: 30 }), (characters) => {
        const random = characters.join("")
        let rest = crc32(random)
        let check = ""
        for (let n = 0; n < 6; n++) {
          check = digits[rest % 62] + check
          rest = Math.floor(rest / 62)
        }
        assert.isTrue(isApiKey(`svc_${random}${check}`))
      })
    )
  })

  it("is no key when one character is another, when it is cut, and when anything surrounds it", () => {
    const key = "svc_000000000000000000000000000000"
    const whole = `${key}${crc62(crc32("0".repeat(30)))}`
    assert.isTrue(isApiKey(whole))
    for (let at = 4; at < whole.length; at++) {
      const other = whole[at] === "1" ? "2" : "1"
      assert.isFalse(isApiKey(whole.slice(0, at) + other + whole.slice(at + 1)), String(at))
    }
    for (const bad of [
      "",
      "svc_",
      whole.slice(0, -1),
      `${whole}0`,
      ` ${whole}`,
      `${whole}\n`,
      whole.replace("_", "-")
    ]) {
      assert.isFalse(isApiKey(bad), bad)
    }
  })
})

const crc62 = (value: number) => {
  let text = ""
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text
  return text
}

describe("A secret", () => {
  it.effect("is 256 random bits as base64url, and kept as its SHA-256", () =>
    Effect.gen(function* () {
      assert.match(yield* newToken(yield* SecureRandom.SecureRandom), /^[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(
        hashOf(yield* Digest, "abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      )
    }).pipe(Effect.provide(layer), Effect.provide(SecureRandom.layerWebCrypto))
  )
})
