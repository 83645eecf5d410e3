/** The service as this page uses it: as a device, over the public API. */
import { type Client, connect } from "../client/Client.ts"
import { ApiError } from "../client/Refusal.ts"
import { device } from "./Identity.ts"

/** `fetch` that tells how much of a body has been sent, which fetch itself does not. */
const telling =
  (onSent: (share: number) => void): typeof fetch =>
  (address, init = {}) =>
    init.method !== "POST" || !(init.body instanceof Uint8Array)
      ? fetch(address, init)
      : new Promise((resolve, reject) => {
          const request = new XMLHttpRequest()
          request.open("POST", String(address))
          for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
          request.responseType = "text"
          request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total)
          request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
          request.onerror = () => reject(new TypeError("The connection was lost"))
          request.onabort = () => reject(init.signal?.reason ?? new TypeError("Aborted"))
          init.signal?.addEventListener("abort", () => request.abort(), { once: true })
          request.send(init.body as Uint8Array<ArrayBuffer>)
        })

/** How often a request is tried while there is no connection; a minute or so. */
const retries = 12

const connected = async (anew: boolean, onSent: (share: number) => void): Promise<Client> =>
  connect({ baseUrl: "", credential: { device: await device(anew) }, fetch: telling(onSent), retries })

/** Does `work` as this browser's device. A token that the service no longer takes is renewed once. */
export const withClient = async <A>(
  work: (client: Client) => Promise<A>,
  onSent: (share: number) => void = () => {}
): Promise<A> => {
  try {
    return await work(await connected(false, onSent))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return work(await connected(true, onSent))
  }
}

/** The code of whatever went wrong, for `text.failures`. */
export const codeOf = (error: unknown): string =>
  error instanceof ApiError || (error instanceof Error && "code" in error && typeof error.code === "string")
    ? String((error as { code: unknown }).code)
    : "unknown"
