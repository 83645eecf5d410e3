/**
 * The tools of the hosted MCP endpoint: what agents read of them, what they take and what they answer. Each is an
 * operation of the REST API, and needs the scope that `Permissions.ts` gives to that operation.
 */
import { Schema } from "effect"
import { Limits, SlotUsage } from "./Account.ts"
import type { Scope } from "./Actor.ts"
import { JobStatus, V2Job } from "./Job.ts"
import {
  contentArgument,
  creation,
  cursor,
  jobId,
  listed,
  listedBlocks,
  listedPassages,
  longestWait,
  PageList,
  usage,
  windowChars
} from "./mcp/ToolFields.ts"
import { type Described, definitionsOf, described } from "./mcp/ToolSet.ts"
import { permissions } from "./Permissions.ts"
import { BlockType } from "./v2/Blocks.ts"
import { atMostCharacters } from "./v2/Text.ts"

/** What a failed call says instead: the service's code, and the fields that go with it. */
const ToolError = Schema.Struct({
  code: Schema.String,
  status: Schema.Int,
  message: Schema.String,
  retryable: Schema.Boolean,
  request_id: Schema.String,
  ...usage
})

export interface Definition<Input extends Schema.Struct<Schema.Struct.Fields>, Output extends Schema.Top>
  extends Described<Input, Output> {
  /** The id of the REST operation that this is. */
  readonly operation: keyof typeof permissions & string
}

const define = <Input extends Schema.Struct<Schema.Struct.Fields>, Output extends Schema.Top>(
  definition: Definition<Input, Output>
) => definition

export const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const creates = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }

export const tools = {
  create_job_from_url: define({
    operation: "v2.jobs.create",
    title: "Convert a PDF behind a link",
    description:
      "Fetches a PDF from a public http(s) link and starts converting it to Markdown. Answers with a job once the PDF is fetched (30 s at most); then call get_job with wait_seconds until its status is ready, then get_markdown. On slots_full wait with get_job for a job of list_jobs to end, or delete one, then try again. On quota_exceeded nothing can be created before reset_at. On rate_limited wait retry_after seconds.",
    input: Schema.Struct({
      url: described(Schema.String, "Public link to the PDF itself, not to a page about it."),
      ...creation
    }),
    output: V2Job,
    annotations: { ...creates, openWorldHint: true }
  }),
  create_job_from_upload: define({
    operation: "v2.jobs.create",
    title: "Convert a PDF that you have",
    description:
      "Starts converting a PDF, sent as base64, to Markdown. Prefer create_job_from_url for anything that has a public link. get_limits tells the largest file (max_file_size, bytes before base64). Otherwise as create_job_from_url.",
    input: Schema.Struct({
      [contentArgument]: described(Schema.String, "The bytes of the PDF in base64."),
      ...creation
    }),
    output: V2Job,
    annotations: { ...creates, openWorldHint: false }
  }),
  create_upload: define({
    operation: "v2.jobs.create",
    title: "Upload a PDF from a computer",
    description:
      'For a PDF in a file system, of any size that the plan allows: gives a one-time address, good for 10 minutes, and the curl line that uploads the file to it. Run that line (or show it to the user); it prints the job, whose job_id goes to get_job. Fields of create_job_from_url may be added to it, like -F \'options={"page_range":"1-3"}\'. Needs a shell; the bytes never pass through you.',
    input: Schema.Struct({
      file_path: described(
        Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), atMostCharacters(1_000))),
        "Where the file is, for the curl line."
      )
    }),
    output: Schema.Struct({
      upload_url: Schema.String,
      /** Goes into the header Upload-Ticket of a form with the part file. */
      ticket: Schema.String,
      curl: Schema.String,
      max_bytes: Schema.Int,
      expires_at: Schema.String,
      ...usage
    }),
    annotations: { ...creates, openWorldHint: false }
  }),
  list_jobs: define({
    operation: "v2.jobs.list",
    title: "List conversion jobs",
    description:
      "The account's jobs, newest first: to find one again. Pass next_cursor as cursor for more; it is null at the end. A page may hold fewer jobs than limit. Canceled and deleted jobs are listed only by status.",
    input: Schema.Struct({
      status: described(Schema.optionalKey(JobStatus), "Only jobs of this status."),
      limit: described(
        Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
        `How many at most; ${listed} unless told.`
      ),
      cursor
    }),
    output: Schema.Struct({ items: Schema.Array(V2Job), next_cursor: Schema.NullOr(Schema.String), ...usage }),
    annotations: reads
  }),
  get_job: define({
    operation: "v2.jobs.get",
    title: "Look at a conversion job, or wait for it",
    description:
      "A job's status (queued, processing, ready, error), progress (pages_done of pages) and warnings. With wait_seconds the answer comes when the job ends, or after that time with the job as it is: call again while it is queued or processing. On error the field error says why. A truncated job holds the pages that fitted its time; continue_from is the first page for a new job with options.page_range.",
    input: Schema.Struct({
      job_id: jobId,
      wait_seconds: described(
        Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestWait }))),
        `Seconds to wait for the end, 0 to ${longestWait}; 0 unless told.`
      )
    }),
    output: V2Job,
    annotations: reads
  }),
  get_markdown: define({
    operation: "v2.jobs.download",
    title: "Read the Markdown of a job",
    description: `The Markdown of a ready job, a window at a time: at most about 10,000 tokens. While next_offset is not null, call again with it as offset. On not_ready call get_job with wait_seconds first; if its job_status is error there will be no Markdown. On gone the result was deleted: create the job again.`,
    input: Schema.Struct({
      job_id: jobId,
      offset: described(
        Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
        "Characters to skip; 0 unless told."
      ),
      max_chars: described(
        Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
        `Characters to read at most; ${windowChars} unless told, and never more.`
      ),
      pages: described(
        Schema.optionalKey(
          Schema.Union([PageList, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999_999 }))])
        ),
        'Only these pages of the document, like "1-3,7" or 7; offset then counts within them. Needs a job made with options {"page_breaks": "comment"}.'
      )
    }),
    output: Schema.Struct({
      job_id: Schema.String,
      markdown: Schema.String,
      offset: Schema.Int,
      total_chars: Schema.Int,
      next_offset: Schema.NullOr(Schema.Int),
      ...usage
    }),
    annotations: reads
  }),
  search_markdown: define({
    operation: "v2.results.blocks",
    title: "Find a phrase in a document",
    description:
      "Passages of a ready job's document in which a phrase stands, each with its pages and the headings above it: finds something in a long document without reading it all. Case, spacing, hyphens and quotes do not matter. Where the phrase stands nowhere, passages that have all of its words (match says which). Read around a passage with get_blocks and its page. Nothing found: try fewer or other words.",
    input: Schema.Struct({
      job_id: jobId,
      query: described(
        Schema.String.check(Schema.isMinLength(1), atMostCharacters(500)),
        "The phrase as it may stand in the document, at best a few words."
      ),
      limit: described(
        Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
        `How many passages at most; ${listedPassages} unless told.`
      ),
      cursor
    }),
    output: Schema.Struct({
      job_id: Schema.String,
      match: Schema.Literals(["phrase", "words"]),
      /** Passages in the whole document. */
      total: Schema.Int,
      passages: Schema.Array(
        Schema.Struct({
          pages: Schema.Array(Schema.Int),
          block_id: Schema.String,
          type: BlockType,
          headings: Schema.Array(Schema.String),
          text: Schema.String
        })
      ),
      next_cursor: Schema.NullOr(Schema.String),
      ...usage
    }),
    annotations: reads
  }),
  get_blocks: define({
    operation: "v2.results.blocks",
    title: "Read parts of a document",
    description:
      "Headings, paragraphs, tables and other blocks of a ready job's document, with their pages: all of a page, all tables (as rows of cells), or the outline (type heading). Any job has them, whatever its options. With images the pictures of its figures are shown to you as images.",
    input: Schema.Struct({
      job_id: jobId,
      page: described(
        Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999_999 }))),
        "Only blocks on this page, counted from 1; of a paragraph or table over several pages the part on this one."
      ),
      type: described(Schema.optionalKey(BlockType), "Only blocks of this type."),
      limit: described(
        Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))),
        `How many at most; ${listedBlocks} unless told.`
      ),
      images: described(
        Schema.optionalKey(Schema.Boolean),
        'True to see the figures: after the text come their pictures, each after its name; about 6 in one answer, the others by cursor. Best with type figure, or page. Needs a job made with options {"images": "files"}.'
      ),
      cursor
    }),
    output: Schema.Struct({
      job_id: Schema.String,
      items: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          type: BlockType,
          pages: Schema.Array(Schema.Int),
          /** Fractions of the page, from its top left corner. */
          bbox: Schema.Struct({ x: Schema.Finite, y: Schema.Finite, width: Schema.Finite, height: Schema.Finite }),
          text: Schema.String,
          /** There is more of it than fits here. */
          is_cut: Schema.Boolean,
          level: Schema.NullOr(Schema.Int),
          rows: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String))),
          image: Schema.optionalKey(Schema.NullOr(Schema.String)),
          caption: Schema.optionalKey(Schema.NullOr(Schema.String))
        })
      ),
      /** The names of the pictures that follow the text, in their order. */
      pictures: Schema.optionalKey(Schema.Array(Schema.String)),
      next_cursor: Schema.NullOr(Schema.String),
      ...usage
    }),
    annotations: reads
  }),
  delete_job: define({
    operation: "v2.jobs.remove",
    title: "Cancel or delete a conversion job",
    description:
      "Cancels a queued or processing job, which frees its slot at once, or deletes an ended one with its Markdown. There is no way back. Repeating it gives the same answer.",
    input: Schema.Struct({ job_id: jobId }),
    output: V2Job,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
  }),
  get_limits: define({
    operation: "v2.me.limits",
    title: "What the account may do",
    description:
      "The limits of the account's plan: largest file in bytes (max_file_size), slots in use and in all, pages a month (monthly_pages), seconds that a result is kept (ready_ttl_sec).",
    input: Schema.Struct({}),
    output: Schema.Struct({ ...Limits.fields, slot_usage: SlotUsage }),
    annotations: reads
  })
} as const

export type ToolName = keyof typeof tools

export type Arguments<Name extends ToolName> = (typeof tools)[Name]["input"]["Type"]

export const toolNames = Object.keys(tools) as ReadonlyArray<ToolName>

/** What an API key needs for the tool. */
export const scopeOf = (tool: ToolName): Scope | undefined => permissions[tools[tool].operation]?.scope

/** The tools as `tools/list` shows them, always in the same order. */
export const definitions = definitionsOf(tools, ToolError)
