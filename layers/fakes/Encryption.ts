/** Encrypts the streams of a PDF with AES-256 (the standard security handler, revision 5), so that it opens with one password. */
import { createCipheriv, createHash, randomBytes } from "node:crypto"

const noIv = Buffer.alloc(16)

const hash = (...parts: ReadonlyArray<Uint8Array>) => createHash("sha256").update(Buffer.concat(parts)).digest()

const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString("hex")}>`

/** What a password is known by, and what it opens: a hash with its two salts, and the key under another hash. */
const entries = (password: Uint8Array, key: Uint8Array, user: Uint8Array) => {
  const [check, salt] = [randomBytes(8), randomBytes(8)]
  const cipher = createCipheriv("aes-256-cbc", hash(password, salt, user), noIv).setAutoPadding(false)
  return { known: Buffer.concat([hash(password, check, user), check, salt]), opened: cipher.update(key) }
}

export const encryption = (password: string) => {
  const key = randomBytes(32)
  const secret = Buffer.from(password)
  const user = entries(secret, key, Buffer.alloc(0))
  const owner = entries(secret, key, user.known)
  const permissions = Buffer.concat([Buffer.from("fcffffffffffffff", "hex"), Buffer.from("Tadb"), randomBytes(4)])
  const sealed = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false).update(permissions)
  return {
    dictionary:
      "<</Filter/Standard/V 5/R 5/Length 256/P -4/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>" +
      `/StmF/StdCF/StrF/StdCF/U${hex(user.known)}/UE${hex(user.opened)}/O${hex(owner.known)}/OE${hex(owner.opened)}` +
      `/Perms${hex(sealed)}>>`,
    encrypted: (bytes: Uint8Array): Uint8Array => {
      const iv = randomBytes(16)
      const cipher = createCipheriv("aes-256-cbc", key, iv)
      return Buffer.concat([iv, cipher.update(bytes), cipher.final()])
    }
  }
}
