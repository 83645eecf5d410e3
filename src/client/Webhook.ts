/** Whether a delivery of a webhook is the service's: for receivers, in Node and wherever WebCrypto is. */

/** A delivery older than this may be a replay, in seconds. */
const toleranceSeconds = 300

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/**
 * Checks `X-SVC-Signature` over the body exactly as it arrived, and that it was sent within five minutes of `now`
 * (unix seconds). `secret` is what the service gave at creation, `whsec_` included.
 */
export const verifyWebhook = async (
  secret: string,
  headers: { readonly get: (name: string) => string | null },
  body: string | Uint8Array<ArrayBuffer>,
  now: number = Date.now() / 1_000
): Promise<boolean> => {
  const timestamp = headers.get("x-svc-timestamp") ?? ""
  const [, signature = ""] = /^sha256=([0-9a-f]{64})$/.exec(headers.get("x-svc-signature") ?? "") ?? []
  if (signature === "" || !(Math.abs(Number(timestamp) - now) <= toleranceSeconds)) return false
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"])
  const head = encoder.encode(`${timestamp}.`)
  const rest = typeof body === "string" ? encoder.encode(body) : body
  const signed = new Uint8Array(head.length + rest.length)
  signed.set(head)
  signed.set(rest, head.length)
  return crypto.subtle.verify("HMAC", key, bytesOf(signature), signed)
}
