/** What was done to an account, and what its programs asked. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../Errors.ts"
import { DeviceId, JobId, KeyId } from "../Ids.ts"
import { moment } from "../Time.ts"
import * as Wire from "../Wire.ts"
import { cursor, id, limit, nextCursor } from "./Query.ts"
import { KeyOrSession, Scoped, SessionOnly, WellFormed } from "./Security.ts"
import { isText } from "./Text.ts"

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
  kind: Schema.Literals(["session", "device", "key", "service"]).annotate({
    description: "The kind of credential; `service` when nobody asked for it."
  }),
  id: Schema.NullOr(Schema.String).annotate({ description: "Which session, device or key; null for `service`." })
})
export type AuditActor = typeof AuditActor.Type

export const AuditEntry = Schema.Struct({
  entry_id: Schema.String.annotate({
    format: "uuid",
    description: "The entry's own id; later entries have greater ones."
  }),
  occurred_at: moment("When it was done."),
  action: Schema.String.annotate({
    description: `What was done: ${AuditAction.literals.join(", ")}; more may come.`,
    examples: ["key.created"]
  }),
  by: AuditActor.annotate({ description: "By which credential it was done." }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "The IP address that asked for it; null where none did or it is not known."
  }),
  subject_id: Schema.NullOr(Schema.String).annotate({
    description:
      "The id of the key, device, connection, webhook or session that it was done to; null where there is none."
  }),
  subject_name: Schema.NullOr(Schema.String).annotate({
    description:
      "What that is called: the name of a key or device, the URL of a webhook, the browser of a session, the plan, of a connection the app and what it may do; null without a name."
  }),
  previous: Schema.NullOr(Schema.String).annotate({
    description: "What it was called, or was, before; null where nothing was replaced."
  })
}).annotate({ identifier: "V2AuditEntry" })

export const RequestEntry = Schema.Struct({
  request_id: Schema.String.annotate({ description: "`X-Request-Id` of the answer." }),
  occurred_at: moment("When the answer began."),
  method: Schema.String.annotate({ description: "The HTTP method, like `POST`." }),
  route: Schema.String.annotate({ description: "The template of the path, like `/api/v2/jobs/:jobId`." }),
  status: Schema.Int.annotate({ description: "The HTTP status; 499 when the caller left before the answer." }),
  code: Schema.NullOr(Schema.String).annotate({ description: "The code of the error; null where there was none." }),
  key_id: Schema.NullOr(KeyId).annotate({ description: "The API key that asked; null where it was a device." }),
  device_id: Schema.NullOr(DeviceId).annotate({ description: "The device that asked; null where it was a key." }),
  job_id: Schema.NullOr(JobId).annotate({ description: "The job that was made or asked for; null without one." }),
  replayed: Schema.Boolean.annotate({
    description: "Whether the Idempotency-Key had been used before, so that the answer is the job that it gave."
  }),
  duration_sec: Schema.Finite.annotate({ description: "Seconds from the request to its answer." })
}).annotate({ identifier: "V2RequestEntry" })

const Status = Schema.String.annotate({ description: "Answers with this status: `404`, or a class of them, `4xx`." })
  .check(Schema.isPattern(/^[1-5](?:\d\d|xx)$/))
  .annotate({
    inWords: "a status like 404, or a class of them like 4xx"
  })

const named = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }).check(...isText))

export class V2Logs extends HttpApiGroup.make("v2.logs")
  .add(
    HttpApiEndpoint.get("audit", "/me/audit", {
      query: { limit: limit(100, 50), cursor },
      success: Schema.Struct({
        items: Schema.Array(AuditEntry).annotate({ description: "The entries, newest first." }),
        next_cursor: nextCursor
      }),
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
        key_id: id("Requests with this API key alone, also when it has been revoked; none with one that is unknown."),
        request_id: named("The one request with this `X-Request-Id`."),
        status: Schema.optionalKey(Status),
        code: named("Requests that were refused with this code.")
      },
      success: Schema.Struct({
        items: Schema.Array(RequestEntry).annotate({ description: "The requests, newest first." }),
        next_cursor: nextCursor
      }),
      error: [Wire.v2(Errors.InvalidCursor)]
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
