import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Reader } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { BlockNotFound, JobNotFound, NotAcceptable, NotFound } from "../../../schema/Errors.ts"
import { JobId } from "../../../schema/Ids.ts"
import type { Block } from "../../../schema/v2/Results.ts"
import type { ResultBlock } from "../../convert/model/Result.ts"
import { csv } from "../../convert/text/Csv.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import * as Results from "../../jobs/Results.ts"
import { malformed } from "../../requests/Faults.ts"
import { known } from "../Known.ts"
import { keeping } from "../results/Kept.ts"
import { preferred } from "./Accept.ts"

/** How many blocks or chunks an answer has unless it is told. */
const usual = 100
const usualChars = 2_000

const jobIn = known(Schema.is(JobId), () => new JobNotFound())

const shown = (block: ResultBlock): typeof Block.Type => block

const cursorOf = (index: number | null) => (index === null ? null : Results.cursorAt(index))

export const layer = HttpApiBuilder.group(
  Api,
  "v2.results",
  Effect.fn(function* (handlers) {
    const jobs = yield* Jobs
    const kept = yield* keeping
    const results = yield* Results.make

    /** The files of the caller's ready job. */
    const filesOf = Effect.fnUntraced(function* (jobId: string) {
      const { job, outputKey } = yield* jobs.result(yield* Reader, yield* jobIn(jobId))
      return job.blocksKey === null
        ? yield* new NotFound()
        : { jobId: job.jobId, output: outputKey, blocks: job.blocksKey }
    })

    return handlers
      .handle(
        "blocks",
        Effect.fnUntraced(function* ({ params, query, request }) {
          const from = yield* Effect.fromResult(Results.indexOf(query.cursor))
          const files = yield* filesOf(params.jobId)
          const wanted = (block: ResultBlock) =>
            (query.type === undefined || block.type === query.type) &&
            (query.page === undefined || block.places.some(({ page }) => page === query.page))
          const found = results.blocks(files.blocks, wanted, from, query.limit ?? usual)
          return yield* kept(
            request,
            files.jobId,
            Effect.map(found, ({ items, pages, next }) => ({
              items: items.map(shown),
              pages,
              next_cursor: cursorOf(next)
            }))
          )
        })
      )
      .handle(
        "block",
        Effect.fnUntraced(function* ({ params, headers, request }) {
          const files = yield* filesOf(params.jobId)
          const found = yield* results.block(files.blocks, params.blockId)
          if (Option.isNone(found)) return yield* new BlockNotFound()
          const block = found.value
          const type = preferred(headers.accept, [
            "application/json",
            ...(block.type === "table" ? (["text/csv"] as const) : [])
          ])
          if (type === null) return yield* new NotAcceptable()
          const answer =
            type === "text/csv" && block.type === "table"
              ? HttpServerResponse.text(csv(block.rows), {
                  contentType: "text/csv; charset=utf-8",
                  headers: { vary: "Accept" }
                })
              : shown(block)
          return yield* kept(request, files.jobId, Effect.succeed(answer), type)
        })
      )
      .handle(
        "chunks",
        Effect.fnUntraced(function* ({ params, query, request }) {
          const maxChars = query.max_chars ?? usualChars
          const overlap = query.overlap ?? 0
          if (2 * overlap >= maxChars) {
            return yield* malformed("query.overlap", `must be below ${maxChars / 2}, half of max_chars`)
          }
          const from = yield* Effect.fromResult(Results.indexOf(query.cursor))
          const files = yield* filesOf(params.jobId)
          const found = results.chunks(files, { maxChars, overlap }, from, query.limit ?? usual)
          return yield* kept(
            request,
            files.jobId,
            Effect.map(found, ({ items, next }) => ({ items, next_cursor: cursorOf(next) }))
          )
        })
      )
  })
)
