import { Schema } from "effect"

/** A moment: RFC 3339, UTC, with milliseconds (`2026-03-01T12:00:00.000Z`). */
export const Moment = Schema.DateTimeUtcFromString.pipe(
  Schema.annotate({ inWords: "a time like 2026-03-01T12:00:00.000Z" }),
  Schema.annotateEncoded({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] })
)
export type Moment = typeof Moment.Type
