import { Context, type DateTime, type Effect, Result } from "effect"
import type { TierName } from "../../schema/Actor.ts"
import * as Errors from "../../schema/Errors.ts"
import type { AccountId, DeliveryId, WebhookId } from "../../schema/Ids.ts"
import type { Delivery, DeliveryDetail, DeliveryStatus, JobEvent, Webhook } from "../../schema/Webhook.ts"
import type { TierTable } from "../accounts/Tiers.ts"

/** Deliveries are remembered, and can be sent again, for this long. */
export const historyMillis = 30 * 86_400_000

/** Whose webhooks they are, and what the plan allows. */
export interface Holder {
  readonly accountId: AccountId
  readonly tier: TierName
}

/** What a webhook is told, and where. */
export interface Target {
  readonly url: string
  readonly events: ReadonlyArray<JobEvent>
}

/** Which deliveries a list shows. */
interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly webhookId: WebhookId | null
  /** Only those after this one in the list. */
  readonly after: DeliveryId | null
  readonly limit: number
}

/** How many webhooks a plan has; one that has none says so. */
export const limitOf = (tier: TierName | null, tiers: TierTable): Result.Result<number, Errors.WebhooksUnavailable> => {
  const limit = tier === null ? 0 : tiers[tier].webhooks
  return limit > 0 ? Result.succeed(limit) : Result.fail(new Errors.WebhooksUnavailable())
}

/** Whether one more webhook fits beside those that are `used`, which means `in use` or `enabled`. */
export const admit = (
  limit: number,
  used: number,
  sense: "in use" | "enabled"
): Result.Result<void, Errors.WebhookLimitReached> =>
  used < limit
    ? Result.void
    : Result.fail(new Errors.WebhookLimitReached({ message: `${used} of ${limit} webhooks are ${sense}`, limit }))

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** The account's webhooks, newest first. All of them count towards the plan's limit. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Webhook>>

    /** A new webhook, with the secret that it is told of this once. */
    readonly create: (
      holder: Holder,
      target: Target
    ) => Effect.Effect<
      Webhook & { readonly secret: string },
      Errors.WebhooksUnavailable | Errors.WebhookLimitReached | Errors.InvalidWebhookUrl
    >

    /** Later attempts of what waits go to the new address too. */
    readonly change: (
      holder: Holder,
      webhookId: WebhookId,
      target: Partial<Target>
    ) => Effect.Effect<Webhook, Errors.WebhookNotFound | Errors.InvalidWebhookUrl>

    /** What waits for it is not sent any more; its history stays. */
    readonly remove: (holder: Holder, webhookId: WebhookId) => Effect.Effect<void, Errors.WebhookNotFound>

    /** A disabled webhook is told of events again, from now on. */
    readonly enable: (
      holder: Holder,
      webhookId: WebhookId
    ) => Effect.Effect<Webhook, Errors.WebhookNotFound | Errors.WebhooksUnavailable | Errors.WebhookLimitReached>

    /** A new secret; the old one signs `webhook-signature` beside it for `rotationMillis`. */
    readonly rotate: (
      holder: Holder,
      webhookId: WebhookId
    ) => Effect.Effect<Webhook & { readonly secret: string }, Errors.WebhookNotFound>

    /** Sends a sample, once. */
    readonly test: (
      holder: Holder,
      webhookId: WebhookId
    ) => Effect.Effect<Delivery, Errors.WebhookNotFound | Errors.WebhooksUnavailable>

    /** Sends every failed delivery of the webhook since a moment again. Answers with how many. */
    readonly recover: (
      holder: Holder,
      webhookId: WebhookId,
      since: DateTime.Utc
    ) => Effect.Effect<number, Errors.WebhookNotFound | Errors.WebhookDisabled>

    /** Newest first. */
    readonly deliveries: (accountId: AccountId, filter: DeliveryFilter) => Effect.Effect<ReadonlyArray<Delivery>>

    readonly delivery: (
      accountId: AccountId,
      deliveryId: DeliveryId
    ) => Effect.Effect<typeof DeliveryDetail.Type, Errors.DeliveryNotFound>

    /** Sends a delivery again, whatever became of it, under its own id and from the beginning of the ladder. */
    readonly redeliver: (
      accountId: AccountId,
      deliveryId: DeliveryId
    ) => Effect.Effect<Delivery, Errors.DeliveryNotFound | Errors.WebhookNotFound | Errors.WebhookDisabled>
  }
>()("svc/webhooks/Webhooks") {}
