/** What is wrong with a request, where, and in words for the people who write it. */
import { Result, Schema, type SchemaAST, SchemaIssue } from "effect"
import { InvalidRequest, InvalidSetting } from "../../schema/Errors.ts"
import type { Issues } from "../../schema/Issues.ts"
import { nearest } from "./Near.ts"
import { pathsOf, wordsAt } from "./Words.ts"

export interface Fault {
  readonly path: ReadonlyArray<string>
  readonly kind: "missing" | "unknown" | "null" | "wrong"
  readonly message: string
}

/** Names that the caller made up are cut here. */
const longestPath = 200

/** A request with more faults than this is told of the first ones. */
export const most = 20

type Leaf = Pick<Fault, "path" | "kind"> & { readonly isText: boolean }

/** Where a value did not decode; `isText` where it was not even what the format says. */
const leavesOf = (issue: SchemaIssue.Issue, path: ReadonlyArray<string>): ReadonlyArray<Leaf> => {
  switch (issue._tag) {
    case "Pointer":
      return leavesOf(issue.issue, [...path, ...issue.path.map(String)])
    case "Filter":
    case "Encoding":
      return leavesOf(issue.issue, path)
    case "Composite":
    case "AnyOf":
      return issue.issues.length > 0
        ? issue.issues.flatMap((one) => leavesOf(one, path))
        : [{ path, kind: "wrong", isText: false }]
    case "MissingKey":
      return [{ path, kind: "missing", isText: false }]
    case "UnexpectedKey":
      return [{ path, kind: "unknown", isText: false }]
    default: {
      const isNull = SchemaIssue.hasInput(issue) && issue.input === null
      return [{ path, kind: isNull ? "null" : "wrong", isText: issue._tag === "InvalidValue" && path.length === 0 }]
    }
  }
}

const messageOf = ({ path, kind, isText }: Leaf, schema: Schema.Top) => {
  if (kind === "missing") return "is missing"
  if (kind !== "unknown") return isText ? "The body is not JSON" : `must be ${wordsAt(schema, path) ?? "absent"}`
  const hint = nearest(path, pathsOf(schema, path))
  return `is not known here${hint === undefined ? "" : `; did you mean ${hint.join(".")}?`}`
}

/** A value that holds more values than this is told of its first fault alone: looking for all of them takes too long. */
const mostValues = 4_000

const isSmall = (value: unknown): boolean => {
  const open = [value]
  for (let seen = 0; open.length > 0; seen++) {
    if (seen + open.length > mostValues) return false
    const one = open.pop()
    if (typeof one !== "object" || one === null) continue
    const within = Array.isArray(one) ? one : Object.values(one)
    if (within.length > mostValues) return false
    open.push(...within)
  }
  return true
}

/** Everything that is wrong with a small value; with a large one, what the schema came upon first. */
const issueOf = ({ issue }: Schema.SchemaError, schema: Schema.Top, options: SchemaAST.ParseOptions) => {
  if (!SchemaIssue.hasInput(issue) || !isSmall(issue.input)) return issue
  const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { ...options, errors: "all" })
  const all = decode(issue.input)
  return Result.isFailure(all) ? all.failure.issue : issue
}

/** What is wrong with a value that the schema does not take as it was read with `options`, once for each place. */
export const faultsOf = (
  error: Schema.SchemaError,
  schema: Schema.Top,
  options: SchemaAST.ParseOptions
): ReadonlyArray<Fault> => {
  const issue = issueOf(error, schema, options)
  const leaves = new Map(leavesOf(issue, []).map((leaf) => [leaf.path.join("."), leaf]))
  return [...leaves.values()]
    .slice(0, most)
    .map((leaf) => ({ path: leaf.path, kind: leaf.kind, message: messageOf(leaf, schema) }))
}

/** Addresses are kept in logs, so a secret does not belong there. */
const remedy = (path: string): string =>
  path === "query.password" ? "; send it in the body, since addresses are kept in logs" : ""

/** Faults in the words of an error body: paths are joined by dots, below `root`. */
export const issuesOf = (faults: ReadonlyArray<Fault>, ...root: ReadonlyArray<string>): typeof Issues.Type =>
  faults.map(({ path, message }) => {
    const at = [...root, ...path].join(".").slice(0, longestPath)
    return { path: at, message: `${message}${remedy(at)}` }
  })

/** What is wrong, in one sentence. */
const summary = (issues: typeof Issues.Type) => issues.map(({ path, message }) => `${path}: ${message}`).join("; ")

export const invalid = (issues: typeof Issues.Type) => new InvalidRequest({ message: summary(issues), issues })

export const invalidSetting = (issues: typeof Issues.Type) => new InvalidSetting({ message: summary(issues), issues })

/** One fault that no schema finds. */
export const malformed = (path: string, message: string) => invalid([{ path, message }])

/** What faults of a part of a request are refused with. */
export type Refusal<E> = (faults: ReadonlyArray<Fault>, root: string) => E | InvalidRequest

/** Refuses with the code of the one kind that all faults are of, with `invalid_request` when there is none. */
export const refusing =
  <E>(
    ...kinds: ReadonlyArray<{
      readonly is: (fault: Fault) => boolean
      readonly refuse: (faults: ReadonlyArray<Fault>, root: string) => E
    }>
  ): Refusal<E> =>
  (faults, root) => {
    const kind = kinds.find(({ is }) => faults.every(is))
    return kind === undefined ? invalid(issuesOf(faults, root)) : kind.refuse(faults, root)
  }

export const plainly: Refusal<never> = refusing()
