import { writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as App from "../../layers/App.ts"
import * as PostgresQueue from "../../layers/postgres/Queue.ts"
import * as Test from "../../layers/Test.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { atHand, ConversionFailed, Converter } from "../../src/convert/Converter.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { Queue } from "../../src/jobs/Queue.ts"
import { Converters } from "../../src/jobs/runs/Worker.ts"
import { newActor } from "../support/Actor.ts"
import { folder } from "../support/Children.ts"
import * as TestDatabase from "../support/Database.ts"

const backlog = 500

describe("Paid jobs", () => {
  it.live("go first, however many free ones have been waiting", () =>
    Effect.gen(function* () {
      const tiers = join(yield* folder, "tiers.json")
      const slots = { slots: backlog + 1 }
      writeFileSync(tiers, JSON.stringify({ free: slots, pro: slots, business: slots }))

      /** Who was converted, in this order. Each waits until it is let through. */
      const started: Array<string> = []
      const gate = yield* Latch.make(false)
      const converter = Layer.succeed(
        Converter,
        Converter.of({
          pages: ({ path }) =>
            Stream.fromEffect(
              Effect.gen(function* () {
                started.push(yield* Effect.promise(() => readFile(path, "utf8")))
                yield* gate.await
                return yield* new ConversionFailed({ code: "conversion_failed", message: "done" })
              })
            ),
          assemble: (_, __, ___, take) => take({ ...atHand, pages: 0, markdown: Stream.empty, blocks: Stream.empty })
        })
      )
      const context = yield* Layer.build(
        App.worker.pipe(
          // One converter, which both pools share.
          Layer.provide(Layer.succeed(Converters, 1)),
          Layer.provide(converter),
          Layer.provideMerge(App.services),
          Layer.provideMerge(PostgresQueue.layer),
          Layer.provideMerge(Test.adapters),
          Layer.provideMerge(Test.config({ TIERS_FILE: tiers })),
          Layer.provideMerge(TestDatabase.layer),
          Layer.orDie
        )
      )
      yield* Effect.gen(function* () {
        const blobs = yield* Blobs
        const jobs = yield* Jobs
        const random = yield* SecureRandom

        const create = Effect.fnUntraced(function* (name: string, tier: "free" | "pro", count: number) {
          const actor = yield* newActor(tier)
          const inputs = yield* Effect.forEach(Array.from({ length: count }), () =>
            Effect.gen(function* () {
              const inputKey = BlobKey.make(yield* random.uuidV7())
              yield* blobs.write(inputKey, Stream.succeed(new TextEncoder().encode(name)))
              const input = { inputKey, inputSize: 8, inputSha256: "", fileName: "a.pdf", source: "upload" } as const
              return { ...input, settings: defaults, externalId: null, tags: [] }
            })
          )
          const made = yield* jobs.create({ surface: "v1", actor }, inputs, Option.none())
          return { actor, jobId: made.at(-1)!.jobId }
        })

        const { wakeUps } = yield* Queue
        const heard = yield* wakeUps.pipe(
          Stream.filter((pool) => pool === "priority"),
          Stream.runHead,
          Effect.forkChild({ startImmediately: true })
        )
        yield* create("first", "free", 1)
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => started.length === 1 })
        yield* create("free", "free", backlog)
        const { actor, jobId } = yield* create("paid", "pro", 1)
        assert.deepStrictEqual(started, ["first"])
        // A node goes by what it has heard of its pools.
        yield* Fiber.join(heard)
        yield* gate.open
        assert.strictEqual((yield* jobs.wait(actor, jobId, 30)).status, "error")
        assert.deepStrictEqual(started.slice(0, 2), ["first", "paid"])
      }).pipe(Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )
})
