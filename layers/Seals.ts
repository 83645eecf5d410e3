/** AES-256-GCM under a key that HKDF derives from `SVC_SECRET`. What is sealed is a nonce, a tag and the text. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Config, Effect, Layer, Option, Redacted } from "effect"
import { Seals } from "../src/auth/Seals.ts"
import { serviceSecret } from "../src/config/Variables.ts"

const algorithm = "aes-256-gcm"
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

const keyOf = (secret: Uint8Array) => Buffer.from(hkdfSync("sha256", secret, "", "seals of job passwords", keyBytes))

const seal = (key: Buffer, text: string, name: string): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

const open = (key: Buffer, bytes: Uint8Array, name: string): string | null => {
  const sealed = Buffer.from(bytes)
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null
  }
}

export const layer = Layer.effect(
  Seals,
  Effect.gen(function* () {
    const current = keyOf(yield* serviceSecret("SVC_SECRET"))
    const previous = yield* Config.option(serviceSecret("SVC_SECRET_PREVIOUS"))
    const keys = [current, ...Option.toArray(Option.map(previous, keyOf))]

    return Seals.of({
      seal: (secret, name) => Effect.sync(() => seal(current, Redacted.value(secret), name)),
      open: (sealed, name) =>
        Effect.sync(() => {
          for (const key of keys) {
            const text = open(key, sealed, name)
            if (text !== null) return Redacted.make(text)
          }
          return null
        })
    })
  })
)
