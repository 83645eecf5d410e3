import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { gathered } from "../../src/process/Gathered.ts"

/** Until all that is to happen by itself has happened. */
const turn = Effect.andThen(Effect.yieldNow, Effect.yieldNow)

describe("Gathered calls", () => {
  it.effect("go out at once when nothing is under way, and together when something is", () =>
    Effect.gen(function* () {
      const batches: Array<ReadonlyArray<number>> = []
      const gate = yield* Deferred.make<void>()
      const begun = yield* Deferred.make<void>()
      const double = yield* gathered({ most: 3 }, (items: ReadonlyArray<number>) =>
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
      const positive = yield* gathered({ most: 10 }, (items: ReadonlyArray<number>) =>
        items.some((item) => item < 0) ? Effect.fail("negative") : Effect.succeed(items)
      )
      const exits = yield* Effect.forEach([1, -2, 3], (item) => Effect.exit(positive(item)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(exits, [Exit.succeed(1), Exit.fail("negative"), Exit.succeed(3)])
    }).pipe(Effect.scoped)
  )

  it.effect("are under way in as many runs at once as they may be", () =>
    Effect.gen(function* () {
      const batches: Array<ReadonlyArray<number>> = []
      const gate = yield* Deferred.make<void>()
      const same = yield* gathered({ most: 10, flights: 2 }, (items: ReadonlyArray<number>) => {
        batches.push(items)
        return Effect.as(Deferred.await(gate), items)
      })
      const begin = (...items: ReadonlyArray<number>) =>
        Effect.forEach(items, (item) => Effect.forkChild(same(item), { startImmediately: true }))
      const all = [...(yield* begin(1, 2))]
      yield* turn
      all.push(...(yield* begin(3)))
      yield* turn
      all.push(...(yield* begin(4, 5)))
      yield* turn
      assert.deepStrictEqual(batches, [[1, 2], [3]])
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.joinAll(all), [1, 2, 3, 4, 5])
      assert.deepStrictEqual(batches, [[1, 2], [3], [4, 5]])
    }).pipe(Effect.scoped)
  )

  it.effect("are broken off once nobody waits for them, and not before; the next go out then", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const gate = yield* Deferred.make<void>()
      const same = yield* gathered({ most: 10 }, (items: ReadonlyArray<number>) =>
        (items.includes(5) ? Effect.void : Deferred.await(gate)).pipe(
          Effect.as(items),
          Effect.onExit((exit) => Effect.sync(() => ended.push(`${items.join()} ${exit._tag}`)))
        )
      )
      const begin = (item: number) => Effect.forkChild(same(item), { startImmediately: true })
      const first = yield* begin(1)
      yield* turn
      const [second, third, left] = [yield* begin(2), yield* begin(3), yield* begin(4)]
      yield* Fiber.interrupt(left)
      yield* Fiber.interrupt(first)
      yield* turn
      assert.deepStrictEqual(ended, ["1 Failure"])
      yield* Fiber.interrupt(second)
      const last = yield* begin(5)
      yield* turn
      assert.deepStrictEqual(ended, ["1 Failure"])
      yield* Fiber.interrupt(third)
      assert.strictEqual(yield* Fiber.join(last), 5)
      assert.deepStrictEqual(ended, ["1 Failure", "2,3 Failure", "5 Success"])
    }).pipe(Effect.scoped)
  )

  it.effect("end with the scope, those that wait and those under way", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const same = yield* Scope.provide(
        gathered({ most: 1 }, (_: ReadonlyArray<number>) => Effect.never),
        scope
      )
      const calls = yield* Effect.forEach([1, 2], (item) => Effect.forkChild(same(item), { startImmediately: true }))
      yield* Scope.close(scope, Exit.void)
      const exits = yield* Effect.forEach([...calls, yield* Effect.forkChild(same(3))], Fiber.await)
      assert.deepStrictEqual(
        exits.map((exit) => Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)),
        [true, true, true]
      )
    })
  )
})
