/** What a job comes to beyond its Markdown: blocks with their places, and chunks. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ifNoneMatch, kept, keptJson, unchanged } from "../Caching.ts"
import * as Errors from "../Errors.ts"
import * as Wire from "../Wire.ts"
import { cursor, limit, text, whole } from "./Query.ts"
import { ResultReader, WellFormed } from "./Security.ts"

const fraction = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** Fractions of the page as it is shown, from its top left corner. */
const Box = Schema.Struct({ x: fraction, y: fraction, width: fraction, height: fraction }).annotate({
  identifier: "V2Box"
})

/** Bytes of the Markdown in UTF-8; `end` is not included: `Range: bytes=start-(end-1)` fetches them. */
const Span = Schema.Struct({ start: Schema.Int, end: Schema.Int }).annotate({ identifier: "V2Span" })

const Cell = Schema.Struct({
  text: Schema.String,
  /** How many columns and rows it covers. */
  columns: Schema.Int,
  rows: Schema.Int,
  header: Schema.Boolean,
  page: Schema.Int,
  bbox: Box
}).annotate({ identifier: "V2Cell" })

export const BlockType = Schema.Literals([
  "heading",
  "paragraph",
  "list_item",
  "table",
  "code",
  "formula",
  "figure",
  "caption",
  "footnote",
  "form_field",
  "header",
  "footer"
])

export const Block = Schema.Struct({
  id: Schema.String,
  type: BlockType,
  /** Where it begins. */
  page: Schema.Int,
  bbox: Box,
  /** Every page and box it stands on, in reading order. */
  places: Schema.Array(Schema.Struct({ page: Schema.Int, bbox: Box })),
  /** Of a text over several pages: where the part on each page begins, in UTF-16 units of `text`. */
  page_starts: Schema.optionalKey(Schema.Array(Schema.Struct({ page: Schema.Int, start: Schema.Int }))),
  reading_order: Schema.Int,
  /** Null when the settings leave it out of the Markdown. */
  span: Schema.NullOr(Span),
  text: Schema.String,
  /** Of a heading, 1 to 6. */
  level: Schema.NullOr(Schema.Int),
  /** Of recognised text, 0 to 1. */
  confidence: Schema.NullOr(Schema.Finite),
  /** Of a list item: how many lists it stands in, from 0, and its marker as printed. */
  depth: Schema.optionalKey(Schema.Int),
  marker: Schema.optionalKey(Schema.String),
  /** Of a table. */
  rows: Schema.optionalKey(Schema.Array(Schema.Array(Cell))),
  /** Of code. */
  language: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Of a formula. */
  latex: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Of a figure: the name of its picture, and what its caption says. */
  image: Schema.optionalKey(Schema.NullOr(Schema.String)),
  caption: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Of a form field. */
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  value: Schema.optionalKey(Schema.NullOr(Schema.String))
}).annotate({ identifier: "V2Block" })

/** Lengths are points; `rotation` is how far the document turns the page, in degrees clockwise. */
const Page = Schema.Struct({
  page: Schema.Int,
  width: Schema.Finite,
  height: Schema.Finite,
  rotation: Schema.Int,
  label: Schema.NullOr(Schema.String)
}).annotate({ identifier: "V2Page" })

/** A whole result. */
export const AllBlocks = Schema.Struct({ pages: Schema.Array(Page), blocks: Schema.Array(Block) }).annotate({
  identifier: "V2AllBlocks"
})

export const Chunk = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  /** The headings that it stands under, from the highest down. */
  headings: Schema.Array(Schema.String),
  pages: Schema.Array(Schema.Int),
  blocks: Schema.Array(Schema.String),
  span: Span
}).annotate({ identifier: "V2Chunk" })

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
      items: Schema.Array(Block),
      pages: Schema.Array(Page),
      next_cursor: Schema.NullOr(Schema.String)
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
  success: keptJson(Schema.Struct({ items: Schema.Array(Chunk), next_cursor: Schema.NullOr(Schema.String) })),
  error: [...absent, Wire.v2(Errors.InvalidCursor)]
})
  .annotate(OpenApi.Summary, "The Markdown in pieces of a size")
  .annotate(
    OpenApi.Description,
    "Each is a stretch of the Markdown of at most `max_chars` characters (2000), begins with up to `overlap` characters of the one before, and says which headings it stands under, on which pages and in which blocks. Cut between blocks; inside one only if it is too long alone: between rows of a table, lines of code, or sentences."
  )

/** The picture of a figure. */
export const Image = Schema.Struct({
  /** In the Markdown it is `images/` and this. */
  name: Schema.String,
  /** The figure's block. */
  block: Schema.String,
  page: Schema.Int,
  media_type: Schema.Literals(["image/jpeg", "image/png"]),
  /** In pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** In bytes. */
  size: Schema.Int
}).annotate({ identifier: "V2Image" })

const images = HttpApiEndpoint.get("images", "/:jobId/images", {
  params: job,
  headers: ifNoneMatch,
  success: keptJson(Schema.Struct({ items: Schema.Array(Image) })),
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
