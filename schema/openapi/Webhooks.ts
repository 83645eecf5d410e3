/** Writes into the OpenAPI document what the service itself sends: its events, by their names. */
import { Schema } from "effect"
import { JobEvent, WebhookEvent } from "../Webhook.ts"

const meaning: Readonly<Record<JobEvent, string>> = {
  "job.ready": "A job became ready: its Markdown can be downloaded.",
  "job.error": "A job ended in error.",
  "job.truncated": "A ready job's result has only the pages that fitted its time budget. Comes beside job.ready.",
  "job.deleted": "A job was canceled, deleted, or its result expired."
}

const text = { type: "string" }

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: text
})

const headers = [
  header("X-SVC-Event", "The event."),
  header("X-SVC-Timestamp", "Unix seconds of this attempt."),
  header("X-SVC-Delivery", "The delivery's id, the same over all attempts."),
  header(
    "X-SVC-Signature",
    "`sha256=` and the lower-case hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the whole secret."
  ),
  header("webhook-id", "As X-SVC-Delivery (Standard Webhooks 1.0)."),
  header("webhook-timestamp", "As X-SVC-Timestamp."),
  header("webhook-signature", "`v1,` and base64; two of them, space-separated, within 24 hours of a rotation.")
]

const { schema, definitions } = Schema.toJsonSchemaDocument(WebhookEvent)

const body = JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/")) as unknown

const operation = (event: JobEvent) => ({
  post: {
    operationId: `webhook.${event}`,
    summary: meaning[event],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: {
      "2XX": { description: "Taken. Deliveries may come more than once: go by their id." },
      "410": { description: "No more: the endpoint is disabled." },
      default: { description: "Anything else, redirects included, is a failure and is tried again." }
    }
  }
})

type Json = Readonly<Record<string, unknown>>

/** The document with the events. */
export const withWebhooks = (document: Json): Record<string, unknown> => {
  const components = (document["components"] ?? {}) as Json
  const named = JSON.parse(JSON.stringify(definitions).replaceAll("#/$defs/", "#/components/schemas/")) as Json
  return {
    ...document,
    webhooks: Object.fromEntries(JobEvent.literals.map((event) => [event, operation(event)])),
    components: { ...components, schemas: { ...named, ...((components["schemas"] ?? {}) as Json) } }
  }
}
