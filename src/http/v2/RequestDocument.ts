/** The one document of a request: the file of a form, or a link in JSON. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { BlobKey } from "../../../schema/Ids.ts"
import type { Digest } from "../../auth/Digest.ts"
import type { Blobs } from "../../jobs/Blobs.ts"
import { linked } from "../../jobs/intake/Intake.ts"
import * as Link from "../../jobs/intake/Link.ts"
import type { Egress } from "../../net/Egress.ts"
import { isMultipart, json } from "../Body.ts"
import { labelled, linkOf } from "./Labels.ts"

/** A file is stored as it comes, a link is fetched only when its file is asked for. */
export const offered = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  key: BlobKey,
  limit: number
) {
  const stores = yield* Effect.context<Blobs | Digest | Egress>()
  if (isMultipart(request.headers["content-type"])) return yield* labelled(request, key, limit)
  const { link, labels } = yield* linkOf(yield* json(request))
  return linked(link, Effect.provide(Link.fetchPdf(link, key, { limit }), stores), labels)
})
