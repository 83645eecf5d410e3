import { Effect, Layer } from "effect"
import type { Owner } from "../../../src/jobs/Job.ts"
import { Slots } from "../../../src/jobs/Slots.ts"
import { spanned } from "../../../src/process/Spanned.ts"
import * as Standing from "./Standing.ts"

export const layer = Layer.effect(
  Slots,
  Effect.gen(function* () {
    const standing = yield* Standing.make

    return Slots.of({
      used: spanned("Slots.used")(function* (owner: Owner) {
        return (yield* standing.now(owner, null)).used
      }),
      standing: standing.now
    })
  })
)
