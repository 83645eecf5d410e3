import { Context } from "effect"

/** SHA-256 of bytes that arrive in pieces. */
export interface Sha256 {
  readonly update: (bytes: Uint8Array) => void
  /** Lower-case hex. Ends the digest. */
  readonly hex: () => string
}

/** Port: digests over streams, which WebCrypto cannot do. */
export class Digest extends Context.Service<Digest, { readonly sha256: () => Sha256 }>()("svc/auth/Digest") {}
