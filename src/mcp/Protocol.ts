/**
 * The Model Context Protocol as JSON-RPC 2.0, without state: what a message asks for, and how it is answered. Two eras
 * share the endpoint: the revisions that begin with `initialize`, and 2026-07-28, whose requests say their version each.
 */
import { Result } from "effect"
import { isReadonlyObject } from "effect/Predicate"
import type { ToolSet } from "../../schema/mcp/ToolSet.ts"
import { definitions, tools } from "../../schema/Tools.ts"
import { type Call, reading } from "./Arguments.ts"
import {
  eraOf,
  type Headers,
  isLegacy,
  legacy,
  modern,
  saysRevision,
  supported,
  takesLinks,
  takesTasks,
  tasksExtension,
  unfit,
  unsupported
} from "./Revisions.ts"
import {
  codes,
  type Envelope,
  type Failure,
  failed,
  type Id,
  invalid,
  isFailure,
  type Json,
  object,
  type Reply,
  type Server,
  succeeded
} from "./Rpc.ts"

/** Milliseconds for which a client may keep the list of tools. */
const listTtlMs = 300_000

/** What a server has to offer. */
export interface Catalogue<Tools extends ToolSet> {
  readonly definitions: typeof definitions
  readonly instructions: string
  readonly call: (params: Json) => Result.Result<Call<Tools>, Failure>
  /** Whether jobs are tasks for clients that take them. */
  readonly hasTasks: boolean
}

/** What a message comes to. */
export type Message<Tools extends ToolSet = typeof tools> =
  | {
      readonly _tag: "Reply"
      readonly reply: Reply
      /** The revision that was agreed on, where the client's requests will not say it. */
      readonly unsaid?: string
    }
  | { readonly _tag: "Notification" }
  | {
      readonly _tag: "Call"
      readonly envelope: Envelope
      readonly call: Call<Tools>
      readonly takesLinks: boolean
      readonly takesTasks: boolean
    }
  | {
      readonly _tag: "Task"
      readonly envelope: Envelope
      readonly action: "get" | "update" | "cancel"
      readonly taskId: string
    }

export const instructions =
  "Converts PDF documents to Markdown, with tools whose names begin with pdf_to_markdown_. 1. create_job_from_url gives a job; for a file on a computer create_upload gives a curl line that does. 2. get_job with wait_seconds 50, again until status is ready or error. 3. get_markdown, again with offset = next_offset until that is null; in a long document search_markdown finds a phrase with its pages and get_blocks reads a page. 4. delete_job when the result is no longer needed. Jobs take slots while they are queued or processing: slots_full clears as jobs end, quota_exceeded only at reset_at; on rate_limited wait retry_after seconds. Results are deleted at expires_at."

const initialized = (params: Json, serverInfo: Server, instructions: string): Json => ({
  protocolVersion: isLegacy(params["protocolVersion"]) ? params["protocolVersion"] : legacy[0],
  capabilities: { tools: { listChanged: false } },
  serverInfo,
  instructions
})

const discovered = <Tools extends ToolSet>({ instructions, hasTasks }: Catalogue<Tools>): Json => ({
  supportedVersions: supported,
  capabilities: { tools: {}, ...(hasTasks ? { extensions: { [tasksExtension]: {} } } : {}) },
  instructions,
  ttlMs: listTtlMs,
  cacheScope: "private"
})

/** The methods that need nothing but the request. */
const answered = <Tools extends ToolSet>(
  catalogue: Catalogue<Tools>,
  envelope: Envelope,
  server: Server,
  method: string,
  params: Json
): Json | Failure | undefined => {
  const isModern = envelope.era === "modern"
  if (method === "tools/list") {
    if (params["cursor"] !== undefined) return invalid("The cursor is not valid")
    return { tools: catalogue.definitions, ...(isModern ? { ttlMs: listTtlMs, cacheScope: "private" } : {}) }
  }
  if (isModern) return method === "server/discover" ? discovered(catalogue) : undefined
  if (method === "ping") return {}
  if (method !== "initialize") return undefined
  return typeof params["protocolVersion"] === "string"
    ? initialized(params, server, catalogue.instructions)
    : invalid("protocolVersion is missing")
}

const taskActions = { "tasks/get": "get", "tasks/update": "update", "tasks/cancel": "cancel" } as const

const requested = <Tools extends ToolSet>(
  catalogue: Catalogue<Tools>,
  envelope: Envelope,
  server: Server,
  method: string,
  params: Json,
  headers: Headers
): Message<Tools> => {
  const fail = (failure: Failure): Message<Tools> => ({ _tag: "Reply", reply: failed(envelope, failure) })
  const answer = answered(catalogue, envelope, server, method, params)
  if (answer !== undefined) {
    if (isFailure(answer)) return fail(answer)
    const agreed = answer["protocolVersion"]
    const unsaid = typeof agreed === "string" && !saysRevision(agreed) ? { unsaid: agreed } : {}
    return { _tag: "Reply", reply: succeeded(envelope, server, answer), ...unsaid }
  }
  if (method === "tools/call") {
    const isTasked = catalogue.hasTasks && envelope.era === "modern" && takesTasks(params)
    const read = catalogue.call(params)
    return Result.isFailure(read)
      ? fail(read.failure)
      : {
          _tag: "Call",
          envelope,
          call: read.success,
          takesLinks: takesLinks(envelope, headers),
          takesTasks: isTasked
        }
  }
  if (catalogue.hasTasks && envelope.era === "modern" && Object.hasOwn(taskActions, method)) {
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

const isId = (id: unknown): id is Id => typeof id === "string" || Number.isSafeInteger(id)

/** A client's answer to a request that nobody made here: it is taken in silence, since an answer is never answered. */
const isResponse = (body: Json) =>
  Object.hasOwn(body, "id") &&
  !Object.hasOwn(body, "method") &&
  Object.hasOwn(body, "result") !== Object.hasOwn(body, "error")

/** What the text of a body asks for. Total: whatever the text is, there is an answer. */
export const readBy =
  <Tools extends ToolSet>(catalogue: Catalogue<Tools>) =>
  (text: string, headers: Headers, server: Server): Message<Tools> => {
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
    const wrong = (failure: string): Message<Tools> => ({
      _tag: "Reply",
      reply: failed({ era, id }, { code: codes.envelope, message: `Invalid Request: ${failure}`, status: 400 })
    })
    if (!isReadonlyObject(message)) return wrong("the body is not one JSON-RPC message")
    if (body["jsonrpc"] !== "2.0") return wrong('jsonrpc must be "2.0"')
    if (isResponse(body)) return { _tag: "Notification" }
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
      ? requested(catalogue, envelope, server, method, params, headers)
      : { _tag: "Reply", reply: failed(envelope, unfitness) }
  }

/** Of the hosted endpoint. */
export const read = readBy({ definitions, instructions, call: reading(tools), hasTasks: true })
