import type { SqlClient } from "effect/sql"
import type { KeyActor } from "../../schema/Actor.ts"

/** A row while the key, or the connection that acts as one, is good. */
export const goodKey = (sql: SqlClient.SqlClient, { keyId, isConnection }: KeyActor, now: Date) =>
  isConnection === true
    ? sql`SELECT 1 FROM connections WHERE id = ${keyId}`
    : sql`SELECT 1 FROM api_keys WHERE id = ${keyId} AND revoked_at IS NULL AND disabled_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now})`
