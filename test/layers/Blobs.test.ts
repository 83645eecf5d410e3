import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as FakeBlobs from "../../layers/fakes/Blobs.ts"
import * as LiveBlobs from "../../layers/storage/Blobs.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { freshKey, suite, write } from "./Blobs.suite.ts"

class Directory extends Context.Service<Directory, string>()("test/Directory") {}

const directory = Layer.effect(
  Directory,
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "blobs-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
)

const live = LiveBlobs.layerDirectory.pipe(
  Layer.provide(
    Layer.unwrap(Effect.map(Directory, (path) => ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: path }))))
  ),
  Layer.provideMerge(directory)
)

suite("blobs in memory", FakeBlobs.layer)
suite("blobs in a directory", live)

const incoming = Effect.map(Directory, (path) =>
  readdirSync(join(path, "blobs/incoming")).filter((it) => it !== "ready")
)

layer(live)("blobs in a directory", (it) => {
  it.effect("are readable by their owner only, under the last digits of their keys", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const key = freshKey()
      yield* write(key, "secret")
      const path = Option.getOrThrow(yield* blobs.file(key))
      assert.strictEqual(path, join(yield* Directory, "blobs", key.slice(-2), key.slice(-4, -2), key))
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    })
  )

  it.effect("leave no draft behind, whether they were written, failed or interrupted", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      yield* write(freshKey(), "well")
      yield* Effect.ignore(blobs.write(freshKey(), Stream.fail("broken")))
      const writer = yield* Effect.forkChild(blobs.write(freshKey(), Stream.never), { startImmediately: true })
      while ((yield* incoming).length === 0) yield* Effect.promise(() => setTimeout(1))
      yield* Fiber.interrupt(writer)
      assert.deepStrictEqual(yield* incoming, [])
    })
  )

  it.effect("leave no draft of a process that died, and lose none that is being written", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const path = join(yield* Directory, "blobs/incoming")
      const writer = yield* Effect.forkChild(blobs.write(freshKey(), Stream.never), { startImmediately: true })
      while ((yield* incoming).length === 0) yield* Effect.promise(() => setTimeout(1))
      const [living = ""] = yield* incoming
      writeFileSync(join(path, "dead"), "half of")
      writeFileSync(join(path, "recent"), "half of")
      const now = Date.UTC(2026, 0, 1)
      yield* TestClock.setTime(now)
      const age = (name: string, minutes: number) =>
        utimesSync(join(path, name), now / 1_000 - 60 * minutes, now / 1_000 - 60 * minutes)
      age(living, 600)
      age("dead", 11)
      age("recent", 9)
      yield* blobs.tidy
      assert.sameMembers(yield* incoming, [living, "recent"])
      yield* Fiber.interrupt(writer)
      rmSync(join(path, "recent"))
    })
  )

  it.effect("of any size pass through little memory", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const key = freshKey()
      const megabyte = 1_048_576
      const pieces = Stream.range(1, 3200).pipe(
        Stream.rechunk(1),
        Stream.map((n) => new Uint8Array(megabyte / 16).fill(n))
      )
      const before = process.memoryUsage.rss()
      let most = 0
      const watch = <A>(stream: Stream.Stream<A, unknown>) =>
        Stream.tap(stream, () => Effect.sync(() => (most = Math.max(most, process.memoryUsage.rss() - before))))
      assert.deepStrictEqual(yield* blobs.write(key, watch(pieces)), { size: 200 * megabyte })
      const found = Option.getOrThrow(yield* blobs.read(key))
      const read = yield* Stream.runFold(
        watch(found.bytes),
        () => 0,
        (sum, chunk) => sum + chunk.byteLength
      )
      assert.strictEqual(read, 200 * megabyte)
      assert.isBelow(most / megabyte, 100)
      yield* blobs.remove([key])
    })
  )

  it.effect("say so when the directory has gone", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      rmSync(join(yield* Directory, "blobs"), { recursive: true })
      assert.strictEqual((yield* Effect.flip(write(freshKey(), "x")))._tag, "StoreUnavailable")
      assert.isFalse(yield* blobs.ready)
      assert.deepStrictEqual([...(yield* Stream.runCollect(blobs.keys))], [])
    })
  )
})
