import { Context, type Effect, type Option, type Stream } from "effect"
import type { DeliveryId } from "../../schema/Ids.ts"
import type { DeliveryStatus, JobEvent } from "../../schema/Webhook.ts"

/**
 * Whom a delivery goes to, for sharing out what may be sent at a time: a webhook, or of an account's callbacks those
 * to one origin.
 */
export const receiverOf = ({
  webhookId,
  accountId,
  url
}: {
  readonly webhookId: string | null
  readonly accountId: string | null
  readonly url: string
}): string => webhookId ?? `${accountId ?? "nobody"} ${URL.parse(url)?.origin ?? url}`

/** How long a delivery that was taken is out of the others' reach: longer than an attempt and its record last. */
export const leaseMillis = 30_000

/** A delivery that this process has taken. */
export interface Due {
  readonly deliveryId: DeliveryId
  /** Null for a callback. */
  readonly webhookId: string | null
  readonly receiver: string
  /** Whose share of the sending it takes. */
  readonly account: string
  readonly event: JobEvent
  readonly url: string
  /** The receiver's own first; none when its webhook has been deleted. */
  readonly secrets: ReadonlyArray<string>
  readonly payload: string
  readonly isTest: boolean
  /** When the result that it tells of is deleted. */
  readonly resultExpiresAt: number | null
  /** Attempts so far. */
  readonly attempts: number
  /** Failed ones since the ladder began. */
  readonly failures: number
  /** Since when its webhook has answered with nothing but failures. */
  readonly failingSince: number | null
}

/** What came of an attempt. */
export interface Attempt {
  readonly at: number
  readonly durationMillis: number
  readonly responseCode: number | null
  readonly error: string | null
  readonly reply: string | null
}

/** What becomes of the delivery, and of its receiver. */
export type Verdict =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Retry"; readonly at: number }
  | { readonly _tag: "Failed"; readonly disable: "gone" | "failing" | null }

/** The status of a delivery after an attempt. */
export const statusAfter = (verdict: Verdict): DeliveryStatus =>
  verdict._tag === "Delivered" ? "delivered" : verdict._tag === "Retry" ? "pending" : "failed"

/** How much is being sent here, by receiver and by account. */
export interface Busy {
  readonly receivers: ReadonlyMap<string, number>
  readonly accounts: ReadonlyMap<string, number>
}

/** How much may be sent at a time. */
export interface Shares {
  readonly total: number
  readonly perReceiver: number
  readonly perAccount: number
}

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Takes deliveries that are due, at most `limit`, those that have waited longest first; no receiver and no account
     * gets beyond its share. What is taken here is taken nowhere else for `leaseMillis`.
     */
    readonly take: (limit: number, busy: Busy, shares: Shares) => Effect.Effect<ReadonlyArray<Due>>

    /** Writes an attempt and what follows from it, unless another process has done so for this attempt. */
    readonly record: (due: Due, attempt: Attempt, verdict: Verdict) => Effect.Effect<void>

    /** Ends a delivery that is not worth an attempt any more. */
    readonly drop: (due: Due, status: "expired" | "failed", error: string) => Effect.Effect<void>

    /** Gives a delivery back as it was: it is due at once. */
    readonly release: (due: Due) => Effect.Effect<void>

    /** When the first of those that wait is due. */
    readonly nextDue: Effect.Effect<Option.Option<number>>

    /** Emits whenever deliveries may have been added. */
    readonly wakeUps: Stream.Stream<void>
  }
>()("svc/webhooks/Deliveries") {}
