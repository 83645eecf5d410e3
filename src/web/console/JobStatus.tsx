/** A job's state, as it is shown wherever a job is. */
import type { V2Job } from "../../../schema/Job.ts"
import { Badge } from "./parts/Parts.tsx"
import { text } from "./strings.ts"

const words = text.jobs

export type Job = typeof V2Job.Encoded

const kinds = {
  queued: "busy",
  processing: "busy",
  ready: "good",
  error: "bad",
  canceled: "idle",
  deleted: "idle"
} as const

export const isActive = ({ status }: Job) => status === "queued" || status === "processing"

export const Status = ({ job }: { readonly job: Job }) => (
  <>
    <Badge kind={kinds[job.status]}>{words.statuses[job.status]}</Badge>
    {job.truncated ? <Badge kind="bad">{words.truncated}</Badge> : null}
    {job.error === null ? null : <span class="quiet">{text.documentErrors[job.error.code] ?? job.error.message}</span>}
  </>
)
