import { Context, type Effect } from "effect"
import type { BlobKey, JobId } from "../../../schema/Ids.ts"
import type { JobError, PageReport } from "../../../schema/Job.ts"
import type { Work } from "../Job.ts"

/** How a run ended. */
export type Outcome =
  | {
      readonly _tag: "Ready"
      readonly outputKey: BlobKey
      readonly blocksKey: BlobKey
      readonly imagesKey: BlobKey | null
      /** Figures are left out: too many, too large, or not to be drawn. */
      readonly isFiguresCut: boolean
      readonly outputSize: number
      readonly pages: number
      readonly pagesDone: number
      readonly truncated: boolean
      /** The first page that was asked for and is not in the result. */
      readonly continueFrom: number | null
      readonly report: ReadonlyArray<PageReport>
    }
  | { readonly _tag: "Failed"; readonly error: JobError }

/** What became of the wish to run a job. */
export type Claim =
  | { readonly _tag: "Claimed"; readonly work: Work }
  /** It has broken off too often: this was its end. */
  | { readonly _tag: "GivenUp" }
  /** It waits for no run. */
  | { readonly _tag: "Unwanted" }

/**
 * The runs of a job. At most one is the job's own at a time: what an older one writes changes nothing.
 */
export class Attempts extends Context.Service<
  Attempts,
  {
    /** Begins a run of a job that still waits for one. Past the last attempt the job ends as `engine_crashed`. */
    readonly claim: (jobId: JobId) => Effect.Effect<Claim>

    /** Says how far a run has come. */
    readonly progress: (
      work: Work,
      counts: { readonly pages: number; readonly pagesDone: number }
    ) => Effect.Effect<void>

    /** Ends a run; false when it was no longer the job's own. */
    readonly finish: (work: Work, outcome: Outcome) => Effect.Effect<boolean>

    /** Puts the job back as it was before the run, which then does not count as an attempt. */
    readonly handBack: (work: Work) => Effect.Effect<void>
  }
>()("svc/jobs/Attempts") {}
