import { Effect, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { HttpApiBuilder } from "effect/http-api"
import { isReadonlyObject } from "effect/Predicate"
import { Caller } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import {
  DeliveryNotFound,
  InvalidCursor,
  InvalidWebhookEvents,
  InvalidWebhookUrl,
  WebhookNotFound,
  WebhooksUnavailable
} from "../../../schema/Errors.ts"
import { DeliveryId, WebhookId } from "../../../schema/Ids.ts"
import { JobEvent, RecoverWebhook } from "../../../schema/Webhook.ts"
import { Tiers } from "../../accounts/Tiers.ts"
import { malformed } from "../../requests/Faults.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { json, reading } from "../Body.ts"
import { known } from "../Known.ts"

/** How many deliveries a list shows. */
const listed = 100

const isDeliveryId = Schema.is(DeliveryId)

const isEvent = Schema.is(JobEvent)

const webhook = known(Schema.is(WebhookId), () => new WebhookNotFound())

const delivery = known(isDeliveryId, () => new DeliveryNotFound())

const listedAfter = known(isDeliveryId, () => new InvalidCursor())

const position = (cursor: string) => listedAfter(Result.getOrElse(Base64Url.decodeString(cursor), () => ""))

const readSince = reading(RecoverWebhook)

/** The url and the events that a body names. */
const targetIn = Effect.fnUntraced(function* (body: unknown) {
  if (!isReadonlyObject(body)) return yield* malformed("body", "The body is not a JSON object")
  const { url, events } = body as Readonly<Record<string, unknown>>
  if (url !== undefined && !(typeof url === "string" && /^[^\p{Cc}\p{Cs}]*$/u.test(url))) {
    return yield* new InvalidWebhookUrl({ message: "url must be a text without control characters", reason: "bad_url" })
  }
  if (events !== undefined && !(Array.isArray(events) && events.every(isEvent))) {
    const message = `events must be a list of ${JobEvent.literals.join(", ")}`
    return yield* new InvalidWebhookEvents({ message, reason: "unknown_event" })
  }
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set<JobEvent>(events)] })
  }
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
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const caller = yield* Caller
          if (tiers[caller.tier].webhooks === 0) return yield* new WebhooksUnavailable()
          const { url, events = [] } = yield* targetIn(yield* json(request))
          if (url === undefined) return yield* new InvalidWebhookUrl({ message: "url is missing", reason: "bad_url" })
          return yield* webhooks.create(caller, { url, events })
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          const webhookId = yield* webhook(params.webhookId)
          return yield* webhooks.change(yield* Caller, webhookId, yield* targetIn(yield* json(request)))
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
      .handleRaw(
        "recover",
        Effect.fnUntraced(function* ({ params, request }) {
          const webhookId = yield* webhook(params.webhookId)
          const { since } = yield* readSince(yield* json(request))
          return { recovered: yield* webhooks.recover(yield* Caller, webhookId, since) }
        })
      )
      .handle(
        "deliveries",
        Effect.fnUntraced(function* ({ query }) {
          const { accountId } = yield* Caller
          const found = yield* webhooks.deliveries(accountId, {
            status: query.status ?? null,
            webhookId: query.webhook_id === undefined ? null : yield* webhook(query.webhook_id),
            after: query.cursor === undefined ? null : yield* position(query.cursor),
            limit: listed + 1
          })
          const items = found.slice(0, listed)
          const last = items.at(-1)
          return {
            items,
            next_cursor: found.length > listed && last !== undefined ? Base64Url.encode(last.delivery_id) : null
          }
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
