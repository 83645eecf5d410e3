/** What statements read is decoded, never asserted. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

/** `timestamptz`, which the driver hands over as a `Date`. */
export const Moment = Schema.DateTimeUtcFromDate

/**
 * The rows of a statement by their schema. A row of another shape is a defect: the statement and its schema disagree,
 * and no caller can do anything about that. (`SqlSchema` would encode a request as well; statements here are composed
 * of values that have been decoded already.)
 */
export const rowsOf = <S extends Schema.ConstraintDecoder<unknown>>(row: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(
    statement: Effect.Effect<ReadonlyArray<unknown>, E, R>
  ): Effect.Effect<ReadonlyArray<S["Type"]>, E, R> => Effect.flatMap(statement, (rows) => Effect.orDie(decode(rows)))
}

/** All of an effect or nothing of it. A statement that fails is a defect. */
export const transacting =
  ({ withTransaction }: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchTag(withTransaction(effect), "SqlError", Effect.die)

/** Statements that callers make at the same time go out as one. Two are under way at a time, so that a slow one does not hold up all. */
export const together = { most: 100, flights: 2 }

/** What callers ask, as the JSON of records that a statement reads; `n` says whose a row is. */
export const numbered = (calls: ReadonlyArray<object>) => JSON.stringify(calls.map((call, n) => ({ n, ...call })))

/** Each call's row, where it has one. */
export const inOrder =
  (calls: ReadonlyArray<unknown>) =>
  <R extends { readonly n: number }>(rows: ReadonlyArray<R>): ReadonlyArray<R | undefined> => {
    const byCall = new Map(rows.map((row) => [row.n, row]))
    return calls.map((_, n) => byCall.get(n))
  }
