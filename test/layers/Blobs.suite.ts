import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, type Layer, Option, Stream } from "effect"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"

export const freshKey = () => BlobKey.make(randomUUID())

const bytesOf = (...texts: ReadonlyArray<string>) =>
  Stream.fromIterable(texts.map((text) => new TextEncoder().encode(text)))

export const write = (key: BlobKey, ...texts: ReadonlyArray<string>) =>
  Blobs.use((blobs) => blobs.write(key, bytesOf(...texts)))

/** The text under a key and the blob's whole size. */
const read = (key: BlobKey, options?: { readonly offset?: number; readonly length?: number }) =>
  Effect.gen(function* () {
    const found = yield* Blobs.use((blobs) => blobs.read(key, options))
    if (Option.isNone(found)) return undefined
    const text = yield* Stream.mkString(Stream.decodeText(found.value.bytes))
    return { text, size: found.value.size }
  })

const keys = Blobs.use((blobs) => Stream.runCollect(blobs.keys))

/** What every store keeps to. */
export const suite = <E>(name: string, store: Layer.Layer<Blobs, E>) =>
  layer(store)(name, (it) => {
    it.effect("gives back what was written", () =>
      Effect.gen(function* () {
        const key = freshKey()
        assert.deepStrictEqual(yield* write(key, "one ", "", "two"), { size: 7 })
        assert.deepStrictEqual(yield* read(key), { text: "one two", size: 7 })
      })
    )

    it.effect("keeps an empty blob", () =>
      Effect.gen(function* () {
        const key = freshKey()
        assert.deepStrictEqual(yield* write(key), { size: 0 })
        assert.deepStrictEqual(yield* read(key), { text: "", size: 0 })
      })
    )

    it.effect("reads a part, and no further than the end", () =>
      Effect.gen(function* () {
        const key = freshKey()
        yield* write(key, "0123", "456789")
        assert.deepStrictEqual(yield* read(key, { offset: 3 }), { text: "3456789", size: 10 })
        assert.deepStrictEqual(yield* read(key, { offset: 3, length: 4 }), { text: "3456", size: 10 })
        assert.deepStrictEqual(yield* read(key, { offset: 8, length: 40 }), { text: "89", size: 10 })
        assert.deepStrictEqual(yield* read(key, { length: 0 }), { text: "", size: 10 })
        assert.deepStrictEqual(yield* read(key, { offset: 10 }), { text: "", size: 10 })
        assert.deepStrictEqual(yield* read(key, { offset: 11 }), { text: "", size: 10 })
      })
    )

    it.effect("has nothing under a key it does not know", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        const key = freshKey()
        assert.isUndefined(yield* read(key))
        assert.isTrue(Option.isNone(yield* blobs.file(key)))
        yield* blobs.remove([key])
      })
    )

    it.effect("lends a blob as a file", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        const key = freshKey()
        yield* write(key, "a file")
        const path = Option.getOrThrow(yield* blobs.file(key))
        assert.strictEqual(readFileSync(path, "utf8"), "a file")
      })
    )

    it.effect("lists what it has, and not what was removed", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        yield* blobs.remove(yield* keys)
        const [first, second, third] = [freshKey(), freshKey(), freshKey()]
        for (const key of [first, second, third]) yield* write(key, "x")
        yield* blobs.remove([second, freshKey()])
        assert.sameMembers([...(yield* keys)], [first, third])
        assert.isUndefined(yield* read(second))
      })
    )

    it.effect("keeps nothing of a stream that fails, and fails as it did", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        const key = freshKey()
        const before = yield* keys
        const broken = Stream.concat(bytesOf("half of "), Stream.fail("broken" as const))
        assert.strictEqual(yield* Effect.flip(blobs.write(key, broken)), "broken")
        assert.isUndefined(yield* read(key))
        assert.sameMembers([...(yield* keys)], [...before])
      })
    )

    it.effect("keeps nothing of a write that is interrupted", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        const key = freshKey()
        const halfway = yield* Deferred.make<void>()
        const endless = Stream.concat(
          bytesOf("half of "),
          Stream.fromEffect(Effect.andThen(Deferred.succeed(halfway, undefined), Effect.never))
        )
        const writer = yield* Effect.forkChild(blobs.write(key, endless))
        yield* Deferred.await(halfway)
        yield* Fiber.interrupt(writer)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(writer)))
        assert.isUndefined(yield* read(key))
      })
    )

    it.effect("is ready", () =>
      Effect.gen(function* () {
        assert.isTrue(yield* Blobs.use((blobs) => blobs.ready))
      })
    )
  })
