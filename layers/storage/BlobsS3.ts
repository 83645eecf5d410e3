import { createWriteStream } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import * as S3 from "@aws-sdk/client-s3"
import * as NodeSink from "@effect/platform-node/NodeSink"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Clock, Config, Effect, Layer, Option, Random, Schema, Stream } from "effect"
import { BlobKey } from "../../schema/Ids.ts"
import { Blobs, type StoreUnavailable } from "../../src/jobs/Blobs.ts"
import { elapsedMillis } from "../../src/process/Elapsed.ts"
import { ask, BucketUnusable, client, place, present, told, unavailable } from "./Bucket.ts"
import { makeFolder } from "./Folder.ts"

/** Bytes of one part, and the most that a write holds in memory twice. S3 takes 10,000 parts of 5 MiB or more. */
const partSize = 8 * 1_048_576

/** Longer than any conversion reads a file: older ones are of a process that died. */
const abandonedMillis = 3 * 3_600_000

/** The store is asked no more often whether it can be written to: each answer costs a request. */
const askedMillis = 5_000

/** Milliseconds for a removal, which a client may wait for twice: what is left is swept later. */
const briefly = 5_000

/** The store may say nothing for so long in the middle of a blob. How slowly a client takes it does not count. */
const silence = "30 seconds"

/** A body as it arrives: one that stops half-way is an outage and not waited for. */
const arriving = (body: Readable) =>
  NodeStream.fromReadable<Uint8Array, StoreUnavailable>({ evaluate: () => body, onError: unavailable }).pipe(
    Stream.timeoutOrElse({
      duration: silence,
      orElse: () => Stream.fail(unavailable(new Error("The store fell silent in the middle of a blob")))
    })
  )

const isKey = Schema.is(BlobKey)

/** Where blobs are while a converter reads them. */
const downloads = Effect.gen(function* () {
  const folder = resolve(yield* Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")), "downloads")
  yield* Effect.sync(() => makeFolder(folder, 0o700))
  const tidy = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.tryPromise({
      try: async () => {
        for (const name of await readdir(folder)) {
          const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))
          if (now - mtimeMs > abandonedMillis) await rm(join(folder, name), { force: true })
        }
      },
      catch: unavailable
    })
  )
  yield* Effect.ignore(tidy)
  return { folder, tidy }
})

/**
 * Objects of an S3-compatible store, one for each blob, under its key. Large ones are sent in parts. The parts of a
 * process that died are the bucket's to remove: a lifecycle rule for incomplete uploads does so.
 */
export const layer = (url: string) =>
  Layer.effect(
    Blobs,
    Effect.gen(function* () {
      const { Bucket, prefix } = yield* place(url)
      const s3 = yield* client
      const { folder, tidy } = yield* downloads
      const at = (key: BlobKey) => ({ Bucket, Key: prefix + key })
      const found = present(s3, Bucket)

      const probe = { Bucket, Key: `${prefix}ready` }
      const reached = Effect.andThen(
        ask((options) => s3.send(new S3.PutObjectCommand({ ...probe, Body: "ready" }), options)),
        ask((options) => s3.send(new S3.DeleteObjectCommand(probe), options))
      )
      yield* Effect.mapError(
        reached,
        ({ cause }) => new BucketUnusable({ message: `BLOBS (${url}) cannot be written to: ${told(cause)}` })
      )
      let answer = { at: yield* elapsedMillis, ready: true }

      /** Parts go one after the other. The upload is given up unless it is completed before the scope closes. */
      const upload = Effect.fnUntraced(function* (key: BlobKey) {
        let done = false
        const { UploadId } = yield* Effect.acquireRelease(
          ask((options) => s3.send(new S3.CreateMultipartUploadCommand(at(key)), options)),
          ({ UploadId }) =>
            done
              ? Effect.void
              : Effect.ignore(
                  ask((options) => s3.send(new S3.AbortMultipartUploadCommand({ ...at(key), UploadId }), options))
                )
        )
        const parts: Array<S3.CompletedPart> = []
        return {
          send: (Body: Uint8Array) => {
            const PartNumber = parts.length + 1
            const command = new S3.UploadPartCommand({ ...at(key), UploadId, PartNumber, Body })
            return Effect.map(
              ask((options) => s3.send(command, options)),
              ({ ETag }) => void parts.push({ ETag, PartNumber })
            )
          },
          complete: ask((options) =>
            s3.send(
              new S3.CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts: parts } }),
              options
            )
          ).pipe(
            Effect.tap(() => Effect.sync(() => (done = true))),
            Effect.uninterruptible
          )
        }
      })

      const put = (key: BlobKey, Body: Uint8Array) =>
        ask((options) => s3.send(new S3.PutObjectCommand({ ...at(key), Body }), options)).pipe(Effect.uninterruptible)

      const drop = (key: BlobKey) => ask((options) => s3.send(new S3.DeleteObjectCommand(at(key)), options), briefly)

      const write = Effect.fn("Blobs.write")(function* <E, R>(key: BlobKey, bytes: Stream.Stream<Uint8Array, E, R>) {
        let held: Array<Uint8Array> = []
        let [holding, size] = [0, 0]
        let sending: Effect.Success<ReturnType<typeof upload>> | undefined
        const taken = () => {
          const part = Buffer.concat(held)
          held = []
          holding = 0
          return part
        }
        yield* Stream.runForEach(bytes, (chunk) =>
          Effect.gen(function* () {
            held.push(chunk)
            holding += chunk.byteLength
            size += chunk.byteLength
            if (holding < partSize) return
            sending ??= yield* upload(key)
            yield* sending.send(taken())
          })
        )
        const end =
          sending === undefined
            ? put(key, taken())
            : Effect.andThen(holding === 0 ? Effect.void : sending.send(taken()), sending.complete)
        // An end that failed may yet have come to pass.
        yield* Effect.onError(end, () => Effect.ignore(drop(key)))
        return { size }
      }, Effect.scoped)

      const content = (key: BlobKey, range: Option.Option<string>) =>
        ask((options) =>
          s3.send(
            new S3.GetObjectCommand({
              ...at(key),
              ...Option.match(range, { onNone: () => ({}), onSome: (Range) => ({ Range }) })
            }),
            options
          )
        ).pipe(
          Effect.flatMap(({ Body }) =>
            Body instanceof Readable ? Effect.succeed(Body) : Effect.fail(unavailable("The answer has no body"))
          )
        )

      /** The size first, and the bytes only when they are wanted: a body that nobody reads holds a connection. */
      const read: Blobs["Service"]["read"] = Effect.fn("Blobs.read")(function* (key, { offset = 0, length } = {}) {
        const head = yield* found((options) => s3.send(new S3.HeadObjectCommand(at(key)), options))
        if (Option.isNone(head)) return Option.none()
        const size = head.value.ContentLength
        if (size === undefined) return yield* unavailable(new Error("The answer does not tell the size of the blob"))
        const wanted = Math.max(0, Math.min(length ?? size, size - offset))
        const range = wanted === size ? Option.none() : Option.some(`bytes=${offset}-${offset + wanted - 1}`)
        const bytes = Stream.unwrap(Effect.map(content(key, range), arriving))
        return Option.some({ size, bytes: wanted === 0 ? Stream.empty : bytes })
      })

      const file: Blobs["Service"]["file"] = Effect.fn("Blobs.file")(function* (key) {
        const answer = yield* found((options) => s3.send(new S3.GetObjectCommand(at(key)), options))
        if (Option.isNone(answer) || !(answer.value.Body instanceof Readable)) return Option.none()
        const body = answer.value.Body
        const path = join(folder, `${key}.${(yield* Random.nextInt).toString(36)}`)
        yield* Effect.addFinalizer(() => Effect.promise(() => rm(path, { force: true })))
        const evaluate = () => createWriteStream(path, { flags: "wx", mode: 0o600 })
        yield* Stream.run(arriving(body), NodeSink.fromWritable({ evaluate, onError: unavailable }))
        return Option.some(path)
      })

      const page = (from: Option.Option<string>) =>
        ask((options) =>
          s3.send(
            new S3.ListObjectsV2Command({
              Bucket,
              Prefix: prefix,
              ...Option.match(from, { onNone: () => ({}), onSome: (token) => ({ ContinuationToken: token }) })
            }),
            options
          )
        ).pipe(
          Effect.map(
            ({ Contents = [], NextContinuationToken }) =>
              [
                Contents.map(({ Key = "" }) => Key.slice(prefix.length)).filter(isKey),
                Option.map(Option.fromUndefinedOr(NextContinuationToken), Option.some)
              ] as const
          )
        )

      return Blobs.of({
        write,
        read,
        file,
        remove: Effect.fn("Blobs.remove")(function* (all) {
          yield* Effect.forEach(all, drop, { concurrency: 16, discard: true })
        }),
        tidy,
        keys: Stream.paginate(Option.none<string>(), page),
        ready: Effect.gen(function* () {
          const now = yield* elapsedMillis
          if (now - answer.at >= askedMillis) answer = { at: now, ready: yield* Effect.isSuccess(reached) }
          return answer.ready
        }).pipe(Effect.withSpan("Blobs.ready"))
      })
    })
  )
