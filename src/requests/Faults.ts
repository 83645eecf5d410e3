/** What is wrong with a request, and where. */
import { type Schema, SchemaIssue } from "effect"
import { InvalidRequest } from "../../schema/Errors.ts"
import type { Issues } from "../../schema/Issues.ts"

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

/** One fault that no schema finds. */
export const malformed = (path: string, message: string) =>
  new InvalidRequest({ message: `${path}: ${message}`, issues: [{ path, message }] })
