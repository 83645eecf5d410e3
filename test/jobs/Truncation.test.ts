/** A long manual whose time is up before its last page, read by the real engine. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Queue from "../../layers/fakes/Queue.ts"
import { BlobKey } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { Converter } from "../../src/convert/Converter.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { newKeyActor } from "../support/Actor.ts"
import { folder } from "../support/Children.ts"
import { engine } from "../support/Engine.ts"
import { lines, makePdf } from "../support/Pdf.ts"
import { workers } from "../support/Workers.ts"

const total = 220

/** So many pages are there when the time is up: more than one child reads, and so are those that are left. */
const inTime = 110

const sentence = (page: number) => `This is what stands on page ${page} of the manual.`

const manual = makePdf({
  pages: Array.from({ length: total }, (_, at) => ({
    items: lines([sentence(at + 1), "It goes on for another line", `and ends with word${at + 1}.`], { x: 72, y: 200 })
  }))
})

/** The engine, which stands still after so many pages, for ever. */
const holding = (path: string, after: () => number, reached: Deferred.Deferred<void>) =>
  Layer.effect(
    Converter,
    Effect.map(Converter, (real) =>
      Converter.of({
        ...real,
        pages: (pdf, options, limits) => {
          let arrived = 0
          return Stream.mapEffect(real.pages(pdf, options, limits), (step) =>
            step._tag === "Page" && ++arrived > after()
              ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
              : Effect.succeed(step)
          )
        }
      })
    )
  ).pipe(Layer.provide(engine({ converters: 2, spares: 1, spool: join(path, "spool") })))

const pagesIn = (markdown: string) => ({
  marks: [...markdown.matchAll(/<!-- page (\d+) -->/g)].map(([, page]) => Number(page)),
  sentences: [...markdown.matchAll(/what stands on page (\d+) of/g)].map(([, page]) => Number(page)),
  ends: [...markdown.matchAll(/word(\d+)\./g)].map(([, page]) => Number(page))
})

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

describe("A manual of 220 pages with a budget of five seconds", () => {
  it.effect("is cut where its time is up, and a job for the rest begins with the next page", () =>
    Effect.gen(function* () {
      let most = inTime
      const reached = yield* Deferred.make<void>()
      const context = yield* Layer.build(
        workers(
          holding(yield* folder, () => most, reached),
          Queue.layer
        )
      )
      yield* Effect.gen(function* () {
        const blobs = yield* Blobs
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        const random = yield* SecureRandom
        const actor = yield* newKeyActor("pro")

        /** A job of these pages, within so many seconds. */
        const create = Effect.fnUntraced(function* (page_range: string | null, seconds: number) {
          const inputKey = BlobKey.make(yield* random.uuidV7())
          yield* blobs.write(inputKey, Stream.succeed(manual))
          const settings = { ...defaults, page_breaks: "comment", headers_footers: "keep", page_range } as const
          const input = { inputKey, inputSize: manual.length, inputSha256: "", fileName: "a.pdf" }
          const wanted = { ...input, source: "upload", settings, externalId: null, tags: [] } as const
          const [job] = yield* sql
            .withTransaction(
              Effect.tap(jobs.create({ surface: "v2", actor }, [wanted], Option.none()), ([job]) =>
                Effect.orDie(sql`UPDATE jobs SET time_budget_sec = ${seconds} WHERE id = ${job!.jobId}`)
              )
            )
            .pipe(Effect.orDie)
          return job!.jobId
        })
        const markdown = Effect.fnUntraced(function* (jobId: Effect.Success<ReturnType<typeof create>>) {
          const { outputKey } = yield* jobs.result(actor, jobId)
          const { bytes } = Option.getOrThrow(yield* blobs.read(outputKey))
          return yield* Stream.mkString(Stream.decodeText(bytes))
        })

        const cut = yield* create(null, 5)
        yield* Deferred.await(reached)
        // A tenth of the budget is kept for putting the pages together.
        yield* TestClock.adjust("4500 millis")
        const truncated = yield* jobs.wait(actor, cut, 50)
        assert.deepInclude(truncated, {
          status: "ready",
          truncated: true,
          pages: total,
          pagesDone: inTime,
          continueFrom: inTime + 1
        })
        const first = pagesIn(yield* markdown(cut))
        assert.deepStrictEqual(first.sentences, from(1, inTime))
        assert.deepStrictEqual(first.ends, from(1, inTime))

        most = total
        const rest = yield* create(`${truncated.continueFrom}-${total}`, 1_800)
        // Children that help one another wait for a millisecond now and then. Moved as fast as can be, the clock would keep
        // a processor from them.
        const time = Effect.forever(
          Effect.andThen(TestClock.adjust("1 millis"), TestClock.withLive(Effect.sleep("5 millis")))
        )
        assert.deepInclude(yield* Effect.raceFirst(jobs.wait(actor, rest, 50), time), {
          status: "ready",
          truncated: false,
          pages: total,
          pagesDone: total - inTime,
          continueFrom: null
        })
        const second = pagesIn(yield* markdown(rest))
        for (const kind of ["marks", "sentences", "ends"] as const) {
          assert.deepStrictEqual([...first[kind], ...second[kind]], from(1, total), kind)
        }
      }).pipe(Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )
})
