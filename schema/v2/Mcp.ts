import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { mcpPath as agentPath } from "../oauth/Paths.ts"
import * as Wire from "../Wire.ts"
import { AgentOnly, FromAllowedOrigin, KeyAlone, WellFormed } from "./Security.ts"

/** Where agents send their messages. */
export const mcpPath = "/api/v2/mcp"

const Fields = Schema.Record(Schema.String, Schema.Unknown)

const Id = Schema.Union([Schema.String, Schema.Int])

const Protocol = Schema.Literal("2.0").annotate({ description: "The version of JSON-RPC." })

const JsonRpcRequest = Schema.Struct({
  jsonrpc: Protocol,
  id: Schema.optionalKey(
    Id.annotate({ description: "Comes back with the answer; a message without one is a notification and gets none." })
  ),
  method: Schema.String.annotate({ description: "What is asked, like `tools/call`." }),
  params: Schema.optionalKey(Fields.annotate({ description: "What the method takes." }))
}).annotate({ identifier: "JsonRpcRequest" })

const JsonRpcResult = Schema.Struct({
  jsonrpc: Protocol,
  id: Id.annotate({ description: "That of the request." }),
  result: Fields.annotate({ description: "What the method gives." })
}).annotate({
  identifier: "JsonRpcResult"
})

const JsonRpcError = Schema.Struct({
  jsonrpc: Protocol,
  id: Schema.optionalKey(
    Schema.NullOr(Id).annotate({ description: "That of the request; null or absent where it could not be read." })
  ),
  error: Schema.Struct({
    code: Schema.Int.annotate({ description: "The kind of failure, as JSON-RPC and MCP number them." }),
    message: Schema.String.annotate({ description: "What went wrong, for people." }),
    data: Schema.optionalKey(Schema.Unknown).annotateKey({ description: "What more is known of it." })
  }).annotate({ description: "Why there is no result." })
}).annotate({ identifier: "JsonRpcError" })

const message = {
  payload: JsonRpcRequest,
  success: [Schema.Union([JsonRpcResult, JsonRpcError]), HttpApiSchema.Accepted],
  error: [
    JsonRpcError.annotate({ httpApiStatus: 400, description: "2026-07-28: headers, version or envelope" }),
    JsonRpcError.annotate({ httpApiStatus: 403, description: "2026-07-28: a task that the key may not touch" }),
    JsonRpcError.annotate({ httpApiStatus: 404, description: "2026-07-28: no such method" }),
    Wire.v2(Errors.FileTooLarge)
  ]
} as const

const summary = "Send one message of the Model Context Protocol"

/** For clients that sign in, and for keys. */
export class Mcp extends HttpApiGroup.make("mcp")
  .add(
    HttpApiEndpoint.post("call", "/", { ...message, error: [...message.error, Wire.v2(Errors.MissingScope)] })
      .annotate(OpenApi.Summary, summary)
      .annotate(
        OpenApi.Description,
        "As `/api/v2/mcp`, for clients that sign in: the `401` says where (RFC 9728). It takes access tokens of our authorization server, meant for this address, and API keys. A tool that the token's scopes do not allow is `403` with `insufficient_scope`."
      )
  )
  .middleware(AgentOnly)
  .middleware(FromAllowedOrigin)
  .middleware(WellFormed)
  .prefix(agentPath)
  .annotate(OpenApi.Title, "MCP for clients that sign in")
  .annotate(OpenApi.Description, "The hosted MCP endpoint, for agents that connect by OAuth.") {}

export class V2Mcp extends HttpApiGroup.make("v2.mcp")
  .add(
    HttpApiEndpoint.post("call", "/", message)
      .annotate(OpenApi.Summary, summary)
      .annotate(
        OpenApi.Description,
        "Streamable HTTP without sessions and with JSON answers, for revisions 2025-03-26 to 2025-11-25 and 2026-07-28. Methods: initialize, ping, tools/list, tools/call; in 2026-07-28 server/discover, tools/list, tools/call, and tasks/get, tasks/update, tasks/cancel of the extension io.modelcontextprotocol/tasks. Each tool needs the scope of the request that it stands for; a failed call is a result with isError. A body may be as large as a file of the plan in base64."
      )
  )
  .middleware(KeyAlone)
  .middleware(FromAllowedOrigin)
  .middleware(WellFormed)
  .prefix(mcpPath)
  .annotate(OpenApi.Title, "MCP")
  .annotate(OpenApi.Description, "The hosted MCP endpoint, for agents.") {}
