/** Environment variables that are more than a string. A bad value stops the start with a message that names it. */
import { Config, Effect, Redacted, Schema, SchemaGetter, SchemaIssue } from "effect"

/** A whole number that is not below `minimum`. */
export const wholeNumber = (name: string, minimum: number) =>
  Config.schema(
    Schema.FiniteFromString.check(
      Schema.isInt({ message: `${name} is not a whole number` }),
      Schema.isGreaterThanOrEqualTo(minimum, { message: `${name} is below ${minimum}` })
    ),
    name
  )

/** What the service signs and seals with. HS256 needs a key of at least its hash's size (RFC 7518, section 3.2). */
export const serviceSecret = (name: string) =>
  Config.schema(
    Schema.Redacted(
      Schema.String.check(Schema.isMinLength(32, { message: `${name} must be at least 32 characters long` }))
    ),
    name
  ).pipe(Config.map((value) => new TextEncoder().encode(Redacted.value(value))))

/** A comma-separated list of at least so many items, each read by `parse`. A wrong item is named, and what it is to be: `kind`. */
export const list = <A>(name: string, kind: string, parse: (item: string) => A | undefined, atLeast = 1) =>
  Config.schema(
    Schema.String.pipe(
      Schema.decodeTo(Schema.Array(Schema.Unknown), {
        decode: SchemaGetter.transformEffect((text: string) =>
          Effect.forEach(
            text
              .split(",")
              .map((item) => item.trim())
              .filter((item) => item !== ""),
            (item) => {
              const value = parse(item)
              return value === undefined
                ? Effect.fail(new SchemaIssue.InvalidValue({ message: `${name}: "${item}" is not ${kind}` }, text))
                : Effect.succeed(value as unknown)
            }
          )
        ),
        encode: SchemaGetter.forbidden(() => "decode only")
      }),
      Schema.check(Schema.isMinLength(atLeast, { message: `${name} names nothing` }))
    ),
    name
  ).pipe(Config.map((items) => items as ReadonlyArray<A>))
