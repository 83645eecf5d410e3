/**
 * The tools of `pdf-to-markdown mcp`, which work on this computer's files: those of the hosted endpoint, but for uploads,
 * links, slots and plans.
 */
import { Schema, Struct } from "effect"
import { SettingsPatch } from "../Settings.ts"
import { reads, tools } from "../Tools.ts"
import { jobId } from "./ToolFields.ts"
import { definitionsOf, described, type ToolSet } from "./ToolSet.ts"

const LocalStatus = Schema.Literals(["processing", "ready", "error"])

const LocalJob = Schema.Struct({
  job_id: Schema.String,
  path: Schema.String,
  status: LocalStatus,
  /** Null until the document is read. */
  pages: Schema.NullOr(Schema.Int),
  pages_done: Schema.Int,
  /** Time ran out before the last page. */
  truncated: Schema.Boolean,
  /** What to know of single pages before trusting them. */
  warnings: Schema.Array(Schema.Struct({ page: Schema.Int, warning: Schema.String })),
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String }))
})

const LocalError = Schema.Struct({ code: Schema.String, message: Schema.String })

/** Nobody has slots and a plan here. */
const local = <Fields extends Schema.Struct.Fields>({ fields }: Schema.Struct<Fields>) =>
  Schema.Struct(Struct.omit(fields, ["slot_usage", "tier"] as never))

const own = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }

export const localTools = {
  create_job_from_file: {
    title: "Convert a PDF of this computer",
    description:
      "Starts converting a PDF file of this computer to Markdown, on this computer: nothing is uploaded. Answers with a job at once; then call get_job with wait_seconds until its status is ready, then get_markdown, or search_markdown for a phrase.",
    input: Schema.Struct({
      path: described(
        Schema.String.check(Schema.isMinLength(1)),
        "The file, at best its absolute path; ~ is the user's home folder."
      ),
      options: described(
        Schema.optionalKey(SettingsPatch),
        'How to convert it. {"page_range": "1-3,7"} converts these pages only; {"page_breaks": "comment"} marks each page, so that get_markdown can be asked for pages; {"converter": "ocr", "ocr_languages": ["deu"]} recognises scans; {"images": "files"} keeps pictures of its figures, for get_blocks.'
      ),
      password: described(
        Schema.optionalKey(Schema.String),
        "Opens an encrypted PDF. Only when the user gave it to you."
      )
    }),
    output: LocalJob,
    annotations: own
  },
  list_jobs: {
    title: "List conversion jobs",
    description: "The jobs of this session, newest first. The 50 newest are kept, until the program ends.",
    input: Schema.Struct({}),
    output: Schema.Struct({ items: Schema.Array(LocalJob) }),
    annotations: reads
  },
  get_job: {
    ...Struct.pick(tools.get_job, ["title", "input", "annotations"]),
    description:
      "A job's status (processing, ready, error), progress (pages_done) and warnings. With wait_seconds the answer comes when the job ends, or after that time with the job as it is: call again while it is processing. On error the field error says why.",
    output: LocalJob
  },
  get_markdown: {
    ...Struct.pick(tools.get_markdown, ["title", "description", "input", "annotations"]),
    output: local(tools.get_markdown.output)
  },
  search_markdown: {
    ...Struct.pick(tools.search_markdown, ["title", "description", "input", "annotations"]),
    output: local(tools.search_markdown.output)
  },
  get_blocks: {
    ...Struct.pick(tools.get_blocks, ["title", "description", "input", "annotations"]),
    output: local(tools.get_blocks.output)
  },
  delete_job: {
    title: "Stop or forget a conversion job",
    description: "Stops a job that is processing, or forgets an ended one with its Markdown. The PDF stays as it is.",
    input: Schema.Struct({ job_id: jobId }),
    output: Schema.Struct({ job_id: Schema.String, deleted: Schema.Boolean }),
    annotations: { ...own, destructiveHint: true, idempotentHint: true }
  }
} satisfies ToolSet

export const localDefinitions = definitionsOf(localTools, LocalError)

export const localInstructions =
  "Converts PDF files of this computer to Markdown, on this computer, with tools whose names begin with pdf_to_markdown_. 1. create_job_from_file gives a job. 2. get_job with wait_seconds 50, again until status is ready or error. 3. get_markdown, again with offset = next_offset until that is null; in a long document search_markdown finds a phrase with its pages and get_blocks reads a page."
