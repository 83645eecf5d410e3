import { hasProperty, isTagged } from "effect/Predicate"

/**
 * PostgreSQL is unreachable, stopping, starting, out of connections, memory or disk, or takes nothing for now, as a standby
 * does (SQLSTATE classes 08, 53 and 58, 57P01 to 57P03, 25006).
 */
const sqlState = /^(?:08...|25006|53...|57P0[123]|58...)$/

/** How deep an error's causes are looked through. */
const depth = 6

const says = (error: unknown, levels: number): boolean =>
  levels > 0 &&
  (isTagged(error, "ConnectionError") ||
    (hasProperty(error, "code") && typeof error.code === "string" && sqlState.test(error.code)) ||
    (hasProperty(error, "reason") && says(error.reason, levels - 1)) ||
    (hasProperty(error, "cause") && says(error.cause, levels - 1)))

/** The database or the file store is not there just now: nothing was done, and asking again later may help. */
export const isOutage = (error: unknown): boolean =>
  isTagged(error, "StoreUnavailable") || (isTagged(error, "SqlError") && says(error, depth))
