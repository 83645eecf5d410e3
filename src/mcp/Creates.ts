/** The tools that create jobs. */
import { Effect, Redacted } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import type { MissingScope, QuotaExceeded, SlotsFull } from "../../schema/Errors.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { Tiers } from "../accounts/Tiers.ts"
import { admitted, creates, Rates } from "../auth/Rates.ts"
import * as Intake from "../jobs/intake/Intake.ts"
import { type Labels, type Received, single } from "../jobs/intake/Submission.ts"
import type { Job } from "../jobs/Job.ts"
import { retentionOf } from "../jobs/Terms.ts"
import { results, type ToolResult } from "./Result.ts"
import type { Upload } from "./Upload.ts"

/** Why an upload need not be stored. */
export type Unwanted = MissingScope | SlotsFull | QuotaExceeded

/** What a create came to. */
export interface Created {
  readonly result: ToolResult
  /** The job that the call has made, or would have made again. */
  readonly job: Job
  /** Whether the upload is a job's file now. */
  readonly isTaken: boolean
}

const labelsOf = (
  { external_id, tags, options, password, retention_sec }: Arguments<"create_job_from_url" | "create_job_from_upload">,
  { longestRetentionSec }: Intake.Admission
) =>
  Effect.map(
    Effect.fromResult(retentionOf(retention_sec, longestRetentionSec, "arguments.retention_sec")),
    (retentionSec): Labels => ({
      externalId: external_id ?? null,
      tags: tags ?? [],
      options: options ?? {},
      callback: null,
      password: password === undefined ? null : Redacted.make(password),
      retentionSec
    })
  )

export const make = Effect.gen(function* () {
  const intake = yield* Intake.Intake
  const rates = yield* Rates
  const tiers = yield* Tiers
  const { one } = yield* results

  /** Creates are counted together, whichever way they come. */
  const charged = Effect.fnUntraced(function* ({ keyId, tier }: KeyActor) {
    const policy = rates.scaled(creates(tiers[tier].createsPerMinute))
    yield* admitted(yield* rates.charge(`key:${keyId}:create`, policy))
  })

  const made = Effect.fnUntraced(function* (actor: KeyActor, { jobs, replayed }: Intake.Created) {
    const job = jobs[0]!
    return { result: yield* one(actor, job), job, isTaken: !replayed } satisfies Created
  })

  const admit = (actor: KeyActor, key: string | undefined) => intake.admit({ surface: "v2", actor }, key)

  const fromUrl = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"create_job_from_url">) {
    const admission = yield* admit(actor, input.idempotency_key)
    const link = { url: input.url, fileName: input.file_name }
    return yield* made(actor, yield* intake.create(admission, single(link, yield* labelsOf(input, admission))))
  }, Effect.scoped)

  const fromUpload = Effect.fnUntraced(function* (
    actor: KeyActor,
    input: Arguments<"create_job_from_upload">,
    upload: Upload<Unwanted> | null
  ) {
    const admission = yield* admit(actor, input.idempotency_key)
    if (upload === null) return yield* Effect.die("An upload that the body has was not taken out of it")
    const { key, size, sha256, wrong, refused } = upload
    if (wrong !== null) return yield* wrong
    // What was not stored can only be a repeat.
    if (refused !== null && admission.claim?._tag !== "Repeat") return yield* Effect.fail(refused)
    const received: Received = {
      inputKey: key,
      inputSize: size,
      inputSha256: sha256,
      fileName: input.file_name,
      source: "upload"
    }
    return yield* made(actor, yield* intake.create(admission, single(received, yield* labelsOf(input, admission))))
  }, Effect.scoped)

  return { charged, fromUrl, fromUpload }
})
