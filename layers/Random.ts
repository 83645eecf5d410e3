import { randomFillSync } from "node:crypto"
import { Layer } from "effect"
import { make, SecureRandom } from "effect/crypto/SecureRandom"

/** Bytes that are fetched at a time: a fetch costs as much as what most requests do with the bytes. */
const poolBytes = 4_096

/** Random bytes from the operating system, each handed out once. */
const pooled = () => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  return (size: number): Uint8Array => {
    if (size > poolBytes) return randomFillSync(new Uint8Array(size))
    if (used + size > poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

export const layer = Layer.sync(SecureRandom, () => make(pooled()))
