/** What was done to an account, and what its programs asked. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { DeviceId, JobId, KeyId } from "../Ids.ts"
import { Moment } from "../Time.ts"
import * as Wire from "../Wire.ts"
import { cursor, id, limit, text } from "./Query.ts"
import { KeyOrSession, Scoped, SessionOnly, WellFormed } from "./Security.ts"

export const AuditAction = Schema.Literals([
  "session.started",
  "session.ended",
  "key.created",
  "key.renamed",
  "key.revoked",
  "device.linked",
  "device.unlinked",
  "connection.created",
  "connection.changed",
  "connection.revoked",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  "webhook.enabled",
  "webhook.disabled",
  "webhook.secret_rotated",
  "plan.changed"
])
export type AuditAction = typeof AuditAction.Type

export const AuditActor = Schema.Struct({
  /** By which credential it was done; `service` when nobody asked for it. */
  kind: Schema.Literals(["session", "device", "key", "service"]),
  id: Schema.NullOr(Schema.String)
})
export type AuditActor = typeof AuditActor.Type

export const AuditEntry = Schema.Struct({
  entry_id: Schema.String.annotate({ format: "uuid" }),
  occurred_at: Moment,
  action: Schema.String.annotate({
    description: `What was done: ${AuditAction.literals.join(", ")}; more may come.`,
    examples: ["key.created"]
  }),
  by: AuditActor,
  /** The IP address that asked for it. */
  address: Schema.NullOr(Schema.String),
  /** What it was done to: the id of a key, device, connection, webhook or session. */
  subject_id: Schema.NullOr(Schema.String),
  /** What that is called: the name of a key or device, the URL of a webhook, the browser of a session, the plan, of a connection the app and what it may do. */
  subject_name: Schema.NullOr(Schema.String),
  /** What it was called, or was, before. */
  previous: Schema.NullOr(Schema.String)
}).annotate({ identifier: "V2AuditEntry" })

export const RequestEntry = Schema.Struct({
  request_id: Schema.String,
  /** When the answer began. */
  occurred_at: Moment,
  method: Schema.String,
  /** The template of the path: `/api/v2/jobs/:jobId`. */
  route: Schema.String,
  /** 499 when the caller left before the answer. */
  status: Schema.Int,
  /** Of the error. */
  code: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(KeyId),
  device_id: Schema.NullOr(DeviceId),
  job_id: Schema.NullOr(JobId),
  /** The Idempotency-Key had been used before, and the answer is the job that it gave. */
  replayed: Schema.Boolean,
  duration_sec: Schema.Finite
}).annotate({ identifier: "V2RequestEntry" })

const Status = Schema.String.annotate({ description: "Answers with this status: `404`, or a class of them, `4xx`." })
  .check(Schema.isPattern(/^[1-5](?:\d\d|xx)$/))
  .annotate({
    inWords: "a status like 404, or a class of them like 4xx"
  })

export class V2Logs extends HttpApiGroup.make("v2.logs")
  .add(
    HttpApiEndpoint.get("audit", "/me/audit", {
      query: { limit: limit(100, 50), cursor },
      success: Schema.Struct({ items: Schema.Array(AuditEntry), next_cursor: Schema.NullOr(Schema.String) }),
      error: [Wire.v2(Errors.InvalidCursor)]
    })
      .annotate(OpenApi.Summary, "What was done to the account")
      .annotate(
        OpenApi.Description,
        "Of the last 90 days, newest first: sign-ins, keys, devices, connections, webhooks and the plan. 50 unless `limit` says otherwise (1 to 100)."
      )
      .middleware(SessionOnly),
    HttpApiEndpoint.get("requests", "/requests", {
      query: {
        limit: limit(100, 50),
        cursor,
        key_id: id("Requests with this API key alone."),
        request_id: text("The one request with this `X-Request-Id`."),
        status: Schema.optionalKey(Status),
        code: text("Requests that were refused with this code.")
      },
      success: Schema.Struct({ items: Schema.Array(RequestEntry), next_cursor: Schema.NullOr(Schema.String) }),
      error: [Wire.v2(Errors.InvalidCursor), Wire.v2(Errors.KeyNotFound)]
    })
      .annotate(OpenApi.Summary, "What the account's programs asked")
      .annotate(
        OpenApi.Description,
        "Requests of the last 7 days by API keys and linked devices, newest first, a moment after they were answered: route, status and code, nothing of their bodies. `status` is one like 404 or a class like 4xx. 50 unless `limit` says otherwise (1 to 100)."
      )
      .middleware(Scoped)
      .middleware(KeyOrSession)
  )
  .middleware(WellFormed)
  .prefix("/api/v2")
  .annotate(OpenApi.Title, "Logs")
  .annotate(OpenApi.Description, "What was done to the account, and what its programs asked.") {}
