/** What statements read is decoded, never asserted. */
import { Effect, Schema } from "effect"

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
