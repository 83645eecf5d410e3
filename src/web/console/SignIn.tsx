/** Offers to sign in, and leads back to the same place. */

import { signed } from "../../client/Device.ts"
import { device, isKnown } from "../Identity.ts"
import { text } from "./strings.ts"

/** As `schema/v2/Auth.ts` has them, which would bring the whole of the schemas with it. */
const startPath = "/api/v2/auth/idp/start"
const callbackPath = "/api/v2/auth/idp/callback"

/** Remembers, for the end of the sign-in, that it began here. */
const began = "svc-sign-in"

const cookieSeconds = 600

const begin = () => {
  sessionStorage.setItem(began, "yes")
  const place = encodeURIComponent(location.pathname + location.search)
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in all browsers yet
  document.cookie = `svc_return=${place}; path=${callbackPath}; max-age=${cookieSeconds}; samesite=lax`
}

/**
 * After a sign-in the browser's own device, the one that converts on the front page, becomes the account's. Whether it
 * did just now; a browser that never converted anything has none.
 */
export const cameBack = async (): Promise<boolean> => {
  if (sessionStorage.getItem(began) === null) return false
  sessionStorage.removeItem(began)
  try {
    if (!(await isKnown())) return false
    const path = "/api/v2/account/link/attach"
    const headers = await signed(await device(), { method: "POST", path, bytes: new Uint8Array(0) })
    return (await fetch(path, { method: "POST", headers })).ok
  } catch {
    return false
  }
}

export const SignIn = () => (
  <div class="card narrow">
    <h1 tabIndex={-1}>{text.signIn.title}</h1>
    <p class="quiet">{text.signIn.lead}</p>
    <a class="button main" href={startPath} onClick={begin}>
      {text.signIn.button}
    </a>
    <p class="quiet">{text.signIn.back}</p>
  </div>
)
