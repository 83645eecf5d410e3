import { Clock, Effect, Layer, Schedule, Schema } from "effect"
import { SecureRandom } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { IdempotencyInProgress } from "../../../schema/Errors.ts"
import { JobId } from "../../../schema/Ids.ts"
import {
  type Claim,
  Idempotency,
  type Lease,
  leaseSeconds,
  rememberedSeconds
} from "../../../src/jobs/intake/Idempotency.ts"
import { rowsOf } from "../Rows.ts"

/** What was made under a key; null while that goes on. */
const results = rowsOf(
  Schema.Struct({ job_ids: Schema.NullOr(Schema.Array(JobId)), fingerprint: Schema.NullOr(Schema.String) })
)

export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* SecureRandom

    const times = Effect.map(Clock.currentTimeMillis, (now) => ({
      now: new Date(now),
      heldUntil: new Date(now + leaseSeconds * 1_000),
      expiresAt: new Date(now + rememberedSeconds * 1_000)
    }))

    /** Takes the key when nobody has it: a new one, one that has run out, or one whose holder has died. */
    const hold = Effect.fnUntraced(function* (lease: Lease) {
      const { now, heldUntil, expiresAt } = yield* times
      const held = yield* sql`
        INSERT INTO idempotency_keys AS k (owner, key, holder, held_until, expires_at)
        VALUES (${lease.owner}, ${lease.key}, ${lease.holder}, ${heldUntil}, ${expiresAt})
        ON CONFLICT (owner, key) DO UPDATE SET
          holder = EXCLUDED.holder, held_until = EXCLUDED.held_until, expires_at = EXCLUDED.expires_at,
          job_ids = NULL, fingerprint = NULL, fingerprint_hash = NULL
        WHERE k.expires_at <= ${now} OR (k.job_ids IS NULL AND k.held_until <= ${now})
        RETURNING 1`
      return held.length > 0
    }, Effect.orDie)

    const found = (lease: Lease) =>
      results(sql`
        SELECT job_ids,
          encode(COALESCE(fingerprint_hash, sha256(convert_to(fingerprint, 'UTF8'))), 'hex') AS fingerprint
        FROM idempotency_keys WHERE owner = ${lease.owner} AND key = ${lease.key}`).pipe(
        Effect.map((rows) => rows[0]),
        Effect.orDie
      )

    const mine = (lease: Lease) =>
      sql`owner = ${lease.owner} AND key = ${lease.key} AND holder = ${lease.holder} AND job_ids IS NULL`

    const renew = (lease: Lease) =>
      Effect.flatMap(times, ({ heldUntil }) =>
        Effect.ignore(sql`UPDATE idempotency_keys SET held_until = ${heldUntil} WHERE ${mine(lease)}`)
      ).pipe(Effect.repeat(Schedule.spaced((leaseSeconds * 1_000) / 3)))

    const claim = Effect.fn("Idempotency.claim")(function* (owner: Lease["owner"], key: string) {
      const lease: Lease = { owner, key, holder: yield* random.uuidV7() }
      const held = yield* Effect.acquireRelease(hold(lease), (held) =>
        held ? Effect.ignore(sql`DELETE FROM idempotency_keys WHERE ${mine(lease)}`) : Effect.void
      )
      if (held) {
        yield* Effect.forkScoped(renew(lease))
        return { _tag: "First", lease } satisfies Claim
      }
      const first = yield* found(lease)
      if (first?.job_ids == null || first.fingerprint === null) return yield* new IdempotencyInProgress()
      return { _tag: "Repeat", jobIds: first.job_ids, fingerprint: first.fingerprint } satisfies Claim
    })

    const settle: Idempotency["Service"]["settle"] = Effect.fn("Idempotency.settle")(function* (lease, result) {
      const settled = yield* sql`
        UPDATE idempotency_keys SET job_ids = ${JSON.stringify(result.jobIds)}::jsonb,
          fingerprint_hash = decode(${result.fingerprint}, 'hex')
        WHERE ${mine(lease)} RETURNING 1`.pipe(Effect.orDie)
      if (settled.length === 0) return yield* new IdempotencyInProgress()
    })

    return Idempotency.of({ claim, settle })
  })
)
