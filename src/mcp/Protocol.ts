/**
 * The Model Context Protocol as JSON-RPC 2.0, without state: what a message asks for, and how it is answered. Two eras
 * share the endpoint: the revisions that begin with `initialize`, and 2026-07-28, whose requests say their version each.
 */
import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { isReadonlyObject } from "effect/Predicate"
import { issuesOf } from "../../schema/Issues.ts"
import { type Arguments, definitions, type ToolName, toolOf, tools } from "../../schema/Tools.ts"

export const modern = "2026-07-28"

/** Newest first. */
export const legacy = ["2025-11-25", "2025-06-18", "2025-03-26"] as const

export const supported: ReadonlyArray<string> = [modern, ...legacy]

export const tasksExtension = "io.modelcontextprotocol/tasks"

/** Milliseconds for which a client may keep the list of tools. */
const listTtlMs = 300_000

const protocolPrefix = "io.modelcontextprotocol/"

export const codes = {
  parse: -32_700,
  envelope: -32_600,
  method: -32_601,
  params: -32_602,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  version: -32_022
} as const

export type Json = Readonly<Record<string, unknown>>

/** What the headers of a request say; an absent one is undefined. */
export interface Headers {
  readonly version: string | undefined
  readonly method: string | undefined
  readonly name: string | undefined
}

export type Id = string | number

/** Who is answered, and by which rules. */
export interface Envelope {
  readonly era: "legacy" | "modern"
  /** Null when it could not be read. */
  readonly id: Id | null
}

export interface Reply {
  readonly status: number
  readonly body: Json
}

/** A call of a tool whose arguments have been read. */
export type Call = {
  readonly [Name in ToolName]: { readonly tool: Name; readonly arguments: Arguments<Name> }
}[ToolName]

/** What a message comes to. */
export type Message =
  | { readonly _tag: "Reply"; readonly reply: Reply }
  | { readonly _tag: "Notification" }
  | { readonly _tag: "Call"; readonly envelope: Envelope; readonly call: Call; readonly takesTasks: boolean }
  | {
      readonly _tag: "Task"
      readonly envelope: Envelope
      readonly action: "get" | "update" | "cancel"
      readonly taskId: string
    }

interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: Json
  /** Of the answer in the modern era; the legacy one always answers 200. */
  readonly status?: number
}

/** The server as it names itself. */
export interface Server {
  readonly name: string
  readonly title: string
  readonly version: string
}

export const instructions =
  "Converts PDF documents to Markdown. 1. create_job_from_url (or create_job_from_upload) gives a job. 2. get_job with wait_seconds 50, again until status is ready or error. 3. get_markdown, again with offset = next_offset until that is null. 4. delete_job when the result is no longer needed. Jobs take slots while they are queued or processing: slots_full clears as jobs end, quota_exceeded only at reset_at. Results are deleted at expires_at."

export const failed = ({ era, id }: Envelope, { code, message, data, status = 200 }: Failure): Reply => ({
  status: era === "legacy" ? 200 : status,
  body: {
    jsonrpc: "2.0",
    ...(era === "modern" && id === null ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) }
  }
})

export const succeeded = ({ era, id }: Envelope, { name, title, version }: Server, result: Json): Reply => ({
  status: 200,
  body: {
    jsonrpc: "2.0",
    id,
    result:
      era === "legacy"
        ? result
        : {
            resultType: "complete",
            ...result,
            _meta: { ...object(result["_meta"]), [`${protocolPrefix}serverInfo`]: { name, title, version } }
          }
  }
})

const object = (value: unknown): Json => (isReadonlyObject(value) ? value : {})

/** A header's value; clients wrap in Base64 what is not plain ASCII. */
const unwrapped = (value: string): string => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  return encoded === undefined ? value : Result.getOrElse(Base64.decodeString(encoded), () => value)
}

const isId = (id: unknown): id is Id => typeof id === "string" || Number.isSafeInteger(id)

const isLegacy = (version: unknown) => legacy.some((known) => known === version)

const declared = (params: Json): unknown => object(params["_meta"])[`${protocolPrefix}protocolVersion`]

/** A request goes by the modern rules when it says a version that is not of the other era. */
const eraOf = (params: Json, headers: Headers): Envelope["era"] => {
  const said = declared(params)
  return (said !== undefined && !isLegacy(said)) || headers.version === modern ? "modern" : "legacy"
}

const unsupported = (requested: unknown): Failure => ({
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

const invalid = (message: string, data?: Json): Failure => ({
  code: codes.params,
  message,
  ...(data === undefined ? {} : { data })
})

/** What the body has that the header `Mcp-Name` repeats. */
const nameOf = (method: string, params: Json): unknown =>
  method === "tools/call" ? params["name"] : method.startsWith("tasks/") ? params["taskId"] : undefined

/** What is wrong with the headers and the metadata of a modern request. */
const unfit = (method: string, params: Json, headers: Headers): Failure | undefined => {
  const version = declared(params)
  if (headers.version === undefined || headers.version !== version) return mismatch("MCP-Protocol-Version")
  if (version !== modern) return unsupported(version)
  if (headers.method !== method) return mismatch("Mcp-Method")
  const name = nameOf(method, params)
  if (typeof name === "string" && (headers.name === undefined || unwrapped(headers.name) !== name)) {
    return mismatch("Mcp-Name")
  }
  if (!isReadonlyObject(object(params["_meta"])[`${protocolPrefix}clientCapabilities`])) {
    return { ...invalid(`_meta must say ${protocolPrefix}clientCapabilities`), status: 400 }
  }
  return undefined
}

const takesTasks = (params: Json) =>
  isReadonlyObject(
    object(object(object(params["_meta"])[`${protocolPrefix}clientCapabilities`])["extensions"])[tasksExtension]
  )

const decoders = Object.fromEntries(
  Object.entries(tools).map(([name, { input }]) => [
    name,
    Schema.decodeUnknownResult(input as Schema.Codec<unknown, unknown>, { onExcessProperty: "error", errors: "all" })
  ])
)

/** What a tool without arguments is given all the same: the empty struct takes anything. */
const superfluous = (tool: ToolName, given: Json) =>
  (Object.keys(tools[tool].input.fields).length > 0 ? [] : Object.keys(given)).map((name) => ({
    path: `arguments.${name}`,
    message: "Unexpected argument"
  }))

const call = (params: Json): Result.Result<Call, Failure> => {
  const tool = toolOf(params["name"])
  if (tool === undefined) return Result.fail(invalid("Unknown tool"))
  const given = params["arguments"] ?? {}
  if (!isReadonlyObject(given)) return Result.fail(invalid("arguments must be an object"))
  const issues = superfluous(tool, given)
  if (issues.length > 0) return Result.fail(invalid("Invalid arguments", { issues }))
  const decoded = decoders[tool]!(given)
  return Result.isSuccess(decoded)
    ? Result.succeed({ tool, arguments: decoded.success } as Call)
    : Result.fail(invalid("Invalid arguments", { issues: issuesOf(decoded.failure, "arguments") }))
}

const initialized = (params: Json, serverInfo: Server): Json => ({
  protocolVersion: isLegacy(params["protocolVersion"]) ? params["protocolVersion"] : legacy[0],
  capabilities: { tools: { listChanged: false } },
  serverInfo,
  instructions
})

const discovered = {
  supportedVersions: supported,
  capabilities: { tools: {}, extensions: { [tasksExtension]: {} } },
  instructions,
  ttlMs: listTtlMs,
  cacheScope: "private"
}

/** The methods that need nothing but the request. */
const answered = (envelope: Envelope, server: Server, method: string, params: Json): Json | Failure | undefined => {
  const isModern = envelope.era === "modern"
  if (method === "tools/list") {
    if (params["cursor"] !== undefined) return invalid("The cursor is not valid")
    return { tools: definitions, ...(isModern ? { ttlMs: listTtlMs, cacheScope: "private" } : {}) }
  }
  if (isModern) return method === "server/discover" ? discovered : undefined
  if (method === "ping") return {}
  if (method !== "initialize") return undefined
  return typeof params["protocolVersion"] === "string"
    ? initialized(params, server)
    : invalid("protocolVersion is missing")
}

const isFailure = (answer: Json | Failure): answer is Failure => "code" in answer && "message" in answer

const taskActions = { "tasks/get": "get", "tasks/update": "update", "tasks/cancel": "cancel" } as const

const requested = (envelope: Envelope, server: Server, method: string, params: Json): Message => {
  const fail = (failure: Failure): Message => ({ _tag: "Reply", reply: failed(envelope, failure) })
  const answer = answered(envelope, server, method, params)
  if (answer !== undefined) {
    return isFailure(answer) ? fail(answer) : { _tag: "Reply", reply: succeeded(envelope, server, answer) }
  }
  if (method === "tools/call") {
    const read = call(params)
    return Result.isFailure(read)
      ? fail(read.failure)
      : { _tag: "Call", envelope, call: read.success, takesTasks: envelope.era === "modern" && takesTasks(params) }
  }
  if (envelope.era === "modern" && Object.hasOwn(taskActions, method)) {
    if (!takesTasks(params)) {
      const requiredCapabilities = { extensions: { [tasksExtension]: {} } }
      const message = "Missing required client capability"
      return fail({ code: codes.missingCapability, message, data: { requiredCapabilities }, status: 400 })
    }
    const { taskId } = params
    if (typeof taskId !== "string") return fail(invalid("taskId is missing"))
    return { _tag: "Task", envelope, action: taskActions[method as keyof typeof taskActions], taskId }
  }
  return fail({ code: codes.method, message: "Method not found", status: 404 })
}

/** What the text of a body asks for. Total: whatever the text is, there is an answer. */
export const read = (text: string, headers: Headers, server: Server): Message => {
  const era = headers.version === modern ? "modern" : "legacy"
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    const failure = { code: codes.parse, message: "The body is not JSON", status: 400 }
    return { _tag: "Reply", reply: failed({ era, id: null }, failure) }
  }
  const body = object(message)
  const id = isId(body["id"]) ? body["id"] : null
  const { method, params = {} } = body
  const wrong = (failure: string): Message => ({
    _tag: "Reply",
    reply: failed({ era, id }, { code: codes.envelope, message: `Invalid Request: ${failure}`, status: 400 })
  })
  if (!isReadonlyObject(message)) return wrong("the body is not one JSON-RPC message")
  if (body["jsonrpc"] !== "2.0") return wrong('jsonrpc must be "2.0"')
  if (typeof method !== "string") return wrong("method must be a string")
  if (!isReadonlyObject(params)) return wrong("params must be an object")
  const isNotification = !Object.hasOwn(body, "id")
  if (!isNotification && id === null) return wrong("id must be a string or an integer")

  const envelope: Envelope = { era: eraOf(params, headers), id }
  if (envelope.era === "legacy" && headers.version !== undefined && !isLegacy(headers.version)) {
    return { _tag: "Reply", reply: { ...failed(envelope, unsupported(headers.version)), status: 400 } }
  }
  if (isNotification) return { _tag: "Notification" }
  const unfitness = envelope.era === "modern" ? unfit(method, params, headers) : undefined
  return unfitness === undefined
    ? requested(envelope, server, method, params)
    : { _tag: "Reply", reply: failed(envelope, unfitness) }
}
