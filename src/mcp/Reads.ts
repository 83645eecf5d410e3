/** The tools that look at jobs, read them and remove them. */
import { Effect } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { InvalidApiKey, InvalidPageRange } from "../../schema/Errors.ts"
import { listed } from "../../schema/mcp/ToolFields.ts"
import type { Arguments } from "../../schema/Tools.ts"
import { limitsOf } from "../accounts/Limits.ts"
import { Tiers } from "../accounts/Tiers.ts"
import { Standing, whileLetIn } from "../auth/Standing.ts"
import { cursorAt, position } from "../jobs/Cursor.ts"
import { markdownName } from "../jobs/intake/Source.ts"
import { type Job, ownerOf } from "../jobs/Job.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Slots } from "../jobs/Slots.ts"
import { jobIn } from "../requests/Ids.ts"
import { asText, fitting, results } from "./Result.ts"
import * as ResultReader from "./ResultReader.ts"
import { pagesIn, type Span, type TextIndex } from "./TextIndex.ts"

export const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const reader = yield* ResultReader.make
  const slots = yield* Slots
  const standing = yield* Standing
  const tiers = yield* Tiers
  const { one, shown, usageOf } = yield* results

  const list = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"list_jobs">) {
    const limit = input.limit ?? listed
    const after = input.cursor === undefined ? null : yield* Effect.fromResult(position(input.cursor))
    const filter = { status: input.status ?? null, externalId: null, tag: null, after, limit: limit + 1 }
    const all = yield* jobs.list(actor, filter)
    const items = fitting(yield* shown(actor, all.slice(0, limit)))
    const next_cursor = all.length > items.length ? cursorAt(all[items.length - 1]!) : null
    const structuredContent = { items, next_cursor, ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent)], structuredContent }
  })

  const get = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"get_job">) {
    const jobId = yield* jobIn(input.job_id)
    const { wait_seconds = 0 } = input
    const found = jobs.wait(actor, jobId, wait_seconds)
    return yield* one(actor, yield* wait_seconds > 0 ? whileLetIn(standing, actor)(found, new InvalidApiKey()) : found)
  })

  const spansOf = Effect.fnUntraced(function* (actor: KeyActor, job: Job, index: TextIndex, range: string | undefined) {
    const whole: ReadonlyArray<Span> = [{ from: 0, to: index.chars }]
    if (range === undefined) return whole
    const found = pagesIn(index, range)
    if (found.length > 0) return found
    const { pages } = yield* jobs.report(actor, job.jobId)
    const [first] = pages
    if (pages.length === 1 && first !== undefined && range === String(first.page)) return whole
    return yield* new InvalidPageRange({
      message:
        index.pages.length === 0
          ? 'The pages are not marked in this Markdown: read it by offset, or convert it again with options {"page_breaks": "comment"}'
          : "The Markdown has none of these pages"
    })
  })

  const markdown = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"get_markdown">, origin: string) {
    const { job, outputKey } = yield* jobs.result(actor, yield* jobIn(input.job_id))
    const index = yield* reader.index(outputKey)
    const spans = yield* spansOf(actor, job, index, input.pages?.toString())
    const structuredContent = {
      job_id: job.jobId,
      ...(yield* reader.window(outputKey, index, spans, input.offset ?? 0, input.max_chars)),
      ...(yield* usageOf(actor))
    }
    const link = {
      type: "resource_link",
      uri: `${origin}/api/v2/jobs/${job.jobId}/download`,
      name: markdownName(job.fileName),
      description: "The whole Markdown. Needs the same API key.",
      mimeType: "text/markdown",
      size: index.bytes
    }
    return { content: [asText(structuredContent), link], structuredContent }
  })

  const remove = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"delete_job">) {
    return yield* one(actor, yield* jobs.remove(actor, yield* jobIn(input.job_id)))
  })

  const limits = Effect.fnUntraced(function* (actor: KeyActor) {
    const encoded = limitsOf(actor, tiers[actor.tier], yield* slots.used(ownerOf(actor)))
    const structuredContent = { ...encoded, slot_usage: encoded.slots }
    return { content: [asText(structuredContent)], structuredContent }
  })

  return { list, get, markdown, remove, limits }
})
