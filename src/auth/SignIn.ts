/** Signing in through the identity provider: what is accepted, and what it promises. */
import { Context, Data, type Effect, Result } from "effect"
import type { InvalidLinkTicket, OauthNotConfigured } from "../../schema/Errors.ts"
import type { DeviceId } from "../../schema/Ids.ts"
import { cut } from "../requests/Cut.ts"
import type { AnswerForged, ExchangeFailed, Person, ProviderUnreachable } from "./Identity.ts"

/** How long a person may take at the provider. */
export const signInSeconds = 600

/** Holds, in the browser in which a person has confirmed that a device is to be linked, what that binds to. */
export const linkCookie = "svc_link"

/** A device is to be linked that this browser has not been shown. */
export class LinkUnconfirmed extends Data.TaggedError("link_unconfirmed")<{ readonly ticket: string }> {}

/** No sign-in of this browser is under way by that name: it is over, has taken too long, or began elsewhere. */
export class SignInUnknown extends Data.TaggedError("sign_in_unknown") {}

/** The provider sent the browser back without a code: its error code (RFC 6749, section 4.1.2.1). */
export class ProviderRefused extends Data.TaggedError("provider_refused")<{ readonly code: string }> {}

/** The provider does not vouch for an e-mail address of this person. */
export class EmailUnverified extends Data.TaggedError("email_unverified") {}

/** What the browser brought back, from the query of the redirect address. */
export interface Answer {
  readonly state: string
  readonly error: string | null
}

/** Names the sign-in exactly once, and says how it went exactly once. */
export const read = (search: string): Result.Result<Answer, SignInUnknown> => {
  const query = new URLSearchParams(search)
  const [state = "", ...states] = query.getAll("state")
  const [error = null, ...errors] = query.getAll("error")
  const codes = query.getAll("code")
  const isOne = states.length === 0 && errors.length === 0 && codes.length === (error === null ? 1 : 0)
  return state !== "" && isOne ? Result.succeed({ state, error }) : Result.fail(new SignInUnknown())
}

/** The longest address that mail can be sent to, and then some. */
const maxEmailLength = 320

const maxNameLength = 200

/** Whom an account may belong to: a person with a verified e-mail address, and a name that is fit to be shown. */
export const admit = ({ email, emailVerified, name }: Person) =>
  email !== null && emailVerified && email.length <= maxEmailLength && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email)
    ? Result.succeed({
        email,
        name: cut(name?.replace(/[\p{Cc}\p{Cs}]/gu, "").trim() ?? "", maxNameLength) || null
      })
    : Result.fail(new EmailUnverified())

/** Somebody who has just signed in. */
export interface SignedIn {
  /** What the cookie of the new session holds. */
  readonly session: string
  readonly email: string
  /** The device that was linked on the way. */
  readonly device: { readonly deviceId: DeviceId; readonly name: string | null } | null
  /** The question about an agent for which it was done. */
  readonly consent: string | null
}

export class SignIn extends Context.Service<
  SignIn,
  {
    /**
     * Uses up the ticket of a link, if there is one, which was confirmed in this browser. Answers with where the browser
     * goes, and with what its cookie must hold.
     */
    readonly begin: (request: {
      readonly origin: string
      readonly link: { readonly ticket: string; readonly browser: string } | null
      readonly consent: string | null
      /** Whether the person wants to sign in as somebody else than the provider knows them as. */
      readonly other: boolean
    }) => Effect.Effect<
      { readonly url: string; readonly browser: string },
      InvalidLinkTicket | LinkUnconfirmed | OauthNotConfigured | ProviderUnreachable
    >

    /**
     * Ends a sign-in, which can be done once, and only by the browser that began it. The person's account is found by
     * the identity, else by the verified e-mail, else made; the device of the ticket is linked to it. The session that
     * the browser had before is over.
     */
    readonly finish: (callback: {
      /** The query of the redirect address, as it came. */
      readonly search: string
      readonly browser: string | undefined
      readonly session: string | undefined
      /** What the session is known by: the browser by name, and where it is. */
      readonly from: { readonly browser: string | null; readonly address: string }
    }) => Effect.Effect<
      SignedIn,
      | OauthNotConfigured
      | SignInUnknown
      | ProviderRefused
      | AnswerForged
      | ProviderUnreachable
      | ExchangeFailed
      | EmailUnverified
    >

    /** Ends a session; false when there was none. */
    readonly end: (session: string) => Effect.Effect<boolean>
  }
>()("svc/auth/SignIn") {}
