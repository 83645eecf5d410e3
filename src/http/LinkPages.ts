/** The pages on which a person links a device, sees which one it is first, and unlinks it again. */
import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../schema/Api.ts"
import { InvalidLinkTicket, OauthNotConfigured } from "../../schema/Errors.ts"
import { DeviceId } from "../../schema/Ids.ts"
import { linkPath, startPath, undoPath } from "../../schema/v2/Auth.ts"
import { type Asked, Links, ticketSeconds } from "../accounts/Links.ts"
import { Auth, sessionCookie } from "../auth/Auth.ts"
import { Identity } from "../auth/Identity.ts"
import { shown } from "../auth/Names.ts"
import { newToken } from "../auth/Secrets.ts"
import { linkCookie } from "../auth/SignIn.ts"
import { Client } from "./Client.ts"
import * as Pages from "./Pages.ts"
import { onCharge } from "./Security.ts"
import { failure, invalidTicket } from "./SignInPages.ts"

const isToken = (text: string) => /^[\w-]{43}$/.test(text)

const isDeviceId = Schema.is(DeviceId)

const time = (at: DateTime.Utc) => `${DateTime.formatIso(at).slice(0, 16).replace("T", " ")} UTC`

const device = (name: string | null) =>
  name === null ? Pages.html`A device without a name` : Pages.html`The device <strong>${name}</strong>`

const question = ({ name, at, from }: Asked, fields: Readonly<Record<string, string>>): Pages.Page => ({
  status: 200,
  title: "Link this device?",
  mark: "neutral",
  text: Pages.html`<p>${device(shown(name))} asks to be linked to your account.</p>
<p>It asked${at === null ? "" : ` at ${time(at)}`}${from === null ? "" : ` from ${from}`}.</p>
<p class="soft">Whoever holds it can then read your documents and make API keys. Go on only if you have just begun this yourself, on that device.</p>`,
  form: { action: linkPath, fields, label: "Link this device", isToLeave: true }
})

const elsewhere: Pages.Page = {
  ...invalidTicket,
  title: "This page was shown in another browser",
  text: Pages.html`<p>Nothing was linked.</p>
<p class="soft">Go back to the app or extension that opened this page, and start there again.</p>`
}

const unlinked: Pages.Page = {
  status: 200,
  title: "The device is unlinked",
  text: Pages.html`<p>It can no longer use your account, and the API keys that it made are revoked.</p>
<p class="soft">You can close this tab.</p>`
}

const notLinked: Pages.Page = {
  status: 400,
  title: "The device is not unlinked",
  text: Pages.html`<p>It is not linked to the account that you are signed in to.</p>`
}

/** Whether a form was sent from a page of ours, where the browser says; our pages name no referrer, so `Origin` is null. */
export const isOurs = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Effect.map(
    Client,
    ({ origin }) =>
      [undefined, "same-origin"].includes(headers["sec-fetch-site"]) &&
      [undefined, "null", origin].includes(headers["origin"])
  )

export const layer = HttpApiBuilder.group(
  Api,
  "link",
  Effect.fn(function* (handlers) {
    const auth = yield* Auth
    const identity = yield* Identity
    const links = yield* Links
    const random = yield* SecureRandom

    /** Bound to this browser for as long as tickets are good; nothing that comes from another site has it. */
    const bound = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse, browser: string) {
      const { origin } = yield* Client
      return yield* HttpServerResponse.setCookie(response, linkCookie, browser, {
        httpOnly: true,
        sameSite: "strict",
        path: "/",
        secure: origin.startsWith("https:"),
        maxAge: `${ticketSeconds} seconds`
      }).pipe(Effect.orDie)
    })

    return handlers
      .handle(
        "show",
        Effect.fnUntraced(
          function* ({ request, query: { ticket } }) {
            if (!identity.isConfigured) return yield* new OauthNotConfigured()
            if (ticket === undefined) return yield* new InvalidLinkTicket()
            const asked = yield* links.asked(ticket)
            const known = request.cookies[linkCookie] ?? ""
            const browser = isToken(known) ? known : yield* newToken(random)
            return yield* bound(yield* Pages.respond(question(asked, { ticket, browser })), browser)
          },
          Effect.catch((error) => Pages.respond(failure(error)))
        )
      )
      .handle(
        "confirm",
        Effect.fnUntraced(
          function* ({ request, payload: { ticket, browser } }) {
            yield* links.asked(ticket)
            const isHere = isToken(browser) && request.cookies[linkCookie] === browser
            if (!isHere || !(yield* isOurs(request))) return yield* Pages.respond(elsewhere)
            yield* links.confirm(ticket, browser)
            return HttpServerResponse.redirect(`${startPath}?ticket=${ticket}`, {
              status: 303,
              headers: { "cache-control": "no-store" }
            })
          },
          Effect.catch((error) => Pages.respond(failure(error)))
        )
      )
      .handle(
        "undo",
        Effect.fnUntraced(
          function* ({ request, payload: { device_id: deviceId } }) {
            const { address } = yield* Client
            const call = { address, bucket: "requests", onCharge: onCharge(request) } as const
            const { accountId } = yield* auth.session(request.cookies[sessionCookie] ?? "", call)
            if (!isDeviceId(deviceId) || !(yield* isOurs(request))) return yield* Pages.respond(notLinked)
            yield* links.remove(accountId, deviceId)
            return yield* Pages.respond(unlinked)
          },
          Effect.catchTag("rate_limited", (error) => Pages.respond(failure(error))),
          Effect.catch(() => Pages.respond(notLinked))
        )
      )
  })
)

/** The form that takes back what a sign-in has just done. */
export const undo = (deviceId: DeviceId): Pages.Form => ({
  action: undoPath,
  fields: { device_id: deviceId },
  label: "That was not me: unlink it"
})
