import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** What nobody but the caller may keep: every answer of the API itself, as opposed to documents about it. */
export const isPrivate = (path: string): boolean =>
  /^\/(?:api\/v2|jobs|settings|register|link|mcp|oauth)(?:\/|$)/.test(path)

/** How long a client may keep a result: for as long as it asks whether it is still there. */
export const kept = { etag: Schema.String, "cache-control": Schema.Literal("private, no-cache") }

/** Names what the client has. */
export const ifNoneMatch = {
  "if-none-match": Schema.optionalKey(
    Schema.String.annotate({ description: "The `ETag` that the client has: if it is still that, the answer is 304." })
  )
}

/** In place of a result that the client has. */
export const unchanged = HttpApiSchema.WithHeaders(HttpApiSchema.Empty(304), kept).annotate({
  description: "The client has it already: If-None-Match names it"
})

/** A result in JSON, which the client may keep. */
export const keptJson = <S extends Schema.Top>(schema: S) =>
  [HttpApiSchema.WithHeaders(schema, kept), unchanged] as const

const revalidated = { etag: Schema.String, "cache-control": Schema.Literal("no-cache") }

/** A document for anybody, which a client may keep for as long as it asks whether it has changed. */
export const document = <S extends Schema.Top>(schema: S) =>
  [
    HttpApiSchema.WithHeaders(schema, revalidated),
    HttpApiSchema.WithHeaders(HttpApiSchema.Empty(304), revalidated).annotate({
      description: "The client has it already: If-None-Match names it"
    })
  ] as const
