/** The tools that look into a result without reading all of it: its blocks, and what stands where. */
import { Effect, Schema } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { JobNotFound, NotFound } from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { ownerOf } from "../jobs/Job.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Results from "../jobs/Results.ts"
import { turns } from "../process/Turns.ts"
import { blocksLimit, finding, listing, start, wantedBy } from "./Passages.ts"
import { asText, results } from "./Result.ts"
import type { Json } from "./Rpc.ts"

const isJobId = Schema.is(JobId)

export const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const contents = yield* Results.make
  const { usageOf } = yield* results
  const inTurn = turns()

  const blocksOf = Effect.fnUntraced(function* (actor: KeyActor, jobId: string) {
    if (!isJobId(jobId)) return yield* new JobNotFound()
    const { job } = yield* jobs.result(actor, jobId)
    return job.blocksKey ?? (yield* new NotFound({ message: "This result has no blocks: create the job again" }))
  })

  const answered = Effect.fnUntraced(function* (actor: KeyActor, structure: Json) {
    const structuredContent = { ...structure, ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent)], structuredContent }
  })

  const blocks = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"get_blocks">) {
    const from = yield* Effect.fromResult(start(input.cursor))
    const key = yield* blocksOf(actor, input.job_id)
    const found = yield* inTurn(ownerOf(actor))(contents.blocks(key, wantedBy(input), from, blocksLimit(input)))
    return yield* answered(actor, listing(input, from, found))
  })

  const search = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"search_markdown">) {
    const { look, end } = finding(input, yield* Effect.fromResult(start(input.cursor)))
    const key = yield* blocksOf(actor, input.job_id)
    yield* inTurn(ownerOf(actor))(contents.each(key, look))
    return yield* answered(actor, end())
  })

  return { blocks, search }
})
