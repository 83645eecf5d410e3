/** Rows of webhooks and of their deliveries, and what callers see of them. */
import { Schema } from "effect"
import { TierName } from "../../../schema/Actor.ts"
import { DeliveryId, JobId, WebhookId } from "../../../schema/Ids.ts"
import { type Delivery, DeliveryStatus, JobEvent, type Webhook } from "../../../schema/Webhook.ts"
import { Moment, rowsOf } from "../Rows.ts"

export const WebhookRow = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(JobEvent),
  created_at: Moment,
  disabled_at: Schema.NullOr(Moment),
  disabled_reason: Schema.NullOr(Schema.String)
})

const DeliveryRow = Schema.Struct({
  id: DeliveryId,
  webhook_id: Schema.NullOr(WebhookId),
  job_id: JobId,
  event: JobEvent,
  url: Schema.String,
  status: DeliveryStatus,
  attempts: Schema.Int,
  response_code: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  created_at: Moment,
  last_attempt_at: Schema.NullOr(Moment),
  next_attempt_at: Schema.NullOr(Moment)
})

export const webhookRows = rowsOf(WebhookRow)

export const deliveryRows = rowsOf(DeliveryRow)

export const sentRows = rowsOf(Schema.Struct({ ...DeliveryRow.fields, payload: Schema.fromJsonString(Schema.Unknown) }))

export const attemptRows = rowsOf(
  Schema.Struct({
    attempted_at: Moment,
    duration_ms: Schema.Int,
    response_code: Schema.NullOr(Schema.Int),
    error: Schema.NullOr(Schema.String),
    reply: Schema.NullOr(Schema.String)
  })
)

export const plans = rowsOf(Schema.Struct({ tier: TierName }))

export const redelivered = rowsOf(
  Schema.Struct({ webhook_id: Schema.NullOr(WebhookId), is_known: Schema.Boolean, is_disabled: Schema.Boolean })
)

export const toWebhook = ({ id, ...row }: typeof WebhookRow.Type): Webhook => ({ webhook_id: id, ...row })

export const toDelivery = ({ id, ...row }: typeof DeliveryRow.Type): Delivery => ({ delivery_id: id, ...row })
