import { Effect, Layer } from "effect"
import { Slots } from "../../../src/jobs/Slots.ts"
import * as Standing from "./Standing.ts"

export const layer = Layer.effect(
  Slots,
  Effect.gen(function* () {
    const standing = yield* Standing.make

    return Slots.of({
      used: Effect.fn("Slots.used")((owner) => Effect.map(standing.now(owner, null), ({ used }) => used)),
      standing: Effect.fn("Slots.standing")(standing.now)
    })
  })
)
