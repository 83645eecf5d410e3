import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { DeliveryNotFound, WebhookNotFound, WebhooksUnavailable } from "../../../schema/Errors.ts"
import { DeliveryId, WebhookId } from "../../../schema/Ids.ts"
import type { ChangeWebhook } from "../../../schema/Webhook.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { known } from "../../requests/Ids.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { cursorOf, idIn, none, part } from "../Paging.ts"

/** How many deliveries a list shows. */
const listed = 100

const isDeliveryId = Schema.is(DeliveryId)

const isWebhookId = Schema.is(WebhookId)

const webhook = known(isWebhookId, () => new WebhookNotFound())

const delivery = known(isDeliveryId, () => new DeliveryNotFound())

const listedAfter = idIn(isDeliveryId)

/** Each event once. */
const targetIn = ({ url, events }: typeof ChangeWebhook.Type) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: [...new Set(events)] })
})

export const layer = HttpApiBuilder.group(
  Api,
  "v2.webhooks",
  Effect.fn(function* (handlers) {
    const webhooks = yield* Webhooks
    const tiers = yield* Tiers

    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* () {
          const { accountId, tier } = yield* Caller
          const items = yield* webhooks.list(accountId)
          const limit = tiers[tier].webhooks
          return { items, limit, used: items.length, enabled: limit > 0 }
        })
      )
      .handle(
        "create",
        Effect.fnUntraced(function* ({ payload }) {
          const caller = yield* Caller
          if (tiers[caller.tier].webhooks === 0) return yield* new WebhooksUnavailable()
          return yield* webhooks.create(caller, { url: payload.url, events: [...new Set(payload.events)] })
        })
      )
      .handle(
        "change",
        Effect.fnUntraced(function* ({ params, payload }) {
          const webhookId = yield* webhook(params.webhookId)
          return yield* webhooks.change(yield* Caller, webhookId, targetIn(payload))
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          yield* webhooks.remove(yield* Caller, yield* webhook(params.webhookId))
        })
      )
      .handle(
        "test",
        Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.test(yield* Caller, yield* webhook(params.webhookId))
        })
      )
      .handle(
        "enable",
        Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.enable(yield* Caller, yield* webhook(params.webhookId))
        })
      )
      .handle(
        "rotateSecret",
        Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.rotate(yield* Caller, yield* webhook(params.webhookId))
        })
      )
      .handle(
        "recover",
        Effect.fnUntraced(function* ({ params, payload }) {
          const webhookId = yield* webhook(params.webhookId)
          return { recovered: yield* webhooks.recover(yield* Caller, webhookId, payload.since) }
        })
      )
      .handle(
        "deliveries",
        Effect.fnUntraced(function* ({ query }) {
          const { accountId } = yield* Caller
          const after = yield* listedAfter(query.cursor)
          const webhookId = query.webhook_id ?? null
          if (webhookId !== null && !isWebhookId(webhookId)) return none
          const filter = { status: query.status ?? null, webhookId, after, limit: listed + 1 }
          const found = yield* webhooks.deliveries(accountId, filter)
          return part(found, listed, ({ delivery_id }) => cursorOf(delivery_id))
        })
      )
      .handle(
        "delivery",
        Effect.fnUntraced(function* ({ params }) {
          const { accountId } = yield* Caller
          return yield* webhooks.delivery(accountId, yield* delivery(params.deliveryId))
        })
      )
      .handle(
        "redeliver",
        Effect.fnUntraced(function* ({ params }) {
          const { accountId } = yield* Caller
          return yield* webhooks.redeliver(accountId, yield* delivery(params.deliveryId))
        })
      )
  })
)
