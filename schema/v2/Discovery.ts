import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { document } from "../Caching.ts"

const Html = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" }))

const Markdown = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/markdown; charset=utf-8" }))

const Health = Schema.Struct({ status: Schema.Literal("ok") })

const Readiness = Schema.Struct({
  status: Schema.Literals(["ok", "unavailable"]),
  checks: Schema.Struct({ database: Schema.Boolean, storage: Schema.Boolean })
})

const Version = Schema.Struct({
  /** Of the service. */
  version: Schema.String,
  /** Of this API, as in `/openapi.json`. */
  api_version: Schema.String,
  /** Null where nothing tells. */
  commit: Schema.NullOr(Schema.String)
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
        Schema.Array(Schema.Unknown).annotate({
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
