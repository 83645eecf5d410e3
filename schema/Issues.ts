import { Schema } from "effect"

/** Where in a request, and what is wrong there. */
export const Issues = Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
