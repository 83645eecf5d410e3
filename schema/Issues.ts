import { Schema } from "effect"

/** Where in a request, and what is wrong there. */
export const Issues = Schema.Array(
  Schema.Struct({
    path: Schema.String.annotate({ description: "Where in the request, like `body.options.tables` or `query.limit`." }),
    message: Schema.String.annotate({ description: "What is wrong there and what is allowed, for people." })
  })
).annotate({ description: "All that is wrong with the request, each with its place." })

/** How bodies are read: up to the first issue, with the value in which it is, which is then looked through for all others. */
export const lenient = { errors: "first", reportInput: true, onExcessProperty: "ignore" } as const

/** The same, where a name that is not known is a mistake. */
export const strict = { ...lenient, onExcessProperty: "error" } as const
