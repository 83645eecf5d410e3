import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { turns } from "../../src/process/Turns.ts"

describe("Work in turns", () => {
  it.effect("keeps an owner's second piece waiting for its first, and nobody else's", () =>
    Effect.gen(function* () {
      const inTurn = turns()
      const done: Array<string> = []
      const piece = (name: string, until: Effect.Effect<unknown>) =>
        Effect.andThen(
          until,
          Effect.sync(() => done.push(name))
        )
      const gate = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(inTurn("a")(piece("a1", Deferred.await(gate))), { startImmediately: true })
      const second = yield* Effect.forkChild(inTurn("a")(piece("a2", Effect.void)), { startImmediately: true })
      yield* inTurn("b")(piece("b1", Effect.void))
      assert.deepStrictEqual(done, ["b1"])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(done, ["b1", "a1", "a2"])
    })
  )

  it.effect("passes the turn on from one that is broken off", () =>
    Effect.gen(function* () {
      const inTurn = turns()
      const stuck = yield* Effect.forkChild(inTurn("a")(Effect.never), { startImmediately: true })
      const next = yield* Effect.forkChild(inTurn("a")(Effect.succeed("next")), { startImmediately: true })
      yield* Fiber.interrupt(stuck)
      assert.strictEqual(yield* Fiber.join(next), "next")
    })
  )
})
