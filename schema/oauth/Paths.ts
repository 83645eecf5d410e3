/** Where OAuth for agents happens (RFC 6749), and where clients learn of it. */
import { defaultScopes, type Scope } from "../Actor.ts"

/** Where agents that sign in send their messages. */
export const mcpPath = "/mcp"

/** What the issuer has behind its origin, and what all paths of the protocol begin with. */
export const issuerPath = "/oauth"

export const authorizePath = `${issuerPath}/authorize`
export const tokenPath = `${issuerPath}/token`
export const registerPath = `${issuerPath}/register`
export const revokePath = `${issuerPath}/revoke`
export const consentPath = `${issuerPath}/consent`

/** RFC 8414: the path of the issuer follows the well-known part. */
export const serverMetadataPath = `/.well-known/oauth-authorization-server${issuerPath}`

/** RFC 9728. */
export const resourceMetadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

/** What a client can be allowed: all that the tools need. */
export const oauthScopes: ReadonlyArray<Scope> = defaultScopes

/** Where programs, not people, ask the authorization server. */
export const isForClients = (path: string): boolean =>
  [tokenPath, registerPath, revokePath, serverMetadataPath, resourceMetadataPath].includes(path)
