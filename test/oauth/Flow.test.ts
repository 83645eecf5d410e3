/** Agents that sign in: the official client, and one of plain requests. */
import { assert, layer } from "@effect/vitest"
import { auth, type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js"
import { Effect } from "effect"
import * as Egress from "../../layers/fakes/Egress.ts"
import { mcpPath } from "../../schema/oauth/Paths.ts"
import * as Browser from "../support/Browser.ts"
import { allowed, fetching, local, newAgent, onProvider, open, redirectUri } from "../support/OAuth.ts"

const documentUrl = "https://agent.example/client.json"

/** What the official client keeps, and the browser that it opens. */
const keeping = (browser: Browser.Browser, metadataUrl?: string) => {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; opened: Array<URL> } = {
    opened: []
  }
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    ...(metadataUrl === undefined ? {} : { clientMetadataUrl: metadataUrl }),
    clientMetadata: { client_name: "Official client", redirect_uris: [redirectUri], scope: "jobs:read" },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.opened.push(url)
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? ""
  }
  return { kept, provider, browser }
}

const serverUrl = new URL(`${local}${mcpPath}`)

/** From the first refusal over sign-in and consent to the tools. */
const connected = async (
  get: (input: string | URL, init?: RequestInit) => Promise<Response>,
  { kept, provider, browser }: ReturnType<typeof keeping>
) => {
  const transport = () => new StreamableHTTPClientTransport(serverUrl, { authProvider: provider, fetch: get })
  const first = transport()
  const refused = await new Client({ name: "test", version: "1" })
    .connect(first as Parameters<Client["connect"]>[0])
    .catch((error: unknown) => error)
  assert.instanceOf(refused, UnauthorizedError)
  const back = await allowed(browser, kept.opened.at(-1)!)
  assert.strictEqual(back.searchParams.get("iss"), `${local}/oauth`)
  await first.finishAuth(back.searchParams.get("code") ?? "")
  const client = new Client({ name: "test", version: "1" })
  await client.connect(transport() as Parameters<Client["connect"]>[0])
  return client
}

layer(onProvider)("The official client", (it) => {
  it.effect("registers, asks a person, calls tools and refreshes its token", () =>
    Effect.gen(function* () {
      const get = yield* fetching
      const it = keeping(yield* Browser.newBrowser)
      yield* Effect.promise(async () => {
        const client = await connected(get, it)
        const { structuredContent } = await client.callTool({ name: "pdf_to_markdown_list_jobs", arguments: {} })
        assert.deepInclude(structuredContent, { items: [], tier: "free" })
        const before = it.kept.tokens
        assert.strictEqual(await auth(it.provider, { serverUrl, fetchFn: get }), "AUTHORIZED")
        assert.notStrictEqual(it.kept.tokens?.access_token, before?.access_token)
        assert.notStrictEqual(it.kept.tokens?.refresh_token, before?.refresh_token)
        await client.close()
      })
    })
  )

  it.effect("is known by its metadata document, which is fetched once", () =>
    Effect.gen(function* () {
      const web = yield* Egress.Web
      yield* web.put(documentUrl, {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_id: documentUrl,
          client_name: "Agent of agent.example",
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: "none"
        })
      })
      const get = yield* fetching
      const it = keeping(yield* Browser.newBrowser, documentUrl)
      yield* Effect.promise(async () => {
        const client = await connected(get, it)
        assert.isNotEmpty((await client.listTools()).tools)
        const page = await open(it.browser, new URL(`${it.kept.opened[0]}&prompt=consent`))
        assert.include(page.text, "Let Agent of agent.example use your account?")
        assert.include(page.text, "described at <strong>agent.example</strong>")
        await client.close()
      })
      const fetched = (yield* web.requests).filter(({ url }) => url === documentUrl)
      assert.strictEqual(fetched.length, 1)
    })
  )
})

layer(onProvider)("An agent", (it) => {
  it.effect("is refused without a token, and told where to get one for what", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const response = await agent.get(serverUrl, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}"
        })
        assert.strictEqual(response.status, 401)
        const challenge = response.headers.get("www-authenticate") ?? ""
        assert.include(challenge, `resource_metadata="${local}/.well-known/oauth-protected-resource/mcp"`)
        assert.include(challenge, 'scope="jobs:create jobs:read jobs:download jobs:delete"')
        assert.strictEqual((await agent.call("nonsense", "ping")).status, 401)
        assert.include((await agent.call("nonsense", "ping")).challenge ?? "", 'error="invalid_token"')
      })
    })
  )

  it.effect("lacks what nobody allowed, asks for more, and has it then", () =>
    Effect.gen(function* () {
      const agent = yield* newAgent()
      yield* Effect.promise(async () => {
        const tokens = await agent.connect()
        assert.strictEqual(tokens.scope, "jobs:create jobs:read")
        assert.strictEqual(tokens.expires_in, 600)
        const read = { name: "pdf_to_markdown_get_markdown", arguments: { job_id: "x" } }
        const refused = await agent.call(tokens.access_token, "tools/call", read)
        assert.deepStrictEqual([refused.status, refused.json.code], [403, "missing_scope"])
        assert.include(refused.challenge ?? "", 'error="insufficient_scope"')
        assert.include(refused.challenge ?? "", 'scope="jobs:create jobs:read jobs:download"')
        const more = await agent.connect({ scope: "jobs:create jobs:read jobs:download" })
        const found = await agent.call(more.access_token, "tools/call", read)
        assert.strictEqual(found.json.result.structuredContent.code, "job_not_found")
      })
    })
  )
})
