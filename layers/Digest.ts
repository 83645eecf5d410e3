import { createHash } from "node:crypto"
import { Layer } from "effect"
import { Digest } from "../src/auth/Digest.ts"

export const layer = Layer.succeed(Digest, {
  sha256: () => {
    const hash = createHash("sha256")
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") }
  }
})
