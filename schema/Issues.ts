import { Schema } from "effect"

/** Where in a request, and what is wrong there. */
export const Issues = Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))

/** How bodies are read: up to the first issue, with the value in which it is, which is then looked through for all others. */
export const lenient = { errors: "first", reportInput: true, onExcessProperty: "ignore" } as const

/** The same, where a name that is not known is a mistake. */
export const strict = { ...lenient, onExcessProperty: "error" } as const
