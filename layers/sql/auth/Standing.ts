import { DateTime, Effect, Layer, Option, Schema, Stream, SubscriptionRef } from "effect"
import { SqlClient } from "effect/sql"
import { type Actor, TierName } from "../../../schema/Actor.ts"
import { AccountId } from "../../../schema/Ids.ts"
import { Standing } from "../../../src/auth/Standing.ts"
import { credentialEnded, Notifications } from "../../postgres/Notifications.ts"
import { goodKey } from "../GoodKey.ts"
import { rowsOf } from "../Rows.ts"

const holders = rowsOf(Schema.Struct({ account_id: Schema.NullOr(AccountId), tier: TierName }))

/** What ended between the check of a credential and the beginning of its wait is among as many of the last ones. */
const remembered = 100

const idOf = (actor: Actor) =>
  actor.kind === "session" ? actor.sessionId : actor.kind === "device" ? actor.deviceId : actor.keyId

export const layer = Layer.effect(
  Standing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications
    const lastEnded = yield* SubscriptionRef.make<ReadonlyArray<string>>([])

    yield* notifications.on(credentialEnded).pipe(
      Stream.runForEach((id) => SubscriptionRef.update(lastEnded, (ids) => [...ids, id].slice(-remembered))),
      Effect.forkScoped
    )

    const row = (actor: Actor, now: Date) => {
      if (actor.kind === "session") {
        return sql`SELECT 1 FROM sessions WHERE id = ${actor.sessionId} AND expires_at > ${now}`
      }
      if (actor.kind === "device") return sql`SELECT 1 FROM devices WHERE id = ${actor.deviceId} AND blocked_at IS NULL`
      return goodKey(sql, actor, now)
    }

    const holds = Effect.fn("Standing.holds")(function* (actor: Actor) {
      const now = yield* DateTime.nowAsDate
      return (yield* row(actor, now)).length > 0
    }, Effect.orDie)

    return Standing.of({
      holds,

      asNow: Effect.fn("Standing.asNow")(function* (actor) {
        if (actor.kind !== "device") return (yield* holds(actor)) ? Option.some(actor) : Option.none()
        const [holder] = yield* holders(sql`
          SELECT d.account_id, COALESCE(a.tier, 'anonymous') AS tier FROM devices d
          LEFT JOIN accounts a ON a.id = d.account_id WHERE d.id = ${actor.deviceId} AND d.blocked_at IS NULL`)
        return Option.map(Option.fromNullishOr(holder), ({ account_id: accountId, tier }) => ({
          ...actor,
          accountId,
          tier
        }))
      }, Effect.orDie),

      isUnchanged: Effect.fn("Standing.isUnchanged")(function* (actor) {
        const now = yield* DateTime.nowAsDate
        const same =
          actor.kind === "device"
            ? sql`${row(actor, now)} AND account_id IS NOT DISTINCT FROM ${actor.accountId}::uuid`
            : row(actor, now)
        return (yield* same).length > 0
      }, Effect.orDie),

      // What ended may have been given back since: a device is unblocked, a plan has room for its keys again.
      ended: (actor) =>
        SubscriptionRef.changes(lastEnded).pipe(
          Stream.filter((ids) => ids.includes(idOf(actor))),
          Stream.mapEffect(() => holds(actor)),
          Stream.takeWhile((isLetIn) => isLetIn),
          Stream.runDrain
        )
    })
  })
)
