import { createPublicKey, verify } from "node:crypto"
import type { PublicKey } from "../../schema/v1/Devices.ts"
import type { DeviceCredentials } from "../../src/auth/Auth.ts"
import { isNonce, isSha256, isSignature, signingString } from "../../src/auth/Signature.ts"

/** Whether the holder of the key signed exactly this request. */
export const isSigned = (credentials: DeviceCredentials, publicKey: PublicKey): boolean => {
  if (!isNonce(credentials.nonce) || !isSha256(credentials.bodySha256) || !isSignature(credentials.signature)) {
    return false
  }
  const text = Buffer.from(signingString(credentials))
  const signature = Buffer.from(credentials.signature, "base64url")
  try {
    const key = createPublicKey({ key: { ...publicKey }, format: "jwk" })
    return verify("sha256", text, { key, dsaEncoding: "ieee-p1363" }, signature)
  } catch {
    // A key that is no point on the curve signs nothing.
    return false
  }
}
