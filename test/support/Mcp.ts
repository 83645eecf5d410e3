/** A client of the MCP endpoint that says what it is told to, in either era. Results must fit their tool's schema. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Effect } from "effect"
import { prefix } from "../../schema/mcp/ToolSet.ts"
import { definitions, type ToolName } from "../../schema/Tools.ts"
import { bearer } from "./Account.ts"
import * as Service from "./Service.ts"

export const path = "/api/v2/mcp"

/** The extension that makes jobs tasks. */
export const tasks = "io.modelcontextprotocol/tasks"

type Params = Record<string, unknown>

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
formats.default(ajv)

const validators = new Map<unknown, ValidateFunction>(
  definitions.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema as object)])
)

/** An answer as it came; a result that differs from what `tools/list` says of its tool is a defect. */
const checked = (params: Params) => (answer: Service.Answer) => {
  const validate = validators.get(params["name"])
  const { structuredContent } = answer.json?.result ?? {}
  return structuredContent === undefined || validate === undefined || validate(structuredContent)
    ? Effect.succeed(answer)
    : Effect.die(new Error(`${params["name"]}: ${ajv.errorsText(validate.errors)}`))
}

/** A body, whatever it is. */
export const post = (secret: string, body: unknown, headers: Record<string, string> = {}) =>
  Service.plain(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...bearer(secret), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

/** What a request of the era that begins with `initialize` is answered. */
export const legacy = (secret: string, method: string, params: Params = {}) =>
  post(secret, { jsonrpc: "2.0", id: 1, method, params }).pipe(
    Effect.flatMap(checked(params)),
    Effect.map(({ json }) => json)
  )

/** A call of a tool in that era: its result, or the error of the protocol. */
export const tool = (secret: string, name: ToolName, args: Params = {}) =>
  Effect.map(
    legacy(secret, "tools/call", { name: `${prefix}${name}`, arguments: args }),
    (answer) => answer.result ?? answer.error
  )

/** What a request of 2026-07-28 says of itself. */
export const modernMeta = (extensions: Params = {}) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { extensions }
})

export const modernHeaders = (method: string, name?: string) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name === undefined ? {} : { "mcp-name": name })
})

/** A request of 2026-07-28. */
export const modern = (secret: string, method: string, params: Params = {}, extensions: Params = {}) =>
  post(
    secret,
    { jsonrpc: "2.0", id: "a", method, params: { ...params, _meta: modernMeta(extensions) } },
    modernHeaders(method, (params["name"] ?? params["taskId"]) as string | undefined)
  ).pipe(Effect.flatMap(checked(params)))

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

export const upload = (secret: string, bytes: Uint8Array, args: Params = {}) =>
  tool(secret, "create_job_from_upload", { content_base64: base64(bytes), ...args })

export const until = (secret: string, jobId: string, status: string) =>
  Effect.gen(function* () {
    for (;;) {
      const { structuredContent } = yield* tool(secret, "get_job", { job_id: jobId })
      if (structuredContent.status === status) return
    }
  })

/** The job once it has ended; it must not wait for the test's clock. */
export const ended = (secret: string, jobId: string) =>
  Effect.map(tool(secret, "get_job", { job_id: jobId, wait_seconds: 50 }), ({ structuredContent }) => structuredContent)
