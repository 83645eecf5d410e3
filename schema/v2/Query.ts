/** What stands in the query of an address, and what clients are told of it. */
import { Schema, SchemaGetter } from "effect"

interface Told {
  readonly description: string
  /** What it takes, where bounds do not say all. */
  readonly inWords?: string
  /** What holds without it. */
  readonly default?: number
}

/**
 * A whole number: digits in the address, a number here. `contentSchema` says to readers of the OpenAPI document what the
 * digits stand for; `openapi/Parameters.ts` puts it in the place of the text.
 */
export const whole = (minimum: number, maximum: number, { description, inWords, ...rest }: Told) =>
  Schema.String.annotate({ description, contentSchema: { type: "integer", minimum, maximum, ...rest } })
    .check(
      Schema.isPattern(/^(?:0|[1-9]\d{0,8})$/),
      Schema.makeFilter((digits) => Number(digits) >= minimum && Number(digits) <= maximum)
    )
    .pipe(
      Schema.decodeTo(Schema.Finite, { decode: SchemaGetter.Number(), encode: SchemaGetter.String() }),
      Schema.annotate({ inWords: inWords ?? `a whole number from ${minimum} to ${maximum}` })
    )

/** Any text, which its rule reads. */
export const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

/** The id of something of the account. */
export const id = (description: string) => Schema.optionalKey(Schema.String.annotate({ description, format: "uuid" }))

/** How many items come in one answer. */
export const limit = (maximum: number, standard: number) =>
  Schema.optionalKey(whole(1, maximum, { description: "How many come in one answer.", default: standard }))

export const cursor = text("`next_cursor` of the answer before, for what comes after it.")

/** Where the next answer of a list begins. */
export const nextCursor = Schema.NullOr(Schema.String).annotate({
  description: "What to ask with as `cursor` for what comes after; null at the end."
})

export const idempotencyKey = {
  "idempotency-key": text(
    "1 to 255 printable ASCII characters: the same request with the same key makes nothing twice within 24 hours."
  )
}
