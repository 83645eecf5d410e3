/** A job as a task of the extension `io.modelcontextprotocol/tasks`. */
import { DateTime } from "effect"
import type { Job } from "../jobs/Job.ts"
import { isActive } from "../jobs/Status.ts"
import type { Json } from "./Rpc.ts"

/** Milliseconds between two looks at a task. */
const pollIntervalMs = 2_000

const message = ({ status, pages, pagesDone, error }: Job) =>
  status === "error"
    ? (error?.message ?? "The conversion failed")
    : status === "processing" && pages !== null
      ? `${pagesDone} of ${pages} pages are converted`
      : `The job is ${status}`

/** What of a task is always told. It lives as long as the job's result. */
export const task = (job: Job): Json => ({
  taskId: job.jobId,
  status: isActive(job.status) ? "working" : job.status === "canceled" ? "cancelled" : "completed",
  statusMessage: message(job),
  createdAt: DateTime.formatIso(job.createdAt),
  lastUpdatedAt: DateTime.formatIso(job.statusSince),
  ttlMs: job.expiresAt === null ? null : DateTime.toEpochMillis(job.expiresAt) - DateTime.toEpochMillis(job.createdAt),
  pollIntervalMs
})
