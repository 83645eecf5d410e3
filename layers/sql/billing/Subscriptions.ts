import { Clock, DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../../schema/Ids.ts"
import { AccountTier } from "../../../src/accounts/Accounts.ts"
import { PlanLimits } from "../../../src/accounts/PlanLimits.ts"
import type { SubscriptionState } from "../../../src/billing/Provider.ts"
import {
  graceSeconds,
  paid,
  Subscription,
  type SubscriptionStatus,
  standing,
  tierAfter,
  tierOf
} from "../../../src/billing/Subscription.ts"
import { Audit } from "../../../src/logs/Audit.ts"
import { Moment, rowsOf } from "../Rows.ts"

/** What the provider told, and the number of the question, by which later answers are known. */
export interface Answered {
  readonly told: SubscriptionState
  readonly asked: number
}

const Account = Schema.Struct({ id: AccountId, tier: AccountTier })

const accountRows = rowsOf(Account)

const subscriptions = rowsOf(Subscription)

const questions = rowsOf(Schema.Struct({ asked: Schema.Int }))

const answered = rowsOf(Schema.Struct({ asked: Schema.Int, past_due_since: Schema.NullOr(Moment) }))

/** What accounts pay for, and the tiers that follow from it. Everything here is part of its caller's transaction. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const room = yield* PlanLimits

  const paidFor = Effect.fnUntraced(function* (accountId: AccountId) {
    return tierOf(
      yield* subscriptions(sql`
        SELECT s.status, p.tier FROM subscriptions s LEFT JOIN prices p ON p.id = s.price_id OR p.id = ANY(s.price_ids)
        WHERE s.account_id = ${accountId}`)
    )
  })

  /** Gives the account the tier that follows from what it pays for now, in place of `before`. Its row is held. */
  const settle = Effect.fnUntraced(function* ({ id, tier }: typeof Account.Type, before: AccountTier) {
    const next = tierAfter(tier, before, yield* paidFor(id))
    if (next !== tier) {
      yield* sql`UPDATE accounts SET tier = ${next} WHERE id = ${id}`
      yield* audit.record(id, { action: "plan.changed", id: null, name: next, previous: tier })
      yield* room.adjust(id)
    }
    return next
  })

  /** Prices mean the same until the transaction ends. */
  const holdPrices = sql`LOCK TABLE prices IN SHARE MODE`

  /** Whoever pays for what stands for nothing is charged and gets nothing: only an operator can tell whether that is meant. */
  const warnOfUnmapped = Effect.fnUntraced(function* ({ subscriptionId, priceIds }: SubscriptionState) {
    const mapped = yield* sql`SELECT FROM prices WHERE id = ANY(${priceIds}) LIMIT 1`
    if (mapped.length > 0) return
    const told = `Subscription ${subscriptionId} pays for ${priceIds.join(", ")}, which stands for no tier`
    yield* Effect.logWarning(`${told}; npm run admin -- set-price gives it one`)
  })

  return {
    /** Numbers a question that is about to be asked. */
    ask: Effect.map(questions(sql`SELECT nextval('subscription_asked')::float8 AS asked`), ([row]) => row?.asked ?? 0),

    /**
     * Writes down what was told, unless somebody who asked later has written already. Gives the account's tier; null
     * when the customer is no account's.
     */
    write: Effect.fnUntraced(function* ({ told, asked }: Answered) {
      yield* holdPrices
      const [account] = yield* accountRows(sql`
        SELECT id, tier FROM accounts WHERE customer_id = ${told.customerId} FOR NO KEY UPDATE`)
      if (account === undefined) return null
      const [known] = yield* answered(sql`
        SELECT asked::float8 AS asked, past_due_since FROM subscriptions WHERE id = ${told.subscriptionId}`)
      if (known !== undefined && known.asked >= asked) return account.tier
      const now = yield* Clock.currentTimeMillis
      const since = known?.past_due_since
      const { status, pastDueSince } = standing(told.status, since == null ? null : DateTime.toEpochMillis(since), now)
      const before = yield* paidFor(account.id)
      yield* sql`
        INSERT INTO subscriptions (id, account_id, price_id, price_ids, status, past_due_since, asked)
        VALUES (${told.subscriptionId}, ${account.id}, ${told.priceIds[0] ?? ""}, ${told.priceIds}, ${status},
          ${pastDueSince === null ? null : new Date(pastDueSince)}, ${asked})
        ON CONFLICT (id) DO UPDATE SET price_id = EXCLUDED.price_id, price_ids = EXCLUDED.price_ids, status = EXCLUDED.status,
          past_due_since = EXCLUDED.past_due_since, asked = EXCLUDED.asked`
      if (paid.includes(status)) yield* warnOfUnmapped(told)
      return yield* settle(account, before)
    }),

    /** Ends the grace of the next account for which it is over; false when there is none. */
    lapseNext: Effect.gen(function* () {
      const over = new Date((yield* Clock.currentTimeMillis) - graceSeconds * 1_000)
      yield* holdPrices
      const [account] = yield* accountRows(sql`
        SELECT id, tier FROM accounts a WHERE EXISTS (
          SELECT FROM subscriptions WHERE account_id = a.id AND status = 'past_due' AND past_due_since <= ${over}
        ) ORDER BY id LIMIT 1 FOR NO KEY UPDATE`)
      if (account === undefined) return false
      const before = yield* paidFor(account.id)
      const unpaid: SubscriptionStatus = "unpaid"
      yield* sql`UPDATE subscriptions SET status = ${unpaid}
        WHERE account_id = ${account.id} AND status = 'past_due' AND past_due_since <= ${over}`
      yield* settle(account, before)
      return true
    }),

    /** A price stands for a tier from now on, also for those who pay it already; null for none. */
    setPrice: Effect.fnUntraced(function* (priceId: string, tier: AccountTier | null) {
      yield* sql`LOCK TABLE prices IN EXCLUSIVE MODE`
      const accounts = yield* accountRows(sql`
        SELECT id, tier FROM accounts WHERE id IN (
          SELECT account_id FROM subscriptions WHERE price_id = ${priceId} OR ${priceId} = ANY(price_ids))
        ORDER BY id FOR NO KEY UPDATE`)
      const before = yield* Effect.forEach(accounts, ({ id }) => paidFor(id))
      yield* tier === null
        ? sql`DELETE FROM prices WHERE id = ${priceId}`
        : sql`INSERT INTO prices (id, tier) VALUES (${priceId}, ${tier})
            ON CONFLICT (id) DO UPDATE SET tier = EXCLUDED.tier`
      yield* Effect.forEach(accounts, (account, at) => settle(account, before[at] ?? "free"), { discard: true })
    })
  }
})
