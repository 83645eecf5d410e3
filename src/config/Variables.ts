/** Environment variables that are more than a string. A bad value stops the start with a message that names it. */
import { Config, Effect, Schema, SchemaGetter, SchemaIssue } from "effect"

/** A whole number that is not below `minimum`. */
export const wholeNumber = (name: string, minimum: number) =>
  Config.schema(
    Schema.FiniteFromString.check(
      Schema.isInt({ message: `${name} is not a whole number` }),
      Schema.isGreaterThanOrEqualTo(minimum, { message: `${name} is below ${minimum}` })
    ),
    name
  )

/** A comma-separated list of at least so many items, each read by `parse`; what is wrong with an item names it. */
export const list = <A>(name: string, parse: (item: string) => A | undefined, atLeast = 1) =>
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
                ? Effect.fail(new SchemaIssue.InvalidValue({ message: `${name}: "${item}" is not valid` }, text))
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
