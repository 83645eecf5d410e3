import { createPublicKey, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { signingVectors } from "../../schema/v1/SigningVectors.ts"
import { emptySha256, isFresh, isNonce, isSha256, isSignature, signingString } from "../../src/auth/Signature.ts"
import frozen from "./vectors.json" with { type: "json" }

describe("A signing string", () => {
  it("is that of the published vectors, whose signatures verify", () => {
    const { kty, crv, x, y } = signingVectors.private_key
    const key = createPublicKey({ key: { kty, crv, x, y }, format: "jwk" })
    for (const vector of signingVectors.requests) {
      const { method, path, timestamp, nonce, body_sha256: bodySha256 } = vector
      const text = signingString({ method, path, timestamp, nonce, bodySha256 })
      assert.strictEqual(text, vector.signing_string, vector.name)
      const signature = Buffer.from(vector.signature, "base64url")
      assert.isTrue(verify("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }, signature), vector.name)
    }
  })

  it("has six lines and no newline at the end", () => {
    const text = signingString({ method: "get", path: "/a?b=c", timestamp: "1", nonce: "n", bodySha256: emptySha256 })
    assert.strictEqual(text, `SVC1-ES256\nGET\n/a?b=c\n1\nn\n${emptySha256}`)
  })

  it("has published vectors that never change", () => assert.deepStrictEqual<unknown>(signingVectors, frozen))
})

describe("A signed header", () => {
  it("is fresh within 300 seconds either way", () => {
    for (const [timestamp, fresh] of [
      ["700", true],
      ["1300", true],
      ["699", false],
      ["1301", false],
      ["1000.5", false],
      ["-1000", false],
      [" 1000", false],
      ["1e3", false],
      ["", false]
    ] as const) {
      assert.strictEqual(isFresh(timestamp, 1_000), fresh, timestamp)
    }
  })

  it("has a nonce of 16 to 64 url-safe characters", () => {
    for (const [nonce, good] of [
      ["a".repeat(15), false],
      ["a".repeat(16), true],
      ["a".repeat(64), true],
      ["a".repeat(65), false],
      ["A-Z_a-z_0-9_aaaa", true],
      ["aaaaaaaaaaaaaaa\n", false],
      ["aaaaaaaaaaaaaaa+", false]
    ] as const) {
      assert.strictEqual(isNonce(nonce), good, nonce)
    }
  })

  it("has a hash of 64 lower-case hex digits and a signature of 86 base64url characters", () => {
    assert.isTrue(isSha256(emptySha256))
    assert.isFalse(isSha256(emptySha256.toUpperCase()))
    assert.isFalse(isSha256(`${emptySha256}0`))
    assert.isTrue(isSignature("A".repeat(86)))
    assert.isFalse(isSignature(`${"A".repeat(86)}==`))
    assert.isFalse(isSignature("A".repeat(85)))
    assert.isFalse(isSignature(`${"A".repeat(85)}+`))
  })
})
