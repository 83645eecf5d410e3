import { Effect, Schema } from "effect"

/** A failure of this status and code; the title is its message where it is given no other. */
export const failure =
  <Self>() =>
  <const Code extends string, const Fields extends Schema.Struct.Fields = Record<never, never>>(
    status: number,
    code: Code,
    title: string,
    fields: Fields = {} as Fields
  ) =>
    Schema.TaggedError<Self>()(
      code,
      { message: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(title))), ...fields },
      { httpApiStatus: status, title }
    )

/** What an item of a batch may be refused for says which item, counted from 0. */
export const item = {
  index: Schema.optionalKey(
    Schema.Int.annotate({ description: "Which item of a batch it is, counted from 0; absent where there is no batch." })
  )
}

/** How long to wait. */
export const Seconds = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
  description: "Seconds to wait before the next request."
})
