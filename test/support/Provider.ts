/** An OpenID provider that does as a test says: it signs everybody in at once, and lies when it is told to. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Context, Effect, Layer } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose"

/** How it answers. */
export interface Behaviour {
  /** Claims of the ID token, in place of what is right. */
  readonly token: Record<string, unknown>
  /** What `/userinfo` tells; without it there is no such address. */
  readonly userinfo: Record<string, unknown> | undefined
  /** Parameters that go back to the service, in place of what is right; null leaves one out. */
  readonly answer: Record<string, string | null>
  /** How the service has to show its secret. */
  readonly secrets: "client_secret_basic" | "client_secret_post"
  readonly away: boolean
  /** It has everything at other addresses, but for what it says of itself. */
  readonly moved: boolean
  /** Tokens signed by somebody else's key. */
  readonly forged: boolean
}

const honest: Behaviour = {
  token: { sub: "alice", email: "alice@example.com", email_verified: true, name: "Alice" },
  userinfo: undefined,
  answer: {},
  secrets: "client_secret_post",
  away: false,
  moved: false,
  forged: false
}

interface Granted {
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
}

export class Provider extends Context.Service<
  Provider,
  {
    readonly issuer: string
    /** Changes how it answers from here on; what is not named is honest. */
    readonly behave: (behaviour: Partial<Behaviour>) => void
    /** The parameters that the service came with last. */
    readonly asked: () => URLSearchParams
  }
>()("svc/test/Provider") {}

const clientId = "the service & co"
const clientSecret = "a secret: 100 % of it"

const sha256 = async (value: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value))).toString("base64url")

const start = async () => {
  let behaviour = honest
  let asked = new URLSearchParams()
  let codes = 0
  const grants = new Map<string, Granted>()
  const [key, otherKey] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")])
  const jwk = await exportJWK(key.publicKey)
  const kid = await calculateJwkThumbprint(jwk)

  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    asked = query
    const code = `code-${codes++}`
    const redirectUri = query.get("redirect_uri") ?? ""
    grants.set(code, { challenge: query.get("code_challenge") ?? "", nonce: query.get("nonce") ?? "", redirectUri })
    const location = new URL(redirectUri)
    const answer = { code, state: query.get("state"), iss: issuer, ...behaviour.answer }
    for (const [name, value] of Object.entries(answer)) if (value !== null) location.searchParams.set(name, value)
    response.writeHead(302, { location: location.href }).end()
  }

  const isClient = (request: IncomingMessage, form: URLSearchParams) => {
    const basic = `Basic ${Buffer.from(
      [clientId, clientSecret].map((part) => new URLSearchParams({ "": part }).toString().slice(1)).join(":")
    ).toString("base64")}`
    return behaviour.secrets === "client_secret_basic"
      ? request.headers.authorization === basic
      : form.get("client_id") === clientId && form.get("client_secret") === clientSecret
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    if (!isClient(request, form)) return json(response, { error: "invalid_client" }, 401)
    const code = form.get("code") ?? ""
    const grant = grants.get(code)
    grants.delete(code)
    if (
      grant === undefined ||
      grant.redirectUri !== form.get("redirect_uri") ||
      grant.challenge !== (await sha256(form.get("code_verifier") ?? ""))
    ) {
      return json(response, { error: "invalid_grant" }, 400)
    }
    const iat = Math.floor(Date.now() / 1_000)
    const right = { iss: issuer, aud: clientId, nonce: grant.nonce, iat, exp: iat + 300 }
    const token = await new SignJWT({ ...right, ...behaviour.token })
      .setProtectedHeader({ alg: "ES256", kid })
      .sign(behaviour.forged ? otherKey.privateKey : key.privateKey)
    json(response, { access_token: "access", token_type: "bearer", expires_in: 300, id_token: token })
  }

  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? "/", issuer)
    const place = behaviour.moved ? "/new" : ""
    const isKnown = path.startsWith(`${place}/`) && path.startsWith("/new/") === behaviour.moved
    const pathname = path.startsWith("/.well-known") ? path : isKnown ? path.slice(place.length) : ""
    if (behaviour.away) response.destroy()
    else if (pathname === "/.well-known/openid-configuration") {
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}${place}/authorize`,
        token_endpoint: `${issuer}${place}/token`,
        jwks_uri: `${issuer}${place}/jwks`,
        userinfo_endpoint: `${issuer}${place}/userinfo`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        token_endpoint_auth_methods_supported: [behaviour.secrets],
        authorization_response_iss_parameter_supported: true
      })
    } else if (pathname === "/authorize") authorize(searchParams, response)
    else if (pathname === "/token") void exchange(request, response)
    else if (pathname === "/jwks") json(response, { keys: [{ ...jwk, kid, use: "sig", alg: "ES256" }] })
    else if (pathname === "/userinfo" && behaviour.userinfo !== undefined) json(response, behaviour.userinfo)
    else response.writeHead(404).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    server,
    provider: Provider.of({
      issuer,
      behave: (change) => {
        behaviour = { ...honest, ...change }
      },
      asked: () => asked
    })
  }
}

export const layer = Layer.effect(
  Provider,
  Effect.map(
    Effect.acquireRelease(Effect.promise(start), ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
    ),
    ({ provider }) => provider
  )
)

/** The variables by which a service finds it. */
export const variables = ({ issuer }: Provider["Service"]) => ({
  OAUTH_ISSUER: issuer,
  OAUTH_CLIENT_ID: clientId,
  OAUTH_CLIENT_SECRET: clientSecret
})
