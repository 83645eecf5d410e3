import { close, closeSync, fsync, open, openSync, rename, statSync, write } from "node:fs"
import { unlink } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import {
  Clock,
  Config,
  Duration,
  Effect,
  FileSystem,
  Layer,
  Option,
  type PlatformError,
  Random,
  Schema,
  Stream
} from "effect"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs, StoreUnavailable } from "../../src/jobs/Blobs.ts"

/** A draft that nobody here writes, and that has not grown for so long, is of a process that died. */
const abandoned = Duration.minutes(10)

const isKey = Schema.is(BlobKey)

const unavailable = (cause: unknown) => new StoreUnavailable({ cause })

const isMissing = (error: PlatformError.PlatformError) => error.reason._tag === "NotFound"

/** None where there is no such file. */
const present = <A, R>(effect: Effect.Effect<A, PlatformError.PlatformError, R>) =>
  effect.pipe(
    Effect.asSome,
    Effect.catch((error) => (isMissing(error) ? Effect.succeedNone : Effect.fail(unavailable(error))))
  )

/** Nothing where there is no such directory. */
const namesIn = (fs: FileSystem.FileSystem, directory: string) =>
  Effect.map(
    present(fs.readDirectory(directory)),
    Option.getOrElse((): Array<string> => [])
  )

// What changes the disk may have to wait for it, and this process with its other requests does not: other threads do.
const opened = promisify(open)
const written = promisify(write)
const renamed = promisify(rename)
const flushed = promisify(fsync)
const closed = promisify(close)

const isAbsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"

/** To open and to close a directory changes nothing, and takes less time than to ask another thread to do it. */
const synced = async (directory: string) => {
  const folder = openSync(directory, "r")
  try {
    await flushed(folder)
  } finally {
    closeSync(folder)
  }
}

const append = async (file: number, bytes: Uint8Array) => {
  for (let at = 0; at < bytes.length; ) at += (await written(file, bytes, at)).bytesWritten
}

/** A store has room when a file of this size can be written: more than a full disk lets pass by chance. */
const probeSize = 65_536

/**
 * Files in `DATA_DIR/blobs`, spread over two levels of folders by the last digits of their keys (of which `newKey` leaves
 * two as they are): the first ones are the time and would put a day into one folder. A blob is written under `incoming`,
 * then appears under its key in one step, and is made durable together with its name: nobody knows a key before that.
 */
export const layerDirectory = Layer.effect(
  Blobs,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const root = resolve(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")), "blobs")
    const incoming = join(root, "incoming")
    /** What is being written here, however slowly, and whatever the clock is set to meanwhile. */
    const drafts = new Set<string>()

    const folders = (key: BlobKey) => [join(root, key.slice(-2)), join(root, key.slice(-2), key.slice(-4, -2))] as const
    const pathOf = (key: BlobKey) => join(folders(key)[1], key)

    /** The size of a blob, in bytes; none where there is no such blob. Asked where it is, as directories are. */
    const sizeOf = (key: BlobKey) =>
      Effect.try({
        try: () => Option.fromUndefinedOr(statSync(pathOf(key), { throwIfNoEntry: false })?.size),
        catch: unavailable
      })

    /** A name in a directory survives a power cut only after the directory itself was synced. */
    const sync = (directory: string) => Effect.tryPromise({ try: () => synced(directory), catch: unavailable })

    const makeFolders = Effect.fnUntraced(function* (key: BlobKey) {
      const [outer, inner] = folders(key)
      yield* fs.makeDirectory(inner, { recursive: true, mode: 0o700 })
      yield* sync(outer)
      yield* sync(root)
    })

    /** Gives a file its place, whose folder is made where it is the first in there. */
    const place = (path: string, key: BlobKey) => {
      const moved = Effect.tryPromise({ try: () => renamed(path, pathOf(key)), catch: (error) => error })
      return Effect.catch(moved, (error) =>
        isAbsent(error) ? Effect.andThen(makeFolders(key), moved) : Effect.fail(error)
      )
    }

    /** Removes a file, if it is there. (`fs.remove` asks the system three times.) */
    const removed = (path: string) =>
      Effect.tryPromise({
        try: () =>
          unlink(path).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== "ENOENT") throw error
          }),
        catch: unavailable
      })

    /** A file of its own to write into; removed with the scope unless it has been kept by then. */
    const draft = Effect.fnUntraced(function* (key: BlobKey) {
      const name = `${key}.${(yield* Random.nextInt).toString(36)}`
      let path = join(incoming, name)
      drafts.add(name)
      let isKept = false
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          Effect.suspend(() => (isKept ? Effect.void : Effect.ignore(removed(path)))),
          Effect.sync(() => drafts.delete(name))
        )
      )
      const file = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: () => opened(path, "wx", 0o600), catch: unavailable }),
        // What was flushed is closed at once; what was not may be flushed by that, on disks of a network.
        (file) => (isKept ? Effect.sync(() => closeSync(file)) : Effect.promise(() => closed(file)))
      )
      /** One flush of the disk's journal takes the file and its name along where both are asked for at once. */
      const keep = Effect.gen(function* () {
        yield* Effect.mapError(place(path, key), unavailable)
        path = pathOf(key)
        const content = Effect.tryPromise({ try: () => flushed(file), catch: unavailable })
        yield* Effect.all([content, sync(folders(key)[1])], { concurrency: "unbounded", discard: true })
        isKept = true
      })
      return { file, keep }
    })

    const tidy = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const name of yield* namesIn(fs, incoming)) {
        if (drafts.has(name)) continue
        const found = Option.flatMap(yield* present(fs.stat(join(incoming, name))), ({ mtime }) => mtime)
        const idle = now - Option.getOrElse(Option.map(found, Number), () => now)
        if (idle > Duration.toMillis(abandoned)) {
          yield* Effect.mapError(fs.remove(join(incoming, name), { force: true }), unavailable)
        }
      }
    }).pipe(Effect.withSpan("Blobs.tidy"))

    yield* fs.makeDirectory(incoming, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(unavailable))
    yield* Effect.catch(tidy, (error) => Effect.logWarning("Drafts could not be swept", error))

    /** A write is not interrupted between taking the descriptor and using it: by then it may be another file's. */
    const writeBlob = Effect.fn("Blobs.write")(function* <E, R>(key: BlobKey, bytes: Stream.Stream<Uint8Array, E, R>) {
      const { file, keep } = yield* draft(key)
      let size = 0
      yield* Stream.runForEach(bytes, (chunk) => {
        size += chunk.byteLength
        return Effect.uninterruptible(Effect.tryPromise({ try: () => append(file, chunk), catch: unavailable }))
      })
      yield* Effect.uninterruptible(keep)
      return { size }
    }, Effect.scoped)

    const read: Blobs["Service"]["read"] = Effect.fn("Blobs.read")(function* (key, { offset = 0, length } = {}) {
      const found = yield* sizeOf(key)
      return Option.map(found, (size) => {
        const wanted = Math.max(0, Math.min(length ?? size, size - offset))
        const bytes = fs.stream(pathOf(key), { offset, bytesToRead: wanted })
        return { size, bytes: wanted === 0 ? Stream.empty : Stream.mapError(bytes, unavailable) }
      })
    })

    const keys = Stream.fromIterableEffect(namesIn(fs, root)).pipe(
      Stream.filter((name) => /^[0-9a-f]{2}$/.test(name)),
      Stream.mapEffect((outer) =>
        Effect.map(namesIn(fs, join(root, outer)), (inner) => inner.map((name) => join(root, outer, name)))
      ),
      Stream.flattenIterable,
      Stream.mapEffect((folder) => Effect.map(namesIn(fs, folder), (names) => names.filter(isKey).sort())),
      Stream.flattenIterable
    )

    const probe = join(incoming, "ready")

    return Blobs.of({
      write: writeBlob,
      read,
      file: Effect.fn("Blobs.file")(function* (key) {
        return Option.map(yield* sizeOf(key), () => pathOf(key))
      }),
      remove: Effect.fn("Blobs.remove")(function* (all) {
        yield* Effect.forEach(all, (key) => removed(pathOf(key)), { concurrency: 8, discard: true })
      }),
      keys,
      tidy,
      ready: fs
        .remove(probe, { force: true })
        .pipe(
          Effect.andThen(fs.writeFile(probe, new Uint8Array(probeSize).fill(1), { mode: 0o600 })),
          Effect.andThen(fs.remove(probe)),
          Effect.isSuccess,
          Effect.withSpan("Blobs.ready")
        )
    })
  })
).pipe(Layer.provide(NodeFileSystem.layer))
