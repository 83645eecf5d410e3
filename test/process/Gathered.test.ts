import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { gathered } from "../../src/process/Gathered.ts"

describe("Gathered calls", () => {
  it.effect("go out at once when nothing is under way, and together when something is", () =>
    Effect.gen(function* () {
      const batches: Array<ReadonlyArray<number>> = []
      const gate = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const double = yield* gathered(3, (items: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          batches.push(items)
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(gate)
          return items.map((item) => 2 * item)
        })
      )
      const first = yield* Effect.forkChild(double(1), { startImmediately: true })
      yield* Deferred.await(begun)
      const others = yield* Effect.forEach([2, 3, 4, 5], (item) =>
        Effect.forkChild(double(item), { startImmediately: true })
      )
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.joinAll([first, ...others]), [2, 4, 6, 8, 10])
      assert.deepStrictEqual(batches, [[1], [2, 3, 4], [5]])
    }).pipe(Effect.scoped)
  )

  it.effect("fail alone: the others of their batch are answered", () =>
    Effect.gen(function* () {
      const positive = yield* gathered(10, (items: ReadonlyArray<number>) =>
        items.some((item) => item < 0) ? Effect.fail("negative") : Effect.succeed(items)
      )
      const exits = yield* Effect.forEach([1, -2, 3], (item) => Effect.exit(positive(item)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(exits, [Exit.succeed(1), Exit.fail("negative"), Exit.succeed(3)])
    }).pipe(Effect.scoped)
  )
})
