import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Reader } from "../../../schema/Actor.ts"
import { Api } from "../../../schema/Api.ts"
import { BlockNotFound, ImageNotFound, NotAcceptable, NotFound } from "../../../schema/Errors.ts"
import type { Block } from "../../../schema/v2/Blocks.ts"
import type { ResultBlock, ResultImage } from "../../convert/model/Result.ts"
import { csv } from "../../convert/text/Csv.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import * as Results from "../../jobs/Results.ts"
import { turns } from "../../process/Turns.ts"
import { malformed } from "../../requests/Faults.ts"
import { jobIn } from "../../requests/Ids.ts"
import { keeping } from "../results/Kept.ts"
import { list } from "../results/List.ts"
import { preferred } from "./Accept.ts"

/** How many blocks or chunks an answer has unless it is told. */
const usual = 100
const usualChars = 2_000

const shown = (block: ResultBlock): typeof Block.Type => block

/** What else a block may be fetched as. */
const otherTypesOf = (block: ResultBlock): ReadonlyArray<"text/csv" | "image/png" | "image/jpeg"> => {
  if (block.type === "table") return ["text/csv"]
  if (block.type !== "figure" || block.image === null) return []
  return [block.image.endsWith(".png") ? "image/png" : "image/jpeg"]
}

export const layer = HttpApiBuilder.group(
  Api,
  "v2.results",
  Effect.fn(function* (handlers) {
    const jobs = yield* Jobs
    const kept = yield* keeping
    const results = yield* Results.make
    // what is asked of a long result takes seconds of this process
    const inTurn = turns()

    /** The files of the caller's ready job. */
    const filesOf = Effect.fnUntraced(function* (jobId: string) {
      const { job, outputKey } = yield* jobs.result(yield* Reader, yield* jobIn(jobId))
      if (job.blocksKey === null) return yield* new NotFound()
      const { jobId: id, owner, blocksKey: blocks, imagesKey: images } = job
      return { jobId: id, output: outputKey, blocks, images, inTurn: inTurn(owner) }
    })

    /** One of its pictures. */
    const picture = Effect.fnUntraced(function* (
      { blocks, images }: Effect.Success<ReturnType<typeof filesOf>>,
      isWanted: (image: ResultImage) => boolean
    ) {
      const found = images === null ? undefined : (yield* results.images(blocks)).find(isWanted)
      if (found === undefined || images === null) return null
      return HttpServerResponse.stream(yield* results.image(images, found), {
        contentType: found.media_type,
        contentLength: found.size,
        headers: { vary: "Accept" }
      })
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
          const found = Effect.gen(function* () {
            const pages = yield* files.inTurn(results.pages(files.blocks))
            const all = yield* results.blocks(files.blocks)
            const rest = all.pipe(Stream.filter(wanted), Stream.drop(from), Stream.map(shown))
            return yield* list(rest, { from, limit: query.limit ?? usual }, files.inTurn, { pages })
          })
          return yield* kept(request, files.jobId, found)
        })
      )
      .handle(
        "block",
        Effect.fnUntraced(function* ({ params, headers, request }) {
          const files = yield* filesOf(params.jobId)
          const found = yield* files.inTurn(results.block(files.blocks, params.blockId))
          if (Option.isNone(found)) return yield* new BlockNotFound()
          const block = found.value
          const type = preferred(headers.accept, ["application/json", ...otherTypesOf(block)])
          if (type === null) return yield* new NotAcceptable()
          if (type === "image/png" || type === "image/jpeg") {
            const found = yield* picture(files, (image) => image.block === block.id)
            if (found === null) return yield* new NotAcceptable()
            return yield* kept(request, files.jobId, Effect.succeed(found), type)
          }
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
        "images",
        Effect.fnUntraced(function* ({ params, request }) {
          const { blocks, images, jobId } = yield* filesOf(params.jobId)
          const found = images === null ? Effect.succeed([]) : results.images(blocks)
          const shown = Effect.map(found, (all) => ({ items: all.map(({ offset: _, crc32: __, ...image }) => image) }))
          return yield* kept(request, jobId, shown)
        })
      )
      .handle(
        "image",
        Effect.fnUntraced(function* ({ params, request }) {
          const files = yield* filesOf(params.jobId)
          const found = yield* picture(files, ({ name }) => name === params.name)
          if (found === null) return yield* new ImageNotFound()
          return yield* kept(request, files.jobId, Effect.succeed(found))
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
          const found = Effect.flatMap(results.chunks(files, { maxChars, overlap }, from), (all) =>
            list(all, { from, limit: query.limit ?? usual }, files.inTurn)
          )
          return yield* kept(request, files.jobId, found)
        })
      )
  })
)
