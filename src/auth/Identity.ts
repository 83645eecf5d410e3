import { Context, Data, type Effect } from "effect"
import type { OauthNotConfigured } from "../../schema/Errors.ts"

/** Who has signed in, as the identity provider vouches for it. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  /** Lower case; null where the provider tells none. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
}

/** What binds the provider's answer to the request it answers. */
export interface Proofs {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636); the provider is told its SHA-256 first. */
  readonly verifier: string
}

/** The provider cannot be reached, or does not describe itself. */
export class ProviderUnreachable extends Data.TaggedError("provider_unreachable")<{ readonly reason: string }> {}

/** The provider refused the code, or what it gave for it does not hold. */
export class ExchangeFailed extends Data.TaggedError("exchange_failed")<{ readonly reason: string }> {}

/** The browser came back with an answer that is not of this provider (RFC 9207). */
export class AnswerForged extends Data.TaggedError("answer_forged") {}

/** Port: the OpenID provider that people sign in with. It is looked for when it is first asked, and again if it was away. */
export class Identity extends Context.Service<
  Identity,
  {
    /** Where the browser goes to sign in. With `asks` the provider asks for that even when it knows the person already. */
    readonly authorize: (
      request: Proofs & { readonly redirectUri: string; readonly asks: "consent" | "account" | null }
    ) => Effect.Effect<string, OauthNotConfigured | ProviderUnreachable>

    /** Who the code is for, that `answer` carries: the redirect address with what the provider added to it. */
    readonly exchange: (
      answer: string,
      proofs: Proofs
    ) => Effect.Effect<Person, OauthNotConfigured | ProviderUnreachable | ExchangeFailed | AnswerForged>

    readonly isConfigured: boolean
  }
>()("svc/auth/Identity") {}
