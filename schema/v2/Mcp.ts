import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"
import { FromAllowedOrigin, KeyOnly, WellFormed } from "./Security.ts"

/** Where agents send their messages. */
export const mcpPath = "/api/v2/mcp"

const Fields = Schema.Record(Schema.String, Schema.Unknown)

const Id = Schema.Union([Schema.String, Schema.Int])

const JsonRpcRequest = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  /** A message without one is a notification, and gets no answer. */
  id: Schema.optionalKey(Id),
  method: Schema.String,
  params: Schema.optionalKey(Fields)
}).annotate({ identifier: "JsonRpcRequest" })

const JsonRpcResult = Schema.Struct({ jsonrpc: Schema.Literal("2.0"), id: Id, result: Fields }).annotate({
  identifier: "JsonRpcResult"
})

const JsonRpcError = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optionalKey(Schema.NullOr(Id)),
  error: Schema.Struct({
    code: Schema.Int,
    message: Schema.String,
    data: Schema.optionalKey(Schema.Unknown)
  })
}).annotate({ identifier: "JsonRpcError" })

export class V2Mcp extends HttpApiGroup.make("v2.mcp")
  .add(
    HttpApiEndpoint.post("call", "/", {
      payload: JsonRpcRequest,
      success: [Schema.Union([JsonRpcResult, JsonRpcError]), HttpApiSchema.Accepted],
      error: [
        JsonRpcError.annotate({ httpApiStatus: 400, description: "2026-07-28: headers, version or envelope" }),
        JsonRpcError.annotate({ httpApiStatus: 403, description: "2026-07-28: a task that the key may not touch" }),
        JsonRpcError.annotate({ httpApiStatus: 404, description: "2026-07-28: no such method" }),
        Wire.v2(Errors.FileTooLarge)
      ]
    })
      .annotate(OpenApi.Summary, "Send one message of the Model Context Protocol")
      .annotate(
        OpenApi.Description,
        "Streamable HTTP without sessions and with JSON answers, for revisions 2025-03-26 to 2025-11-25 and 2026-07-28. Methods: initialize, ping, tools/list, tools/call; in 2026-07-28 server/discover, tools/list, tools/call, and tasks/get, tasks/update, tasks/cancel of the extension io.modelcontextprotocol/tasks. Each tool needs the scope of the request that it stands for; a failed call is a result with isError. A body may be as large as a file of the plan in base64."
      )
  )
  .middleware(KeyOnly)
  .middleware(FromAllowedOrigin)
  .middleware(WellFormed)
  .prefix(mcpPath)
  .annotate(OpenApi.Title, "MCP")
  .annotate(OpenApi.Description, "The hosted MCP endpoint, for agents.") {}
