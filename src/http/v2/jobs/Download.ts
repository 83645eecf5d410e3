/** The result of a job: whole, in part, packed, or not at all when the client has it already. */
import { Effect, Option, Stream } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Gone, NotFound, RangeNotSatisfiable } from "../../../../schema/Errors.ts"
import type { BlobKey } from "../../../../schema/Ids.ts"
import { Blobs, type StoreUnavailable } from "../../../jobs/Blobs.ts"
import { gzipping } from "../../../jobs/Gzip.ts"
import { contentDisposition, markdownName, resultName } from "../../../jobs/intake/Source.ts"
import type { Job } from "../../../jobs/Job.ts"
import * as Results from "../../../jobs/Results.ts"
import { joined } from "../../../process/Bytes.ts"
import { isKnown, isSame, rangeOf, takesGzip } from "../../results/Range.ts"

/** Fewer bytes are not worth packing. */
const worthPacking = 1_024

/** An answer of up to this many bytes goes out in one piece. */
const few = 65_536

/** Bytes as an answer. */
const answer = (
  bytes: Stream.Stream<Uint8Array, StoreUnavailable>,
  size: number,
  options: HttpServerResponse.Options.WithContentType & { readonly contentLength?: number }
) =>
  size <= few
    ? Effect.map(Effect.orDie(Stream.runCollect(bytes)), (parts) =>
        HttpServerResponse.uint8Array(joined(parts), options)
      )
    : Effect.succeed(HttpServerResponse.stream(bytes, options))

const refused = (size: number) =>
  Effect.andThen(
    HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(HttpServerResponse.setHeader(response, "content-range", `bytes */${size}`))
    ),
    Effect.fail(new RangeNotSatisfiable({ message: `The Markdown has ${size} bytes`, size }))
  )

type Request = HttpServerRequest.HttpServerRequest

const common = { vary: "Accept-Encoding", "cache-control": "private, no-cache" }

/** Nothing, where the client has it already under one of these tags. */
const unchanged = (ifNoneMatch: string | undefined, tag: string, packedTag: string) =>
  isKnown(ifNoneMatch, [tag, packedTag])
    ? HttpServerResponse.empty({
        status: 304,
        headers: { ...common, etag: isKnown(ifNoneMatch, [tag]) ? tag : packedTag }
      })
    : null

const otherTypes = {
  json: { contentType: "application/json", extension: "json" },
  text: { contentType: "text/plain; charset=utf-8", extension: "txt" }
} as const

/** A job has one result, ever: its id says which bytes these are. */
export const make = Effect.gen(function* () {
  const blobs = yield* Blobs
  const gzipped = yield* gzipping
  const results = yield* Results.make

  const other = Effect.fnUntraced(function* ({ headers }: Request, job: Job, format: keyof typeof otherTypes) {
    if (job.blocksKey === null) return yield* new NotFound()
    const [tag, packedTag] = [`"${job.jobId}-${format}"`, `"${job.jobId}-${format}-gzip"`]
    const known = unchanged(headers["if-none-match"], tag, packedTag)
    if (known !== null) return known
    const { contentType, extension } = otherTypes[format]
    const bytes = yield* results[format](job.blocksKey)
    const named = { ...common, "content-disposition": contentDisposition(resultName(job.fileName, extension)) }
    return takesGzip(headers["accept-encoding"])
      ? HttpServerResponse.stream(gzipped(bytes), {
          contentType,
          headers: { ...named, etag: packedTag, "content-encoding": "gzip" }
        })
      : HttpServerResponse.stream(bytes, { contentType, headers: { ...named, etag: tag } })
  })

  const markdown = Effect.fnUntraced(function* ({ headers, method }: Request, job: Job, outputKey: BlobKey) {
    const tag = `"${job.jobId}"`
    const packedTag = `"${job.jobId}-gzip"`
    const known = unchanged(headers["if-none-match"], tag, packedTag)
    if (known !== null) return known

    const size = job.outputSize ?? 0
    // a range is one of what GET answers (RFC 9110, section 14.2)
    const hasRange = method === "GET" && isSame(headers["if-range"], tag)
    const range = hasRange ? rangeOf(headers["range"], size) : undefined
    if (range === null) return yield* refused(size)
    const part = range === undefined ? {} : { offset: range.first, length: range.last - range.first + 1 }
    const found = yield* Effect.orDie(blobs.read(outputKey, part))
    if (Option.isNone(found)) return yield* new Gone({ reason: "deleted" })
    const { bytes } = found.value
    const named = { ...common, "content-disposition": contentDisposition(markdownName(job.fileName)) }
    const contentType = "text/markdown; charset=utf-8"

    if (range !== undefined) {
      const length = range.last - range.first + 1
      return yield* answer(bytes, length, {
        status: 206,
        contentType,
        contentLength: length,
        headers: { ...named, etag: tag, "content-range": `bytes ${range.first}-${range.last}/${size}` }
      })
    }
    if (size >= worthPacking && takesGzip(headers["accept-encoding"])) {
      return yield* answer(gzipped(bytes), size, {
        contentType,
        headers: { ...named, etag: packedTag, "content-encoding": "gzip" }
      })
    }
    return yield* answer(bytes, size, {
      contentType,
      contentLength: size,
      headers: { ...named, etag: tag, "accept-ranges": "bytes" }
    })
  })

  /** The Markdown, the pictures of its figures, and its blocks. */
  const zip = Effect.fnUntraced(function* ({ headers }: Request, job: Job, outputKey: BlobKey) {
    if (job.blocksKey === null) return yield* new NotFound()
    const tag = `"${job.jobId}-zip"`
    const known = unchanged(headers["if-none-match"], tag, tag)
    if (known !== null) return known
    const keys = { output: outputKey, blocks: job.blocksKey, images: job.imagesKey }
    const bytes = yield* results.zip(keys, markdownName(job.fileName))
    return HttpServerResponse.stream(bytes, {
      contentType: "application/zip",
      headers: {
        "cache-control": common["cache-control"],
        "content-disposition": contentDisposition(resultName(job.fileName, "zip")),
        etag: tag
      }
    })
  })

  return { markdown, other, zip }
})
