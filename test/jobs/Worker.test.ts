import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import * as Converter from "../../layers/converter/Converter.ts"
import * as Queue from "../../layers/postgres/Queue.ts"
import type { DeviceActor, TierName } from "../../schema/Actor.ts"
import { BlobKey, type JobId } from "../../schema/Ids.ts"
import { defaults } from "../../schema/Settings.ts"
import { atHand, Converter as ConverterPort, type Progress } from "../../src/convert/Converter.ts"
import { failedPage } from "../../src/convert/model/Document.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { newActor } from "../support/Actor.ts"
import { children, folder, found, misbehaving, until, working } from "../support/Children.ts"
import { long } from "../support/Long.ts"
import type { Deed } from "../support/misbehavingChild.ts"
import { workers } from "../support/Workers.ts"

/** Workers on the real queue, with real children that do as their input says; in real time. */
const bench = Effect.fnUntraced(function* (converter?: Layer.Layer<ConverterPort>, converters = 2) {
  const path = yield* folder
  const children = Converter.layerWith({ converters, spares: 1, spool: join(path, "spool"), entry: misbehaving })
  const context = yield* Layer.build(workers(converter ?? children, Queue.layer, converters))
  const jobs = Context.get(context, Jobs)
  const newId = Context.get(context, SecureRandom).uuidV7()

  const actor = (tier: TierName = "pro") => Effect.provide(newActor(tier), context)

  const create = Effect.fnUntraced(function* (actor: DeviceActor, pages: ReadonlyArray<Deed>) {
    const inputKey = BlobKey.make(yield* newId)
    const bytes = new TextEncoder().encode(JSON.stringify({ pages }))
    yield* Context.get(context, Blobs).write(inputKey, Stream.succeed(bytes))
    const input = { inputKey, inputSize: 8, inputSha256: "", fileName: "a.pdf", source: "upload" } as const
    const [job] = yield* jobs.create(
      { surface: "v1", actor },
      [{ ...input, settings: defaults, externalId: null, tags: [] }],
      Option.none()
    )
    return job!.jobId
  })

  const isProcessing = (actor: DeviceActor, jobId: JobId) =>
    Stream.runHead(
      Stream.filter(jobs.watch(Effect.succeedSome(actor), jobId), ({ job }) => job.status === "processing")
    )

  /** How it ends, however long that takes here. */
  const ended = (actor: DeviceActor, jobId: JobId) =>
    Effect.repeat(jobs.wait(actor, jobId, 10), {
      until: ({ status }) => status !== "queued" && status !== "processing"
    })

  return { path, jobs, newActor: actor, create, isProcessing, ended }
})

/** Reads any document at once; one with pages is then recognised for ever. */
const recognising = Layer.succeed(
  ConverterPort,
  ConverterPort.of({
    pages: ({ path }, _, { onRead = Effect.void }) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const { pages } = JSON.parse(yield* Effect.promise(() => readFile(path, "utf8")))
          const info = { pages: 1, title: null, author: null }
          const opened = Stream.succeed<Progress>({ _tag: "Opened", info })
          if (pages.length === 0) return Stream.concat(opened, Stream.succeed({ _tag: "Page", page: failedPage(1) }))
          yield* onRead
          return Stream.concat(opened, Stream.never)
        })
      ),
    assemble: (_, __, ___, take) => take({ ...atHand, pages: 0, markdown: Stream.empty, blocks: Stream.empty })
  })
)

describe("Workers", () => {
  it.live("end a canceled job's work within two seconds, and its slot is free at once", () =>
    Effect.gen(function* () {
      const { path, jobs, newActor, create, isProcessing, ended } = yield* bench()
      const actor = yield* newActor()
      const jobId = yield* create(actor, ["read", "loop"])
      yield* isProcessing(actor, jobId)
      const busy = yield* found(() => working(path))
      assert.strictEqual((yield* jobs.remove(actor, jobId)).status, "canceled")
      yield* until(() => !children(path).includes(busy))
      const next = yield* create(actor, ["read"])
      assert.strictEqual((yield* ended(actor, next)).status, "ready")
    }).pipe(Effect.scoped)
  )

  it.live("end a job whose child was killed, and the job beside it never notices", () =>
    Effect.gen(function* () {
      const { path, jobs, newActor, create, ended } = yield* bench()
      const actor = yield* newActor()
      const many = long(200, 128)
      const pages = Array.from({ length: many }, () => "read slowly" as const)
      const killed = yield* create(actor, pages)
      yield* Effect.delay(jobs.find(actor, killed), "10 millis").pipe(
        Effect.repeat({ until: ({ pagesDone }) => pagesDone > 0 })
      )
      const victim = working(path)
      const beside = yield* create(actor, pages)
      if (victim !== undefined) process.kill(victim, "SIGKILL")
      for (const jobId of [killed, beside]) {
        const job = yield* ended(actor, jobId)
        assert.deepStrictEqual([job.status, job.pages, job.pagesDone], ["ready", many, many])
      }
    }).pipe(Effect.scoped)
  )

  it.live("take other jobs while one waits for nothing but recognition, though never any number of these", () =>
    Effect.gen(function* () {
      const { jobs, newActor, create, isProcessing, ended } = yield* bench(recognising, 1)
      const scans = yield* Effect.forEach(Array.from({ length: 4 }), () =>
        Effect.gen(function* () {
          const actor = yield* newActor()
          const jobId = yield* create(actor, ["read"])
          yield* isProcessing(actor, jobId)
          return [actor, jobId] as const
        })
      )
      const actor = yield* newActor()
      assert.strictEqual((yield* ended(actor, yield* create(actor, []))).status, "error")
      yield* isProcessing(actor, yield* create(actor, ["read"]))
      const late = yield* create(actor, [])
      assert.strictEqual((yield* jobs.wait(actor, late, 1)).status, "queued")
      for (const [owner, jobId] of scans) yield* jobs.remove(owner, jobId)
      assert.strictEqual((yield* jobs.find(actor, late)).status, "queued")
    }).pipe(Effect.scoped)
  )

  it.live("run a backlog of a hundred jobs to its end", () =>
    Effect.gen(function* () {
      const { newActor, create, ended } = yield* bench()
      const made = yield* Effect.forEach(
        Array.from({ length: 2 }),
        () =>
          Effect.gen(function* () {
            const actor = yield* newActor("business")
            const ids = yield* Effect.forEach(Array.from({ length: 50 }), () => create(actor, ["read"]))
            return ids.map((id) => [actor, id] as const)
          }),
        { concurrency: 2 }
      )
      for (const [actor, jobId] of made.flat()) {
        assert.strictEqual((yield* ended(actor, jobId)).status, "ready")
      }
    }).pipe(Effect.scoped)
  )
})
