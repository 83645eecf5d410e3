/** 404 to 429: what is asked for is not there, or not now. */
import { Schema } from "effect"
import { failure, item, Seconds } from "./Failure.ts"

export class NotFound extends failure<NotFound>()(404, "not_found", "There is nothing here") {}

/** No such job, or not the caller's. */
export class JobNotFound extends failure<JobNotFound>()(404, "job_not_found", "There is no such job") {}

export class KeyNotFound extends failure<KeyNotFound>()(404, "key_not_found", "There is no such API key") {}

export class DeviceNotFound extends failure<DeviceNotFound>()(404, "device_not_found", "There is no such device") {}

export class WebhookNotFound extends failure<WebhookNotFound>()(404, "webhook_not_found", "There is no such webhook") {}

export class DeliveryNotFound extends failure<DeliveryNotFound>()(
  404,
  "delivery_not_found",
  "There is no such delivery"
) {}

export class ConnectionNotFound extends failure<ConnectionNotFound>()(
  404,
  "connection_not_found",
  "There is no such connection"
) {}

export class BlockNotFound extends failure<BlockNotFound>()(404, "block_not_found", "There is no such block") {}
export class ImageNotFound extends failure<ImageNotFound>()(404, "image_not_found", "There is no such picture") {}

/** Nothing is sent to a disabled webhook but samples. */
export class WebhookDisabled extends failure<WebhookDisabled>()(
  409,
  "webhook_disabled",
  "The webhook is disabled: enable it first"
) {}

/** The response names the methods that there are in `Allow`. */
export class MethodNotAllowed extends failure<MethodNotAllowed>()(
  405,
  "method_not_allowed",
  "The path does not take this method"
) {}

/** The block has no form of a media type that Accept takes. */
export class NotAcceptable extends failure<NotAcceptable>()(
  406,
  "not_acceptable",
  "There is no form of this that Accept takes"
) {}

/** The nonce was used before. Nothing was done. */
export class Replay extends failure<Replay>()(409, "replay", "The nonce was used before") {}

/** The job has no result (yet). v1 form. */
export class NotReady extends failure<NotReady>()(409, "not_ready", "The job is not ready", {
  status: Schema.Literals(["queued", "processing", "error"]).annotate({ description: "The job's status." })
}) {}

/** There are fewer free slots than jobs were asked for. Clears as jobs finish, unless more are wanted than there are. */
export class SlotsFull extends failure<SlotsFull>()(409, "slots_full", "There are not enough free slots", {
  used: Schema.Int.annotate({ description: "Jobs that are queued or processing." }),
  limit: Schema.Int.annotate({ description: "How many may be queued or processing at once." }),
  wanted: Schema.Int.annotate({ description: "How many jobs were asked for at once." })
}) {}

/** The month's page allowance is spent. Clears on the first day of the next UTC month. */
export class QuotaExceeded extends failure<QuotaExceeded>()(
  409,
  "quota_exceeded",
  "The monthly page allowance is spent",
  {
    used: Schema.Int.annotate({ description: "Pages converted this UTC month." }),
    limit: Schema.Int.annotate({ description: "Pages allowed this UTC month." }),
    reset_at: Schema.String.annotate({
      format: "date-time",
      description: "The first moment of the next UTC month, in which creates are taken again."
    })
  }
) {}

/** The first request under this key is still running. */
export class IdempotencyInProgress extends failure<IdempotencyInProgress>()(
  409,
  "idempotency_in_progress",
  "The first request under this Idempotency-Key is still running"
) {}

/** The result was deleted. */
export class Gone extends failure<Gone>()(410, "gone", "The result is no longer there", {
  reason: Schema.Literals(["expired", "deleted", "canceled"]).annotate({ description: "Why the result was deleted." })
}) {}

/** The file exceeds the limit of the route or tier, in bytes. */
export class FileTooLarge extends failure<FileTooLarge>()(413, "file_too_large", "The file is too large", {
  limit: Schema.Int.annotate({ description: "Bytes of the largest file that would be taken." }),
  ...item
}) {}

export class PayloadTooLarge extends failure<PayloadTooLarge>()(413, "payload_too_large", "The body is too large") {}

/** No byte of the result is in the range. `Content-Range` says how many there are. */
export class RangeNotSatisfiable extends failure<RangeNotSatisfiable>()(
  416,
  "range_not_satisfiable",
  "The range is beyond the end of the result",
  { size: Schema.Int.annotate({ description: "Bytes of the whole result." }) }
) {}

/** `Retry-After` and `retry_after` say how many seconds to wait. */
export class RateLimited extends failure<RateLimited>()(429, "rate_limited", "Too many requests", {
  retry_after: Seconds
}) {}

export class RegistrationLimited extends failure<RegistrationLimited>()(
  429,
  "registration_limited",
  "Too many registrations from this network",
  { retry_after: Seconds }
) {}
