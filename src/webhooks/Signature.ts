/** How deliveries are signed, for receivers of our own headers and for those of Standard Webhooks 1.0. */
import { Effect, Result } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import { Base64 } from "effect/encoding"

const secretPrefix = "whsec_"

const secretBytes = 32

/** After a rotation the old secret signs `webhook-signature` too, for this long. */
export const rotationMillis = 24 * 3_600_000

/** `whsec_` and 256 random bits as base64. */
export const newSecret = (random: SecureRandom["Service"]): Effect.Effect<string> =>
  Effect.map(random.randomBytes(secretBytes), (bytes) => `${secretPrefix}${Base64.encode(bytes)}`)

const utf8 = (text: string) => new TextEncoder().encode(text)

/**
 * The key of Standard Webhooks: what stands behind `whsec_`, decoded. A secret of another form, as callers may choose
 * for a callback, is its own UTF-8 bytes.
 */
export const standardKey = (secret: string): Uint8Array =>
  secret.startsWith(secretPrefix)
    ? Result.getOrElse(Base64.decode(secret.slice(secretPrefix.length)), () => utf8(secret))
    : utf8(secret)

const hmac = async (key: Uint8Array, text: string): Promise<Uint8Array> => {
  const imported = await crypto.subtle.importKey("raw", new Uint8Array(key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign"
  ])
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(text)))
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** What is signed, and with which secrets; the first is the webhook's own, others are on their way out. */
export interface Signed {
  readonly deliveryId: string
  /** Unix seconds of this attempt. */
  readonly timestamp: number
  /** The body exactly as it is sent. */
  readonly body: string
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
}

/** The headers that prove who sent a delivery, and when. */
export const headers = ({ deliveryId, timestamp, body, secrets }: Signed): Effect.Effect<Record<string, string>> =>
  Effect.promise(async () => {
    const ours = await hmac(utf8(secrets[0]), `${timestamp}.${body}`)
    const standard = await Promise.all(
      secrets.map(
        async (secret) => `v1,${Base64.encode(await hmac(standardKey(secret), `${deliveryId}.${timestamp}.${body}`))}`
      )
    )
    return {
      "x-svc-timestamp": String(timestamp),
      "x-svc-delivery": deliveryId,
      "x-svc-signature": `sha256=${hex(ours)}`,
      "webhook-id": deliveryId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": standard.join(" ")
    }
  })
