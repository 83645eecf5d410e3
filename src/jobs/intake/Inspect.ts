import { Effect, Option, type Redacted } from "effect"
import type { BlobKey } from "../../../schema/Ids.ts"
import { ConversionFailed } from "../../convert/Converter.ts"
import { Inspector } from "../../convert/Inspector.ts"
import { Blobs, isOfDisk, StoreUnavailable } from "../Blobs.ts"
import type { Owner } from "../Job.ts"

/** What a document in the store says of itself. */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const inspector = yield* Inspector
  return Effect.fnUntraced(function* (key: BlobKey, owner: Owner, password: Redacted.Redacted | null) {
    const path = yield* Effect.orDie(blobs.file(key))
    return yield* Option.match(path, {
      onNone: () => Effect.fail(new ConversionFailed({ code: "conversion_failed", message: "The input is gone" })),
      onSome: (path) =>
        Effect.catchDefect(inspector.inspect({ path, owner, password }), (defect) =>
          Effect.die(isOfDisk(defect) ? new StoreUnavailable({ cause: defect }) : defect)
        )
    })
  }, Effect.scoped)
})
