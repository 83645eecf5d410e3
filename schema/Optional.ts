import { Option, Schema, SchemaGetter } from "effect"

/** A field that may be left out; `null` is the same. Its description is that of the schema, unless it is given. */
export const maybe = <S extends Schema.Top>(schema: S, description?: string) =>
  Schema.optionalKey(Schema.NullOr(schema).annotate(description === undefined ? {} : { description })).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional(Option.filter((value): value is S["Type"] => value !== null)),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )
