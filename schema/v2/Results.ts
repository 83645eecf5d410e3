/** Where programs read what a job comes to beyond its Markdown: blocks with their places, chunks and pictures. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ifNoneMatch, kept, keptJson, unchanged } from "../Caching.ts"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"
import { Block, BlockType, Chunk, Image, Page } from "./Blocks.ts"
import { cursor, limit, nextCursor, text, whole } from "./Query.ts"
import { ResultReader, WellFormed } from "./Security.ts"

const job = { jobId: Schema.String.annotate({ format: "uuid" }) }

/** `not_found` where the result is of an earlier version and has no blocks. */
const absent = [
  Wire.v2(Errors.JobNotFound),
  Wire.v2(Errors.NotFound),
  Wire.v2(Errors.NotReady),
  Wire.v2(Errors.Gone)
] as const

const blocks = HttpApiEndpoint.get("blocks", "/:jobId/blocks", {
  params: job,
  query: {
    page: Schema.optionalKey(
      whole(1, 999_999, {
        description: "Blocks that stand on this page, in part at least.",
        inWords: "the number of a page"
      })
    ),
    type: Schema.optionalKey(BlockType.annotate({ description: "Blocks of this type alone." })),
    limit: limit(1_000, 100),
    cursor
  },
  headers: ifNoneMatch,
  success: keptJson(
    Schema.Struct({
      items: Schema.Array(Block).annotate({ description: "The blocks, in reading order." }),
      pages: Schema.Array(Page).annotate({ description: "The pages that were converted, with their sizes." }),
      next_cursor: nextCursor
    })
  ),
  error: [...absent, Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "The blocks of a document, with their places")
  .annotate(
    OpenApi.Description,
    "In the order of the Markdown: headings, paragraphs, list items, tables with their cells, code, figures, captions, footnotes, running heads. `page` and `type` take some of them. The bytes that `span` names are the block's in the Markdown. The ids are the same for the same bytes and options."
  )

const png = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/png" }))
const jpeg = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/jpeg" }))

const block = HttpApiEndpoint.get("block", "/:jobId/blocks/:blockId", {
  params: { ...job, blockId: Schema.String },
  headers: {
    accept: text("`application/json`, `text/csv` for a table, `image/png` or `image/jpeg` for a figure."),
    ...ifNoneMatch
  },
  success: [
    ...keptJson(Block),
    Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })),
    png,
    jpeg
  ],
  error: [...absent, Wire.v2(Errors.BlockNotFound), Wire.v2(Errors.NotAcceptable)]
})
  .annotate(OpenApi.Summary, "One block; a table as CSV too, a figure as its picture")
  .annotate(
    OpenApi.Description,
    "JSON, or what Accept asks for: `text/csv` of a table, `image/png` or `image/jpeg` of a figure that has a picture."
  )

const chunks = HttpApiEndpoint.get("chunks", "/:jobId/chunks", {
  params: job,
  query: {
    max_chars: Schema.optionalKey(
      whole(200, 20_000, { description: "The most characters of a piece.", default: 2_000 })
    ),
    overlap: Schema.optionalKey(
      whole(0, 9_999, {
        description: "How many characters of the piece before begin the next; less than half of `max_chars`.",
        inWords: "a whole number below half of max_chars",
        default: 0
      })
    ),
    limit: limit(1_000, 100),
    cursor
  },
  headers: ifNoneMatch,
  success: keptJson(
    Schema.Struct({
      items: Schema.Array(Chunk).annotate({ description: "The pieces, in the order of the Markdown." }),
      next_cursor: nextCursor
    })
  ),
  error: [...absent, Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "The Markdown in pieces of a size")
  .annotate(
    OpenApi.Description,
    "Each is a stretch of the Markdown of at most `max_chars` characters (2000), begins with up to `overlap` characters of the one before, and says which headings it stands under, on which pages and in which blocks. Cut between blocks; inside one only if it is too long alone: between rows of a table, lines of code, or sentences."
  )

const images = HttpApiEndpoint.get("images", "/:jobId/images", {
  params: job,
  headers: ifNoneMatch,
  success: keptJson(
    Schema.Struct({
      items: Schema.Array(Image).annotate({ description: "The pictures, in the order of the Markdown." })
    })
  ),
  error: [...absent]
})
  .annotate(OpenApi.Summary, "The pictures of a document's figures")
  .annotate(
    OpenApi.Description,
    "In the order of the Markdown; none unless the job was made with `images: files`. At most 200 figures and 50 MB: a job of which some were left out has the warning `figures_cut`."
  )

const image = HttpApiEndpoint.get("image", "/:jobId/images/:name", {
  params: { ...job, name: Schema.String },
  headers: ifNoneMatch,
  success: [HttpApiSchema.WithHeaders(png, kept), jpeg, unchanged],
  error: [...absent, Wire.v2(Errors.ImageNotFound)]
})
  .annotate(OpenApi.Summary, "The picture of a figure")
  .annotate(
    OpenApi.Description,
    "The document's own JPEG where the page shows it as it is; else a PNG, drawn at 150 dpi or in the picture's own resolution, of exactly the figure's box."
  )

export class V2Results extends HttpApiGroup.make("v2.results")
  .add(blocks, block, images, image, chunks)
  .middleware(ResultReader)
  .middleware(WellFormed)
  .prefix("/api/v2/jobs")
  .annotate(OpenApi.Title, "Results beyond Markdown")
  .annotate(OpenApi.Description, "What a ready job comes to, for programs. It lives as long as the Markdown.") {}
