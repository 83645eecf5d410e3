import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect, Layer } from "effect"
import { type Encoded, Encodings } from "../../src/http/docs/Encodings.ts"

/** A few pages for each public origin. */
const maxKept = 100

/** From here on brotli gains little and takes long. */
const quality = 6

const encode = async (tag: string, text: string): Promise<Encoded> => {
  const identity = new TextEncoder().encode(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [gzipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity, { params })])
  return { tag, identity, gzip: gzipped, br }
}

export const layer = Layer.sync(Encodings, () => {
  const kept = new Map<string, Promise<Encoded>>()
  return Encodings.of({
    of: (text) =>
      Effect.promise(() => {
        const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22)
        const encoded = kept.get(tag) ?? encode(tag, text)
        kept.delete(tag)
        kept.set(tag, encoded)
        const [oldest = tag] = kept.keys()
        if (kept.size > maxKept) kept.delete(oldest)
        return encoded
      })
  })
})
