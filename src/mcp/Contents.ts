/** The tools that look into a result without reading all of it: its blocks, and what stands where. */
import { Effect, Schema } from "effect"
import type { KeyActor } from "../../schema/Actor.ts"
import { JobNotFound, NotFound } from "../../schema/Errors.ts"
import { JobId } from "../../schema/Ids.ts"
import { type Arguments, listedBlocks, listedPassages } from "../../schema/Tools.ts"
import type { ResultBlock } from "../convert/model/Result.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Results from "../jobs/Results.ts"
import { asText, fitting, results } from "./Result.ts"
import type { Json } from "./Rpc.ts"
import { type Match, passageAt, searching } from "./Search.ts"

/** Characters of one block; tables that are larger are shown as text. */
const maxBlockChars = 6_000

const maxHeadingChars = 120

const pagesOf = ({ places }: ResultBlock): ReadonlyArray<number> => [...new Set(places.map(({ page }) => page))]

const rowsOf = (block: ResultBlock): Json => {
  if (block.type !== "table") return {}
  const rows = block.rows.map((row) => row.map(({ text }) => text))
  return JSON.stringify(rows).length > maxBlockChars ? {} : { rows }
}

/** A block as far as a model needs it. */
const shown = (block: ResultBlock): Json => {
  const rows = rowsOf(block)
  const text = "rows" in rows ? "" : block.text
  return {
    id: block.id,
    type: block.type,
    pages: pagesOf(block),
    bbox: block.bbox,
    text: text.slice(0, maxBlockChars),
    is_cut: text.length > maxBlockChars,
    level: block.level,
    ...rows,
    ...(block.type === "figure" ? { image: block.image, caption: block.caption } : {})
  }
}

const isJobId = Schema.is(JobId)

const next = (index: number | null) => (index === null ? null : Results.cursorAt(index))

export const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const contents = yield* Results.make
  const { usageOf } = yield* results

  const blocksOf = Effect.fnUntraced(function* (actor: KeyActor, jobId: string) {
    if (!isJobId(jobId)) return yield* new JobNotFound()
    const { job } = yield* jobs.result(actor, jobId)
    return job.blocksKey ?? (yield* new NotFound({ message: "This result has no blocks: create the job again" }))
  })

  const answered = Effect.fnUntraced(function* (actor: KeyActor, structure: Json) {
    const structuredContent = { ...structure, ...(yield* usageOf(actor)) }
    return { content: [asText(structuredContent)], structuredContent }
  })

  /** Items that fit one result, and where the others begin. */
  const page = (items: ReadonlyArray<Json>, from: number, more: number | null) => {
    const shown = fitting(items)
    return { shown, next: next(shown.length < items.length ? from + shown.length : more) }
  }

  const blocks = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"get_blocks">) {
    const from = yield* Effect.fromResult(Results.indexOf(input.cursor))
    const key = yield* blocksOf(actor, input.job_id)
    const wanted = (block: ResultBlock) =>
      (input.type === undefined || block.type === input.type) &&
      (input.page === undefined || pagesOf(block).includes(input.page))
    const found = yield* contents.blocks(key, wanted, from, input.limit ?? listedBlocks)
    const { shown: items, next } = page(found.items.map(shown), from, found.next)
    return yield* answered(actor, { job_id: input.job_id, items, next_cursor: next })
  })

  const search = Effect.fnUntraced(function* (actor: KeyActor, input: Arguments<"search_markdown">) {
    const from = yield* Effect.fromResult(Results.indexOf(input.cursor))
    const limit = input.limit ?? listedPassages
    const key = yield* blocksOf(actor, input.job_id)
    const match = searching(input.query)
    const headings: Array<{ readonly level: number; readonly text: string }> = []
    const found = { phrase: { count: 0, items: [] as Array<Json> }, words: { count: 0, items: [] as Array<Json> } }

    const passage = (block: ResultBlock, { place }: Match): Json => ({
      pages: pagesOf(block),
      block_id: block.id,
      type: block.type,
      headings: headings.map(({ text }) => text),
      text: passageAt(block.text, place)
    })

    yield* contents.each(key, (block) => {
      if (block.span === null) return
      if (block.type === "heading") {
        const level = block.level ?? 1
        while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
      }
      const hit = match(block.text)
      if (hit !== null) {
        const kind = found[hit.kind]
        if (kind.count >= from && kind.items.length < limit) kind.items.push(passage(block, hit))
        kind.count++
      }
      if (block.type === "heading") {
        headings.push({ level: block.level ?? 1, text: block.text.slice(0, maxHeadingChars) })
      }
    })
    const kind = found.phrase.count > 0 ? "phrase" : "words"
    const { count, items } = found[kind]
    const more = from + items.length < count ? from + items.length : null
    const { shown: passages, next } = page(items, from, more)
    return yield* answered(actor, { job_id: input.job_id, match: kind, total: count, passages, next_cursor: next })
  })

  return { blocks, search }
})
