/** What is made of the words of clients: of an authorization request, and of a registration. */
import { Schema } from "effect"
import { Scope } from "../../schema/Actor.ts"
import { authorizePath, oauthScopes } from "../../schema/oauth/Paths.ts"
import { shown } from "../auth/Names.ts"
import type { Asked, ClientMetadata } from "./AuthorizationServer.ts"

const isScope = Schema.is(Scope)

/** The scopes that a connection can have, of those that a text lists. */
export const scopesIn = (text: unknown): ReadonlyArray<Scope> =>
  String(text ?? "")
    .split(" ")
    .filter((scope) => isScope(scope))
    .filter((scope) => oauthScopes.includes(scope))

/** A mode of answering that nobody has, which is refused in the mode that everybody has. */
const refusedMode = "unknown"

/**
 * An authorization request as it is taken. Some clients name scopes of OpenID too, and one that names none asks for all;
 * scopes that were all unknown stay, to be refused. The answer comes in the query of the redirect address: another mode,
 * such as a page whose script posts it there, is refused.
 */
export const asTaken = (path: string): string => {
  const at = path.indexOf("?")
  if (at === -1 || path.slice(0, at) !== authorizePath) return path
  const query = new URLSearchParams(path.slice(at))
  // One without a value counts as none.
  const modes = query.getAll("response_mode").filter((mode) => mode !== "")
  if (modes.some((mode) => mode !== "query")) query.set("response_mode", refusedMode)
  const given = query.getAll("scope")
  const scopes = (given[0] ?? "").trim() === "" ? oauthScopes : scopesIn(given[0])
  if (given.length <= 1 && scopes.length > 0) query.set("scope", scopes.join(" "))
  return `${authorizePath}?${query}`
}

const text = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null)

/** Of an address that an app opens, the scheme alone: what looks like a host there is nobody's. */
const hostOf = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : address.slice(0, address.indexOf(":") + 1)
}

/** What an authorization request asks a person for. */
export const asked = (
  params: Readonly<Record<string, unknown>>,
  client: ClientMetadata,
  usualResource: string
): { readonly asked: Asked; readonly resources: ReadonlyArray<string> } => {
  const clientId = String(params["client_id"])
  const isDescribedByHost = clientId.startsWith("https://")
  const redirectUri = String(params["redirect_uri"])
  const host = hostOf(isDescribedByHost ? clientId : redirectUri)
  // Any program of this computer can say that it is a client whose id everybody knows (RFC 8252, section 8.6).
  const isAnybodys = isDescribedByHost && !redirectUri.startsWith("https:")
  const resources = [params["resource"] ?? usualResource].flat().map(String)
  const isAskedTo = String(params["prompt"] ?? "")
    .split(" ")
    .includes("consent")
  return {
    asked: {
      clientId,
      clientName: shown(text(client["client_name"])),
      host,
      isDescribedByHost,
      scopes: scopesIn(params["scope"]),
      mustAsk: isAskedTo || isAnybodys
    },
    resources
  }
}

/** What is kept of the metadata of a client that registers. None has a secret, whatever it asked for. */
export const publicClient = (given: ClientMetadata, clientId: string): ClientMetadata => ({
  client_id: clientId,
  ...Object.fromEntries(
    ["client_name", "client_uri", "redirect_uris"].flatMap((name) =>
      given[name] === undefined || given[name] === null ? [] : [[name, given[name]]]
    )
  ),
  application_type: "native",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"]
})

/** Metadata as text, null where no database keeps it: nested without end, or with half a character or none in it. */
export const kept = (metadata: ClientMetadata): string | null => {
  try {
    const text = JSON.stringify(metadata)
    return /\\u0000|\\ud[89a-f]/.test(text) ? null : text
  } catch {
    return null
  }
}
