import type { JobStatus } from "../../schema/Job.ts"

/** How often a job may be started before it is given up as `engine_crashed`. */
export const maxAttempts = 3

/** A canceled or deleted job is remembered this long, for repeated calls. */
export const tombstoneSeconds = 30 * 86_400

/** Jobs in these states hold a slot. */
export const isActive = (status: JobStatus): boolean => status === "queued" || status === "processing"

/** Nothing will happen to the job any more by itself. */
export const isEnded = (status: JobStatus): boolean => !isActive(status)

/** Only a tombstone is left. */
export const isGone = (status: JobStatus): boolean => status === "canceled" || status === "deleted"

/** What DELETE makes of a job: active ones are canceled, ended ones deleted, tombstones stay what they are. */
export const removed = (status: JobStatus): "canceled" | "deleted" =>
  isActive(status) || status === "canceled" ? "canceled" : "deleted"
