import { Schema } from "effect"
import { DeliveryId, JobId, WebhookId } from "./Ids.ts"
import { JobError, JobStatus } from "./Job.ts"
import { maybe } from "./Optional.ts"
import { Moment } from "./Time.ts"

/** What happens to a job that somebody may be told of. */
export const JobEvent = Schema.Literals(["job.ready", "job.error", "job.truncated", "job.deleted"])
export type JobEvent = typeof JobEvent.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed", "expired"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The body of a delivery. It holds nothing of the document: fetch the Markdown through the API. */
export const WebhookEvent = Schema.Struct({
  event: JobEvent,
  /** The same over all attempts: receivers can use it to drop repeats. */
  delivery_id: DeliveryId,
  occurred_at: Moment,
  /** Counts the events of a job from 1, because deliveries may overtake each other. */
  sequence: Schema.Int,
  /** The service's own origin, which `download_url` is relative to. */
  base_url: Schema.String.annotate({ format: "uri" }),
  /** Only in samples. */
  test: Schema.optionalKey(Schema.Literal(true)),
  job: Schema.Struct({
    job_id: JobId,
    status: JobStatus,
    pages: Schema.NullOr(Count),
    truncated: Schema.Boolean,
    /** Where the Markdown is, relative to `base_url`; absent unless the job is ready. */
    download_url: Schema.optionalKey(Schema.String),
    external_id: Schema.NullOr(Schema.String),
    tags: Schema.Array(Schema.String),
    expires_at: Schema.NullOr(Moment),
    error: Schema.NullOr(JobError)
  })
}).annotate({ identifier: "WebhookEvent" })
export type WebhookEvent = typeof WebhookEvent.Type

const record = {
  webhook_id: WebhookId,
  url: Schema.String.annotate({ format: "uri" }),
  /** Empty: all events. */
  events: Schema.Array(JobEvent),
  created_at: Moment,
  disabled_at: Schema.NullOr(Moment),
  /** `gone` (the endpoint answered 410), `failing` (nothing but failures for 5 days) or `plan_limit`. */
  disabled_reason: Schema.NullOr(Schema.String)
}

export const Webhook = Schema.Struct(record).annotate({ identifier: "V2Webhook" })
export type Webhook = typeof Webhook.Type

export const CreatedWebhook = Schema.Struct({
  ...record,
  /** Signs the deliveries. Shown this once. */
  secret: Schema.String
}).annotate({ identifier: "V2CreatedWebhook" })

const Events = Schema.Array(JobEvent).annotate({ description: "Which events are wanted; empty means all." })

const Url = Schema.String.check(
  Schema.isMaxLength(2_048),
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]*$/u, { expected: "without control characters" })
).annotate({
  format: "uri",
  description: "https, and on the public internet."
})

export const CreateWebhook = Schema.Struct({ url: Url, events: maybe(Events) }).annotate({
  identifier: "V2CreateWebhook"
})

export const ChangeWebhook = Schema.Struct({
  url: maybe(Url),
  events: maybe(Events)
}).annotate({ identifier: "V2ChangeWebhook" })

export const RecoverWebhook = Schema.Struct({ since: Moment }).annotate({ identifier: "V2RecoverWebhook" })

const delivery = {
  delivery_id: DeliveryId,
  /** Null when it went to the `callback_url` of its job. */
  webhook_id: Schema.NullOr(WebhookId),
  job_id: JobId,
  event: JobEvent,
  url: Schema.String,
  /** `expired`: the result was deleted before its `job.ready` could be delivered. */
  status: DeliveryStatus,
  attempts: Count,
  /** Of the last attempt; null when nothing was answered. */
  response_code: Schema.NullOr(Schema.Int),
  /** Why the last attempt failed. */
  error: Schema.NullOr(Schema.String),
  created_at: Moment,
  last_attempt_at: Schema.NullOr(Moment),
  next_attempt_at: Schema.NullOr(Moment)
}

export const Delivery = Schema.Struct(delivery).annotate({ identifier: "V2WebhookDelivery" })
export type Delivery = typeof Delivery.Type

export const DeliveryDetail = Schema.Struct({
  ...delivery,
  /** The body, as it is sent. */
  payload: Schema.Unknown,
  /** Oldest first. */
  attempt_log: Schema.Array(
    Schema.Struct({
      attempted_at: Moment,
      response_code: Schema.NullOr(Schema.Int),
      error: Schema.NullOr(Schema.String),
      duration_seconds: Schema.Finite,
      /** The first 4 kB of the reply. */
      response_body: Schema.NullOr(Schema.String)
    })
  )
}).annotate({ identifier: "V2WebhookDeliveryDetail" })
