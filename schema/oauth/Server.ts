/** The authorization server's own addresses. What they take is the protocol's, so nothing is refused for its name. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { page } from "../Page.ts"
import { Paged } from "../v2/Auth.ts"
import { text } from "../v2/Query.ts"
import {
  authorizePath,
  consentPath,
  registerPath,
  resourceMetadataPath,
  revokePath,
  serverMetadataPath,
  tokenPath
} from "./Paths.ts"
import { Anonymous, WellFormed } from "./Security.ts"

const Url = Schema.String.annotate({ format: "uri" })

const Names = Schema.Array(Schema.String)

export const ServerMetadata = Schema.Struct({
  issuer: Url,
  authorization_endpoint: Url,
  token_endpoint: Url,
  registration_endpoint: Url,
  revocation_endpoint: Url,
  scopes_supported: Names,
  response_types_supported: Names,
  response_modes_supported: Names,
  grant_types_supported: Names,
  code_challenge_methods_supported: Names,
  token_endpoint_auth_methods_supported: Names,
  revocation_endpoint_auth_methods_supported: Names,
  authorization_response_iss_parameter_supported: Schema.Boolean,
  client_id_metadata_document_supported: Schema.Boolean,
  service_documentation: Url
}).annotate({ identifier: "AuthorizationServerMetadata" })

export const ResourceMetadata = Schema.Struct({
  resource: Url,
  resource_name: Schema.String,
  authorization_servers: Schema.Array(Url),
  scopes_supported: Names,
  bearer_methods_supported: Names,
  resource_documentation: Url
}).annotate({ identifier: "ProtectedResourceMetadata" })

const Tokens = Schema.Struct({
  access_token: Schema.String.annotate({ description: "Goes into `Authorization: Bearer` of requests to `/mcp`." }),
  token_type: Schema.Literal("Bearer").annotate({ description: "How the token is presented." }),
  expires_in: Schema.Int.annotate({ description: "Seconds that the access token is good for." }),
  refresh_token: text("Gives the next tokens, once."),
  scope: Schema.String.annotate({ description: "What the client may do: scopes between spaces." })
}).annotate({ identifier: "OAuthTokens" })

const refused = (status: number, description: string) =>
  Schema.Struct({
    error: Schema.String.annotate({ description: "What went wrong, by OAuth's codes." }),
    error_description: text("The same for people."),
    scope: text("The scopes that are too many, between spaces.")
  }).annotate({ identifier: `OAuthError_${status}`, httpApiStatus: status, description })

const ClientMetadata = Schema.Record(Schema.String, Schema.Unknown)

/** A client that was registered. */
const RegisteredClient = Schema.StructWithRest(
  Schema.Struct({ client_id: Schema.String.annotate({ description: "Names the client from now on." }) }),
  [ClientMetadata]
).annotate({ identifier: "OAuthClient", httpApiStatus: 201 })

const clientId = text("Who asks: the registered id, or the address of the metadata document.")

/** What `/oauth/token` reads: more is passed over, and what is wrong is told in the protocol's own way. */
const TokenRequest = Schema.Struct({
  grant_type: Schema.Literals(["authorization_code", "refresh_token"]).annotate({ description: "What is exchanged." }),
  client_id: clientId,
  code: text("Of `authorization_code`: the code."),
  redirect_uri: text("Of `authorization_code`: the address that the code came to."),
  code_verifier: text("Of `authorization_code`: the secret whose SHA-256 was sent as `code_challenge`."),
  refresh_token: text("Of `refresh_token`: the token, which is spent."),
  scope: text("Of `refresh_token`: fewer scopes, between spaces."),
  resource: text("`/mcp` of a public origin of the service.")
}).pipe(HttpApiSchema.asFormUrlEncoded())

const Revocation = Schema.Struct({
  token: Schema.String.annotate({ description: "An access or refresh token." }),
  token_type_hint: text("`access_token` or `refresh_token`."),
  client_id: clientId
}).pipe(HttpApiSchema.asFormUrlEncoded())

const onwards = (status: 302 | 303) =>
  HttpApiSchema.WithHeaders(HttpApiSchema.Empty(status), { location: Schema.String })

const failures = [
  page(429, "Too many requests; `Retry-After` says when to come back"),
  page(500, "A defect of ours"),
  page(503, "The service is not available, or sign-in is not configured")
]

/** What a client sends in the query of an authorization request; what else it sends is passed on too. */
const authorization = {
  client_id: text("The registered id of the client, or the address of its metadata document."),
  redirect_uri: text("One of the client's own, exactly; the port of a loopback address is free."),
  response_type: text("`code`."),
  scope: text("Scopes of the tools, between spaces."),
  state: text("Comes back as it is."),
  code_challenge: text("The SHA-256 of `code_verifier` in base64url."),
  code_challenge_method: text("`S256`."),
  resource: Schema.optionalKey(
    Schema.Union([Schema.String, Names]).annotate({ description: "`/mcp` of a public origin of the service." })
  ),
  prompt: text(
    "`consent` has the person asked again; with `none` nobody is asked, and the answer is `login_required`; `login` changes nothing."
  )
}

export class OAuthPages extends HttpApiGroup.make("oauth.pages")
  .add(
    HttpApiEndpoint.get("authorize", authorizePath, {
      query: authorization,
      success: onwards(303),
      error: [page(400, "The client is unknown, or is not to be sent back there"), ...failures]
    })
      .annotate(HttpApi.QueryParseOptions, {})
      .annotate(OpenApi.Summary, "Ask a person to let a client in")
      .annotate(
        OpenApi.Description,
        "Authorization code with PKCE (S256) only. `resource` is `/mcp` of any public origin. The answer carries `iss`."
      ),
    HttpApiEndpoint.get("resume", `${authorizePath}/:uid`, {
      params: { uid: Schema.String },
      success: onwards(303),
      error: [page(400, "The question is over, or was put in another browser"), ...failures]
    })
      .annotate(HttpApi.QueryParseOptions, {})
      .annotate(OpenApi.Summary, "Where a person's answer leads, and from there back to the client"),
    HttpApiEndpoint.get("question", `${consentPath}/:uid`, {
      params: { uid: Schema.String },
      success: [page(200, "Names the client and what it asks for"), onwards(303)],
      error: [page(400, "The question is over, or was put in another browser"), ...failures]
    })
      .annotate(OpenApi.Summary, "Ask a person whether to let a client in")
      .annotate(OpenApi.Description, "Whoever is not signed in is sent to sign in first."),
    HttpApiEndpoint.post("answer", `${consentPath}/:uid`, {
      params: { uid: Schema.String },
      payload: Schema.Struct({
        account: Schema.String,
        decline: Schema.optionalKey(Schema.String)
      }).pipe(HttpApiSchema.asFormUrlEncoded()),
      success: [page(200, "The question again: somebody else is signed in by now"), onwards(303)],
      error: [page(400, "The question is over, or was put in another browser"), ...failures]
    }).annotate(OpenApi.Summary, "The person's answer: the form of the page")
  )
  .middleware(Paged)
  .annotate(OpenApi.Title, "OAuth: pages")
  .annotate(OpenApi.Description, "Where people let agents in.") {}

export class OAuth extends HttpApiGroup.make("oauth")
  .add(
    HttpApiEndpoint.get("server", serverMetadataPath, { success: ServerMetadata }).annotate(
      OpenApi.Summary,
      "The authorization server (RFC 8414)"
    ),
    HttpApiEndpoint.get("resource", resourceMetadataPath, { success: ResourceMetadata }).annotate(
      OpenApi.Summary,
      "Who issues tokens for `/mcp` (RFC 9728)"
    ),
    HttpApiEndpoint.post("token", tokenPath, {
      payload: TokenRequest,
      success: Tokens,
      error: [refused(400, "The grant does not hold"), refused(401, "The client is unknown")]
    })
      .annotate(OpenApi.Summary, "Exchange a code or a refresh token")
      .annotate(
        OpenApi.Description,
        "Access tokens are good for 10 minutes, refresh tokens for 30 days and once: each use gives a new one. A code or refresh token that comes twice ends the connection."
      )
      .middleware(Anonymous),
    HttpApiEndpoint.post("revoke", revokePath, {
      payload: Revocation,
      success: HttpApiSchema.Empty(200),
      error: [refused(400, "The token is not the client's"), refused(401, "The client is unknown")]
    })
      .annotate(OpenApi.Summary, "Revoke a token (RFC 7009)")
      .annotate(OpenApi.Description, "Either token ends the connection with all its tokens.")
      .middleware(Anonymous),
    HttpApiEndpoint.post("register", registerPath, {
      payload: ClientMetadata,
      success: RegisteredClient,
      error: [refused(400, "The metadata will not do")]
    })
      .annotate(OpenApi.Summary, "Register a client (RFC 7591)")
      .annotate(
        OpenApi.Description,
        "For clients without a metadata document of their own. All are public, with PKCE. Those that nobody connects are forgotten after 30 days."
      )
      .middleware(Anonymous)
  )
  .middleware(WellFormed)
  .annotate(OpenApi.Title, "OAuth")
  .annotate(OpenApi.Description, "How agents that sign in get their tokens for `/mcp`.") {}
