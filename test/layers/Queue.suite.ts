import { assert, layer } from "@effect/vitest"
import { Array as Arr, Effect, Exit, Fiber, type Layer, Option, Scope, Stream } from "effect"
import { JobId } from "../../schema/Ids.ts"
import type { Pool } from "../../src/accounts/Tiers.ts"
import { Queue } from "../../src/jobs/Queue.ts"

let made = 0

/** A fresh id, later than those before it. */
export const freshId = () => JobId.make(`01890000-0000-7000-8000-${String(++made).padStart(12, "0")}`)

export const enqueue = Effect.fnUntraced(function* (pool: Pool = "standard", priority = 0) {
  const queue = yield* Queue
  const jobId = freshId()
  yield* queue.enqueue({ jobId, pool, priority })
  return jobId
})

/** The first job of these pools, which is left when the scope closes. */
export const take = (...pools: ReadonlyArray<Pool>) =>
  Effect.acquireRelease(
    Queue.use((queue) => queue.take(pools.map((pool) => ({ pool, most: 1 })))),
    ({ leases }) => Effect.forEach(leases, ({ leave }) => leave)
  ).pipe(Effect.map(({ leases }) => Option.fromUndefinedOr(leases[0])))

/** Takes one job, which must be there. */
export const taken = (...pools: ReadonlyArray<Pool>) => Effect.map(take(...pools), Option.getOrThrow)

/** Takes what there is, in order, and ends it. */
export const drain = (...pools: ReadonlyArray<Pool>) =>
  Effect.gen(function* () {
    const ids: Array<JobId> = []
    while (true) {
      const lease = yield* take(...pools)
      if (Option.isNone(lease)) return ids
      yield* lease.value.complete
      ids.push(lease.value.jobId)
    }
  }).pipe(Effect.scoped)

/** What every queue keeps to. Each test leaves the queue empty. */
export const suite = <R, E>(
  name: string,
  queue: Layer.Layer<Queue | R, E>,
  options: { readonly excludeTestServices: boolean }
) =>
  layer(queue, options)(name, (it) => {
    it.effect("hands out higher priorities first, then the oldest", () =>
      Effect.gen(function* () {
        const old = yield* enqueue()
        const young = yield* enqueue()
        const low = yield* enqueue("standard", -3)
        const high = yield* enqueue("standard", 2)
        assert.deepStrictEqual(yield* drain("standard"), [high, old, young, low])
      })
    )

    it.effect("asks the pools in the order given, and no others", () =>
      Effect.gen(function* () {
        const standard = yield* enqueue("standard", 9)
        const priority = yield* enqueue("priority")
        assert.deepStrictEqual(yield* drain("priority"), [priority])
        const again = yield* enqueue("priority")
        assert.deepStrictEqual(yield* drain("priority", "standard"), [again, standard])
      })
    )

    it.effect("hands out as many as there is room for, of one pool, and says whether more waits there", () =>
      Effect.gen(function* () {
        const ids = yield* Effect.forEach(Arr.range(1, 3), () => enqueue())
        const other = yield* enqueue("priority")
        const room = [
          { pool: "standard", most: 2 },
          { pool: "priority", most: 2 }
        ] as const
        for (const expected of [ids.slice(0, 2), ids.slice(2), [other], []]) {
          const { leases, isMore } = yield* Queue.use((queue) => queue.take(room))
          assert.deepStrictEqual(leases.map(({ jobId }) => jobId).sort(), expected)
          assert.strictEqual(isMore, expected.length === 2)
          yield* Effect.forEach(leases, ({ complete }) => complete, { concurrency: "unbounded" })
        }
      })
    )

    it.effect("has nothing to hand out when it is empty", () =>
      Effect.gen(function* () {
        assert.isTrue(Option.isNone(yield* take("priority", "standard")))
      })
    )

    it.effect("never hands out a job that was cancelled while it waited", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue()
        yield* Queue.use((queue) => queue.cancel(jobId))
        assert.deepStrictEqual(yield* drain("standard"), [])
      })
    )

    it.effect("tells the holder that a job was cancelled, and never hands it out again", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue("priority")
        const lease = yield* taken("priority")
        yield* Queue.use((queue) => queue.cancel(jobId))
        yield* lease.lost
        yield* lease.release
        assert.deepStrictEqual(yield* drain("priority"), [])
      })
    )

    it.effect("cancels a job it does not know without a word, and leaves the others", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue()
        yield* Queue.use((queue) => queue.cancel(freshId()))
        assert.deepStrictEqual(yield* drain("standard"), [jobId])
      })
    )

    it.effect("hands out a released job again, before younger ones", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue()
        const younger = yield* enqueue()
        const lease = yield* taken("standard")
        yield* lease.release
        assert.deepStrictEqual(yield* drain("standard"), [jobId, younger])
      })
    )

    it.effect("releases a job whose scope closes", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue()
        const scope = yield* Scope.make()
        yield* Scope.provide(taken("standard"), scope)
        assert.isTrue(Option.isNone(yield* take("standard")))
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(yield* drain("standard"), [jobId])
      })
    )

    it.effect("never hands out a completed job again, whatever its lease does next", () =>
      Effect.gen(function* () {
        yield* enqueue()
        yield* Effect.scoped(
          Effect.gen(function* () {
            const lease = yield* taken("standard")
            yield* lease.complete
            yield* lease.release
          })
        )
        assert.deepStrictEqual(yield* drain("standard"), [])
      })
    )

    it.effect("takes back a job that is enqueued again after it has ended", () =>
      Effect.gen(function* () {
        const jobId = yield* enqueue()
        yield* drain("standard")
        yield* Queue.use((queue) => queue.enqueue({ jobId, pool: "priority", priority: 0 }))
        assert.deepStrictEqual(yield* drain("priority"), [jobId])
      })
    )

    it.effect("gives no job to two takers", () =>
      Effect.gen(function* () {
        const ids = yield* Effect.forEach(Arr.range(1, 40), () => enqueue(), { concurrency: 8 })
        const all = yield* Effect.forEach(Arr.range(1, 12), () => drain("standard"), { concurrency: "unbounded" })
        assert.deepStrictEqual(all.flat().sort(), ids.sort())
      })
    )

    it.effect("wakes those who wait when a job arrives and when one comes back", () =>
      Effect.gen(function* () {
        const queue = yield* Queue
        const next = queue.wakeUps.pipe(
          Stream.mapEffect(() => Effect.scoped(Effect.map(take("standard"), Option.isSome))),
          Stream.filter((found) => found),
          Stream.runHead,
          Effect.forkChild({ startImmediately: true })
        )
        const waiter = yield* next
        yield* enqueue()
        assert.isTrue(Option.isSome(yield* Fiber.join(waiter)))
        yield* drain("standard")
      })
    )

    it.effect("counts what waits and how long", () =>
      Effect.gen(function* () {
        yield* enqueue()
        yield* enqueue()
        const held = yield* taken("standard")
        const depth = yield* Queue.use((queue) => queue.depth)
        yield* held.complete
        yield* drain("standard")
        assert.deepStrictEqual(
          depth.map(({ pool, waiting }) => ({ pool, waiting })),
          [
            { pool: "standard", waiting: 1 },
            { pool: "priority", waiting: 0 }
          ]
        )
        for (const { oldestSeconds } of depth) assert.isBelow(oldestSeconds, 5)
      })
    )
  })
