/** The tools that create jobs. */
import { DateTime, Effect } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { type MissingScope, type QuotaExceeded, RateLimited, type SlotsFull } from "../../schema/Errors.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { Tiers } from "../accounts/Tiers.ts"
import type { Digest } from "../auth/Digest.ts"
import { creates, Rates, retryAfter } from "../auth/Rates.ts"
import type { Blobs } from "../jobs/Blobs.ts"
import { Intake, type Labels, linked, type Submission, uploaded } from "../jobs/intake/Intake.ts"
import * as Link from "../jobs/intake/Link.ts"
import type { Job } from "../jobs/Job.ts"
import type { Egress } from "../net/Egress.ts"
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

const labelsOf = ({
  external_id,
  tags,
  options
}: Arguments<"create_job_from_url" | "create_job_from_upload">): Labels => ({
  externalId: external_id ?? null,
  tags: tags ?? [],
  options: options ?? {},
  callback: null
})

export const make = Effect.gen(function* () {
  const stores = yield* Effect.context<Blobs | Digest | Egress>()
  const intake = yield* Intake
  const rates = yield* Rates
  const tiers = yield* Tiers
  const { one } = yield* results

  /** Creates are counted together, whichever way they come. */
  const charged = Effect.fnUntraced(function* ({ keyId, tier }: KeyActor) {
    const policy = rates.scaled(creates(tiers[tier].createsPerMinute))
    const charge = yield* rates.charge(`key:${keyId}:create`, policy)
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    if (!charge.allowed) return yield* new RateLimited({ retry_after: retryAfter(charge, now) })
  })

  const created = Effect.fnUntraced(function* <E, F>(
    actor: KeyActor,
    key: string | undefined,
    receive: Parameters<typeof intake.create<E, F>>[2]
  ) {
    const { jobs: made, replayed } = yield* intake.create({ surface: "v2", actor }, key, receive)
    const job = made[0]!
    return { result: yield* one(actor, job), job, isTaken: !replayed } satisfies Created
  })

  const fromUrl = (actor: KeyActor, input: Arguments<"create_job_from_url">) => {
    const link = { url: input.url, fileName: input.file_name }
    const limit = tiers[actor.tier].maxFileSize
    return created(actor, input.idempotency_key, (newKey) =>
      Effect.map(newKey, (key) =>
        linked(link, Effect.provide(Link.fetchPdf(link, key, { limit }), stores), labelsOf(input))
      )
    )
  }

  const fromUpload = (actor: KeyActor, input: Arguments<"create_job_from_upload">, upload: Upload<Unwanted> | null) =>
    created(
      actor,
      input.idempotency_key,
      Effect.fnUntraced(function* () {
        if (upload === null) return yield* Effect.die("An upload that the body has was not taken out of it")
        const { key, size, sha256, wrong, refused } = upload
        if (wrong !== null) return yield* wrong
        const received = {
          inputKey: key,
          inputSize: size,
          inputSha256: sha256,
          fileName: input.file_name,
          source: "upload"
        } as const
        const offer = uploaded(received, labelsOf(input))
        // What was not stored can only be a repeat.
        return refused === null ? offer : ({ ...offer, files: Effect.fail(refused) } satisfies Submission<Unwanted>)
      })
    )

  return { charged, fromUrl, fromUpload }
})
