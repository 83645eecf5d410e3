/**
 * The identity provider of `npm run dev`: a real OpenID provider on this machine, which takes every e-mail address for
 * its visitor's own. Keeps nothing. It is loaded when it is first asked for, because that takes a second.
 */
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { exportJWK, generateKeyPair } from "jose"
import type { ClientMetadata, Configuration, KoaContextWithOIDC, Provider } from "oidc-provider"
import { callbackPath } from "../../schema/v2/Auth.ts"
import { contentPolicy, document, html } from "../../src/http/Pages.ts"

/** Seconds that an authorization may take, and what is issued for it lasts. */
const seconds = 600

const scope = "openid email profile"

const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)

/** The one page there is. */
const form = (email: string) =>
  document(
    "Development sign-in",
    html`<h1>Sign in for development</h1>
<p class="soft">This identity provider is part of <code>npm run dev</code>. It believes any e-mail address.</p>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" placeholder="you@example.com" required autofocus>
<button>Sign in</button>
</form>`
  )

/** It warns of this Node, which has no long-term support yet, and of keeping nothing; both are known. */
const quietly = async <A>(make: () => Promise<A>): Promise<A> => {
  const { warn } = console
  console.warn = () => {}
  return make().finally(() => {
    console.warn = warn
  })
}

/** The provider. Asks who it is each time, so that a developer can be one person after the other. */
const made = (issuer: string, configuration: Configuration): Promise<Provider> =>
  quietly(async () => {
    const { default: Provider, interactionPolicy } = await import("oidc-provider")
    const policy = interactionPolicy.base()
    policy
      .get("login")
      ?.checks.add(
        new interactionPolicy.Check("asks_each_time", "Who is it?", ({ oidc }) => oidc.result?.["login"] === undefined)
      )
    return new Provider(issuer, {
      ...configuration,
      interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` }
    })
  })

const provide = async (issuer: string, client: ClientMetadata): Promise<RequestListener> => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true })

  /** Signing in counts as agreeing to everything. */
  const agreed = async ({ oidc }: KoaContextWithOIDC) => {
    const accountId = oidc.session?.accountId
    const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? "", ...(accountId ? { accountId } : {}) })
    grant.addOIDCScope(scope)
    await grant.save()
    return grant
  }

  const provider = await made(issuer, {
    clients: [
      {
        ...client,
        id_token_signed_response_alg: "ES256",
        grant_types: ["authorization_code"],
        response_types: ["code"]
      }
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "ES256" }] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: seconds,
      AuthorizationCode: seconds,
      Grant: seconds,
      IdToken: seconds,
      Interaction: seconds,
      Session: seconds
    },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: accountId, email_verified: true, name: accountId.split("@")[0] })
    }),
    loadExistingGrant: agreed,
    renderError: (context, { error, error_description }) => {
      context.type = "html"
      context.body = document(
        "Development sign-in",
        html`<h1>This did not work</h1>
<p>${error_description ?? error}</p>`
      )
    }
  })
  const others = provider.callback()
  const policy = await Effect.runPromise(contentPolicy)

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const interaction = await provider.interactionDetails(request, response)
    const { session } = interaction
    const sent = request.method === "POST" ? new URLSearchParams(await text(request)) : undefined
    const email = (sent?.get("email") ?? session?.accountId ?? "").trim().toLowerCase()
    if (sent === undefined || !isEmail(email)) {
      response.writeHead(sent === undefined ? 200 : 400, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": policy
      })
      response.end(form(email))
      return
    }
    const before = session === undefined ? undefined : await provider.Session.findByUid(session.uid)
    if (session !== undefined && before?.accountId !== undefined && before.accountId !== email) {
      session.accountId = email
      before.accountId = email
      await Promise.all([interaction.persist(), before.persist()])
    }
    await provider.interactionFinished(request, response, { login: { accountId: email }, consent: {} })
  }

  return (request, response) => {
    if (!/^\/interaction\/[^/]+$/.test(request.url ?? "")) {
      void others(request, response)
      return
    }
    interact(request, response).catch(() => {
      response.writeHead(400, { "content-type": "text/plain; charset=utf-8" })
      response.end("This sign-in is over. Begin again where you came from.")
    })
  }
}

export interface DevIdentity {
  readonly OAUTH_ISSUER: string
  readonly OAUTH_CLIENT_ID: string
  readonly OAUTH_CLIENT_SECRET: string
}

/** Opens a port for the provider of a service with these public origins, and says how to use it. */
export const listen = async (origins: ReadonlyArray<string>): Promise<DevIdentity & { readonly close: () => void }> => {
  let handler: Promise<RequestListener> | undefined
  const server = createServer((request, response) => {
    handler ??= provide(issuer, {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: origins.map((origin) => origin + callbackPath)
    })
    handler.then((handle) => handle(request, response)).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  // Nothing that the process should stay for.
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = "svc"
  const clientSecret = randomBytes(32).toString("base64url")
  return {
    OAUTH_ISSUER: issuer,
    OAUTH_CLIENT_ID: clientId,
    OAUTH_CLIENT_SECRET: clientSecret,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
