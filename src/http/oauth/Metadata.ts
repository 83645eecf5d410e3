/** What clients read before they come: who issues tokens for `/mcp`, and how. */
import {
  authorizePath,
  issuerPath,
  mcpPath,
  oauthScopes,
  registerPath,
  revokePath,
  tokenPath
} from "../../../schema/oauth/Paths.ts"

/** There is one authorization server, on the canonical origin, for all public origins (RFC 8414). */
export const serverMetadata = (canonical: string) => ({
  issuer: canonical + issuerPath,
  authorization_endpoint: canonical + authorizePath,
  token_endpoint: canonical + tokenPath,
  registration_endpoint: canonical + registerPath,
  revocation_endpoint: canonical + revokePath,
  scopes_supported: oauthScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${canonical}/docs`
})

/** The endpoint is a resource of its own on each public origin (RFC 9728). */
export const resourceMetadata = (origin: string, canonical: string) => ({
  resource: origin + mcpPath,
  resource_name: "PDF to Markdown",
  authorization_servers: [canonical + issuerPath],
  scopes_supported: oauthScopes,
  bearer_methods_supported: ["header"],
  resource_documentation: `${origin}/docs`
})
