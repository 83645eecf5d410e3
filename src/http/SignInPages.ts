/** What each end of a sign-in looks like to the person who signs in. */
import type { InvalidLinkTicket, OauthNotConfigured, RateLimited } from "../../schema/Errors.ts"
import type { DeviceId } from "../../schema/Ids.ts"
import { consentPath } from "../../schema/oauth/Paths.ts"
import { startPath } from "../../schema/v2/Auth.ts"
import type { AnswerForged, ExchangeFailed, ProviderUnreachable } from "../auth/Identity.ts"
import { shown } from "../auth/Names.ts"
import type { EmailUnverified, ProviderRefused, SignedIn, SignInUnknown } from "../auth/SignIn.ts"
import { type Form, html, type Page } from "./Pages.ts"

type Failure =
  | InvalidLinkTicket
  | OauthNotConfigured
  | RateLimited
  | AnswerForged
  | ExchangeFailed
  | ProviderUnreachable
  | EmailUnverified
  | ProviderRefused
  | SignInUnknown

const again = { label: "Sign in again", href: startPath }

/** The sign-in is not known here, for whatever reason: which one is nothing that a stranger should learn. */
export const unknown: Page = {
  status: 400,
  title: "This sign-in cannot be finished",
  text: html`<p>It was finished already, took longer than 10 minutes, or began in another browser.</p>
<p class="soft">If you have just seen that you are signed in, you are, and you can close this tab.</p>`,
  action: again
}

export const invalidTicket: Page = {
  status: 400,
  title: "This link is no longer valid",
  text: html`<p>A link that connects a device works once, and for 10 minutes.</p>
<p class="soft">Go back to the app or extension that opened this page, and start there again.</p>`
}

const refused = (code: string): Page => {
  switch (code) {
    case "access_denied":
      return {
        status: 400,
        title: "You are not signed in",
        text: html`<p>The sign-in was canceled, or the identity provider did not allow it.</p>`,
        action: again
      }
    case "server_error":
    case "temporarily_unavailable":
      return {
        status: 400,
        title: "The sign-in did not work",
        text: html`<p>The identity provider has a problem right now. Try again in a few minutes.</p>`,
        action: again
      }
    default:
      return {
        status: 400,
        title: "The sign-in did not work",
        text: html`<p>The identity provider refused the request.</p>`,
        action: again
      }
  }
}

export const failure = (error: Failure): Page => {
  switch (error._tag) {
    case "invalid_link_ticket":
      return invalidTicket
    case "sign_in_unknown":
    case "answer_forged":
      return unknown
    case "provider_refused":
      return refused(error.code)
    case "email_unverified":
      return {
        status: 400,
        title: "Your e-mail address is not verified",
        text: html`<p>An account needs an e-mail address that your identity provider has verified.</p>
<p class="soft">Verify it there, then sign in again.</p>`,
        action: again
      }
    case "rate_limited":
      return {
        status: 429,
        title: "Too many attempts",
        text: html`<p>Wait ${String(error.retry_after)} seconds, then try again.</p>`
      }
    case "provider_unreachable":
      return {
        status: 502,
        title: "The identity provider does not answer",
        text: html`<p>You cannot be signed in right now. Try again in a few minutes.</p>`,
        action: again
      }
    case "exchange_failed":
      return {
        status: 502,
        title: "The sign-in did not work",
        text: html`<p>The identity provider did not confirm who you are.</p>`,
        action: again
      }
    case "oauth_not_configured":
      return {
        status: 503,
        title: "Sign-in is not available",
        text: html`<p>This service has no identity provider. Converting documents without an account works as ever.</p>`
      }
  }
}

const named = (device: string | null) => {
  const name = shown(device)
  return name === null ? html`that asked for it` : html`<strong>${name}</strong>`
}

export const success = (
  { email, device, consent }: SignedIn,
  undo: (deviceId: DeviceId) => Form,
  place: string | null
): Page => ({
  ...(device === null ? { action: { label: "Open the console", href: place ?? "/console" } } : {}),
  ...(device === null ? {} : { form: undo(device.deviceId) }),
  ...(consent === null ? {} : { action: { label: "Go on", href: `${consentPath}/${consent}` } }),
  status: 200,
  title: "You are signed in",
  text: html`<p>Your account is <strong>${email}</strong>.</p>
${device === null ? html`` : html`<p>The device ${named(device.name)} is now linked to it.</p>`}
<p class="soft">${consent !== null ? "Next you see what the app asks for." : place !== null ? "You are taken back to the console." : "You can close this tab."}</p>`
})
