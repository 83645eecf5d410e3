/** Device signatures: what is signed, and which header values are acceptable at all. */

const scheme = "SVC1-ES256"

/** A request's timestamp may be this far from the server's clock, either way. */
const toleranceSeconds = 300

/** A nonce is remembered this long: longer than both tolerances together. */
export const nonceSeconds = 900

/** SHA-256 of no bytes: what a request without a body signs. */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/** The parts of a request that a device signs, as sent. */
export interface SignedParts {
  readonly method: string
  /** Path with query, exactly as it stands in the request line. */
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  readonly bodySha256: string
}

/** The text that is signed: six lines, UTF-8, no newline at the end. */
export const signingString = (parts: SignedParts): string =>
  [scheme, parts.method.toUpperCase(), parts.path, parts.timestamp, parts.nonce, parts.bodySha256].join("\n")

/** Unix seconds, when the value is well formed and within tolerance of `now` (unix seconds). */
export const isFresh = (timestamp: string, now: number): boolean =>
  timestampFault(timestamp) === null && Math.abs(Number(timestamp) - now) <= toleranceSeconds

export const isNonce = (value: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(value)

export const isSha256 = (value: string): boolean => /^[0-9a-f]{64}$/.test(value)

/** 64 bytes r‖s as base64url without padding: 86 characters. DER does not fit. */
export const isSignature = (value: string): boolean => /^[A-Za-z0-9_-]{86}$/.test(value)

/** Where a signed request carries what. */
const carriers = {
  token: "X-SVC-Device-Token",
  timestamp: "X-SVC-Device-Timestamp",
  nonce: "X-SVC-Device-Nonce",
  bodySha256: "X-SVC-Body-SHA256",
  signature: "X-SVC-Device-Signature"
} as const

/** The headers that a signed request lacks, for those who write a client; null where it has none of them, or all. */
export const missingFault = (sent: Readonly<Record<keyof typeof carriers, string>>): string | null => {
  const names = Object.entries(carriers)
  const missing = names.flatMap(([part, header]) => (sent[part as keyof typeof carriers] === "" ? [header] : []))
  return missing.length === 0 || missing.length === names.length
    ? null
    : `A signed request carries ${missing.join(" and ")} too`
}

/** What a timestamp must be that is none, for those who write a client. */
export const timestampFault = (timestamp: string): string | null =>
  /^\d{1,12}$/.test(timestamp)
    ? null
    : `X-SVC-Device-Timestamp must be unix time in whole seconds${/^\d{13}$/.test(timestamp) ? ", not milliseconds" : ""}`

/** What a header must be whose value no signature can have, for the same. */
export const signatureFault = (parts: Pick<SignedParts, "nonce" | "bodySha256"> & { readonly signature: string }) => {
  if (!isNonce(parts.nonce)) return "X-SVC-Device-Nonce must be 16 to 64 letters, digits, - and _"
  if (!isSha256(parts.bodySha256)) return "X-SVC-Body-SHA256 must be 64 hexadecimal digits in lower case"
  return isSignature(parts.signature)
    ? null
    : "X-SVC-Device-Signature must be the 64 bytes r‖s in base64url without padding; DER is not taken"
}
