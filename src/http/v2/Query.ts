/** Routes that take no query parameters refuse all of them; those that take some name theirs in their schema. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { InvalidRequest } from "../../../schema/Errors.ts"
import { invalid, issuesOf, most } from "../../requests/Faults.ts"

/** Names in a query, each once. */
const namesIn = (url: string) => [...new Set(new URLSearchParams(url.split("?")[1] ?? "").keys())]

export const withoutQuery = (
  { url }: HttpServerRequest.HttpServerRequest,
  { query }: Pick<HttpApiEndpoint.Top, "query">
): Effect.Effect<void, InvalidRequest> => {
  const names = query === undefined && url.includes("?") ? namesIn(url) : []
  return names.length === 0
    ? Effect.void
    : Effect.fail(
        invalid(
          issuesOf(
            names.slice(0, most).map((name) => ({ path: [name], kind: "unknown", message: "is not known here" })),
            "query"
          )
        )
      )
}
