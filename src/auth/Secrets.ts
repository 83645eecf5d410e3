/** Secrets that are handed out once and kept only as their SHA-256, and the form of API keys. */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto/SecureRandom"
import { Base64Url } from "effect/encoding"
import { crc32 } from "../process/Crc32.ts"
import type { Digest } from "./Digest.ts"

const tokenBytes = 32

/** 256 random bits as base64url: session ids, tickets, sign-in states. */
export const newToken = (random: SecureRandom["Service"]): Effect.Effect<string> =>
  Effect.map(random.randomBytes(tokenBytes), Base64Url.encode)

/** What is stored of a secret: the SHA-256 of its UTF-8 bytes, lower-case hex. */
export const hashOf = (digest: Digest["Service"], secret: string): string => {
  const hash = digest.sha256()
  hash.update(new TextEncoder().encode(secret))
  return hash.hex()
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

export const keyPrefix = "svc_"
const randomLength = 30
const checkLength = 6

const checksum = (random: string): string => {
  let rest = crc32(new TextEncoder().encode(random))
  let text = ""
  while (text.length < checkLength) {
    text = digits[rest % digits.length] + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}

/** `svc_`, 30 random characters of base62 and 6 of their CRC-32, so that a mistyped key is known without asking. */
export const newApiKey = ({ intBetween }: SecureRandom["Service"]): Effect.Effect<string> =>
  Effect.map(Effect.replicateEffect(intBetween(0, digits.length - 1), randomLength), (random) => {
    const text = random.map((at) => digits[at]).join("")
    return `${keyPrefix}${text}${checksum(text)}`
  })

const pattern = /^svc_[0-9A-Za-z]{36}$/

/** Whether this can be a key at all: its form and its checksum. */
export const isApiKey = (key: string): boolean =>
  pattern.test(key) && checksum(key.slice(keyPrefix.length, -checkLength)) === key.slice(-checkLength)
