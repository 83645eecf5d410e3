/**
 * How a client's requests reach the service: with its credential, tried again where that is safe, failures as `ApiError`.
 * Needs nothing but fetch and WebCrypto.
 */
import { type Device, type Request, type Source, signed } from "./Device.ts"
import { ApiError, failure, isCode } from "./Refusal.ts"

/** A key, or a device that signs; `source` gives it time and nonces other than the machine's. */
export type Credential = { readonly apiKey: string } | { readonly device: Device; readonly source?: Source | undefined }

/** How often a request is tried again where its caller does not say. */
export const usualRetries = 4

export interface TransportOptions {
  /** The origin of the service, such as `https://pdf.example`. */
  readonly baseUrl: string
  readonly credential: Credential
  /** How often a request is tried again that failed for a reason that passes. 4 unless said. A rate limit is waited out. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

export interface Call extends Request {
  readonly signal?: AbortSignal | undefined
}

const ms = (seconds: number) => seconds * 1_000

/** What is waited before the nth try where the service does not say: half a second, doubled each time, at most 8 s. */
export const patience = (attempt: number) => Math.min(ms(8), 500 * 2 ** attempt) * (0.75 + Math.random() / 2)

/** No refusal is waited for longer, and no request waits longer for rate limits in all. */
const longest = ms(10 * 60)

/** What is waited when the service says for how long: callers that share a limit come back one after another. */
const told = (seconds: number) => ms(Math.max(0.05, seconds)) * (1 + Math.random())

export const waitFor = (delay: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, delay)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", abort, { once: true })
  })

/** The second of these is a request that something on its way sent twice: each try is signed with a nonce of its own. */
const passingCodes = ["idempotency_in_progress", "replay"]

/** Refusals that pass by themselves. */
const passes = (error: ApiError): boolean =>
  error.status === 429 || error.status === 502 || error.status === 503 || passingCodes.includes(error.code)

/** A function that sends requests and yields answers that are no refusals. */
export const transport = ({ baseUrl, credential, retries = usualRetries, fetch: send = fetch }: TransportOptions) => {
  if (typeof baseUrl !== "string") throw new TypeError("baseUrl is the origin of the service, like https://pdf.example")
  const base = baseUrl.replace(/\/+$/, "")

  const headersOf = async (method: string, path: string, bytes: Uint8Array<ArrayBuffer>) =>
    "apiKey" in credential
      ? { authorization: `Bearer ${credential.apiKey}` }
      : await signed(credential.device, { method, path, bytes }, credential.source)

  const once = async (path: string, { method = "GET", headers = {}, body, signal }: Call): Promise<Response> => {
    const isSigned = "device" in credential
    // A signature covers the bytes of a form, so they are made first.
    const whole = body === undefined || !isSigned ? null : new Response(body)
    const bytes = whole === null ? new Uint8Array(0) : new Uint8Array(await whole.arrayBuffer())
    const type = whole?.headers.get("content-type") ?? null
    const credentials = await headersOf(method, path, bytes)
    // Node's fetch of a form does not survive a signal that was given before.
    signal?.throwIfAborted()
    const response = await send(`${base}${path}`, {
      method,
      headers: { ...(type === null ? {} : { "content-type": type }), ...headers, ...credentials },
      ...(body === undefined ? {} : { body: whole === null ? body : bytes }),
      ...(signal === undefined ? {} : { signal })
    })
    if (!response.ok && response.status !== 304) throw await failure(response)
    return response
  }

  /** What may be repeated without doing anything twice: reads, deletions, and creates that name their key. */
  const isSafe = ({ method = "GET", headers = {} }: Call) => method !== "POST" || "idempotency-key" in headers

  return async (path: string, call: Call = {}): Promise<Response> => {
    let failures = 0
    let limited = 0
    for (;;) {
      try {
        return await once(path, call)
      } catch (error) {
        call.signal?.throwIfAborted()
        const isOutage = error instanceof TypeError
        const isPassing = error instanceof ApiError && passes(error)
        if (!isSafe(call) || !(isOutage || isPassing)) throw error
        const said = error instanceof ApiError ? Number(error.body["retry_after"]) : Number.NaN
        const pause = Number.isFinite(said) ? told(said) : patience(failures)
        if (isCode(error, "rate_limited")) limited += pause
        else failures++
        if (failures > retries || Math.max(pause, limited) > longest) throw error
        await waitFor(pause, call.signal)
      }
    }
  }
}
