/** Which pages may call: any without cookies, those of the allow-list with them. */

/** What a page may read of an answer, beside what every page may. */
const exposed =
  "Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Location, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"

/** Headers that a preflight names are echoed only when they look like headers. */
const headerNames = /^[A-Za-z0-9-]+(?:\s*,\s*[A-Za-z0-9-]+){0,63}$/

/** The headers of an answer to a page of this origin, where the request names one. */
export const answerHeaders = (origin: string | undefined, trusted: ReadonlySet<string>) => ({
  vary: "Origin",
  "access-control-expose-headers": exposed,
  ...(origin !== undefined && trusted.has(origin)
    ? { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" }
    : { "access-control-allow-origin": "*" })
})

/** The headers of the answer to a preflight. With credentials the wildcard means nothing, so names are echoed. */
export const preflightHeaders = (
  origin: string | undefined,
  asked: string | undefined,
  trusted: ReadonlySet<string>
): Record<string, string> => ({
  ...answerHeaders(origin, trusted),
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": asked !== undefined && headerNames.test(asked) ? asked : "*, Authorization",
  "access-control-max-age": "7200"
})
