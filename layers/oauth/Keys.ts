/** Keys of the authorization server, the same on every node and after every start: they follow from `SVC_SECRET`. */
import { createECDH, hkdfSync } from "node:crypto"

/** The order of P-256, which a private key is below. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const derived = (secret: Uint8Array, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `oauth ${purpose}`, length))

/** Signs the cookies that bind a question to a browser. */
export const cookieKey = (secret: Uint8Array): string => derived(secret, "cookies", 32).toString("base64url")

/** An ES256 key as a JWK. 48 bytes, so that what is left of them after the division is as good as even. */
export const signingKey = (secret: Uint8Array) => {
  const wide = BigInt(`0x${derived(secret, "ES256", 48).toString("hex")}`)
  const d = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, "0"), "hex")
  const curve = createECDH("prime256v1")
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  return {
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    use: "sig",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: d.toString("base64url")
  }
}
