import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { document } from "../Caching.ts"

const Html = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const Markdown = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/markdown; charset=utf-8" }))

const Health = Schema.Struct({ status: Schema.Literal("ok").annotate({ description: "The process answers." }) })

const Readiness = Schema.Struct({
  status: Schema.Literals(["ok", "unavailable"]).annotate({ description: "Whether requests are served." }),
  checks: Schema.Struct({
    database: Schema.Boolean.annotate({ description: "Whether the database answers." }),
    storage: Schema.Boolean.annotate({ description: "Whether files can be stored." })
  }).annotate({ description: "What serving needs." })
})

const Version = Schema.Struct({
  version: Schema.String.annotate({ description: "The version of the service." }),
  api_version: Schema.String.annotate({ description: "The version of this API, as in `/openapi.json`." }),
  commit: Schema.NullOr(Schema.String).annotate({
    description: "The commit it was built from; null where nothing tells."
  })
})

const said = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

const WebhookVector = Schema.Struct({
  name: said(Schema.String, "What is special about it."),
  secrets: said(Schema.Array(Schema.String), "The secrets that it is signed with, the webhook's own first."),
  delivery_id: said(Schema.String, "The delivery's id."),
  timestamp: said(Schema.Int, "Unix seconds of the attempt."),
  body: said(Schema.String, "The body as it is sent, byte for byte."),
  headers: said(Schema.Record(Schema.String, Schema.String), "The headers that sign it.")
})

export class Discovery extends HttpApiGroup.make("discovery")
  .add(
    HttpApiEndpoint.get("openapi", "/openapi.json", {
      success: document(
        Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "An OpenAPI 3.1 document" })
      )
    }).annotate(OpenApi.Summary, "This API as an OpenAPI 3.1 document"),
    HttpApiEndpoint.get("actions", "/openapi-actions.json", {
      success: document(
        Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "An OpenAPI 3.1 document" })
      )
    }).annotate(OpenApi.Summary, "Create, status and fetch alone as an OpenAPI 3.1 document, for AI clients"),
    HttpApiEndpoint.get("llms", "/llms.txt", {
      success: document(Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain; charset=utf-8" })))
    }).annotate(OpenApi.Summary, "What the service can do, for language models"),
    HttpApiEndpoint.get("guide", "/docs.md", { success: document(Markdown) }).annotate(
      OpenApi.Summary,
      "The documentation's first page as Markdown"
    ),
    HttpApiEndpoint.get("errorsMarkdown", "/docs/errors.md", { success: document(Markdown) }).annotate(
      OpenApi.Summary,
      "Every error code as Markdown"
    ),
    HttpApiEndpoint.get("errors", "/docs/errors", { success: document(Html) }).annotate(
      OpenApi.Summary,
      "Every error code as a page"
    ),
    HttpApiEndpoint.get("signingVectors", "/docs/signing-vectors.json", {
      success: document(
        Schema.Record(Schema.String, Schema.Unknown).annotate({
          description: "A key, and requests signed by it"
        })
      )
    }).annotate(OpenApi.Summary, "Test vectors for device signatures"),
    HttpApiEndpoint.get("webhookVectors", "/docs/webhook-vectors.json", {
      success: document(
        Schema.Array(WebhookVector).annotate({
          description: "Deliveries with their headers, signed with known secrets"
        })
      )
    }).annotate(OpenApi.Summary, "Test vectors for signatures of webhooks"),
    HttpApiEndpoint.get("health", "/healthz", { success: Health }).annotate(
      OpenApi.Summary,
      "Whether the process answers"
    ),
    HttpApiEndpoint.get("version", "/version", { success: Version }).annotate(OpenApi.Summary, "What runs here"),
    HttpApiEndpoint.get("ready", "/readyz", {
      success: Readiness,
      error: Readiness.annotate({ httpApiStatus: 503 })
    }).annotate(OpenApi.Summary, "Whether database and storage are there")
  )
  .annotate(OpenApi.Title, "Discovery and health")
  .annotate(OpenApi.Description, "Documents about the API, and probes. Never limited.") {}
