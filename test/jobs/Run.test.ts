import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Random from "../../layers/Random.ts"
import { BlobKey, JobId } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { Converter, type Progress } from "../../src/convert/Converter.ts"
import type { PackedPage } from "../../src/convert/model/Document.ts"
import { Blobs, StoreUnavailable } from "../../src/jobs/Blobs.ts"
import { Gzip } from "../../src/jobs/Gzip.ts"
import type { Work } from "../../src/jobs/Job.ts"
import { Attempts } from "../../src/jobs/runs/Attempts.ts"
import * as Run from "../../src/jobs/runs/Run.ts"
import { failureOf, within } from "../../src/jobs/runs/Run.ts"

const page = (number: number, warnings: PackedPage["warnings"] = []): PackedPage => ({
  page: number,
  method: "text",
  characters: 1,
  tables: 0,
  confidence: null,
  warnings,
  packed: () => new Uint8Array()
})

const info = { pages: 400, title: null, author: null, outline: [] } as unknown as Extract<
  Progress,
  { _tag: "Opened" }
>["info"]

/** A document of so many pages, each of which takes a while. */
const pages = (count: number, each: string) =>
  Stream.concat(
    Stream.succeed<Progress>({ _tag: "Opened", info }),
    Stream.range(1, count).pipe(
      Stream.mapEffect((number) =>
        Effect.as(Effect.sleep(each as "3 seconds"), { _tag: "Page", page: page(number) } satisfies Progress)
      )
    )
  )

const work: Work = {
  jobId: JobId.make("018f3b1e-0000-7000-8000-000000000000"),
  attempt: 1,
  owner: "device:a",
  inputKey: BlobKey.make("018f3b1e-0000-7000-8000-000000000001"),
  settings: defaults,
  password: null,
  timeBudgetSec: 900,
  maxPages: 500,
  truncates: true
}

describe("A run", () => {
  it.effect("keeps the pages that arrived in time and says that the rest are missing", () =>
    Effect.gen(function* () {
      const run = yield* Effect.forkChild(within(pages(400, "3 seconds"), 900, () => Effect.void))
      yield* TestClock.adjust("15 minutes")
      const arrived = yield* Fiber.join(run)
      assert.isFalse(arrived.inTime)
      assert.isAtLeast(arrived.pages.length, 299)
      assert.isAtMost(arrived.pages.length, 300)
    })
  )

  it.effect("has everything when the document ends in time", () =>
    Effect.gen(function* () {
      const counts: Array<number> = []
      const run = yield* Effect.forkChild(
        within(pages(3, "1 second"), 900, (_, pagesDone) => Effect.sync(() => counts.push(pagesDone)))
      )
      yield* TestClock.adjust("3 seconds")
      const arrived = yield* Fiber.join(run)
      assert.isTrue(arrived.inTime)
      assert.deepStrictEqual(
        arrived.pages.map(({ page }) => page),
        [1, 2, 3]
      )
      assert.deepStrictEqual(counts, [0, 1, 2, 3])
    })
  )

  it.effect("whose store fails is handed back once the database, on the same full disk, takes that", () =>
    Effect.gen(function* () {
      const full = new StoreUnavailable({ cause: { code: "ENOSPC" } })
      const said: Array<string> = []
      const say = (what: string) => Effect.sync(() => void said.push(what))
      const stores = Layer.mergeAll(
        Layer.mock(Blobs)({ file: () => Effect.fail(full), remove: () => Effect.void }),
        Layer.mock(Attempts)({
          claim: () => Effect.succeed({ _tag: "Claimed", work }),
          handBack: () => Effect.andThen(say("hand back"), () => (said.length < 3 ? Effect.die(full) : Effect.void))
        }),
        Layer.mock(Converter)({}),
        Layer.succeed(Gzip, (bytes: Uint8Array) => bytes),
        Random.layer
      )
      const lease = { lost: Effect.never, complete: say("complete"), release: say("release"), leave: Effect.void }
      const run = Context.get(yield* Layer.build(Layer.provide(Run.layer, stores)), Run.Run)
      const fiber = yield* Effect.forkChild(run.job({ ...lease, jobId: work.jobId, pool: "standard" }, Effect.void))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(said, ["hand back", "hand back", "hand back", "release"])
    })
  )

  it("out of time keeps its pages on v2 and fails on v1", () => {
    const late = { info, pages: [page(1)], inTime: false }
    const code = (truncates: boolean, arrived: Parameters<typeof failureOf>[1]) => {
      const end = failureOf({ ...work, truncates }, arrived)
      return end?._tag === "Failed" ? end.error.code : end
    }
    assert.strictEqual(code(true, late), null)
    assert.strictEqual(code(false, late), "time_budget_exceeded")
    assert.strictEqual(code(true, { ...late, pages: [] }), "time_budget_exceeded")
    assert.strictEqual(code(true, { ...late, info: null, pages: [] }), "time_budget_exceeded")
    assert.strictEqual(code(false, { ...late, inTime: true }), null)
  })

  it("fails when no page could be converted, and not when one could", () => {
    const failed = page(1, ["page_failed"])
    const lost = { ...failed, characters: 0 }
    const end = failureOf(work, { info, pages: [lost, lost], inTime: true })
    assert.strictEqual(end?._tag === "Failed" ? end.error.code : null, "conversion_failed")
    assert.strictEqual(failureOf(work, { info, pages: [lost, page(2)], inTime: true }), null)
    assert.strictEqual(failureOf(work, { info, pages: [failed], inTime: true }), null)
  })
})
