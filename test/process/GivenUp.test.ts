import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { unless } from "../../src/process/GivenUp.ts"

describe("unless", () => {
  it.effect("comes to the first, at once or later, and breaks the second off", () =>
    Effect.gen(function* () {
      let isBrokenOff = false
      const second = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          isBrokenOff = true
        })
      )
      assert.strictEqual(yield* Effect.succeed("first").pipe(unless(second)), "first")
      const running = yield* Effect.forkChild(Effect.as(Effect.sleep("1 second"), "later").pipe(unless(second)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(running), "later")
      assert.isTrue(isBrokenOff)
    })
  )

  it.effect("comes to the second while the first takes long to be broken off", () =>
    Effect.gen(function* () {
      const isDone = yield* Latch.make()
      const first = Effect.onInterrupt(Effect.never, () => isDone.await)
      assert.strictEqual(yield* first.pipe(unless(Effect.succeed("second"))), "second")
      yield* isDone.open
    })
  )

  it.effect("fails as the first fails", () =>
    Effect.gen(function* () {
      const failing = Effect.andThen(Effect.yieldNow, Effect.fail("no")).pipe(unless(Effect.never))
      assert.strictEqual(yield* Effect.flip(failing), "no")
    })
  )

  it.effect("is over for who is interrupted once both have ended", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const begun = yield* Deferred.make<void>()
      const one = (name: string) =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            ended.push(name)
          })
        )
      const running = yield* Effect.forkChild(
        Effect.andThen(Deferred.succeed(begun, undefined), one("first")).pipe(unless(one("second")))
      )
      yield* Deferred.await(begun)
      assert.isTrue(Exit.hasInterrupts(yield* Effect.andThen(Fiber.interrupt(running), Fiber.await(running))))
      assert.deepStrictEqual(ended.toSorted(), ["first", "second"])
    })
  )
})
