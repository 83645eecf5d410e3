import { Option, Schema, SchemaGetter } from "effect"

/** A field that may be left out; `null` is the same. */
export const maybe = <S extends Schema.Top>(schema: S) =>
  Schema.optionalKey(Schema.NullOr(schema)).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional(Option.filter((value): value is S["Type"] => value !== null)),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )
