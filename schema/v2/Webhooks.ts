import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
  RecoverWebhook,
  Webhook
} from "../Webhook.ts"
import * as Wire from "../Wire.ts"
import { cursor, id, nextCursor } from "./Query.ts"
import { FromOurPages, KeySessionOrDevice, Scoped, WellFormed } from "./Security.ts"

const webhook = { webhookId: Schema.String.annotate({ format: "uuid" }) }

const delivery = { deliveryId: Schema.String.annotate({ format: "uuid" }) }

const refusedTarget = [Wire.v2(Errors.InvalidWebhookUrl), Wire.v2(Errors.InvalidWebhookEvents)] as const

const list = HttpApiEndpoint.get("list", "/", {
  success: Schema.Struct({
    items: Schema.Array(Webhook).annotate({ description: "The webhooks, newest first." }),
    limit: Schema.Int.annotate({ description: "How many webhooks the plan allows." }),
    used: Schema.Int.annotate({ description: "How many there are, disabled ones too." }),
    enabled: Schema.Boolean.annotate({ description: "Whether the plan has webhooks." })
  })
})
  .annotate(OpenApi.Summary, "List the account's webhooks")
  .annotate(OpenApi.Description, "Newest first, without secrets. `limit` is the plan's; disabled ones are `used` too.")

const create = HttpApiEndpoint.post("create", "/", {
  payload: CreateWebhook,
  success: CreatedWebhook.annotate({ httpApiStatus: 201 }),
  error: [...refusedTarget, Wire.v2(Errors.WebhooksUnavailable), Wire.v2(Errors.WebhookLimitReached)]
})
  .annotate(OpenApi.Summary, "Register a webhook")
  .annotate(
    OpenApi.Description,
    "The answer holds the signing secret, this once. The URL must be https and its host on the public internet, now and at every delivery."
  )

const change = HttpApiEndpoint.patch("change", "/:webhookId", {
  params: webhook,
  payload: ChangeWebhook,
  success: Webhook,
  error: [...refusedTarget, Wire.v2(Errors.WebhookNotFound)]
})
  .annotate(OpenApi.Summary, "Change a webhook's url or events")
  .annotate(OpenApi.Description, "What is still to be delivered goes to the new url.")

const remove = HttpApiEndpoint.delete("remove", "/:webhookId", {
  params: webhook,
  success: HttpApiSchema.NoContent,
  error: [Wire.v2(Errors.WebhookNotFound)]
})
  .annotate(OpenApi.Summary, "Delete a webhook")
  .annotate(OpenApi.Description, "What is still to be delivered is not. The history stays for 30 days.")

const test = HttpApiEndpoint.post("test", "/:webhookId/test", {
  params: webhook,
  success: Delivery.annotate({ httpApiStatus: 202 }),
  error: [Wire.v2(Errors.WebhookNotFound), Wire.v2(Errors.WebhooksUnavailable)]
})
  .annotate(OpenApi.Summary, "Send a sample")
  .annotate(
    OpenApi.Description,
    'An event of a job that never was, marked `"test": true`, signed like any other, tried once. Its delivery tells how it went.'
  )

const enable = HttpApiEndpoint.post("enable", "/:webhookId/enable", {
  params: webhook,
  success: Webhook,
  error: [Wire.v2(Errors.WebhookNotFound), Wire.v2(Errors.WebhooksUnavailable), Wire.v2(Errors.WebhookLimitReached)]
})
  .annotate(OpenApi.Summary, "Enable a disabled webhook")
  .annotate(OpenApi.Description, "It is told of events from now on; `recover` sends what failed before.")

const rotate = HttpApiEndpoint.post("rotateSecret", "/:webhookId/rotate-secret", {
  params: webhook,
  success: CreatedWebhook,
  error: [Wire.v2(Errors.WebhookNotFound)]
})
  .annotate(OpenApi.Summary, "Give a webhook a new secret")
  .annotate(
    OpenApi.Description,
    "`X-SVC-Signature` is made with the new secret at once; for 24 hours `webhook-signature` carries a signature with each."
  )

const recover = HttpApiEndpoint.post("recover", "/:webhookId/recover", {
  params: webhook,
  payload: RecoverWebhook,
  success: Schema.Struct({
    recovered: Schema.Int.annotate({ description: "How many deliveries are sent again." })
  }).annotate({ httpApiStatus: 202 }),
  error: [Wire.v2(Errors.WebhookNotFound), Wire.v2(Errors.WebhookDisabled)]
})
  .annotate(OpenApi.Summary, "Send failed deliveries again")
  .annotate(
    OpenApi.Description,
    "All that were created since the moment `since`, at most 30 days ago. 409 while the webhook is disabled."
  )

const deliveries = HttpApiEndpoint.get("deliveries", "/deliveries", {
  query: {
    cursor,
    status: Schema.optionalKey(DeliveryStatus.annotate({ description: "Deliveries of this status alone." })),
    webhook_id: id("Deliveries to this webhook alone, also when it has been deleted; none to one that is unknown.")
  },
  success: Schema.Struct({
    items: Schema.Array(Delivery).annotate({ description: "The deliveries, newest first." }),
    next_cursor: nextCursor
  }),
  error: [Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "List deliveries")
  .annotate(
    OpenApi.Description,
    "The newest 100, failed ones and those to `callback_url` included. Pass `next_cursor` as `cursor` for what comes after. Kept for 30 days."
  )

const one = HttpApiEndpoint.get("delivery", "/deliveries/:deliveryId", {
  params: delivery,
  success: DeliveryDetail,
  error: [Wire.v2(Errors.DeliveryNotFound)]
})
  .annotate(OpenApi.Summary, "Get a delivery with its attempts")
  .annotate(
    OpenApi.Description,
    "The body that is sent, and of each attempt its time, status and the reply's first 4 kB."
  )

const redeliver = HttpApiEndpoint.post("redeliver", "/deliveries/:deliveryId/redeliver", {
  params: delivery,
  success: Delivery.annotate({ httpApiStatus: 202 }),
  error: [Wire.v2(Errors.DeliveryNotFound), Wire.v2(Errors.WebhookNotFound), Wire.v2(Errors.WebhookDisabled)]
})
  .annotate(OpenApi.Summary, "Send a delivery again")
  .annotate(
    OpenApi.Description,
    "Whatever became of it, under the same id. 404 when its webhook has been deleted, 409 while it is disabled."
  )

export class V2Webhooks extends HttpApiGroup.make("v2.webhooks")
  .add(list, create, deliveries, one, redeliver, change, remove, test, enable, rotate, recover)
  .middleware(FromOurPages)
  .middleware(Scoped)
  .middleware(KeySessionOrDevice)
  .middleware(WellFormed)
  .prefix("/api/v2/webhooks")
  .annotate(OpenApi.Title, "Webhooks")
  .annotate(OpenApi.Description, "Addresses that are told of what happens to jobs, and what they were told.") {}
