import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** A page for a person. */
export const page = (status: number, description: string) =>
  Schema.String.pipe(
    HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }),
    Schema.annotate({ description, httpApiStatus: status })
  )
