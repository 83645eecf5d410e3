import { Schema, SchemaIssue } from "effect"

/** Where in a request, and what is wrong there. */
export const Issues = Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const name = (part: PropertyKey | { readonly key: PropertyKey }) => String(typeof part === "object" ? part.key : part)

/** Names that the caller made up are cut here. */
const longestPath = 200

/** A body with more faults than this is told of the first ones. */
const most = 20

/** What did not decode, in the words of an error body: paths are joined by dots, below `root`. */
export const issuesOf = ({ issue }: Schema.SchemaError, ...root: ReadonlyArray<string>): typeof Issues.Type =>
  format(issue)
    .issues.slice(0, most)
    .map(({ path, message }) => ({
      path: [...root, ...(path ?? []).map(name)].join(".").slice(0, longestPath),
      message
    }))
