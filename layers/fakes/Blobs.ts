import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, FileSystem, Layer, Option, Stream } from "effect"
import type { BlobKey } from "../../schema/Ids.ts"
import { Blobs, StoreUnavailable } from "../../src/jobs/Blobs.ts"

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(chunks))

/** Blobs in memory; `file` puts one on disk while its scope lives. */
export const layer = Layer.effect(
  Blobs,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const blobs = new Map<BlobKey, Uint8Array>()
    const find = (key: BlobKey) => Effect.sync(() => Option.fromUndefinedOr(blobs.get(key)))

    return Blobs.of({
      write: (key, bytes) =>
        Effect.map(Stream.runCollect(bytes), (chunks) => {
          const whole = joined(chunks)
          blobs.set(key, whole)
          return { size: whole.byteLength }
        }),
      read: (key, { offset = 0, length } = {}) =>
        Effect.map(
          find(key),
          Option.map((whole) => ({
            size: whole.byteLength,
            bytes: Stream.succeed(whole.subarray(offset, length === undefined ? undefined : offset + length)).pipe(
              Stream.filter((chunk) => chunk.byteLength > 0)
            )
          }))
        ),
      file: Effect.fnUntraced(
        function* (key) {
          const found = yield* find(key)
          if (Option.isNone(found)) return Option.none()
          const path = yield* fs.makeTempFileScoped()
          yield* fs.writeFile(path, found.value)
          return Option.some(path)
        },
        Effect.mapError((cause) => new StoreUnavailable({ cause }))
      ),
      remove: (keys) =>
        Effect.sync(() => {
          for (const key of keys) blobs.delete(key)
        }),
      keys: Stream.suspend(() => Stream.fromIterable([...blobs.keys()])),
      tidy: Effect.void,
      ready: Effect.succeed(true)
    })
  })
).pipe(Layer.provide(NodeFileSystem.layer))
