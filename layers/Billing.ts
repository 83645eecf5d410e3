import { Cache, Clock, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../schema/Ids.ts"
import { returnPath } from "../schema/v2/Billing.ts"
import type { AccountTier } from "../src/accounts/Accounts.ts"
import { Room } from "../src/accounts/Room.ts"
import { order } from "../src/accounts/Tiers.ts"
import { Billing, type Plan } from "../src/billing/Billing.ts"
import { type Price, Provider, type Told } from "../src/billing/Provider.ts"
import { type Subscription, type SubscriptionStatus, tierOf } from "../src/billing/Subscription.ts"

/** What the plans cost is asked for no more often than this, and waited for no longer than that. */
const keptFor = "5 minutes"
const patience = "2 seconds"

/** Events are known by their ids for this long; the provider repeats them for three days. */
const eventDays = 30

const isPlan = (tier: AccountTier) => order.indexOf(tier)

export const layer = Layer.effect(
  Billing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const provider = yield* Provider
    const room = yield* Room

    const mapping = sql<{ id: string; tier: AccountTier }>`SELECT id, tier FROM prices ORDER BY id`.pipe(Effect.orDie)

    const prices = yield* Cache.make({
      capacity: 1,
      timeToLive: keptFor,
      lookup: (ids: string) => provider.prices(ids === "" ? [] : ids.split("\n"))
    })

    /** What the provider tells in time; nothing where it does not. A failure is not kept. */
    const live = (ids: ReadonlyArray<string>) =>
      Cache.get(prices, ids.join("\n")).pipe(
        Effect.tapError(() => Cache.invalidate(prices, ids.join("\n"))),
        Effect.timeoutOption(patience),
        Effect.map(Option.getOrElse((): ReadonlyArray<Price> => [])),
        Effect.catch(() => Effect.succeed<ReadonlyArray<Price>>([]))
      )

    const plans = Effect.gen(function* () {
      const rows = yield* mapping
      const known = new Map((yield* live(rows.map(({ id }) => id))).map((price) => [price.priceId, price]))
      return rows
        .map(({ id, tier }): Plan => {
          const price = known.get(id)
          return {
            priceId: id,
            tier,
            name: price?.name ?? tier,
            interval: price?.interval ?? null,
            amount: price?.amount ?? null,
            currency: price?.currency ?? null
          }
        })
        .sort((a, b) => isPlan(a.tier) - isPlan(b.tier) || (a.amount ?? 0) - (b.amount ?? 0))
    }).pipe(Effect.withSpan("Billing.plans"))

    /** Gives the account the tier that its subscriptions pay for at this moment. The account's row is held. */
    const settle = Effect.fnUntraced(function* (accountId: AccountId) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql<{ status: SubscriptionStatus; tier: AccountTier | null; past_due_since: Date | null }>`
        SELECT s.status, p.tier, s.past_due_since FROM subscriptions s LEFT JOIN prices p ON p.id = s.price_id
        WHERE s.account_id = ${accountId}`
      const subscriptions = rows.map(
        ({ status, tier, past_due_since }): Subscription => ({
          status,
          tier,
          pastDueSince: past_due_since === null ? null : past_due_since.getTime()
        })
      )
      const tier = tierOf(subscriptions, now)
      const changed = yield* sql`
        UPDATE accounts SET tier = ${tier} WHERE id = ${accountId} AND tier <> ${tier} RETURNING 1`
      if (changed.length > 0) yield* room.adjust(accountId)
      return tier
    })

    /** Asks for the subscription, and writes down what is told unless somebody who asked later has written already. */
    const refreshed = Effect.fnUntraced(function* (ask: Effect.Effect<Told | null, BillingRefusal>) {
      const [number] = yield* Effect.orDie(
        sql<{ asked: number }>`SELECT nextval('subscription_asked')::float8 AS asked`
      )
      const told = yield* ask
      return { told, asked: number?.asked ?? 0 }
    })

    const write = Effect.fnUntraced(function* ({
      told,
      asked
    }: {
      readonly told: Told | null
      readonly asked: number
    }) {
      if (told === null) return null
      const now = new Date(yield* Clock.currentTimeMillis)
      const [account] = yield* sql<{ id: string }>`
        SELECT id FROM accounts WHERE customer_id = ${told.customerId} FOR UPDATE`
      if (account === undefined) return null
      yield* sql`
        INSERT INTO subscriptions AS s (id, account_id, price_id, status, past_due_since, asked)
        VALUES (${told.subscriptionId}, ${account.id}, ${told.priceId}, ${told.status},
          ${told.status === "past_due" ? now : null}, ${asked})
        ON CONFLICT (id) DO UPDATE SET price_id = EXCLUDED.price_id, status = EXCLUDED.status, asked = EXCLUDED.asked,
          past_due_since = CASE WHEN EXCLUDED.status <> 'past_due' THEN NULL
            ELSE COALESCE(s.past_due_since, EXCLUDED.past_due_since) END
        WHERE s.asked < EXCLUDED.asked`
      return yield* settle(AccountId.make(account.id))
    })

    type BillingRefusal = Effect.Error<ReturnType<typeof provider.subscription>>

    const customerOf = Effect.fnUntraced(function* (accountId: AccountId) {
      const [row] = yield* Effect.orDie(sql<{ email: string; customer_id: string | null }>`
        SELECT email, customer_id FROM accounts WHERE id = ${accountId}`)
      if (row?.customer_id != null) return row.customer_id
      const customerId = yield* provider.customer({ accountId, email: row?.email ?? "" })
      yield* Effect.orDie(sql`UPDATE accounts SET customer_id = ${customerId} WHERE id = ${accountId}`)
      return customerId
    })

    return Billing.of({
      plans,

      current: Effect.fn("Billing.current")(function* (accountId) {
        const [row] = yield* sql<{ price_id: string }>`
          SELECT s.price_id FROM subscriptions s JOIN prices p ON p.id = s.price_id
          WHERE s.account_id = ${accountId} AND s.status IN ('active', 'trialing', 'past_due') ORDER BY s.asked DESC`
        return row?.price_id ?? null
      }, Effect.orDie),

      availability: Effect.gen(function* () {
        const [row] = yield* sql<{ extension: boolean; website: boolean }>`SELECT extension, website FROM purchases`
        const open = provider.isConfigured && row !== undefined
        return { extension: open && row.extension, website: open && row.website }
      }).pipe(
        Effect.catch(() => Effect.succeed({ extension: false, website: false })),
        Effect.withSpan("Billing.availability")
      ),

      checkout: Effect.fn("Billing.checkout")(function* ({ accountId }, priceId, origin) {
        const known = (yield* mapping).some(({ id }) => id === priceId)
        if (!known) return null
        const customerId = yield* customerOf(accountId)
        const back = `${origin}${returnPath}`
        // The provider puts the checkout's id in the place of the braces.
        return yield* provider.checkout({
          customerId,
          priceId,
          done: `${back}?checkout={CHECKOUT_SESSION_ID}`,
          canceled: `${back}?canceled=true`
        })
      }),

      portal: Effect.fn("Billing.portal")(function* ({ accountId }, origin) {
        return yield* provider.portal(yield* customerOf(accountId), `${origin}${returnPath}`)
      }),

      returned: Effect.fn("Billing.returned")(function* (checkoutId) {
        const fresh = yield* refreshed(provider.checkedOut(checkoutId))
        return yield* Effect.orDie(sql.withTransaction(write(fresh)))
      }),

      receive: Effect.fn("Billing.receive")(function* (body, signature) {
        const { eventId, subscriptionId } = yield* provider.read(body, signature)
        const known = yield* Effect.orDie(sql`SELECT FROM billing_events WHERE id = ${eventId}`)
        if (known.length > 0) return
        const fresh =
          subscriptionId === null ? { told: null, asked: 0 } : yield* refreshed(provider.subscription(subscriptionId))
        const now = new Date(yield* Clock.currentTimeMillis)
        yield* Effect.gen(function* () {
          const first = yield* sql`
            INSERT INTO billing_events (id, applied_at) VALUES (${eventId}, ${now})
            ON CONFLICT DO NOTHING RETURNING 1`
          if (first.length > 0) yield* write(fresh)
        }).pipe(sql.withTransaction, Effect.orDie)
      }),

      end: Effect.fn("Billing.end")(function* (accountId) {
        const [row] = yield* Effect.orDie(sql<{ customer_id: string | null }>`
          SELECT customer_id FROM accounts WHERE id = ${accountId}`)
        if (row?.customer_id != null && provider.isConfigured) yield* provider.end(row.customer_id)
      }),

      lapse: Effect.gen(function* () {
        const now = new Date(yield* Clock.currentTimeMillis)
        const due = yield* sql<{ account_id: string }>`
          SELECT DISTINCT s.account_id FROM subscriptions s JOIN accounts a ON a.id = s.account_id
          WHERE s.status = 'past_due' AND a.tier <> 'free'`
        for (const { account_id } of due) {
          yield* Effect.andThen(
            sql`SELECT FROM accounts WHERE id = ${account_id} FOR UPDATE`,
            settle(AccountId.make(account_id))
          ).pipe(sql.withTransaction)
        }
        yield* sql`DELETE FROM billing_events WHERE applied_at < ${new Date(now.getTime() - eventDays * 86_400_000)}`
      }).pipe(Effect.orDie, Effect.withSpan("Billing.lapse")),

      setPrice: Effect.fn("Billing.setPrice")(function* (priceId, tier) {
        yield* tier === null
          ? sql`DELETE FROM prices WHERE id = ${priceId}`
          : sql`INSERT INTO prices (id, tier) VALUES (${priceId}, ${tier})
              ON CONFLICT (id) DO UPDATE SET tier = EXCLUDED.tier`
      }, Effect.orDie),

      setAvailability: Effect.fn("Billing.setAvailability")(function* ({ extension, website }) {
        yield* sql`UPDATE purchases SET extension = COALESCE(${extension ?? null}, extension),
          website = COALESCE(${website ?? null}, website)`
      }, Effect.orDie)
    })
  })
)
