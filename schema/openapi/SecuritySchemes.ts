/** Writes into the OpenAPI document which credentials each operation takes, as `Permissions.ts` says. */
import { Option } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import { authorizePath, oauthScopes, tokenPath } from "../oauth/Paths.ts"
import { type Credential, permissions } from "../Permissions.ts"

const scheme: Readonly<Record<Credential, string>> = {
  device: "DeviceToken",
  key: "ApiKey",
  session: "Session",
  ticket: "UploadTicket",
  token: "OAuth"
}

const schemes = {
  ApiKey: { type: "http", scheme: "bearer", description: "An API key: `svc_…`. Over TLS, from a server." },
  OAuth: {
    type: "oauth2",
    description: "An access token of our authorization server, for agents that people connect.",
    flows: {
      authorizationCode: {
        authorizationUrl: authorizePath,
        tokenUrl: tokenPath,
        refreshUrl: tokenPath,
        scopes: Object.fromEntries(oauthScopes.map((scope) => [scope, scope]))
      }
    }
  },
  Session: { type: "apiKey", in: "cookie", name: "svc_session", description: "Set by signing in." },
  UploadTicket: { type: "apiKey", in: "header", name: "Upload-Ticket", description: "Good for one upload." }
}

type Json = Readonly<Record<string, unknown>>

const objects = (value: unknown): ReadonlyArray<[string, Json]> =>
  isReadonlyObject(value)
    ? Object.entries(value).filter((entry): entry is [string, Json] => isReadonlyObject(entry[1]))
    : []

const requirement = (operation: Json): Json => {
  const entry = Option.fromUndefinedOr(permissions[String(operation["operationId"])])
  if (Option.isNone(entry)) return operation
  const { takes, scope, both } = entry.value
  const names = takes.map((credential) => scheme[credential])
  const needs = scope === undefined ? "" : ` An API key needs the scope \`${scope}\`.`
  return {
    ...operation,
    security: both ? [Object.fromEntries(names.map((name) => [name, []]))] : names.map((name) => ({ [name]: [] })),
    ...(needs === "" ? {} : { description: `${operation["description"] ?? ""}${needs}`.trim() })
  }
}

/** The document with the security of v2. */
export const withSecuritySchemes = (document: Record<string, unknown>): Record<string, unknown> => {
  const components = isReadonlyObject(document["components"]) ? document["components"] : {}
  return {
    ...document,
    paths: Object.fromEntries(
      objects(document["paths"]).map(([path, operations]) => [
        path,
        Object.fromEntries(objects(operations).map(([method, operation]) => [method, requirement(operation)]))
      ])
    ),
    components: {
      ...components,
      securitySchemes: {
        ...("securitySchemes" in components && isReadonlyObject(components["securitySchemes"])
          ? components["securitySchemes"]
          : {}),
        ...schemes
      }
    }
  }
}
