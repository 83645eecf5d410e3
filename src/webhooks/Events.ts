/** Which events a job's change is, who is told, and in which words. */
import { DateTime, Schema } from "effect"
import { type DeliveryId, JobId } from "../../schema/Ids.ts"
import type { JobError, JobStatus } from "../../schema/Job.ts"
import { type JobEvent, WebhookEvent } from "../../schema/Webhook.ts"

/** What of a job is told. */
export interface Told {
  readonly jobId: JobId
  readonly status: JobStatus
  readonly pages: number | null
  readonly truncated: boolean
  readonly externalId: string | null
  readonly tags: ReadonlyArray<string>
  readonly expiresAt: number | null
  readonly error: JobError | null
}

/** The events that a job is the subject of as it takes its status, in their order. */
export const eventsOf = ({ status, truncated }: Pick<Told, "status" | "truncated">): ReadonlyArray<JobEvent> => {
  switch (status) {
    case "ready":
      return truncated ? ["job.ready", "job.truncated"] : ["job.ready"]
    case "error":
      return ["job.error"]
    case "canceled":
    case "deleted":
      return ["job.deleted"]
    case "queued":
    case "processing":
      return []
  }
}

/** Whether a filter takes the event; an empty one takes all. */
export const isWanted = (filter: ReadonlyArray<JobEvent>, event: JobEvent): boolean =>
  filter.length === 0 || filter.includes(event)

const encode = Schema.encodeSync(WebhookEvent)

/** One event as one receiver is told of it. */
interface Occurrence {
  readonly event: JobEvent
  readonly deliveryId: DeliveryId
  readonly occurredAt: number
  readonly sequence: number
  /** The canonical origin. */
  readonly baseUrl: string
  readonly isTest?: boolean
  readonly job: Told
}

/** The body, byte for byte as every attempt sends it. */
export const body = ({ event, deliveryId, occurredAt, sequence, baseUrl, isTest = false, job }: Occurrence): string =>
  JSON.stringify(
    encode({
      event,
      delivery_id: deliveryId,
      occurred_at: DateTime.makeUnsafe(occurredAt),
      sequence,
      base_url: baseUrl,
      ...(isTest ? { test: true as const } : {}),
      job: {
        job_id: job.jobId,
        status: job.status,
        pages: job.pages,
        truncated: job.truncated,
        ...(job.status === "ready" ? { download_url: `/api/v2/jobs/${job.jobId}/download` } : {}),
        external_id: job.externalId,
        tags: job.tags,
        expires_at: job.expiresAt === null ? null : DateTime.makeUnsafe(job.expiresAt),
        error: job.error
      }
    })
  )

/** The id of the job in a sample; there is none of it. */
const sampleJob = JobId.make("01890000-0000-7000-8000-000000000000")

/** What a sample of an event says. */
export const sample = (event: JobEvent, now: number): Told => ({
  jobId: sampleJob,
  status: event === "job.error" ? "error" : event === "job.deleted" ? "deleted" : "ready",
  pages: event === "job.error" ? null : 12,
  truncated: event === "job.truncated",
  externalId: "sample",
  tags: ["sample"],
  expiresAt: now + 48 * 3_600_000,
  error: event === "job.error" ? { code: "corrupt_pdf", message: "The file is damaged" } : null
})
