/** Places in a list of jobs, as text that clients hand back. */
import { DateTime, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { InvalidCursor } from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"
import type { Job } from "./Job.ts"
import type { Position } from "./Jobs.ts"

const isJobId = Schema.is(JobId)

/** The place of a job: what comes after it is the next page. */
export const cursorAt = ({ createdAt, jobId }: Job): string =>
  Base64Url.encode(`${DateTime.toEpochMillis(createdAt)}.${jobId}`)

export const position = (cursor: string): Result.Result<Position, InvalidCursor> => {
  const text = Result.getOrElse(Base64Url.decodeString(cursor), () => "")
  const [, createdAt = "", jobId = ""] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return isJobId(jobId) ? Result.succeed({ createdAt: Number(createdAt), jobId }) : Result.fail(new InvalidCursor())
}
