/**
 * A device as any client can be one: an ES256 key pair that registers and signs its requests. Needs nothing but fetch
 * and WebCrypto, so the same lines run in a browser extension.
 */
import { signingString } from "../auth/Signature.ts"
import { failure } from "./Refusal.ts"

export interface Device {
  readonly deviceId: string
  readonly token: string
  readonly privateKey: CryptoKey
  /** When the token ends, as the service says it: registering again with the same keys gives a new one. */
  readonly expiresAt?: string
}

/** What a request is made of; a form is sent as multipart/form-data. */
export interface Request {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData
}

/** Unix seconds and fresh nonces come from here, so that a test can decide them. */
export interface Source {
  readonly now: () => number
  readonly nonce: () => string
}

const real: Source = {
  now: () => Math.floor(Date.now() / 1_000),
  nonce: () => crypto.randomUUID()
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" }

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

/** The private key cannot be taken out of it, but a browser can keep it in IndexedDB. */
export const newKeyPair = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, false, ["sign", "verify"])

/** The public key as `POST /register` takes it. */
export const publicJwk = async (pair: CryptoKeyPair) => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey)
  return { kty, crv, x, y }
}

/** Makes a device of a key pair, which its owner knows by `name`. A refusal is an `ApiError`. */
export const register = async (base: string, pair?: CryptoKeyPair, name?: string): Promise<Required<Device>> => {
  const keys = pair ?? (await newKeyPair())
  const response = await fetch(`${base.replace(/\/+$/, "")}/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ public_key: await publicJwk(keys), name })
  })
  if (!response.ok) throw await failure(response)
  const { device_id, device_token, expires_at } = (await response.json()) as Readonly<Record<string, string>>
  return { deviceId: device_id!, token: device_token!, privateKey: keys.privateKey, expiresAt: expires_at! }
}

/** The bytes of a body and the type to send with them: the signature covers the bytes exactly as sent. */
const encoded = async (body: Request["body"]): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string | null }> => {
  if (body === undefined) return { bytes: new Uint8Array(0), type: null }
  const whole = new Response(body)
  return { bytes: new Uint8Array(await whole.arrayBuffer()), type: whole.headers.get("content-type") }
}

/** The headers of a signed request. */
export const signed = async (
  device: Device,
  request: { readonly method: string; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> },
  source: Source = real
): Promise<Record<string, string>> => {
  const parts = {
    method: request.method,
    path: request.path,
    timestamp: String(source.now()),
    nonce: source.nonce(),
    bodySha256: hex(await crypto.subtle.digest("SHA-256", request.bytes))
  }
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    device.privateKey,
    new TextEncoder().encode(signingString(parts))
  )
  return {
    "x-svc-device-token": device.token,
    "x-svc-device-timestamp": parts.timestamp,
    "x-svc-device-nonce": parts.nonce,
    "x-svc-body-sha256": parts.bodySha256,
    "x-svc-device-signature": base64url(signature)
  }
}

/** Sends a signed request. */
export const send = async (
  base: string,
  device: Device,
  path: string,
  { method = "GET", headers = {}, body }: Request = {},
  source: Source = real
): Promise<Response> => {
  const { bytes, type } = await encoded(body)
  return fetch(`${base}${path}`, {
    method,
    headers: {
      ...(type === null ? {} : { "content-type": type }),
      ...headers,
      ...(await signed(device, { method, path, bytes }, source))
    },
    ...(body === undefined ? {} : { body: bytes })
  })
}

/** A form with one PDF, as `POST /jobs` takes it. */
export const pdfForm = (pdf: Uint8Array<ArrayBuffer>, fileName: string): FormData => {
  const form = new FormData()
  form.set("file", new File([pdf], fileName, { type: "application/pdf" }))
  return form
}
