import { Config, Data, Effect, Layer, Option, Redacted } from "effect"
import { hasProperty } from "effect/Predicate"
import type { Configuration, IDToken, UserInfoResponse } from "openid-client"
import { OauthNotConfigured } from "../schema/Errors.ts"
import { AnswerForged, ExchangeFailed, Identity, type Person, ProviderUnreachable } from "../src/auth/Identity.ts"
import { elapsedMillis } from "../src/process/Elapsed.ts"

/** Seconds that the provider has for each answer. */
const timeoutSeconds = 10

const scope = "openid email profile"

/** How long the provider is taken at its word about itself, in ms: it may move. */
const described = 3_600_000

/** A configuration that cannot work. */
export class IdentityUnusable extends Data.TaggedError("IdentityUnusable")<{ readonly message: string }> {}

interface Settings {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

const isLoopback = ({ hostname }: URL) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** All three variables, or none of them. */
const settings = Effect.gen(function* () {
  const given = {
    OAUTH_ISSUER: yield* Config.option(Config.URL("OAUTH_ISSUER")),
    OAUTH_CLIENT_ID: yield* Config.option(Config.NonEmptyString("OAUTH_CLIENT_ID")),
    OAUTH_CLIENT_SECRET: yield* Config.option(Config.Redacted("OAUTH_CLIENT_SECRET"))
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (Option.isNone<unknown>(value) ? [name] : []))
  const all = Option.all(given)
  if (Option.isNone(all)) {
    return missing.length === 3
      ? Option.none<Settings>()
      : yield* new IdentityUnusable({
          message: `${missing.join(" and ")} must be set too, or no OAUTH_* variable at all`
        })
  }
  const { OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = all.value
  if (issuer.protocol !== "https:" && !(issuer.protocol === "http:" && isLoopback(issuer))) {
    return yield* new IdentityUnusable({
      message: "OAUTH_ISSUER must be an https address, but for one on this machine"
    })
  }
  return Option.some<Settings>({ issuer, clientId, clientSecret })
})

/** What went wrong in words of the protocol; bodies and tokens are never among them. */
const reasonOf = (error: unknown): string => {
  const field = (name: "name" | "code" | "error" | "message") =>
    hasProperty(error, name) && typeof error[name] === "string" ? [error[name]] : []
  return [...new Set([...field("name"), ...field("code"), ...field("error"), ...field("message")])].join(": ")
}

/** Nobody answered, as opposed to an answer that does not hold. */
const isAway = (error: unknown) =>
  error instanceof TypeError || (hasProperty(error, "code") && error.code === "OAUTH_TIMEOUT")

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

const personOf = (token: IDToken, told: Partial<UserInfoResponse>): Person => {
  const claims: Readonly<Record<string, unknown>> = { ...token, ...told }
  return {
    issuer: token.iss,
    subject: token.sub,
    email: text(claims["email"])?.toLowerCase() ?? null,
    // Some providers write the boolean as a string.
    emailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
    name: text(claims["name"])
  }
}

const unconfigured = Identity.of({
  authorize: () => Effect.fail(new OauthNotConfigured()),
  exchange: () => Effect.fail(new OauthNotConfigured()),
  isConfigured: false
})

/** `openid-client` takes its time to load, and nobody signs in at a start. */
const openId = () => import("openid-client")

const configured = ({ issuer, clientId, clientSecret }: Settings): Identity["Service"] => {
  const secret = Redacted.value(clientSecret)

  const discover = async (): Promise<Configuration> => {
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks } =
      await openId()
    return discovery(
      issuer,
      clientId,
      undefined,
      // The form that the provider names; where it names none, HTTP Basic is the protocol's default.
      (server, ...rest) =>
        (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") === true
          ? ClientSecretPost(secret)
          : ClientSecretBasic(secret))(server, ...rest),
      {
        timeout: timeoutSeconds,
        execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])]
      }
    )
  }

  let found: Promise<Configuration> | undefined
  let foundAt = 0
  const forget = () => {
    found = undefined
  }
  const provider = Effect.flatMap(elapsedMillis, (now) =>
    Effect.tryPromise({
      try: () => {
        if (now - foundAt >= described) forget()
        if (found === undefined) foundAt = now
        found ??= discover().catch((error: unknown) => {
          forget()
          throw error
        })
        return found
      },
      catch: (error) => new ProviderUnreachable({ reason: reasonOf(error) })
    })
  ).pipe(
    Effect.tapError(({ reason }) => Effect.logWarning(`The identity provider does not describe itself: ${reason}`))
  )

  /** Claims that the ID token leaves out are asked for. */
  const exchanged = async (
    config: Configuration,
    answer: URL,
    proofs: Parameters<Identity["Service"]["exchange"]>[1]
  ) => {
    const { authorizationCodeGrant, fetchUserInfo } = await openId()
    const tokens = await authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: proofs.verifier,
      expectedState: proofs.state,
      expectedNonce: proofs.nonce,
      idTokenExpected: true
    })
    const token = tokens.claims()
    if (token === undefined) throw new TypeError("The provider gave no ID token")
    const isComplete = token["email"] !== undefined && token["email_verified"] !== undefined
    const asks = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined
    return personOf(token, asks ? await fetchUserInfo(config, tokens.access_token, token.sub) : {})
  }

  return Identity.of({
    isConfigured: true,

    authorize: Effect.fn("Identity.authorize")(function* ({ redirectUri, state, nonce, verifier, asks }) {
      const config = yield* provider
      return yield* Effect.promise(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openId()
        return buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(asks === null ? {} : { prompt: asks === "consent" ? "consent" : promptForAccount(config) })
        }).href
      })
    }),

    exchange: Effect.fn("Identity.exchange")(function* (answer, proofs) {
      const config = yield* provider
      const url = new URL(answer)
      const server = config.serverMetadata()
      const named = url.searchParams.getAll("iss")
      const isNamed = named.length > 0 || server.authorization_response_iss_parameter_supported === true
      if (isNamed && (named.length !== 1 || named[0] !== server.issuer)) return yield* new AnswerForged()
      return yield* Effect.tryPromise({
        try: () => exchanged(config, url, proofs),
        catch: (error) =>
          isAway(error)
            ? new ProviderUnreachable({ reason: reasonOf(error) })
            : new ExchangeFailed({ reason: reasonOf(error) })
      }).pipe(
        Effect.tapError(({ reason }) => Effect.logWarning(`The identity provider gave no identity: ${reason}`)),
        // Its addresses and keys may be other ones by now.
        Effect.tapError(() => Effect.sync(forget))
      )
    })
  })
}

/** Has the provider show its accounts, or ask for a password where it says that it cannot show them. */
const promptForAccount = (config: Configuration): string => {
  const supported = config.serverMetadata()["prompt_values_supported"]
  return Array.isArray(supported) && !supported.includes("select_account") ? "login" : "select_account"
}

/** The provider that `OAUTH_ISSUER` names. Without it nobody can sign in, and all else works. */
export const layer = Layer.effect(
  Identity,
  Effect.map(settings, Option.match({ onNone: () => unconfigured, onSome: configured }))
)
