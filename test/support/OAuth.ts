/** An agent that signs in, and the person in front of the browser that it opens. */
import { createHash, randomBytes } from "node:crypto"
import { Effect, Layer } from "effect"
import { mcpPath } from "../../schema/oauth/Paths.ts"
import * as Browser from "./Browser.ts"
import * as Provider from "./Provider.ts"
import * as Service from "./Service.ts"

export const [local, secure] = Browser.origins

/** Where agents are sent back to: a port that they open for the moment. */
export const redirectUri = "http://127.0.0.1:33418/callback"

/** A service with an identity provider, which signs everybody in at once; with its own rate limits. */
export const limited = (scale: string) =>
  Layer.unwrap(
    Effect.map(Provider.Provider, (provider) =>
      Service.layer({ ...Browser.variables, RATE_LIMIT_SCALE: scale, ...Provider.variables(provider) })
    )
  ).pipe(Layer.provideMerge(Provider.layer))

export const onProvider = limited("1000")

/** `fetch` to the public origins, which reach the service under test as through a proxy. */
export const fetching = Effect.map(Service.Base, (base) => (input: string | URL | Request, init: RequestInit = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!(Browser.origins as ReadonlyArray<string>).includes(url.origin)) return fetch(input, init)
  const headers = new Headers(init.headers)
  headers.set("x-forwarded-host", url.host)
  headers.set("x-forwarded-proto", url.protocol.slice(0, -1))
  return fetch(new URL(url.pathname + url.search, base), { ...init, headers, redirect: "manual" })
})

/** The form of the page, as a person sends it who allows, or does not. */
const pressed = ({ text, url }: Browser.Visit, decline: boolean) => ({
  action: new URL(/<form method="post" action="([^"]*)"/.exec(text)?.[1] ?? "/none", url),
  init: {
    method: "POST",
    body: new URLSearchParams([
      ...[...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
        ([, name = "", value = ""]): [string, string] => [name, value]
      ),
      ...(decline ? [["decline", "yes"] as [string, string]] : [])
    ])
  }
})

export const isBack = (url: URL) => url.origin === new URL(redirectUri).origin || url.protocol === "cursor:"

/** Opens the address, signs in where that is asked for, as far as the question or straight back to the agent. */
export const open = async (browser: Browser.Browser, url: URL): Promise<Browser.Visit> => {
  const visit = await browser.go(url, {}, isBack)
  const next = /url=(\S+)/.exec(visit.headers.get("refresh") ?? "")?.[1]
  return next === undefined ? visit : browser.go(new URL(next, url), {}, isBack)
}

/** Answers the question, as far as the next page or the address that leads back to the agent. */
export const answering = (browser: Browser.Browser, page: Browser.Visit, decline = false): Promise<Browser.Visit> => {
  const { action, init } = pressed(page, decline)
  return browser.go(action, init, isBack)
}

export const answer = async (browser: Browser.Browser, page: Browser.Visit, decline = false): Promise<URL> =>
  (await answering(browser, page, decline)).url

/** Through all of it, saying yes where there is a question. */
export const allowed = async (browser: Browser.Browser, url: URL): Promise<URL> => {
  const page = await open(browser, url)
  return isBack(page.url) ? page.url : answer(browser, page)
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields)
})

/** An agent of plain requests, so that it can do what none should. */
export const newAgent = Effect.fnUntraced(function* (options: { readonly resource?: string } = {}) {
  const get = yield* fetching
  const browser = yield* Browser.newBrowser
  const verifier = randomBytes(32).toString("base64url")
  const resource = options.resource ?? `${local}${mcpPath}`
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await get(`${local}/oauth${path}`, form(fields))
    const text = await response.text()
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) }
  }
  const { client_id } = yield* Effect.promise(() =>
    get(`${local}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Test agent",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none"
      })
    }).then((response) => response.json() as Promise<{ client_id: string }>)
  )
  const url = (changes: Record<string, string | null> = {}) => {
    const query = {
      response_type: "code",
      client_id,
      redirect_uri: redirectUri,
      scope: "jobs:create jobs:read",
      state: "a state",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource,
      ...changes
    }
    const address = new URL("/oauth/authorize", local)
    for (const [name, value] of Object.entries(query)) if (value !== null) address.searchParams.set(name, value)
    return address
  }
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    post("/token", {
      grant_type: "authorization_code",
      code,
      client_id,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource,
      ...changes
    })
  const code = async (changes: Record<string, string | null> = {}) =>
    (await allowed(browser, url(changes))).searchParams.get("code") ?? ""
  return {
    browser,
    clientId: client_id,
    get,
    post,
    url,
    code,
    exchange,
    connect: async (changes: Record<string, string | null> = {}) =>
      (await exchange(await code(changes))).json as Tokens,
    refresh: (refresh_token: string, changes: Record<string, string> = {}) =>
      post("/token", { grant_type: "refresh_token", refresh_token, client_id, ...changes }),
    /** A message to the endpoint. */
    call: async (token: string, method: string, params: unknown = {}, origin: string = local) => {
      const response = await get(`${origin}${mcpPath}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      })
      const text = await response.text()
      return {
        status: response.status,
        challenge: response.headers.get("www-authenticate"),
        // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire says
        json: (text === "" ? undefined : JSON.parse(text)) as any
      }
    }
  }
})
