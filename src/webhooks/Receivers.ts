/** Where the events of a job go. */
import type { TierName } from "../../schema/Actor.ts"
import type { WebhookId } from "../../schema/Ids.ts"
import type { JobEvent } from "../../schema/Webhook.ts"
import type { TierTable } from "../accounts/Tiers.ts"
import type { Target } from "./Webhooks.ts"

export interface Receiver extends Target {
  /** Null for the job's own callback. */
  readonly webhookId: WebhookId | null
  /** Of a callback; a webhook's is looked up as it is told. */
  readonly secret: string | null
}

/** What is known of a job's receivers. */
export interface Candidates {
  /** The tier of its account; null when it has none. */
  readonly tier: TierName | null
  /** The account's enabled webhooks, oldest first. */
  readonly webhooks: ReadonlyArray<Target & { readonly id: WebhookId }>
  readonly callback: { readonly url: string; readonly secret: string | null } | null
}

const all: ReadonlyArray<JobEvent> = []

/** Webhooks over the plan's limit are told nothing, the newest first; a callback is told everything. */
export const receiversOf = ({ tier, webhooks, callback }: Candidates, tiers: TierTable): ReadonlyArray<Receiver> => [
  ...webhooks
    .slice(0, tier === null ? 0 : tiers[tier].webhooks)
    .map(({ id, url, events }) => ({ webhookId: id, url, events, secret: null })),
  ...(callback === null ? [] : [{ webhookId: null, url: callback.url, events: all, secret: callback.secret }])
]
