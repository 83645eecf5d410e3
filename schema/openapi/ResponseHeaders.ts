/** Writes into the OpenAPI document the headers that answers carry besides those of their operation. */
import { isReadonlyObject } from "effect/Predicate"
import { isPrivate } from "../Caching.ts"
import { mcpPath } from "../oauth/Paths.ts"

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

const seconds = { type: "integer", minimum: 0 }

const headers = {
  RequestId: {
    description: "The caller's `X-Request-Id` when it is well formed, else a new one.",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" }
  },
  RateLimitPolicy: {
    description: 'The limit that was charged, like `"create";q=60;w=60`: requests and seconds of its window.',
    schema: { type: "string" }
  },
  RateLimit: {
    description: 'What is left of it, like `"create";r=50;t=30`: requests, and seconds until all are back.',
    schema: { type: "string" }
  },
  RetryAfter: { description: "Seconds to wait before asking again.", required: true, schema: seconds },
  MaybeRetryAfter: { description: "Seconds to wait, where that helps.", schema: seconds },
  WwwAuthenticate: {
    description: "The scheme of a credential that the route takes.",
    required: true,
    schema: { type: "string" }
  },
  MaybeWwwAuthenticate: {
    description: "For access tokens that lack a scope: which ones to ask for.",
    schema: { type: "string" }
  },
  CacheControl: {
    description: "Answers are for nobody else: `no-store`, or `private, no-cache` for results.",
    schema: { type: "string", enum: ["no-store", "private, no-cache"] }
  },
  Refresh: { description: "Where the page leads on by itself.", schema: { type: "string" } },
  SetCookie: { description: "The cookie that begins, carries or ends a sign-in.", schema: { type: "string" } },
  McpSessionId: {
    description:
      "Of clients of 2025-03-26, which repeat it: the revision that `initialize` agreed on. Nothing is kept of it.",
    schema: { type: "string" }
  },
  Size: { description: "`bytes */` and the size of the whole.", required: true, schema: { type: "string" } }
}

const to = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

/** What handlers add to single answers. */
const added: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  "v2.auth.start": { "302": { "Set-Cookie": to("SetCookie") } },
  "link.show": { "200": { "Set-Cookie": to("SetCookie") } },
  "v2.auth.callback": { "200": { "Set-Cookie": to("SetCookie"), Refresh: to("Refresh") } },
  "v2.auth.logout": { "200": { "Set-Cookie": to("SetCookie") } },
  "v2.mcp.call": { "200": { "Mcp-Session-Id": to("McpSessionId") } },
  "mcp.call": {
    "200": { "Mcp-Session-Id": to("McpSessionId") },
    "403": { "WWW-Authenticate": to("MaybeWwwAuthenticate") }
  },
  "oauth.pages.authorize": { "303": { "Set-Cookie": to("SetCookie") }, "400": { "Set-Cookie": to("SetCookie") } },
  "oauth.pages.resume": { "303": { "Set-Cookie": to("SetCookie") }, "400": { "Set-Cookie": to("SetCookie") } },
  "discovery.ready": { "503": { "Retry-After": to("RetryAfter") } },
  "v2.jobs.download": { "416": { "Content-Range": to("Size") } }
}

/** Codes whose answers say when to ask again. */
const timed = new Set(["rate_limited", "registration_limited", "unavailable", "idempotency_in_progress"])

const retryOf = (status: string, { description }: Json): Json => {
  const codes = String(description).split(" | ")
  if (status === "429" || codes.every((code) => timed.has(code))) return { "Retry-After": to("RetryAfter") }
  return status === "503" || codes.some((code) => timed.has(code)) ? { "Retry-After": to("MaybeRetryAfter") } : {}
}

const withResponseHeaders = (path: string, operation: Json) => {
  const responses = object(operation["responses"])
  const limited = "429" in responses ? { "RateLimit-Policy": to("RateLimitPolicy"), RateLimit: to("RateLimit") } : {}
  return Object.fromEntries(
    Object.entries(responses).map(([status, value]) => {
      const response = object(value)
      const own = object(response["headers"])
      const isCachingTold = Object.keys(own).some((name) => name.toLowerCase() === "cache-control")
      const challenge =
        status === "401" && (path.startsWith("/api/v2/") || path === mcpPath)
          ? { "WWW-Authenticate": to("WwwAuthenticate") }
          : {}
      return [
        status,
        {
          ...response,
          headers: {
            ...(isPrivate(path) && !isCachingTold ? { "Cache-Control": to("CacheControl") } : {}),
            ...own,
            ...retryOf(status, response),
            ...challenge,
            ...limited,
            ...added[String(operation["operationId"])]?.[status],
            "X-Request-Id": to("RequestId")
          }
        }
      ]
    })
  )
}

/** The document with the headers of every answer. */
export const carried = (document: Json): Record<string, unknown> => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(object(document["paths"])).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(object(operations)).map(([method, operation]) => [
          method,
          { ...object(operation), responses: withResponseHeaders(path, object(operation)) }
        ])
      )
    ])
  ),
  components: { ...object(document["components"]), headers }
})
