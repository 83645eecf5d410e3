/** The revisions of the protocol that are spoken, and what requests of 2026-07-28 must say about themselves. */
import { Result } from "effect"
import { Base64 } from "effect/encoding"
import { isReadonlyObject } from "effect/Predicate"
import { codes, type Envelope, type Failure, invalid, type Json, object, protocolPrefix } from "./Rpc.ts"

export const modern = "2026-07-28"

/** Newest first. */
export const legacy = ["2025-11-25", "2025-06-18", "2025-03-26"] as const

export const supported: ReadonlyArray<string> = [modern, ...legacy]

export const tasksExtension = "io.modelcontextprotocol/tasks"

/** What the headers of a request say; an absent one is undefined. */
export interface Headers {
  readonly version: string | undefined
  readonly method: string | undefined
  readonly name: string | undefined
  readonly session?: string | undefined
}

export const isLegacy = (version: unknown) => legacy.some((known) => known === version)

const declared = (params: Json): unknown => object(params["_meta"])[`${protocolPrefix}protocolVersion`]

/** A request goes by the modern rules when it says a version that is not of the other era. */
export const eraOf = (params: Json, headers: Headers): Envelope["era"] => {
  const said = declared(params)
  return (said !== undefined && !isLegacy(said)) || headers.version === modern ? "modern" : "legacy"
}

export const unsupported = (requested: unknown): Failure => ({
  code: codes.version,
  message: "Unsupported protocol version",
  data: { supported, requested },
  status: 400
})

const mismatch = (header: string): Failure => ({
  code: codes.headerMismatch,
  message: `Header mismatch: ${header} is missing or does not match the body`,
  status: 400
})

/** A header's value; clients wrap in Base64 what is not plain ASCII. */
const unwrapped = (value: string): string => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  return encoded === undefined ? value : Result.getOrElse(Base64.decodeString(encoded), () => value)
}

/** What the header `Mcp-Name` repeats of the body, by method. */
const named: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId"
}

const nameOf = (method: string, params: Json): unknown =>
  Object.hasOwn(named, method) ? params[named[method]!] : undefined

const unsaid = (what: string): Failure => ({ ...invalid(`_meta must say ${protocolPrefix}${what}`), status: 400 })

/** What is wrong with the headers and the metadata of a modern request. */
export const unfit = (method: string, params: Json, headers: Headers): Failure | undefined => {
  const version = declared(params)
  if (version === undefined) return unsaid("protocolVersion")
  if (headers.version === undefined || headers.version !== version) return mismatch("MCP-Protocol-Version")
  if (version !== modern) return unsupported(version)
  if (headers.method !== method) return mismatch("Mcp-Method")
  const name = nameOf(method, params)
  if (typeof name === "string" && (headers.name === undefined || unwrapped(headers.name) !== name)) {
    return mismatch("Mcp-Name")
  }
  if (!isReadonlyObject(object(params["_meta"])[`${protocolPrefix}clientCapabilities`])) {
    return unsaid("clientCapabilities")
  }
  return undefined
}

/** The first revision whose clients know links to resources in results. */
const linked = "2025-06-18"

/**
 * Whether requests of this revision say it in a header. Those of older ones repeat the id of a session instead: it holds
 * their revision, so that any node knows it and keeps nothing.
 */
export const saysRevision = (version: string) => version >= linked

/** The id of a session of the revision. */
export const sessionOf = (version: string, unique: string) => `${version}.${unique}`

const revisionIn = (session: string | undefined) =>
  legacy.find((version) => session?.startsWith(`${version}.`) === true)

/** Whether the client knows links: one of an older revision refuses a whole result for one. */
export const takesLinks = ({ era }: Envelope, { version, session }: Headers) =>
  era === "modern" || (version ?? revisionIn(session) ?? linked) >= linked

/** Whether the client of a modern request takes a task for a result. */
export const takesTasks = (params: Json) =>
  isReadonlyObject(
    object(object(object(params["_meta"])[`${protocolPrefix}clientCapabilities`])["extensions"])[tasksExtension]
  )
