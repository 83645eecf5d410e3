import { createPublicKey, type KeyObject, verify } from "node:crypto"
import type { PublicKey } from "../../schema/v1/Devices.ts"
import type { DeviceCredentials } from "../../src/auth/Auth.ts"
import { signatureFault, signingString } from "../../src/auth/Signature.ts"
import { recent } from "../../src/process/Recent.ts"

/** As many keys as are at work in a while; making one of a JWK takes as long as a third of a signature's check. */
const keys = recent<KeyObject>(2_000)

const keyOf = (publicKey: PublicKey) =>
  keys(`${publicKey.x}.${publicKey.y}`, () => createPublicKey({ key: { ...publicKey }, format: "jwk" }))

/** Whether the holder of the key signed exactly this request. */
export const isSigned = (credentials: DeviceCredentials, publicKey: PublicKey): boolean => {
  if (signatureFault(credentials) !== null) return false
  const text = Buffer.from(signingString(credentials))
  const signature = Buffer.from(credentials.signature, "base64url")
  try {
    return verify("sha256", text, { key: keyOf(publicKey), dsaEncoding: "ieee-p1363" }, signature)
  } catch {
    // A key that is no point on the curve signs nothing.
    return false
  }
}
