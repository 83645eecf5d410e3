import { Effect } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import type { HttpServerRequest } from "effect/http"
import type { KeyActor } from "../../../schema/Actor.ts"
import { BlobKey } from "../../../schema/Ids.ts"
import { Blobs } from "../../jobs/Blobs.ts"
import { estimate } from "../../jobs/intake/Estimate.ts"
import { offered } from "./RequestDocument.ts"

/** What a create with this request would come to. Its file is in the store for as long as that takes. */
export const estimated = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  caller: KeyActor,
  limit: number
) {
  const blobs = yield* Blobs
  const key = BlobKey.make(yield* (yield* SecureRandom).uuidV7())
  return yield* offered(request, key, limit).pipe(
    Effect.flatMap(({ files }) => files),
    Effect.flatMap(([file]) => estimate(caller, file!)),
    Effect.ensuring(Effect.ignore(blobs.remove([key])))
  )
})
