/** The tools of `pdf-to-markdown mcp`: jobs of this process, which nothing outlives. */
import { randomUUID } from "node:crypto"
import { homedir } from "node:os"
import { resolve } from "node:path"
import { Effect, Result, Stream } from "effect"
import type { localTools } from "../../schema/mcp/LocalTools.ts"
import type { Arguments } from "../../schema/Tools.ts"
import type { PageReport } from "../../src/convert/model/Document.ts"
import type { ResultBlock } from "../../src/convert/model/Result.ts"
import * as Results from "../../src/jobs/Results.ts"
import type { Call } from "../../src/mcp/Arguments.ts"
import { blocksLimit, finding, listing, noPictures, wantedBy } from "../../src/mcp/passages/Passages.ts"
import { asContent } from "../../src/mcp/passages/Pictures.ts"
import { asText, type ToolResult } from "../../src/mcp/Result.ts"
import type { Json } from "../../src/mcp/Rpc.ts"
import { indexOf, pagesIn, type Span, within } from "../../src/mcp/TextIndex.ts"
import { windowOf } from "../../src/mcp/Window.ts"
import { statOf } from "./Paths.ts"

/** What a conversion comes to, as the library has it. */
export interface Converted {
  readonly markdown: string
  readonly blocks: ReadonlyArray<ResultBlock>
  readonly pages: ReadonlyArray<unknown>
  readonly reports: ReadonlyArray<PageReport>
  readonly images: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>
  readonly truncated: boolean
}

/** Begins to convert a file. */
export type Begin = (
  path: string,
  options: Json & { readonly signal: AbortSignal }
) => { readonly pages: () => AsyncIterable<PageReport>; readonly result: Promise<Converted> }

/** Jobs that are kept. */
const kept = 50

interface Job {
  readonly id: string
  readonly path: string
  readonly stop: AbortController
  readonly reports: Array<PageReport>
  readonly ended: Promise<unknown>
  converted: Converted | null
  error: { readonly code: string; readonly message: string } | null
}

class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const statusOf = ({ converted, error }: Job) => (converted !== null ? "ready" : error !== null ? "error" : "processing")

const shown = (job: Job): Json => ({
  job_id: job.id,
  path: job.path,
  status: statusOf(job),
  pages: job.converted?.pages.length ?? null,
  pages_done: job.reports.length,
  truncated: job.converted?.truncated ?? false,
  warnings: job.reports.flatMap(({ page, warnings }) => warnings.map((warning) => ({ page, warning }))),
  error: job.error
})

/** A file of this computer, however it is written. */
const fileAt = (given: string): string => {
  const path = resolve(given.replace(/^~(?=$|[/\\])/, homedir()))
  const found = statOf(path)
  if (found === null) throw new Refused("file_not_found", `There is no file ${path}`)
  if (!found.isFile()) throw new Refused("file_not_found", `${path} is no file: name a PDF in it`)
  return path
}

const settle = <A>(result: Result.Result<A, { readonly _tag: string; readonly message: string }>): A => {
  if (Result.isSuccess(result)) return result.success
  throw new Refused(result.failure._tag, result.failure.message)
}

const textOf = (markdown: string, { pages, offset = 0, max_chars }: Arguments<"get_markdown">) => {
  const whole: ReadonlyArray<Span> = [{ from: 0, to: markdown.length }]
  const index = Effect.runSync(indexOf(Stream.succeed(new TextEncoder().encode(markdown))))
  const spans = pages === undefined ? whole : pagesIn(index, String(pages))
  if (spans.length === 0) {
    throw new Refused(
      "invalid_page_range",
      index.pages.length === 0
        ? 'The pages are not marked in this Markdown: use get_blocks with page, or convert it again with options {"page_breaks": "comment"}'
        : "The Markdown has none of these pages"
    )
  }
  const total = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  const text = within(spans, { from: 0, to: total })
    .map(({ from, to }) => markdown.slice(from, to))
    .join("")
  return windowOf({ text, from: 0, total }, offset, max_chars)
}

export const make = (begin: Begin) => {
  const jobs = new Map<string, Job>()

  const create = (path: string, options: Json, password: string | undefined): Job => {
    const stop = new AbortController()
    const conversion = begin(path, {
      ...options,
      ...(password === undefined ? {} : { password }),
      signal: stop.signal
    })
    const reports: Array<PageReport> = []
    const read = async () => {
      for await (const report of conversion.pages()) reports.push(report)
    }
    const ended = Promise.all([read(), conversion.result]).then(
      ([, converted]) => {
        job.converted = converted
      },
      (error: { readonly code?: string; readonly message?: string }) => {
        job.error = { code: error.code ?? "conversion_failed", message: error.message ?? "It could not be converted" }
      }
    )
    const job: Job = { id: randomUUID(), path, stop, reports, ended, converted: null, error: null }
    jobs.set(job.id, job)
    const over = [...jobs.values()].filter((each) => statusOf(each) !== "processing")
    for (const { id } of over.slice(0, Math.max(0, jobs.size - kept))) jobs.delete(id)
    return job
  }

  const found = (id: string): Job => {
    const job = jobs.get(id)
    if (job === undefined) throw new Refused("job_not_found", "There is no such job: list_jobs has those there are")
    return job
  }

  const ready = (id: string): Converted => {
    const { converted, error } = found(id)
    if (converted !== null) return converted
    throw new Refused("not_ready", error === null ? "The job is still processing: get_job waits for it" : error.message)
  }

  const blocks = (input: Arguments<"get_blocks">) => {
    const from = settle(Results.indexOf(input.cursor))
    const { blocks, images } = ready(input.job_id)
    const all = blocks.filter(wantedBy(input))
    const to = from + blocksLimit(input)
    const found = { items: all.slice(from, to), next: to < all.length ? to : null }
    if (input.images !== true) return listing(input, from, found)
    if (images.length === 0) throw new Refused("image_not_found", noPictures)
    return listing(input, from, found, new Map(images.map(({ name, bytes }) => [name, bytes.length])))
  }

  const picturesOf = (jobId: string, names: ReadonlyArray<string>) =>
    ready(jobId).images.flatMap(({ name, bytes }) => (names.includes(name) ? asContent(name, bytes) : []))

  const run = async (call: Exclude<Call<typeof localTools>, { readonly refused: unknown }>): Promise<Json> => {
    switch (call.tool) {
      case "create_job_from_file": {
        const { path, options = {}, password } = call.arguments
        return shown(create(fileAt(path), options, password))
      }
      case "list_jobs":
        return { items: [...jobs.values()].reverse().map(shown) }
      case "get_job": {
        const job = found(call.arguments.job_id)
        const late = AbortSignal.timeout(1_000 * (call.arguments.wait_seconds ?? 0))
        await Promise.race([job.ended, new Promise((done) => late.addEventListener("abort", done))])
        return shown(job)
      }
      case "get_markdown":
        return { job_id: call.arguments.job_id, ...textOf(ready(call.arguments.job_id).markdown, call.arguments) }
      case "get_blocks":
        return blocks(call.arguments).structure
      case "search_markdown": {
        const { look, end } = finding(call.arguments, settle(Results.indexOf(call.arguments.cursor)))
        for (const block of ready(call.arguments.job_id).blocks) look(block)
        return end()
      }
      case "delete_job": {
        const job = found(call.arguments.job_id)
        job.stop.abort()
        jobs.delete(job.id)
        return { job_id: job.id, deleted: true }
      }
    }
  }

  const failed = (code: string, message: string, more: Json = {}): ToolResult => {
    const structuredContent = { code, message, ...more }
    return { content: [asText(structuredContent)], structuredContent, isError: true }
  }

  /** A failure is a result too. */
  return async (call: Call<typeof localTools>): Promise<ToolResult> => {
    if ("refused" in call) {
      const { message, issues } = call.refused
      return failed("invalid_request", message, { issues })
    }
    try {
      const structuredContent = await run(call)
      const { pictures } = structuredContent
      const shown =
        call.tool === "get_blocks" && Array.isArray(pictures) ? picturesOf(call.arguments.job_id, pictures) : []
      return { content: [asText(structuredContent), ...shown], structuredContent }
    } catch (error) {
      if (error instanceof Refused) return failed(error.code, error.message)
      throw error
    }
  }
}
