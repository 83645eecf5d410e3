/** Of things that are not there, or not so now: 404 to 416, and 429. */
import { type Advice, never, signAgain } from "./Advice.ts"

export const stateAdvice: Readonly<Record<string, Advice>> = {
  not_found: {
    happened: "No route has this path. An empty segment or a slash at the end makes another path.",
    remedy: "Compare the path with the reference.",
    retry: never
  },
  job_not_found: {
    happened: "The job does not exist, belongs to somebody else, was deleted or has expired.",
    remedy: "Check the id and the credentials; create the job again if its result has expired.",
    retry: never
  },
  key_not_found: {
    happened: "The account has no active key with this id.",
    remedy: "List the keys for their ids.",
    retry: never
  },
  device_not_found: {
    happened: "No device with this id is linked to the account.",
    remedy: "Read the account for the ids of its devices.",
    retry: never
  },
  webhook_not_found: {
    happened: "The account has no webhook with this id.",
    remedy: "List the webhooks for their ids.",
    retry: never
  },
  delivery_not_found: {
    happened: "The account has no delivery with this id, or it is older than 30 days.",
    remedy: "List the deliveries for their ids.",
    retry: never
  },
  connection_not_found: {
    happened: "No client is connected to the account under this id.",
    remedy: "List the connections for their ids.",
    retry: never
  },
  block_not_found: {
    happened: "The document has no block with this id.",
    remedy: "List the blocks for their ids: they are the same as long as the bytes and the options are.",
    retry: never
  },
  image_not_found: {
    happened: "The document has no picture of this name.",
    remedy: "List the pictures for their names. There are none unless the job was made with `images: files`.",
    retry: never
  },
  not_acceptable: {
    happened:
      "The block has no form of a media type that `Accept` names: only tables are CSV, and only figures pictures.",
    remedy: "Ask for `application/json`.",
    retry: never
  },
  method_not_allowed: {
    happened: "The path exists, but takes other methods, which `Allow` names.",
    remedy: "Use one of them.",
    retry: never
  },
  webhook_disabled: {
    happened: "The webhook is disabled, so that nothing would be sent.",
    remedy: "Enable it with `POST …/webhooks/{webhookId}/enable`, then send again.",
    retry: "Yes, once it is enabled."
  },
  replay: {
    happened: "The nonce came with an earlier request of this device. Nothing was done.",
    remedy: "Use a fresh random nonce for each request.",
    retry: signAgain
  },
  not_ready: {
    happened: "The job has no result: it is still queued or processing, or it ended in an error.",
    remedy: "Wait with `GET …/jobs/{jobId}?wait=50`; of a job in `error` there never is a result.",
    retry: "Yes, while the job is queued or processing.",
    example: { status: "processing" }
  },
  slots_full: {
    happened: "There are not as many free slots as jobs were asked for.",
    remedy: "Wait for jobs to end, or delete some; when `wanted` is above `limit`, send fewer at once.",
    retry: "Yes, unless `wanted` is above `limit`.",
    example: { used: 3, limit: 3, wanted: 1 }
  },
  quota_exceeded: {
    happened: "The pages of this UTC month are spent, those of the account or those of the key.",
    remedy: "Wait until `reset_at`, or choose a larger plan.",
    retry: "Yes, from `reset_at` on.",
    example: { used: 500, limit: 500, reset_at: "2026-04-01T00:00:00.000Z" }
  },
  idempotency_in_progress: {
    happened: "The first request under this `Idempotency-Key` is still running.",
    remedy: "Repeat the request after `Retry-After` seconds.",
    retry: "Yes."
  },
  gone: {
    happened: "The result has expired, or the job was deleted or canceled, as `reason` says.",
    remedy: "Create the job again.",
    retry: never,
    example: { reason: "expired" }
  },
  file_too_large: {
    happened: "The file is larger than the route or the plan takes; `limit` is in bytes.",
    remedy: "Send a smaller file, or choose a larger plan.",
    retry: never,
    example: { limit: 10_485_760 }
  },
  payload_too_large: {
    happened: "The JSON body is larger than 256 KiB.",
    remedy: "Send less; documents go into a form or behind a link.",
    retry: never
  },
  range_not_satisfiable: {
    happened: "The `Range` begins behind the last byte of the result, which has `size` bytes.",
    remedy: "Ask for a range within it, or without `Range` for the whole.",
    retry: never,
    example: { size: 4_096 }
  },
  rate_limited: {
    happened: "The key, device, session or address has sent more requests than its rate allows.",
    remedy: "Wait as many seconds as `Retry-After` says; `RateLimit` tells what is left before that.",
    retry: "Yes, after `Retry-After` seconds.",
    example: { retry_after: 12 }
  },
  registration_limited: {
    happened: "Too many devices were registered from this address or its network within 3 hours.",
    remedy: "Keep the key pair of a device and use it again; wait as long as `Retry-After` says.",
    retry: "Yes, after `Retry-After` seconds.",
    example: { retry_after: 600 }
  }
}
