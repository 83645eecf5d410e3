import { Schema } from "effect"
import { DeliveryId, JobId, WebhookId } from "./Ids.ts"
import { JobError, JobStatus } from "./Job.ts"
import { maybe } from "./Optional.ts"
import { moment, momentOrNull } from "./Time.ts"
import { atMostCharacters, isText } from "./v2/Text.ts"

/** What happens to a job that somebody may be told of. */
export const JobEvent = Schema.Literals(["job.ready", "job.error", "job.truncated", "job.deleted"])
export type JobEvent = typeof JobEvent.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed", "expired"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The body of a delivery. It holds nothing of the document: fetch the Markdown through the API. */
export const WebhookEvent = Schema.Struct({
  event: JobEvent.annotate({ description: "What happened." }),
  delivery_id: DeliveryId.annotate({
    description: "The same over all attempts: receivers can use it to drop repeats."
  }),
  occurred_at: moment("When it happened, however late the delivery."),
  sequence: Schema.Int.annotate({
    description: "Counts the events of a job from 1, because deliveries may overtake each other."
  }),
  base_url: Schema.String.annotate({
    format: "uri",
    description: "The service's own origin, which `download_url` is relative to."
  }),
  test: Schema.optionalKey(Schema.Literal(true).annotate({ description: "Marks a sample; absent otherwise." })),
  job: Schema.Struct({
    job_id: JobId.annotate({ description: "The job that it happened to." }),
    status: JobStatus.annotate({ description: "The job's status after the event." }),
    pages: Schema.NullOr(Count).annotate({ description: "Pages of the document; null where they are not known." }),
    truncated: Schema.Boolean.annotate({
      description: "Whether only the pages that fitted the limits of time and size are in the result."
    }),
    download_url: Schema.optionalKey(
      Schema.String.annotate({
        description: "Where the Markdown is, relative to `base_url`; absent unless the job is ready."
      })
    ),
    external_id: Schema.NullOr(Schema.String).annotate({
      description: "The caller's own name for the job, as the create gave it; null without one."
    }),
    tags: Schema.Array(Schema.String).annotate({
      description: "The caller's own words for the job, as the create gave them."
    }),
    expires_at: momentOrNull("When the result will be deleted; null where there is none."),
    error: Schema.NullOr(JobError).annotate({ description: "Why the job ended in `error`; null otherwise." })
  }).annotate({ description: "The job as the event left it." })
}).annotate({ identifier: "WebhookEvent" })
export type WebhookEvent = typeof WebhookEvent.Type

const record = {
  webhook_id: WebhookId.annotate({ description: "Names the webhook in addresses and deliveries." }),
  url: Schema.String.annotate({ format: "uri", description: "Where events are sent." }),
  events: Schema.Array(JobEvent).annotate({ description: "Which events are sent; empty means all." }),
  created_at: moment("When it was registered."),
  disabled_at: momentOrNull("Since when nothing is sent; null while it is enabled."),
  disabled_reason: Schema.NullOr(Schema.String).annotate({
    description:
      "`gone` (it answered 410), `failing` (nothing but failures for 5 days) or `plan_limit`; null while it is enabled."
  })
}

export const Webhook = Schema.Struct(record).annotate({ identifier: "V2Webhook" })
export type Webhook = typeof Webhook.Type

export const CreatedWebhook = Schema.Struct({
  ...record,
  secret: Schema.String.annotate({ description: "Signs the deliveries; shown this once." })
}).annotate({ identifier: "V2CreatedWebhook" })

const Events = Schema.Array(JobEvent).annotate({ description: "Which events are wanted; empty means all." })

const Url = Schema.String.annotate({
  format: "uri",
  description: "Where to send events: https, and on the public internet."
}).check(atMostCharacters(2_048), ...isText)

export const CreateWebhook = Schema.Struct({ url: Url, events: maybe(Events) }).annotate({
  identifier: "V2CreateWebhook"
})

export const ChangeWebhook = Schema.Struct({
  url: maybe(Url),
  events: maybe(Events)
}).annotate({ identifier: "V2ChangeWebhook" })

export const RecoverWebhook = Schema.Struct({
  since: moment("Failed deliveries created from this moment on are sent again; at most 30 days ago.")
}).annotate({ identifier: "V2RecoverWebhook" })

const delivery = {
  delivery_id: DeliveryId.annotate({
    description: "The id that receivers see: `delivery_id` of the body and `X-SVC-Delivery`."
  }),
  webhook_id: Schema.NullOr(WebhookId).annotate({
    description: "Where it is sent; null when that is the `callback_url` of its job."
  }),
  job_id: JobId.annotate({ description: "The job that the event is of." }),
  event: JobEvent.annotate({ description: "What happened to the job." }),
  url: Schema.String.annotate({ description: "The address that it is sent to." }),
  status: DeliveryStatus.annotate({
    description:
      "`pending` while there are attempts to come; `expired`: the result was deleted before its `job.ready` was delivered."
  }),
  attempts: Count.annotate({ description: "How often it was tried so far." }),
  response_code: Schema.NullOr(Schema.Int).annotate({
    description: "The HTTP status that the last attempt got; null when nothing was answered."
  }),
  error: Schema.NullOr(Schema.String).annotate({
    description: "Why the last attempt failed; null where it did not, or before the first."
  }),
  created_at: moment("When the event happened and the delivery began to wait."),
  last_attempt_at: momentOrNull("When it was last tried; null before the first attempt."),
  next_attempt_at: momentOrNull("When it is tried next; null where no attempt is to come.")
}

export const Delivery = Schema.Struct(delivery).annotate({ identifier: "V2WebhookDelivery" })
export type Delivery = typeof Delivery.Type

export const DeliveryDetail = Schema.Struct({
  ...delivery,
  payload: Schema.Unknown.annotateKey({ description: "The body, as it is sent." }),
  attempt_log: Schema.Array(
    Schema.Struct({
      attempted_at: moment("When the attempt began."),
      response_code: Schema.NullOr(Schema.Int).annotate({
        description: "The HTTP status of the reply; null when nothing was answered."
      }),
      error: Schema.NullOr(Schema.String).annotate({ description: "Why it failed; null where it did not." }),
      duration_seconds: Schema.Finite.annotate({
        description: "Seconds from the beginning of the attempt to its end."
      }),
      response_body: Schema.NullOr(Schema.String).annotate({
        description: "The first 4 kB of the reply; null when nothing was answered."
      })
    })
  ).annotate({ description: "Every attempt, the oldest first." })
}).annotate({ identifier: "V2WebhookDeliveryDetail" })
