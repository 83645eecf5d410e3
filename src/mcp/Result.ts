/** Results of tools: jobs, or anything else, each beside the account's slots and tier. */
import { Effect, Schema } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { V2Job } from "../../schema/Job.ts"
import type { Job } from "../jobs/Job.ts"
import { showing } from "../jobs/JobPresenter.ts"
import type { Json } from "./Rpc.ts"
import { budget, tokens } from "./Window.ts"

/** A result as `tools/call` gives it. */
export interface ToolResult {
  readonly content: ReadonlyArray<Json>
  readonly structuredContent: Json
  readonly isError?: true
}

/** The structure for those who read text. */
export const asText = (structuredContent: Json): Json => ({ type: "text", text: JSON.stringify(structuredContent) })

/** The first of the items that fit one result; one at least. */
export const fitting = (items: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  let sum = 0
  const end = items.findIndex((item, index) => {
    sum += tokens(JSON.stringify(item))
    return index > 0 && sum > budget
  })
  return end === -1 ? items : items.slice(0, end)
}

const encodeJobs = Schema.encodeEffect(Schema.Array(V2Job))

/** What turns what is known into results. */
export const results = Effect.gen(function* () {
  const jobsShown = yield* showing

  const usageOf = (actor: KeyActor) =>
    Effect.map(jobsShown.usage(actor), (slot_usage) => ({ slot_usage, tier: actor.tier }))

  const shown = (actor: KeyActor, found: ReadonlyArray<Job>) =>
    Effect.flatMap(jobsShown.shown(actor, found), (resources) => Effect.orDie(encodeJobs(resources)))

  /** A job is its own result: it says its slots and tier. */
  const one = (actor: KeyActor, job: Job) =>
    Effect.map(
      shown(actor, [job]),
      ([resource]): ToolResult => ({
        content: [asText(resource!)],
        structuredContent: resource!
      })
    )

  return { usageOf, shown, one }
})
