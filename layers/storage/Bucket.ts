/** The way to a bucket: its place, its credentials, and its failures. */
import * as S3 from "@aws-sdk/client-s3"
import { Config, Data, Effect, Option } from "effect"
import { StoreUnavailable } from "../../src/jobs/Blobs.ts"

/** What `BLOBS` names cannot be written to. */
export class BucketUnusable extends Data.TaggedError("BucketUnusable")<{ readonly message: string }> {}

/** Milliseconds until a connection must stand. */
const connecting = 5_000

/**
 * Milliseconds until what is asked must be answered, however often it was tried: longer than a part takes on a slow line,
 * shorter than proxies wait for the answer of a client's request.
 */
const answered = 40_000

/** Connections at a time; each download that a client receives holds one. */
const maxSockets = 200

/** What failed, without the request: an answer of S3 may repeat its signature. */
export const told = (cause: unknown) => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.name === "Error" ? cause.message : `${cause.name}: ${cause.message}`
}

export const unavailable = (cause: unknown) => new StoreUnavailable({ cause: new Error(told(cause)) })

const isMissing = (cause: unknown) =>
  cause instanceof S3.S3ServiceException && (cause.name === "NoSuchKey" || cause.$metadata.httpStatusCode === 404)

interface Asked {
  readonly abortSignal: AbortSignal
}

/** A body that arrives after the answer has its own time. */
const asking = <A>(call: (options: Asked) => Promise<A>, millis = answered) =>
  Effect.tryPromise({
    try: async (interrupted) => {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(new Error("The store does not answer")), millis)
      try {
        return await call({ abortSignal: AbortSignal.any([interrupted, late.signal]) })
      } finally {
        clearTimeout(timer)
      }
    },
    catch: (cause) => cause
  })

export const ask = <A>(call: (options: Asked) => Promise<A>, millis?: number) =>
  Effect.mapError(asking(call, millis), unavailable)

/** None where there is no such blob. Where the bucket is away too, or nobody answers for it, no blob is known to be missing. */
export const present =
  (s3: S3.S3Client, Bucket: string) =>
  <A>(call: (options: Asked) => Promise<A>) =>
    asking(call).pipe(
      Effect.asSome,
      Effect.catch((cause) =>
        isMissing(cause)
          ? asking((options) => s3.send(new S3.HeadBucketCommand({ Bucket }), options)).pipe(
              // One that may not be asked for is there.
              Effect.catch((cause) =>
                isMissing(cause) || !(cause instanceof S3.S3ServiceException)
                  ? Effect.fail(unavailable(cause))
                  : Effect.void
              ),
              Effect.as(Option.none<A>())
            )
          : Effect.fail(unavailable(cause))
      )
    )

/**
 * Credentials come from the environment, a profile or the machine's role, as for any program on AWS.
 * Another store than Amazon's is named by `AWS_ENDPOINT_URL`; few of those know checksums or buckets as host names.
 */
export const client = Effect.gen(function* () {
  const endpoint = yield* Config.option(Config.URL("AWS_ENDPOINT_URL"))
  const region = yield* Config.option(Config.NonEmptyString("AWS_REGION"))
  return yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3.S3Client({
          ...Option.match(endpoint, {
            onNone: () => ({}),
            onSome: ({ href }) => ({ endpoint: href, forcePathStyle: true, region: "us-east-1" })
          }),
          ...Option.match(region, { onNone: () => ({}), onSome: (region) => ({ region }) }),
          requestChecksumCalculation: "WHEN_REQUIRED",
          responseChecksumValidation: "WHEN_REQUIRED",
          requestHandler: {
            connectionTimeout: connecting,
            requestTimeout: answered,
            throwOnRequestTimeout: true,
            httpAgent: { maxSockets },
            httpsAgent: { maxSockets }
          }
        })
    ),
    (opened) => Effect.sync(() => opened.destroy())
  )
})

/** `s3://bucket/prefix`, as the bucket and what each name in it begins with. */
export const place = (url: string) => {
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/?$/.exec(url) ?? []
  return bucket === undefined
    ? Effect.fail(new BucketUnusable({ message: `BLOBS is s3://BUCKET or s3://BUCKET/PREFIX, not ${url}` }))
    : Effect.succeed({ Bucket: bucket, prefix: prefix === "" ? "" : `${prefix}/` })
}
