import { closeSync, statSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join, resolve } from "node:path"
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
import { spanned } from "../../src/process/Spanned.ts"
import * as Files from "./Files.ts"
import { makeFolder } from "./Folder.ts"

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

/** Up to this many bytes are read at once. */
const few = 65_536

/** A store has room when a file of this size can be written: more than a full disk lets pass by chance. */
const probeSize = 65_536

/**
 * Files in `DATA_DIR/blobs`, spread over two levels of folders by the last digits of their keys (of which `newKey` leaves
 * two as they are): the first ones are the time and would put a day into one folder. A blob is written under `incoming`,
 * then appears under its key in one step, and is made durable together with its name: nobody knows a key before that.
 */
const directory = (isService: boolean) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const root = resolve(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")), "blobs")
    const incoming = join(root, "incoming")
    /** What is being written here, however slowly, and whatever the clock is set to meanwhile. */
    const drafts = new Set<string>()

    const folders = (key: BlobKey) => [join(root, key.slice(-2)), join(root, key.slice(-2), key.slice(-4, -2))] as const
    const pathOf = (key: BlobKey) => join(folders(key)[1], key)

    /**
     * The size of a blob, in bytes; none where there is no such blob. Asked where it is, as directories are. Where the
     * drafts' folder is away too, as that of a disk that is not mounted, no blob is known to be missing.
     */
    const sizeOf = (key: BlobKey) =>
      Effect.try({
        try: () => {
          const found = statSync(pathOf(key), { throwIfNoEntry: false })
          if (found === undefined) statSync(incoming)
          return Option.fromUndefinedOr(found?.size)
        },
        catch: unavailable
      })

    /** A name in a directory survives a power cut only after the directory itself was synced. */
    const makeFolders = async (key: BlobKey) => {
      const [outer, inner] = folders(key)
      await mkdir(inner, { recursive: true, mode: 0o700 })
      await Files.synced(outer)
      await Files.synced(root)
    }

    /** Gives a file its place, whose folder is made where it is the first in there. */
    const place = async (path: string, key: BlobKey) => {
      try {
        await Files.renamed(path, pathOf(key))
      } catch (error) {
        if (!Files.isAbsent(error)) throw error
        await makeFolders(key)
        await Files.renamed(path, pathOf(key))
      }
    }

    const removed = (path: string) => Effect.tryPromise({ try: () => Files.gone(path), catch: unavailable })

    const prepared = Effect.try({ try: () => makeFolder(incoming, 0o700), catch: unavailable })

    /** A file of its own to write into. */
    const begin = Effect.fnUntraced(function* (key: BlobKey) {
      if (!isService) yield* prepared
      const name = `${key}.${(yield* Random.nextInt).toString(36)}`
      const path = join(incoming, name)
      drafts.add(name)
      const file = yield* Effect.tryPromise({ try: () => Files.opened(path, "wx", 0o600), catch: unavailable }).pipe(
        Effect.onError(() => Effect.sync(() => drafts.delete(name)))
      )
      return { key, name, path, file, isKept: false }
    })
    type Draft = Effect.Success<ReturnType<typeof begin>>

    /** One flush of the disk's journal takes the file and its name along where both are asked for at once. */
    const keep = (draft: Draft) =>
      Effect.tryPromise({
        try: async () => {
          const { key, path, file } = draft
          await place(path, key)
          draft.path = pathOf(key)
          const failed = (await Promise.allSettled([Files.flushed(file), Files.synced(folders(key)[1])])).find(
            ({ status }) => status === "rejected"
          )
          if (failed?.status === "rejected") throw failed.reason
          draft.isKept = true
        },
        catch: unavailable
      })

    /** What was flushed is closed at once; what was not may be flushed by that, on disks of a network, and goes. */
    const end = ({ name, path, file, isKept }: Draft) =>
      (isKept
        ? Effect.sync(() => closeSync(file))
        : Effect.andThen(
            Effect.promise(() => Files.closed(file)),
            Effect.ignore(removed(path))
          )
      ).pipe(Effect.andThen(Effect.sync(() => drafts.delete(name))))

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

    if (isService) {
      yield* prepared
      yield* Effect.catch(tidy, (error) => Effect.logWarning("Drafts could not be swept", error))
    }

    /** A write is not interrupted between taking the descriptor and using it: by then it may be another file's. */
    const writeBlob = spanned("Blobs.write")(function* <E, R>(key: BlobKey, bytes: Stream.Stream<Uint8Array, E, R>) {
      let size = 0
      const content = ({ file }: Draft) =>
        Stream.runForEach(bytes, (chunk) => {
          size += chunk.byteLength
          return Effect.uninterruptible(Effect.tryPromise({ try: () => Files.append(file, chunk), catch: unavailable }))
        })
      yield* Effect.acquireUseRelease(
        begin(key),
        (draft) => Effect.andThen(content(draft), Effect.uninterruptible(keep(draft))),
        end
      )
      return { size }
    })

    const read: Blobs["Service"]["read"] = spanned("Blobs.read")(function* (
      key: BlobKey,
      { offset = 0, length }: { readonly offset?: number; readonly length?: number } = {}
    ) {
      const found = yield* sizeOf(key)
      if (Option.isNone(found)) return Option.none()
      const size = found.value
      const wanted = Math.max(0, Math.min(length ?? size, size - offset))
      if (wanted > few) {
        const bytes = Stream.mapError(fs.stream(pathOf(key), { offset, bytesToRead: wanted }), unavailable)
        return Option.some({ size, bytes })
      }
      const part = yield* Effect.tryPromise({
        try: async () => (wanted === 0 ? new Uint8Array() : Files.partOf(pathOf(key), offset, wanted)),
        catch: unavailable
      })
      return Option.map(Option.fromNullOr(part), (bytes) => ({
        size,
        bytes: bytes.length === 0 ? Stream.empty : Stream.succeed(bytes)
      }))
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
      file: spanned("Blobs.file")(function* (key: BlobKey) {
        return Option.map(yield* sizeOf(key), () => pathOf(key))
      }),
      remove: spanned("Blobs.remove")(function* (all: ReadonlyArray<BlobKey>) {
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

export const layerDirectory = Layer.effect(Blobs, directory(true)).pipe(Layer.provide(NodeFileSystem.layer))

/** The same beside a service: it makes no folder before it writes, since one that is away may be on a disk that is too. */
export const layerBeside = Layer.effect(Blobs, directory(false)).pipe(Layer.provide(NodeFileSystem.layer))
