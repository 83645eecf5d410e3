/** Results that clients keep for as long as they ask whether they are still the same. */
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { JobId } from "../../../schema/Ids.ts"
import { Digest } from "../../auth/Digest.ts"
import { isKnown } from "./Range.ts"

/** Of a tag: two questions about one result have two. */
const tagLength = 16

export const keeping = Effect.map(Digest, (digest) => {
  /** A job has one result, ever, so that what is asked of it names the answer. */
  const tagOf = (jobId: JobId, question: string) => {
    const hash = digest.sha256()
    hash.update(new TextEncoder().encode(question))
    return `"${jobId}-${hash.hex().slice(0, tagLength)}"`
  }

  /** The answer with its tag, or nothing where the client has it. `variant` is what the address does not say. */
  return <A, E, R>(
    { url, headers }: HttpServerRequest.HttpServerRequest,
    jobId: JobId,
    answer: Effect.Effect<A, E, R>,
    variant = ""
  ) => {
    const own = { etag: tagOf(jobId, `${url} ${variant}`), "cache-control": "private, no-cache" as const }
    return isKnown(headers["if-none-match"], [own.etag])
      ? Effect.succeed(HttpServerResponse.empty({ status: 304, headers: own }))
      : Effect.map(answer, (body) =>
          HttpServerResponse.isHttpServerResponse(body)
            ? HttpServerResponse.setHeaders(body, own)
            : HttpApiSchema.withHeaders({
                body: body as Exclude<A, HttpServerResponse.HttpServerResponse>,
                headers: own
              })
        )
  }
})
