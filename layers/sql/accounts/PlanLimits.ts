import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../../schema/Ids.ts"
import { AccountTier } from "../../../src/accounts/Accounts.ts"
import { fitted, type Occupant, PlanLimits } from "../../../src/accounts/PlanLimits.ts"
import { Tiers } from "../../../src/accounts/Tiers.ts"
import { deliveryDue } from "../../postgres/Notifications.ts"
import { rowsOf } from "../Rows.ts"

const plans = rowsOf(Schema.Struct({ tier: AccountTier }))

/** Keys and webhooks are told apart by their table. */
const occupantRows = rowsOf(
  Schema.Struct({ kind: Schema.Literals(["api_keys", "webhooks"]), id: Schema.String, is_enabled: Schema.Boolean })
)

const misfitAccounts = rowsOf(Schema.Struct({ account_id: AccountId }))

/** Why a key or webhook is disabled that its plan has no room for. */
const planLimit = "plan_limit"

export const layer = Layer.effect(
  PlanLimits,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tiers = yield* Tiers

    /** What counts towards a limit of the plan, or would if there were room. */
    const occupants = (at: Date) =>
      sql`SELECT account_id, 'api_keys' AS kind, id, created_at, disabled_at IS NULL AS is_enabled FROM api_keys
        WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${at})
          AND (disabled_at IS NULL OR disabled_reason = ${planLimit})
        UNION ALL
        SELECT account_id, 'webhooks', id, created_at, disabled_at IS NULL FROM webhooks
        WHERE disabled_at IS NULL OR disabled_reason = ${planLimit}`

    const disable = (table: "api_keys" | "webhooks", ids: ReadonlyArray<string>, at: Date) =>
      ids.length === 0
        ? Effect.void
        : sql`UPDATE ${sql(table)} SET disabled_at = ${at}, disabled_reason = ${planLimit} WHERE ${sql.in("id", ids)}`

    const enable = (table: "api_keys" | "webhooks", ids: ReadonlyArray<string>) =>
      ids.length === 0
        ? Effect.void
        : sql`UPDATE ${sql(table)} SET disabled_at = NULL, disabled_reason = NULL WHERE ${sql.in("id", ids)}`

    const adjust = Effect.fnUntraced(function* (accountId: AccountId) {
      const at = yield* DateTime.nowAsDate
      const [account] = yield* plans(sql`SELECT tier FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`)
      if (account === undefined) return
      const { apiKeys, webhooks } = tiers[account.tier]
      const rows = yield* occupantRows(sql`
        SELECT kind, id, is_enabled FROM (${occupants(at)}) AS o WHERE account_id = ${accountId} ORDER BY created_at, id`)
      for (const [table, limit] of [
        ["api_keys", apiKeys ?? 0],
        ["webhooks", webhooks]
      ] as const) {
        const own = rows.filter(({ kind }) => kind === table)
        const { over, back } = fitted(
          own.map(({ id, is_enabled }): Occupant => ({ id, isEnabled: is_enabled })),
          limit
        )
        yield* disable(table, over, at)
        yield* enable(table, back)
        if (table === "webhooks" && back.length > 0) yield* sql`SELECT pg_notify(${deliveryDue}, 'due')`
      }
    })

    /** How many of each kind the tiers have room for. */
    const limits = JSON.stringify(
      Object.entries(tiers).flatMap(([tier, { apiKeys, webhooks }]) => [
        { tier, kind: "api_keys", room: apiKeys ?? 0 },
        { tier, kind: "webhooks", room: webhooks }
      ])
    )

    return PlanLimits.of({
      adjust: Effect.fn("PlanLimits.adjust")(adjust, Effect.orDie),

      adjustAll: Effect.gen(function* () {
        const misfits = yield* misfitAccounts(sql`
          SELECT DISTINCT a.id AS account_id
          FROM (
            SELECT account_id, kind, count(*) FILTER (WHERE is_enabled) AS enabled, count(*) AS wanted
            FROM (${occupants(yield* DateTime.nowAsDate)}) AS o GROUP BY account_id, kind
          ) AS c
          JOIN accounts a ON a.id = c.account_id
          JOIN jsonb_to_recordset(${limits}::jsonb) AS l (tier text, kind text, room int)
            ON l.tier = a.tier AND l.kind = c.kind
          WHERE c.enabled > l.room OR c.enabled < LEAST(c.wanted, l.room)`)
        for (const { account_id } of misfits) yield* sql.withTransaction(adjust(account_id))
      }).pipe(Effect.orDie, Effect.withSpan("PlanLimits.adjustAll"))
    })
  })
)
