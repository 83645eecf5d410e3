import { Schema } from "effect"

/** A moment: RFC 3339, UTC, with milliseconds (`2026-03-01T12:00:00.000Z`). */
export const Moment = Schema.DateTimeUtcFromString.pipe(
  Schema.annotate({ inWords: "a time like 2026-03-01T12:00:00.000Z" }),
  Schema.annotateEncoded({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] })
)
export type Moment = typeof Moment.Type

/** A moment, and what happens in it, for readers of the API's documents. */
export const moment = (description: string) => Moment.pipe(Schema.annotateEncoded({ description }))

/** The same, which may be null. */
export const momentOrNull = (description: string) => Schema.NullOr(Moment).annotate({ description })
