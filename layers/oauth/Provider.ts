/**
 * The library's authorization server, told what ours is: public clients, PKCE, opaque tokens for `/mcp` and nothing of
 * OpenID. Loaded when somebody first asks for it, because that takes a quarter of a second and 50 MB.
 */
import type { Adapter, Configuration, KoaContextWithOIDC, Provider } from "oidc-provider"
import {
  authorizePath,
  consentPath,
  issuerPath,
  oauthScopes,
  registerPath,
  revokePath,
  tokenPath
} from "../../schema/oauth/Paths.ts"
import { grantSeconds, lifetimes } from "../../src/oauth/Connections.ts"
import { scopesIn } from "../../src/oauth/Requests.ts"
import { Detached } from "./Exchange.ts"
import { cookieKey, signingKey } from "./Keys.ts"

/** Seconds for which the metadata document of a client is kept, whatever its host says. */
const documents = { min: 300, max: 86_400 }

const off = { enabled: false }

export interface Surroundings {
  readonly issuer: string
  /** What tokens may be meant for, the usual first. */
  readonly resources: ReadonlyArray<string>
  /** The newest first. */
  readonly secrets: ReadonlyArray<Uint8Array>
  /** Where the library keeps what it keeps, given what it tells of a code that was spent already. */
  readonly records: (spent: () => Error) => Promise<(model: string) => Adapter>
  /** The guarded way out. */
  readonly fetch: typeof fetch
  /** Whether this address may have a document fetched now. */
  readonly mayFetch: (address: string) => Promise<boolean>
}

/** `https://trusted.example@evil.example/` leads to the latter. */
const hasUserInformation = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (url.username !== "" || url.password !== "")
}

const below = (path: string) => path.slice(issuerPath.length)

const detached = ({ req }: KoaContextWithOIDC): Detached => {
  if (req instanceof Detached) return req
  throw new TypeError("Not a request of ours")
}

/** The library warns of this Node, which has no long-term support yet, and of what it calls experimental; both are known. */
const quietly = async <A>(make: () => Promise<A>): Promise<A> => {
  const { warn, info } = console
  const others =
    (print: typeof warn) =>
    (text: unknown, ...rest: ReadonlyArray<unknown>) => {
      if (!String(text).includes("oidc-provider ")) print(text, ...rest)
    }
  console.warn = others(warn)
  console.info = others(info)
  return make().finally(() => {
    console.warn = warn
    console.info = info
  })
}

export const make = ({ issuer, resources, secrets, records, fetch, mayFetch }: Surroundings): Promise<Provider> =>
  quietly(async () => {
    const { default: Provider, errors } = await import("oidc-provider")
    const configuration: Configuration = {
      adapter: await records(() => new errors.InvalidGrant("already used")),
      jwks: { keys: secrets.map(signingKey) },
      cookies: {
        keys: secrets.map(cookieKey),
        names: { session: "svc_oauth_session", interaction: "svc_oauth", resume: "svc_oauth_resume" },
        long: { signed: true, path: issuerPath },
        short: { signed: true }
      },
      scopes: [],
      claims: {},
      responseTypes: ["code"],
      clientAuthMethods: ["none"],
      enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
      clientDefaults: {
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256"
      },
      // Ports of loopback addresses are free for native clients only, and a client may ask for more scopes later.
      extraClientMetadata: {
        properties: ["policy"],
        validator: (_context, _name, _value, metadata) => {
          if ([metadata.redirect_uris ?? []].flat().some(hasUserInformation))
            throw new errors.InvalidClientMetadata("redirect_uris must not hold a user name or password")
          Reflect.deleteProperty(metadata, "scope")
          metadata.application_type = "native"
        }
      },
      pkce: { required: () => true },
      fetch,
      clientBasedCORS: () => false,
      discovery: { registration_endpoint: `${new URL(issuer).origin}${registerPath}` },
      routes: {
        authorization: below(authorizePath),
        token: below(tokenPath),
        revocation: below(revokePath)
      },
      features: {
        devInteractions: off,
        userinfo: off,
        rpInitiatedLogout: off,
        pushedAuthorizationRequests: off,
        dPoP: off,
        revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
        clientIdMetadataDocument: {
          enabled: true,
          ack: "draft-02",
          cacheDuration: documents,
          allowFetch: (context) => mayFetch(detached(context).address)
        },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          defaultResource: (_context, _client, oneOf) => oneOf ?? resources[0] ?? [],
          getResourceServerInfo: ({ oidc }, resource) => {
            if (!resources.includes(resource)) throw new errors.InvalidTarget()
            // Nobody is asked to allow nothing.
            const scope = oidc.params?.["scope"]
            if (oidc.route === "authorization" && scopesIn(scope).length === 0)
              throw new errors.InvalidScope("none of the scopes is known", String(scope))
            return { scope: oauthScopes.join(" "), audience: resource, accessTokenFormat: "opaque" }
          }
        }
      },
      interactions: { url: (_, { uid }) => `${consentPath}/${uid}` },
      issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
      // A token for another resource is refused only after this, and the refresh token would be spent.
      rotateRefreshToken: ({ oidc }) => {
        const asked = oidc.params?.["resource"]
        const granted = oidc.entities.RefreshToken?.resourceIndicators
        if (asked && !(typeof asked === "string" && granted?.has(asked) === true)) throw new errors.InvalidTarget()
        return true
      },
      expiresWithSession: () => false,
      revokeGrantPolicy: () => true,
      loadExistingGrant: async ({ oidc }) => {
        const grantId = oidc.result?.consent?.grantId
        return grantId === undefined ? undefined : provider.Grant.find(grantId)
      },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      ttl: {
        AccessToken: lifetimes.accessToken,
        AuthorizationCode: lifetimes.code,
        RefreshToken: lifetimes.refreshToken,
        Interaction: lifetimes.question,
        Grant: grantSeconds,
        Session: lifetimes.question,
        IdToken: lifetimes.accessToken
      },
      renderError: (context, out) => {
        context.type = "json"
        context.body = JSON.stringify(out)
      }
    }
    const provider = new Provider(issuer, configuration)
    provider.proxy = true
    provider.on("server_error", (context, error) => {
      detached(context).defect = error
    })
    return provider
  })
