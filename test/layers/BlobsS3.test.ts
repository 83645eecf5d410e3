import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { ConfigProvider, Context, Deferred, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as BlobsS3 from "../../layers/storage/BlobsS3.ts"
import { Blobs } from "../../src/jobs/Blobs.ts"
import { long } from "../support/Long.ts"
import { listening } from "../support/Loopback.ts"
import { freshKey, suite, write } from "./Blobs.suite.ts"
import { bucket, credentials, s3 } from "./BlobsS3Server.ts"

Object.assign(process.env, credentials)

const megabyte = 1_048_576

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "blobs-s3-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const store = (place: string, endpoint: string, directory: string) =>
  BlobsS3.layer(place).pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ AWS_ENDPOINT_URL: endpoint, DATA_DIR: directory })))
  )

const live = Layer.unwrap(
  Effect.gen(function* () {
    const { url } = yield* s3
    return store(`s3://${bucket}/of/tests`, url, yield* folder)
  })
)

suite("blobs in a bucket", live)

/** Pieces of 64 KB, each filled with its number. */
const pieces = (megabytes: number) =>
  Stream.range(1, megabytes * 16).pipe(
    Stream.rechunk(1),
    Stream.map((n) => new Uint8Array(megabyte / 16).fill(n))
  )

layer(live)("blobs in a bucket", (it) => {
  it.effect("larger than one part come back whole and in part", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const key = freshKey()
      assert.deepStrictEqual(yield* blobs.write(key, pieces(21)), { size: 21 * megabyte })
      const path = Option.getOrThrow(yield* blobs.file(key))
      const bytes = readFileSync(path)
      assert.strictEqual(bytes.length, 21 * megabyte)
      for (const at of [0, 8 * megabyte - 1, 8 * megabyte, 21 * megabyte - 1]) {
        assert.strictEqual(bytes[at], (Math.floor(at / (megabyte / 16)) + 1) % 256, String(at))
      }
      const found = Option.getOrThrow(yield* blobs.read(key, { offset: 8 * megabyte - 1, length: 2 }))
      const part = Buffer.concat([...(yield* Stream.runCollect(found.bytes))])
      assert.deepStrictEqual([...part], [128, 129])
    }).pipe(Effect.scoped)
  )

  it.effect("leave no file behind once nobody needs it", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const key = freshKey()
      yield* write(key, "a file")
      const path = yield* Effect.scoped(Effect.map(blobs.file(key), Option.getOrThrow))
      assert.deepStrictEqual(readdirSync(join(path, "..")), [])
    })
  )
})

/** One page of a listing, and the token of the next. */
const listed = (key: string, next?: string) =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>
  ${next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`}
  <Contents><Key>${key}</Key></Contents><Contents><Key>ready</Key></Contents></ListBucketResult>`

const [older = "", newer = ""] = [freshKey(), freshKey()].toSorted()

/** The little of S3 that writing and listing need. Remembers what was asked and forgets every byte. */
const forgetful = Effect.suspend(() => {
  const asked: Array<string> = []
  return Effect.map(
    listening((request, response) => {
      request.resume().on("end", () => {
        const what = new URL(request.url ?? "", "http://localhost").searchParams
        asked.push(`${request.method} ${[...what.keys()].filter((name) => name !== "x-id").join(",")}`.trim())
        response.setHeader("etag", '"x"')
        response.end(
          what.has("list-type")
            ? what.get("continuation-token") === "more"
              ? listed(newer)
              : listed(older, "more")
            : what.has("uploads")
              ? "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>"
              : request.method === "POST"
                ? "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>"
                : ""
        )
      })
    }),
    (url) => ({ asked, url })
  )
})

it.live("a blob of any size passes through little memory", () =>
  Effect.gen(function* () {
    const { url } = yield* forgetful
    const context = yield* Layer.build(store(`s3://${bucket}`, url, yield* folder))
    const before = process.memoryUsage.rss()
    let most = 0
    const watched = Stream.tap(pieces(long(400, 240)), () =>
      Effect.sync(() => {
        most = Math.max(most, process.memoryUsage.rss() - before)
      })
    )
    const { size } = yield* Blobs.use((blobs) => blobs.write(freshKey(), watched)).pipe(Effect.provide(context))
    assert.strictEqual(size, long(400, 240) * megabyte)
    assert.isBelow(most / megabyte, 150)
  }).pipe(Effect.scoped)
)

it.live("a bucket is listed page by page, blobs only", () =>
  Effect.gen(function* () {
    const { url } = yield* forgetful
    const context = yield* Layer.build(store(`s3://${bucket}`, url, yield* folder))
    const keys = yield* Blobs.use((blobs) => Stream.runCollect(blobs.keys)).pipe(Effect.provide(context))
    assert.deepStrictEqual([...keys], [older, newer])
  }).pipe(Effect.scoped)
)

it.live("an upload that fails or is interrupted is given up, part by part", () =>
  Effect.gen(function* () {
    const { url, asked } = yield* forgetful
    const context = yield* Layer.build(store(`s3://${bucket}`, url, yield* folder))
    const writing = (bytes: Stream.Stream<Uint8Array, string>) =>
      Blobs.use((blobs) => blobs.write(freshKey(), bytes)).pipe(Effect.provide(context))
    const given = ["POST uploads", "PUT partNumber,uploadId", "DELETE uploadId"]

    asked.length = 0
    assert.strictEqual(yield* Effect.flip(writing(Stream.concat(pieces(9), Stream.fail("broken")))), "broken")
    assert.deepStrictEqual(asked, given)

    asked.length = 0
    const halfway = yield* Deferred.make<void>()
    const endless = Stream.concat(
      pieces(9),
      Stream.fromEffect(Effect.andThen(Deferred.succeed(halfway, undefined), Effect.never))
    )
    const writer = yield* Effect.forkChild(writing(endless))
    yield* Deferred.await(halfway)
    yield* Fiber.interrupt(writer)
    assert.deepStrictEqual(asked, given)
  }).pipe(Effect.scoped)
)

it.live("a bucket that cannot be written to stops the start, and the message names BLOBS", () =>
  Effect.gen(function* () {
    const { url } = yield* s3
    const directory = yield* folder
    const failure = (place: string) => Effect.flip(Layer.build(store(place, url, directory)))
    assert.match(String(yield* failure("s3://no-such-bucket")), /BLOBS \(s3:\/\/no-such-bucket\).*NoSuchBucket/)
    assert.match(String(yield* failure("s3://")), /BLOBS is s3:\/\/BUCKET/)
  }).pipe(Effect.scoped)
)

/** A store that stops in the middle of whatever is asked of it. */
const stalling = listening((request, response) => {
  response.writeHead(200, { "content-length": request.method === "GET" ? 10 : 0 })
  if (request.method === "GET") response.write("half.")
  else request.resume().on("end", () => response.end())
})

it.effect("a file that stops arriving half-way is an outage, not a job that never ends", () =>
  Effect.gen(function* () {
    const url = yield* stalling
    const directory = yield* folder
    const context = yield* Layer.build(store(`s3://${bucket}`, url, directory))
    const reading = yield* Effect.forkChild(
      Blobs.use((blobs) => blobs.file(freshKey())).pipe(Effect.scoped, Effect.provide(context), Effect.flip)
    )
    while (reading.pollUnsafe() === undefined) {
      yield* TestClock.adjust("10 seconds")
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
    }
    const { _tag, cause } = yield* Fiber.join(reading)
    assert.strictEqual(_tag, "StoreUnavailable")
    assert.match(String(cause), /silent in the middle/)
    assert.deepStrictEqual(readdirSync(join(directory, "downloads")), [])
  }).pipe(Effect.scoped)
)

/** A store whose bucket is there at first. */
const leaving = Effect.suspend(() => {
  const state = { isAway: false }
  return Effect.map(
    listening((request, response) => {
      request.resume().on("end", () => {
        response.writeHead(state.isAway ? 404 : 200).end()
      })
    }),
    (url) => ({ state, url })
  )
})

it.effect("of a bucket that is away no blob is said to be missing", () =>
  Effect.gen(function* () {
    const { state, url } = yield* leaving
    const context = yield* Layer.build(store(`s3://${bucket}`, url, yield* folder))
    state.isAway = true
    const blobs = Context.get(context, Blobs)
    assert.propertyVal(yield* Effect.flip(blobs.read(freshKey())), "_tag", "StoreUnavailable")
    assert.propertyVal(yield* Effect.flip(blobs.file(freshKey())), "_tag", "StoreUnavailable")
  }).pipe(Effect.scoped)
)

it.effect("a store that does not tell how large a blob is is an outage, not an empty blob", () =>
  Effect.gen(function* () {
    const { url } = yield* leaving
    const context = yield* Layer.build(store(`s3://${bucket}`, url, yield* folder))
    const { _tag } = yield* Effect.flip(Context.get(context, Blobs).read(freshKey()))
    assert.strictEqual(_tag, "StoreUnavailable")
  }).pipe(Effect.scoped)
)
